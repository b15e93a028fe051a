import { loadavg } from 'node:os'
import { checkModel } from '#lib/model/check/check.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { KINDS, type ViewerModel } from '#lib/schema/schema.ts'
import { say, step } from '#lib/start/progress.mjs'
import { building, countOf } from './building.ts'
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
