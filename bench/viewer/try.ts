import type { Browser, CDPSession, Page } from 'playwright'
import { median } from '#lib/values/median.ts'
import type { Bench } from './pages/contend.ts'
import type { PageName } from './serve.ts'

/** What one contender did with one model in one go. Milliseconds, bytes. */
export type Measured = {
  build: number
  first: number
  gpuBytes: number
  heap: number
  buffers: number
  whole: { time: number; calls: number; triangles: number }
  close: { time: number; calls: number; triangles: number }
  pick: number
  slowPick: number
  found: (number | null)[]
  fromAddress: { first: number; longestTask: number; heap: number; buffers: number } | null
}

export type Effort = { pictures: number; picks: number; milliseconds: number; fromAddress: boolean; picture?: string }

export async function tryOnce(
  browser: Browser,
  address: string,
  name: PageName,
  frames: number,
  effort: Effort,
): Promise<Measured> {
  const inMemory = await onPage(browser, `${address}/${name}`, async (page, cdp) => {
    await inPage(page, (bench, count) => bench.make(count), frames)
    const before = await heapOf(cdp)
    const opened = await inPage(page, (bench) => bench.openModel(), null)
    const after = await heapOf(cdp)
    const { pictures, picks, milliseconds } = effort
    const frameTimes = (view: 'whole' | 'close') =>
      inPage(page, (bench, all) => bench.frames(all.view, all.pictures, all.milliseconds), { view, pictures, milliseconds })
    const whole = await frameTimes('whole')
    const close = await frameTimes('close')
    const { times, found } = await inPage(page, (bench, all) => bench.picks('close', all.picks, all.milliseconds), {
      picks,
      milliseconds,
    })
    if (effort.picture) await page.screenshot({ path: effort.picture })
    return {
      ...opened,
      heap: after.heap - before.heap,
      buffers: after.buffers - before.buffers,
      whole: { ...whole, time: median(whole.times) },
      close: { ...close, time: median(close.times) },
      pick: median(times),
      slowPick: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN,
      found,
    }
  })
  if (!effort.fromAddress) return { ...inMemory, fromAddress: null }
  return { ...inMemory, fromAddress: await openedFrom(browser, address, name, String(frames)) }
}

/** One contender with a model from its address, by the end of it. */
export function openedFrom(browser: Browser, address: string, page: PageName, model: string) {
  return onPage(browser, `${address}/${page}`, async (page, cdp) => {
    const workers = await heapsOfWorkers(cdp)
    const before = await heapOf(cdp)
    const opened = await inPage(page, (bench, name) => bench.openAddress(name), model)
    const after = await heapOf(cdp)
    const inWorkers = await workers()
    return {
      ...opened,
      heap: after.heap + inWorkers.heap - before.heap,
      buffers: after.buffers + inWorkers.buffers - before.buffers,
    }
  })
}

/** A fresh page; what it logs as an error ends the bench. */
async function onPage<T>(browser: Browser, address: string, work: (page: Page, cdp: CDPSession) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  try {
    await page.goto(address)
    await page.waitForFunction(() => 'bench' in globalThis)
    const result = await work(page, await page.context().newCDPSession(page))
    if (errors.length > 0) throw new Error(errors.join('\n'))
    return result
  } catch (error) {
    throw new Error([address, error, ...errors].join('\n'), { cause: error })
  } finally {
    await page.close()
  }
}

function inPage<T, U>(page: Page, work: (bench: Bench, all: U) => T | Promise<T>, all: U): Promise<T> {
  // The work goes over as text: it may use nothing but its arguments.
  return page.evaluate(`(${work})(globalThis.bench, ${JSON.stringify(all)})`)
}

type Heap = { heap: number; buffers: number }
type Usage = { usedSize: number; backingStorageSize?: number }

/** What is in use after a collection: objects, and the memory of typed arrays. */
async function heapOf(cdp: CDPSession): Promise<Heap> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 }: Usage = await cdp.send('Runtime.getHeapUsage')
  return { heap: usedSize, buffers: backingStorageSize }
}

/** The same of all workers that the page starts from now on. */
async function heapsOfWorkers(cdp: CDPSession): Promise<() => Promise<Heap>> {
  const sessions: string[] = []
  const waiting = new Map<number, (answer: Usage) => void>()
  let asked = 0
  cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') sessions.push(sessionId)
  })
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    waiting.get(id)?.(result)
  })
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const ask = (sessionId: string, method: string) =>
    new Promise<Usage>((resolve) => {
      const id = ++asked
      waiting.set(id, resolve)
      void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
    })
  return async () => {
    const sum = { heap: 0, buffers: 0 }
    for (const session of sessions) {
      await ask(session, 'HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize = 0 } = await ask(session, 'Runtime.getHeapUsage')
      sum.heap += usedSize
      sum.buffers += backingStorageSize
    }
    return sum
  }
}
