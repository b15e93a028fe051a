import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#lib/fixtures/server-process.ts'
import { read, rename, signUp } from '#lib/fixtures/service.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { KINDS, type ViewerModel } from '#lib/schema/schema.ts'
import { say, step } from '#lib/start/progress.mjs'
import { building, countOf, largeModels } from './building.ts'
import { median, timed } from './measure.ts'

/** What the check of a large building takes, beside reading the same model from its JSON. In this process, each in turn. */
export const CHECK = { elements: 1_000_000, rounds: 3 }

function modelOf(elements: number): ViewerModel {
  const { sections, ...rest } = building(elements)
  const none = Object.fromEntries(KINDS.map((kind) => [kind, []]))
  const model = {
    ...none,
    id: 'm',
    name: 'A building',
    units: { length: 'm' },
    ...rest,
    sections: sections.map(sectionAsReturned),
  }
  return model as unknown as ViewerModel // as far as the check looks
}

export async function reportCheck({ elements, rounds }: typeof CHECK): Promise<void> {
  const text = JSON.stringify(modelOf(elements))
  const [read, checked]: [number[], number[]] = [[], []]
  let found = 0
  await step(`${elements} elements`, async () => {
    for (let round = 0; round <= rounds; round++) {
      const { result: model, seconds: reading } = await timed(async (): Promise<ViewerModel> => JSON.parse(text))
      const { result, seconds } = await timed(async () => checkModel(model))
      found = result.length
      if (round === 0) continue // the first warms up
      read.push(reading)
      checked.push(seconds)
    }
  })
  const ratio = median(checked.map((seconds, i) => seconds / (read[i] ?? Number.NaN)))
  say(
    `\n${countOf(building(elements))} elements, ${found} findings: read in ${median(read).toFixed(2)} s, checked in ${median(checked).toFixed(2)} s, ` +
      `${ratio.toFixed(1)} times as long; medians of ${rounds}, load average ${loadavg()[0]?.toFixed(1)} at the end`,
  )
}

/** What comparing two large models takes, one of them just changed, beside reading that one. Over REST, each in turn. */
export const COMPARE = { elements: 100_000, rounds: 7 }

export async function reportCompare({ elements, rounds }: typeof COMPARE): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-compare-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const reader = await signUp(server.address)
    const [one = '', other = ''] = await step(`Two models of ${elements} elements`, () => largeModels(reader, 2, elements))
    const path = `/api/construct-models/${one}`
    const [reads, compared]: [number[], number[]] = [[], []]
    await step(`Read and compared, ${rounds} times`, async () => {
      for (let round = 0; round <= rounds; round++) {
        await rename(reader, one, `round ${round}`) // a new revision: no result of it is kept
        const comparing = await timed(() => read(reader, `${path}/revisions/${round + 3}/changes/groups?with=${other}`))
        const reading = await timed(() => read(reader, path))
        if (round === 0) continue // the first warms up
        compared.push(comparing.seconds)
        reads.push(reading.seconds)
      }
    })
    const ratio = median(compared.map((seconds, i) => seconds / (reads[i] ?? Number.NaN)))
    say(
      `\nRead in ${median(reads).toFixed(2)} s, compared in ${median(compared).toFixed(2)} s, ${ratio.toFixed(2)} times as long; ` +
        `medians of ${rounds}, load average ${loadavg()[0]?.toFixed(1)} at the end`,
    )
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
