import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMAT_IDS, formatOf } from '#lib/files/formats.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, rename, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { MB } from '#lib/values/bytes.ts'
import { building } from './building.ts'
import { median, timed } from './measure.ts'

/** What a large model takes as a file of each format, out and in, against the write of the same model. Through the service, on SQLite. */
export const FILES = { elements: 142_000, rounds: 3 }

/** The goals: times as long as the write. */
const [EXPORT_TIMES, IMPORT_TIMES] = [4, 8]

type Row = { format: string; bytes: number; out: number; in?: number }

/** In MB; of the server alone, which keeps models and results too. */
const peakMemory = (pid: number) => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function measureFormats(
  service: Service,
  elements: number,
  rounds: number,
): Promise<{ written: number; frames: number; rows: Row[] }> {
  const batch = building(elements)
  const body = { units: { length: 'm', force: 'kN' }, ...batch }
  const writes: number[] = []
  let id = ''
  for (let round = 0; round <= rounds; round++) {
    const { result, seconds } = await timed(() => newModel(service, body))
    id = result
    if (round > 0) writes.push(seconds) // the first warms up
  }
  const rows: Row[] = []
  for (const format of FORMAT_IDS) {
    const [out, back]: [number[], number[]] = [[], []]
    let file = new Uint8Array()
    await step(format, async () => {
      for (let round = 0; round < rounds; round++) {
        await rename(service, id, `${format} ${round}`) // a new revision: no result of it is kept
        const made = await timed(() => read(service, `/api/construct-models/${id}/export?format=${format}`))
        out.push(made.seconds)
        file = new Uint8Array(made.result)
        if (formatOf(format).canRead) back.push((await timed(() => send(service, '/api/construct-models/import', file))).seconds)
      }
    })
    rows.push({ format, bytes: file.length, out: median(out), ...(back.length > 0 && { in: median(back) }) })
  }
  return { written: median(writes), frames: batch.frames.length, rows }
}

export async function reportFiles({ elements, rounds }: typeof FILES): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-files-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const service = await signUp(server.address)
    const { written, frames, rows } = await measureFormats(service, elements, rounds)
    const times = (seconds: number | undefined, most: number) =>
      seconds === undefined
        ? ''
        : `${seconds.toFixed(1)} s, ${(seconds / written).toFixed(1)} times${seconds > most * written ? ' (over the goal)' : ''}`
    const lines = rows.map(
      (row) =>
        `| ${row.format} | ${(row.bytes / MB).toFixed(1)} MB | ${times(row.out, EXPORT_TIMES)} | ${times(row.in, IMPORT_TIMES)} |`,
    )
    say(
      [
        `\n${frames} frames, written in ${written.toFixed(1)} s; goals: out at most ${EXPORT_TIMES} times as long, in ${IMPORT_TIMES}`,
        ...['| format | file | out | in |', '|---|---|---|---|', ...lines],
        `server at most ${Math.round(peakMemory(server.pid))} MB; medians of ${rounds}, load average ${loadavg()[0]?.toFixed(1)} at the end`,
      ].join('\n'),
    )
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
