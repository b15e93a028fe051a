import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMAT_IDS, type FormatId, formatOf } from '#lib/files/formats.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, rename, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { MB } from '#lib/values/bytes.ts'
import { building } from './building.ts'
import { median, timed } from './measure.ts'

/**
 * What a large model takes as a file of each format, out and in, against the write of the same model: time, memory of the server, and what
 * small writes of another user take meanwhile. Through the service, on SQLite, on a server of its own for each format.
 */
export const FILES = { elements: 142_000, rounds: 3, readers: 8 }

/** The goals: times as long as the write; MB more than before; times as long as beside the write. */
const [EXPORT_TIMES, IMPORT_TIMES, MORE_MB, SMALL_TIMES] = [4, 8, 900, 3]
/** The largest file of all, for readers that are slow. */
const LARGEST: FormatId = 'ifc'
const SMALL_WRITES = 50

/** `seconds` of each round; `small`: milliseconds of each small write meanwhile; `more`: MB that the server took more than before, at most. */
type Measured = { seconds: number[]; small: number[]; more: number }
type Row = { format: FormatId; bytes: number; write: Measured; out: Measured; in?: Measured }

const inMb = ({ pid }: OwnServer, name: string) =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Counts the most memory of a process from here on (proc(5), clear_refs). */
const forgetPeak = ({ pid }: OwnServer) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** A write of one node, in milliseconds. */
async function smallWrite(service: Service, model: string): Promise<number> {
  const nodes = JSON.stringify({ nodes: [{ id: 'N', position: { x: Math.random(), y: 0, z: 0 } }] })
  return (await timed(() => send(service, `/api/construct-models/${model}/nodes`, nodes))).seconds * 1000
}

/** A server with a large model of one user and a small one of another. */
async function serve<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-files-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const [service, other] = [await signUp(server.address), await signUp(server.address)]
    return await work({ server, service, other, small: await newModel(other) })
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

type Bench = { server: OwnServer; service: Service; other: Service; small: string }

/** `work` so many times, the first one more to warm up; small writes of another user beside it. */
async function measure(
  { server, other, small }: Bench,
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<Measured> {
  const found: Measured = { seconds: [], small: [], more: 0 }
  const before = inMb(server, 'VmRSS')
  forgetPeak(server)
  for (let round = 0; round <= rounds; round++) {
    let busy = true
    const beside = (async () => {
      while (busy) {
        const took = await smallWrite(other, small)
        if (round > 0) found.small.push(took)
      }
    })()
    const { seconds } = await timed(() => work(round))
    busy = false
    await beside
    if (round > 0) found.seconds.push(seconds)
  }
  found.more = inMb(server, 'VmHWM') - before
  return found
}

async function measureFormat(format: FormatId, body: object, rounds: number): Promise<Row> {
  return serve(async (bench) => {
    const { service } = bench
    const text = new TextEncoder().encode(JSON.stringify({ name: 'A model', ...body }))
    let id = ''
    const write = await measure(bench, rounds, async () => {
      id = JSON.parse(new TextDecoder().decode(await send(service, '/api/construct-models', text))).id
    })
    let file = new Uint8Array()
    const out = await measure(bench, rounds, async (round) => {
      await rename(service, id, `${format} ${round}`) // a new revision: no result of it is kept
      file = new Uint8Array(await read(service, `/api/construct-models/${id}/export?format=${format}`))
    })
    const back =
      formatOf(format).canRead && (await measure(bench, rounds, () => send(service, '/api/construct-models/import', file)))
    return { format, bytes: file.length, write, out, ...(back && { in: back }) }
  })
}

/** Readers that take nothing of a file that is ready, then all of it: what others' small writes take meanwhile, in ms, and the memory of the server, in MB. */
async function measureSlowReaders(body: object, readers: number) {
  return serve(async ({ server, service, other, small }) => {
    const id = await newModel(service, body)
    const path = `/api/construct-models/${id}/export?format=${LARGEST}`
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const whole = digest(await read(service, path))
    const writes = async () => {
      const took: number[] = []
      for (let n = 0; n < SMALL_WRITES; n++) took.push(await smallWrite(other, small))
      return took
    }
    const alone = await writes()
    forgetPeak(server)
    const before = inMb(server, 'VmRSS')
    const answers = await Promise.all(
      Array.from(
        { length: readers },
        () =>
          new Promise<IncomingMessage>((resolve, reject) =>
            get(server.address + path, { agent: false, headers: { authorization: `Bearer ${service.key}` } }, (answer) =>
              resolve(answer.pause()),
            ).on('error', reject),
          ),
      ),
    )
    const beside = await writes()
    const more = inMb(server, 'VmHWM') - before
    for (const answer of answers) {
      const pieces: Uint8Array[] = []
      for await (const piece of answer) pieces.push(piece)
      if (digest(Buffer.concat(pieces)) !== whole) throw new Error('a slow reader did not get the whole file')
    }
    return { alone: median(alone), beside: median(beside), more }
  })
}

const cells = (found: Measured | undefined, { write }: Row, most: number) => {
  if (!found) return ['', '', '']
  const over = (value: number, limit: number, text: string) => (value > limit ? `**${text}**` : text)
  const [times, small] = [median(found.seconds) / median(write.seconds), median(found.small) / median(write.small)]
  return [
    over(times, most, times.toFixed(1)),
    over(small, SMALL_TIMES, small.toFixed(1)),
    over(found.more, MORE_MB, `${Math.round(found.more)}`),
  ]
}

export async function reportFiles({ elements, rounds, readers }: typeof FILES): Promise<void> {
  const batch = building(elements)
  const body = { units: { length: 'm', force: 'kN' }, ...batch }
  const rows: Row[] = []
  for (const format of FORMAT_IDS) rows.push(await step(format, () => measureFormat(format, body, rounds)))
  const slow = await step(`${readers} slow readers`, () => measureSlowReaders(body, readers))
  const write = (of: (one: Measured) => number) => median(rows.map((row) => of(row.write)))
  say(
    [
      `\n${batch.frames.length} frames, written in ${write(({ seconds }) => median(seconds)).toFixed(1)} s with ${Math.round(write(({ more }) => more))} MB more,`,
      `small writes of another user meanwhile ${Math.round(write(({ small }) => median(small)))} ms. Medians of ${rounds}; in bold what misses its goal:`,
      `out at most ${EXPORT_TIMES} times the write, in ${IMPORT_TIMES}; small writes at most ${SMALL_TIMES} times those beside the write; ${MORE_MB} MB more.\n`,
      '| format | file | out, times | small writes, times | MB more | in, times | small writes, times | MB more |',
      '|---|---|---|---|---|---|---|---|',
      ...rows.map((row) =>
        [
          `| ${row.format}`,
          `${(row.bytes / MB).toFixed(1)} MB`,
          ...cells(row.out, row, EXPORT_TIMES),
          `${cells(row.in, row, IMPORT_TIMES).join(' | ')} |`,
        ].join(' | '),
      ),
      `\n${readers} readers that take nothing of a ready ${LARGEST}: ${Math.round(slow.more)} MB more; small writes ${slow.beside.toFixed(1)} ms, alone ${slow.alone.toFixed(1)} ms.`,
      `Load average ${loadavg()[0]?.toFixed(1)} at the end.`,
    ].join('\n'),
  )
}
