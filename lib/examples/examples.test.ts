import { describe, expect, it } from 'vitest'
import { analysed } from '#lib/fixtures/analysed.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import { SectionType } from '#lib/schema/schema.ts'
import { conventionDrawings } from './convention-drawings.ts'
import { demoBuilding } from './demo-building.ts'
import { portalFrame } from './portal-frame.ts'
import { returnedModel } from './returned-model.ts'

/** One element a line: small, and a diff shows which element changed. */
function asText(model: CreateModel): string {
  const fields = Object.entries(model).map(([key, value]) => {
    if (!Array.isArray(value)) return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`
    return `  ${JSON.stringify(key)}: [\n${value.map((element) => `    ${JSON.stringify(element)}`).join(',\n')}\n  ]`
  })
  return `{\n${fields.join(',\n')}\n}\n`
}

describe.each([
  ['demo-building', demoBuilding],
  ['portal-frame', portalFrame],
])('%s', (name, make) => {
  it('is the file in public/examples (npm run golden writes it)', async () => {
    await expect(asText(make())).toMatchFileSnapshot(`../../public/examples/${name}.json`)
  })

  it('is what creation takes, unchanged by parsing', () => {
    expect(CreateModel.parse(JSON.parse(JSON.stringify(make())))).toEqual(JSON.parse(JSON.stringify(make())))
  })

  it('has nothing that the model check would find', () => expect(checkModel(returnedModel(make()))).toEqual([]))
})

describe('demo-building', () => {
  const building = demoBuilding()
  const { frames = [], areas = [], members = [], sections = [], supports = [] } = building

  it('shows every type of section but the designer’s, all of them in use', () => {
    const types = new Set(sections.map(({ type }) => type))
    expect(SectionType.options.filter((type) => !types.has(type))).toEqual(['section_designer'])
  })

  it('shows members of several frames, offsets, openings, and supports of every kind', () => {
    expect(members.filter(({ frameIds }) => frameIds.length > 1).length).toBeGreaterThan(50)
    expect(frames.filter(({ sectionOffset }) => sectionOffset).length).toBeGreaterThan(100)
    expect(areas.flatMap(({ openingNodeIds }) => openingNodeIds ?? []).length).toBeGreaterThan(20)
    const patterns = supports.map(({ restraints: r }) =>
      [r?.u1, r?.u2, r?.u3, r?.r1, r?.r2, r?.r3].map((held) => (held === null ? '-' : held ? '1' : '0')).join(''),
    )
    expect([...new Set(patterns)].sort()).toEqual(['--1---', '001000', '011000', '111000', '111111'])
  })

  it('stands, and carries all its loads within yield', () => {
    const { summary, loads } = analysed(building, { modes: 3 })
    expect(summary.stands).toBe('yes')
    expect(summary.notes?.filter((note) => note.includes('yield'))).toEqual([])
    expect(summary.stress?.ratio).toBeGreaterThan(0.5)
    expect(summary.modes?.[0]?.period).toBeGreaterThan(0.5)
    expect(loads.map(({ id }) => id)).toEqual(['G', 'SDL', 'Q', 'S', 'WX', 'WY', 'T'])
    expect([...new Set(building.loads?.map(({ caseId }) => caseId))].sort()).toEqual(['Q', 'S', 'SDL', 'T', 'WX', 'WY'])
  })

  it('is a few hundred elements', () => {
    expect({ frames: frames.length, areas: areas.length }).toEqual({ frames: 506, areas: 96 })
  })
})

it('portal-frame has 4 nodes, 3 frames and 2 supports', () => {
  const { nodes, frames, supports } = portalFrame()
  expect([nodes?.length, frames?.length, supports?.length]).toEqual([4, 3, 2])
})

describe.each(Object.entries(conventionDrawings))('the drawing of %s', (name, draw) => {
  it('is the file in public/pictures (npm run golden writes it)', async () => {
    await expect(draw()).toMatchFileSnapshot(`../../public/pictures/conventions/${name}.svg`)
  })
})
