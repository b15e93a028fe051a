import { loadavg } from 'node:os'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { readScene } from '#lib/scene-file/read-scene.ts'
import { sceneBytes } from '#lib/scene-file/write-scene.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { say, step } from '#lib/start/progress.mjs'
import { building } from './building.ts'
import { median, timed } from './measure.ts'

/** What loads weigh in the scene form of a model, and what it takes to write and to read it with them and without. */
export const LOADS = { loads: 100_000, rounds: 7 }

/** A building of about 75 frames for 100 loads; each load is along a frame. */
function loadedBuilding(loads: number): ViewerModel {
  const { frames, ...rest } = building(loads)
  const cases = ['D', 'L', 'W']
  return returnedModel(
    CreateModel.parse({
      ...{ name: 'A building', ...rest, frames, loadCases: cases.map((id) => ({ id })) },
      loads: Array.from({ length: loads }, (_, k) => ({
        id: `${cases[k % 3]}-${k}`,
        caseId: cases[k % 3],
        frameId: (frames[k % frames.length] as { id: string }).id,
        force: { z: -((k * 7) % 40) / 8 - 1.2 },
      })),
    }),
  )
}

export async function reportLoads({ loads, rounds }: typeof LOADS): Promise<void> {
  const model = loadedBuilding(loads)
  const forms: [string, ViewerModel][] = [
    ['without loads', { ...model, loads: [] }],
    [`with ${loads} loads`, model],
  ]
  for (const [name, form] of forms) {
    const [written, read]: [number[], number[]] = [[], []]
    let file: Uint8Array<ArrayBuffer> | null = null
    await step(name, async () => {
      for (let round = 0; round <= rounds; round++) {
        const writing = await timed(async () => sceneBytes(form))
        file = writing.result
        if (!file) throw new Error('the form does not hold the model')
        const bytes = file.slice().buffer // the reader decodes in place
        const reading = await timed(async () => readScene(bytes))
        if (round === 0) continue // the first warms up
        written.push(writing.seconds)
        read.push(reading.seconds)
      }
    })
    const bytes: Uint8Array = file!
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    const mb = (of: Uint8Array) => (of.length / 1e6).toFixed(2)
    const ms = (of: number[]) => Math.round(1000 * median(of))
    say(
      `${name}: ${mb(bytes)} MB, ${mb(gzipSync(bytes, { level: 1 }))} by gzip as it is sent, ${mb(brotli)} by brotli; ` +
        `written in ${ms(written)} ms, read in ${ms(read)} ms`,
    )
  }
  say(`medians of ${rounds}, load average ${loadavg()[0]?.toFixed(1)} at the end`)
}
