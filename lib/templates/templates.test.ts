import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { withResolved } from '#lib/model/section/section-profile.ts'
import { readUnits } from '#lib/model/units.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Template, Values } from './template.ts'
import { defaultsOf, fieldOf, modelOf, templates, wrongValues } from './templates.ts'
import { type System, UNIT_CHOICES, UNITS_NAMES } from './units.ts'

/** As the service would have it, with sizes for the names of the sections. */
function made(template: Template, values: Values, units: (typeof UNITS_NAMES)[number]) {
  const model = modelOf(template, values, units, 'A start')
  const unit = readUnits(model.units).length ?? null
  return returnedModel({ ...model, sections: model.sections?.map((section) => withResolved(section, unit)) })
}

/** Whatever the fields let through. Whole numbers stay small: what is regular is right at any size, or wrong at three. */
function anyValues({ parameters }: Template, system: System) {
  const arbitraries = parameters.map((parameter) => {
    const { min, max } = fieldOf(parameter, system)
    const isWhole = 'count' in parameter || 'oneOf' in parameter
    const value = isWhole
      ? fc.integer({ min, max: Math.min(max, min + 4) })
      : fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100)
    return [parameter.key, value] as const
  })
  return fc.record(Object.fromEntries(arbitraries))
}

const graver = (model: ReturnType<typeof made>) => checkModel(model).filter(({ severity }) => severity !== 'info')

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_, template) => {
  it.each(UNITS_NAMES)('as it is offered, in %s, has nothing that the check would find', (units) => {
    const values = defaultsOf(template, UNIT_CHOICES[units].system)
    expect(wrongValues(template, values, UNIT_CHOICES[units].system)).toEqual({})
    expect(checkModel(made(template, values, units))).toEqual([])
  })

  it('has neither errors nor warnings, whatever is asked for', () => {
    for (const units of ['m, kN, °C', 'in, lb, °F'] as const) {
      fc.assert(
        fc.property(anyValues(template, UNIT_CHOICES[units].system), (values) => {
          expect(wrongValues(template, values, UNIT_CHOICES[units].system)).toEqual({})
          expect(graver(made(template, values, units))).toEqual([])
        }),
        { numRuns: runs(60) },
      )
    }
  })

  it('is what creation takes', () => {
    const model = modelOf(template, defaultsOf(template, 'metric'), 'm, kN, °C', 'A start')
    expect(CreateModel.parse(JSON.parse(JSON.stringify(model)))).toMatchObject({ name: 'A start', units: { length: 'm' } })
  })

  it('stands as large in every unit', () => {
    const sizeIn = (units: 'm, kN, °C' | 'mm, N, °C') => made(template, defaultsOf(template, 'metric'), units).bounds.max
    const [metres, millimetres] = [sizeIn('m, kN, °C'), sizeIn('mm, N, °C')]
    for (const axis of ['x', 'y', 'z'] as const) expect(millimetres[axis]).toBeCloseTo(1000 * metres[axis], 3)
  })
})

it('says which number it cannot take, and what it takes', () => {
  const [portal] = templates
  const values = { ...defaultsOf(portal!, 'us'), span: 2, spans: 1.5, pitch: Number.NaN }
  expect(wrongValues(portal!, values, 'us')).toEqual({
    span: 'Enter a number from 10 to 118 ft.',
    spans: 'Enter a whole number from 1 to 8.',
    pitch: 'Enter a number from 1 to 45 °.',
  })
})
