import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { median, timed } from './measure.ts'

/** What comments take on a model that has very many threads: over REST, on SQLite, one request after another. */
export const COMMENTS = { threads: 10_000, rounds: 15 }

/** The goal: in milliseconds, of each request. */
const MOST_MS = 100
/** Requests at once, while the threads are made. */
const AT_ONCE = 16

async function makeThreads(service: Service, path: string, count: number): Promise<void> {
  const body = (k: number) => ({
    text: `Thread ${k}: the connection at this node needs a look, and the beam beside it is deeper on the drawings.`,
    anchor: {
      elements: [{ kind: 'frame', id: k % 2 ? 'B1' : 'C1' }],
      view: 'camera=12,-14,9,3,0,2',
      viewport: { width: 1500, height: 1000 },
    },
  })
  let made = 0
  const work = async () => {
    while (made < count) await send(service, path, JSON.stringify(body(++made)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function measure(service: Service, path: string, rounds: number): Promise<[what: string, ms: number][]> {
  const json = async (query: string) => JSON.parse(new TextDecoder().decode(await read(service, `${path}${query}`)))
  const middle = async (work: (round: number) => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let round = -1; round < rounds; round++) {
      const { seconds } = await timed(() => work(round))
      if (round >= 0) times.push(seconds * 1000) // the first warms up
    }
    return median(times)
  }
  const { nextCursor, seq } = await json('?limit=100')
  const half = Math.floor(Number(nextCursor) / 2)
  return [
    ['the first page of the viewer, 100 open threads', await middle(() => json('?status=open&limit=100'))],
    ['the newest 50 of all', await middle(() => json(''))],
    ['a page of 100 in the middle', await middle(() => json(`?limit=100&cursor=${half}`))],
    ['those on one element, 100', await middle(() => json('?element=frame:C1&limit=100'))],
    ['those assigned to me, none', await middle(() => json('?assignee=me'))],
    ['what changed since the last change but ten', await middle(() => json(`?since=${seq - 10}`))],
    ['one thread by its number', await middle(() => json(`/${half}`))],
    [
      'a new reply',
      await middle((round) => send(service, path, JSON.stringify({ text: `Reply ${round}`, replyTo: String(half) }))),
    ],
    [
      'resolving and reopening',
      await middle((round) => send(service, `${path}/${half}/${round % 2 ? 'resolve' : 'reopen'}`, '{}')),
    ],
  ]
}

export async function reportComments({ threads, rounds }: typeof COMMENTS): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-comments-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const service = await signUp(server.address)
    const id = await newModel(service, portalFrame())
    const path = `/api/construct-models/${id}/comments`
    const room = Math.max(0, threads - rounds - 1) // new threads are measured, too
    const { seconds } = await timed(() => step(`${room} threads`, () => makeThreads(service, path, room)))
    const rows = await measure(service, path, rounds)
    const fresh: number[] = []
    for (let round = 0; round < rounds; round++)
      fresh.push((await timed(() => send(service, path, JSON.stringify({ text: 'One more.' })))).seconds * 1000)
    rows.push(['a new thread', median(fresh)])
    const lines = rows.map(([what, ms]) => `| ${what} | ${ms.toFixed(1)} ms${ms > MOST_MS ? ' (over the goal)' : ''} |`)
    say(
      [
        `\n${threads} threads, made at ${Math.round(room / seconds)} a second, ${AT_ONCE} at once; goal: ${MOST_MS} ms`,
        ...['| request | median |', '|---|---|', ...lines],
        `medians of ${rounds}, load average ${loadavg()[0]?.toFixed(1)} at the end`,
      ].join('\n'),
    )
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
