import { describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { type Batch, empty, found, foundIn, lines, returned, table } from '#lib/fixtures/table-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Dimensions, Finding, ViewerModel } from '#lib/schema/schema.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import { checkModel } from './check.ts'
import { frameSizes, longestLines } from './check-sizes.ts'
import { structureOf } from './structure.ts'

/** The table of units: a portal whose numbers are in the row's unit while the model says the column's. */

const METRES = { mm: 0.001, cm: 0.01, m: 1, in: 0.0254, ft: 0.3048 }
type Unit = keyof typeof METRES
const UNITS = keysOf(METRES)

const all = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }

/** Columns I 300 × 300, beam I 500 × 200, 6 m wide and 4 m high. */
function portal(coordinates: Unit, sections: Unit, said: Unit): CreateModel {
  const places = [
    [0, 0],
    [0, 4],
    [6, 4],
    [6, 0],
  ] as const
  const sized = (t3: number, t2: number, tf: number, tw: number) => {
    const dimensions = { t3, t2, tf, tw }
    return Object.fromEntries(Object.entries(dimensions).map(([key, size]) => [key, size / METRES[sections]]))
  }
  const frame = (id: string, a: number, b: number, sectionId: string) => ({
    id,
    startNodeId: `N${a}`,
    endNodeId: `N${b}`,
    rotation: 0,
    sectionId,
  })
  return {
    name: 'Portal',
    units: { current: `kN, ${said}, C` },
    nodes: places.map(([x, z], i) => ({
      id: `N${i}`,
      position: { x: x / METRES[coordinates], y: 0, z: z / METRES[coordinates] },
    })),
    frames: [frame('A', 0, 1, 'column'), frame('B', 3, 2, 'column'), frame('C', 1, 2, 'beam')],
    materials: [{ id: 'S' }],
    sections: [
      { id: 'column', type: 'i_wide_flange', dimensions: sized(0.3, 0.3, 0.019, 0.011), materialId: 'S' },
      { id: 'beam', type: 'i_wide_flange', dimensions: sized(0.5, 0.2, 0.016, 0.0102), materialId: 'S' },
    ],
    supports: [
      { id: 'S0', nodeId: 'N0', restraints: all },
      { id: 'S3', nodeId: 'N3', restraints: all },
    ],
  }
}

const check = (model: CreateModel) => checkModel(returnedModel(model))
const ofSize = (findings: Finding[]) => findings.filter(({ code }) => code === 'section_scale' || code === 'unit_scale')

/** Which rules find something: those of `section_scale` by name, and `unit_scale`. */
function rules(model: CreateModel): string {
  const found = ofSize(check(model))
  const sizes = frameSizes(structureOf(returnedModel(model)))!
  const metres = sizes.unit!.metres
  const { side, share, length } = sizes
  const chains = sizes.chains!
  const told = [
    ...(chains.share > 0.3 ? ['T1'] : []),
    ...((chains.side * metres > 2.5 && chains.share > 1 / 15) || (chains.side * metres > 1 && chains.share > 1 / 6)
      ? ['T2']
      : []),
    ...(share < 1 / 120 || (side * metres < 0.05 && share < 1 / 60) ? ['T3'] : []),
  ]
  const { x, z } = model.nodes![2]!.position
  const across = Math.hypot(x, z) * metres
  const scale = [...(across < 0.1 || across > 10_000 || z * metres > 1200 ? ['U1'] : []), ...(length * metres > 40 ? ['U2'] : [])]
  expect(found.map(({ code }) => code)).toEqual([
    ...(scale.length > 0 ? ['unit_scale'] : []),
    ...(told.length > 0 ? ['section_scale'] : []),
  ])
  return [...told, ...scale].join(' ') || '–'
}

/** Sections / coordinates / both wrong; rows: what the numbers are in, columns: what the model says. */
const TABLE: Record<Unit, Record<Unit, string>> = {
  mm: { mm: '', cm: 'T1 T2 / T3 / T2', m: 'T1 T2 / T3 U1 U2 / T2 U1 U2', in: 'T1 T2 / T3 U2 / T2 U2', ft: 'T1 T2 / T3 U1 U2 / T2 U1 U2' },
  cm: { mm: 'T3 / T1 / –', cm: '', m: 'T1 T2 / T3 U2 / T2 U2', in: '– / – / –', ft: 'T1 T2 / T3 U2 / T2 U2' },
  m: { mm: 'T3 / T1 U1 / U1', cm: 'T3 / T1 U1 / U1', m: '', in: 'T3 / T1 / –', ft: '– / – / –' },
  in: { mm: 'T3 / T1 / –', cm: '– / – / –', m: 'T1 T2 / T3 U2 / T2 U2', in: '', ft: 'T1 T2 / T3 U2 / T2 U2' },
  ft: { mm: 'T3 / T1 U1 / U1', cm: 'T3 / T1 / –', m: '– / – / –', in: 'T3 / T1 / –', ft: '' },
} // biome-ignore format: a table

describe('numbers in another unit than the model says', () => {
  it.each(UNITS.flatMap((numbers) => UNITS.filter((said) => said !== numbers).map((said) => [numbers, said] as const)))(
    '%s in a model in %s',
    (numbers, said) => {
      const cell = [portal(said, numbers, said), portal(numbers, said, said), portal(numbers, numbers, said)]
      expect(cell.map(rules).join(' / ')).toBe(TABLE[numbers][said])
    },
  )

  /** The same cells: what of it, by its first letter, is said to look like which unit; a question mark where several or none would fit. */
  const HINTS: Record<Unit, Record<Unit, string>> = {
    mm: { mm: '', cm: 's mm / s in / l mm', m: 's mm / c mm / l mm', in: 's mm / c mm / l mm', ft: 's mm / c mm / l mm' },
    cm: { mm: '? / ? / –', cm: '', m: '? / ? / ?', in: '– / – / –', ft: '? / ? / ?' },
    m: { mm: '? / ? / –', cm: '? / ? / –', m: '', in: '? / ? / –', ft: '– / – / –' },
    in: { mm: '? / ? / –', cm: '– / – / –', m: '? / ? / ?', in: '', ft: '? / s m / ?' },
    ft: { mm: '? / ? / –', cm: '? / ? / –', m: '– / – / –', in: '? / ? / –', ft: '' },
  } // biome-ignore format: a table

  it.each(UNITS)('says what numbers in %s look like, and what to do', (numbers) => {
    const fixes: Record<string, (unit: string, said: Unit) => string> = {
      lengths: (unit) => `If they are in ${unit}, set the units so; setting units changes no number.`,
      'section dimensions': (_, said) => `Send section dimensions in ${said}, the same as the coordinates.`,
      coordinates: (_, said) => `Send coordinates in ${said}, the same as the section dimensions.`,
    }
    const hint = (said: Unit) => (model: CreateModel) => {
      const [found] = check(model).filter(({ code }) => code === 'section_scale')
      if (!found) return '–'
      const [, what = '', unit = ''] = / (lengths|section dimensions|coordinates) look like (\w+),/.exec(found.message) ?? []
      const fix = fixes[what]?.(unit, said) ?? "Send section dimensions in the model's length unit, the same as the coordinates."
      expect(found.fix).toBe(fix)
      return what ? `${what[0]} ${unit}` : '?'
    }
    const cells = (said: Unit) => [portal(said, numbers, said), portal(numbers, said, said), portal(numbers, numbers, said)]
    const hints = UNITS.map((said) => [said, said === numbers ? '' : cells(said).map(hint(said)).join(' / ')])
    expect(Object.fromEntries(hints)).toEqual(HINTS[numbers])
  })

  it.each([
    ['mm', 1],
    ['m', 0.001],
  ])('takes the stringer of a spiral stair in %s for one bar, and not for one in another unit', (unit, by) => {
    const steps = Array.from({ length: 17 }, (_, i) => ({ turn: (i * Math.PI) / 8, i }))
    const stair = (large: number) =>
      returnedModel({
        name: 'Stair',
        units: { current: `kN, ${unit}, C` },
        nodes: steps.map(({ turn, i }) => {
          const position = { x: 700 * by * Math.cos(turn), y: 700 * by * Math.sin(turn), z: 187.5 * by * i }
          return { id: `N${i}`, position }
        }),
        frames: steps.slice(1).map(({ i }) => ({
          ...{ id: `F${i}`, startNodeId: `N${i - 1}`, endNodeId: `N${i}`, rotation: 0, sectionId: 'CHS', materialId: 'S' },
        })),
        materials: [{ id: 'S' }],
        sections: [{ id: 'CHS', type: 'pipe', dimensions: { t3: 193.7 * large, tw: 8 * large } }],
        supports: [{ id: 'S0', nodeId: 'N0', restraints: all }],
      })
    expect(checkModel(stair(by))).toEqual([])
    expect(ofSize(checkModel(stair(by * 100))).map(({ code }) => code)).toEqual(['section_scale'])
  })

  it.each(UNITS)('finds nothing where everything is in %s, as the model says', (unit) => {
    expect(check(portal(unit, unit, unit))).toEqual([])
  })

  it('names the unit that would fit, of the sections, the coordinates or both', () => {
    const words = (...units: Parameters<typeof portal>) => ofSize(check(portal(...units))).map(({ message }) => message)
    expect(words('m', 'mm', 'm')).toEqual([
      expect.stringMatching(/section dimensions look like mm, where the model's unit is m$/),
    ])
    expect(words('mm', 'm', 'm')[1]).toMatch(/coordinates look like mm, where the model's unit is m$/)
    expect(words('mm', 'mm', 'm')[1]).toMatch(/all lengths look like mm, and the units say 'm'$/)
    // Inches and centimetres would both fit.
    expect(words('ft', 'in', 'ft')).toEqual([expect.stringMatching(/; sections and coordinates may be in different units$/)])
  })
})

describe('limits', () => {
  /** A beam with a square or flat I section, what is found where its size or length is just beyond the limit, and just before it. */
  const told = (side: number, length: number, share: 'side' | 'length', flat = 1, isWhole = false) =>
    [1.001, 0.999].map((by) => {
      const [deep, long] = share === 'side' ? [side * by, length] : [side, length * by]
      return ofSize(
        check({
          name: 'Beam',
          units: { length: 'm' },
          nodes: [0, long].map((x, i) => ({ id: `N${i}`, position: { x, y: 0, z: 0 } })),
          frames: [{ id: 'F', startNodeId: 'N0', endNodeId: 'N1', rotation: 0, sectionId: 'S' }],
          materials: [{ id: 'M' }],
          sections: [
            {
              id: 'S',
              type: 'i_wide_flange',
              dimensions: { t3: deep * flat, t2: deep / flat, tf: deep / 20, tw: deep / 20 },
              materialId: 'M',
            },
          ],
          supports: [{ id: 'S', nodeId: 'N0', restraints: all }],
        }),
      ).map(({ code, message }) => `${code} ${isWhole ? message : message.replace(/[;,].*/, '')}`)
    })
  const stout = expect.stringMatching(/^section_scale Frames are only 3\.33 times as long as their sections are large/)

  it.each<[string, Parameters<typeof told>, unknown[][]]>([
    ['three tenths of the length', [0.3, 1, 'side'], [[stout], []]],
    ['the same, as wide', [0.15, 1, 'side', 0.5], [[stout], []]],
    ['as large as long', [1, 1, 'side'], [['section_scale Sections are 1 times as large as their frames are long (median)'], [expect.stringMatching(/only 1 times as long/)]]],
    ['one metre and a sixth', [1, 5, 'side'], [['section_scale Sections are 1.001 m large (median)'], []]],
    ['two and a half metres and a fifteenth', [2.5, 30, 'side'], [[expect.stringMatching(/hardly|large \(median\)/)], []]],
  ])('%s', (_, of, expected) => expect(told(...of)).toEqual(expected)) // biome-ignore format: a line each

  it.each<[string, [number, number, 'side' | 'length'], (string | undefined)[]]>([
    // Of numbers where metres are said: beyond 5 cm they may be millimetres too, below 1.2 m inches.
    ['five centimetres', [50, 400, 'side'], [undefined, 'cm']],
    ['1.2 metres', [1.2 / 0.0254, 400, 'side'], ['cm', undefined]],
    ['a sixtieth of the length', [300, 18, 'length'], [undefined, 'mm']],
    ['a quarter of it', [300, 1.2, 'length'], ['mm', undefined]],
  ])('of what is ordinary: %s', (_, of, units) => {
    expect(told(...of, 1, true).map((all) => /look like (\w+)/.exec(all.join())?.[1])).toEqual(units)
  })

  it.each<[string, Parameters<typeof told>, string[]]>([
    ['a sixth of a metre and more', [1.2, 7.2, 'length'], ['', 'section_scale']],
    ['a fifteenth of two and a half', [2.6, 39, 'length'], ['', 'section_scale']],
    ['as slender as 120', [0.1, 12, 'length'], ['section_scale', '']],
    ['as 60 where it is small', [0.04, 2.4, 'length'], ['section_scale', '']],
    ['small, and more slender than 60', [0.05, 4.5, 'side'], ['', 'section_scale']],
    ['ten centimetres across', [0.01, 0.1, 'length'], ['', 'unit_scale']],
    ['forty metres long', [1, 40, 'length'], ['unit_scale', '']],
  ])('%s', (_, of, expected) => expect(told(...of).map((all) => all.map((one) => one.split(' ')[0]).join())).toEqual(expected))
})

it('a line goes straight on, whichever end of a frame is where and whatever its section', () => {
  // From the middle: two of one section in a line, one of it up a slope, two of other sections across.
  const places = [[0, 0, 0], [5, 0, 0], [10, 0, 0], [5, 4, 3], [5, 4, 0], [5, -4, 0]] // biome-ignore format: x, y, z
  const frame = (id: string, a: number, b: number, sectionId: string) => ({ id, startNodeId: `${a}`, endNodeId: `${b}`, rotation: 0, sectionId }) // biome-ignore format: short
  const model = returnedModel({
    name: 'Cross',
    nodes: places.map(([x, y, z], i) => ({ id: `${i}`, position: { x: x!, y: y!, z: z! } })),
    frames: [frame('a', 0, 1, 'S'), frame('b', 2, 1, 'S'), frame('c', 1, 3, 'S'), frame('d', 1, 4, 'T'), frame('e', 1, 5, 'U')],
    sections: ['S', 'T', 'U'].map((id) => ({ id, type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2 } })),
  })
  const structure = structureOf(model)
  expect(Object.fromEntries(longestLines(structure))).toEqual({ S: 10, T: 8, U: 8 })
  // Chains of 10, 5 and 8, each 0.3 deep; frames of 5, 5, 5, 4 and 4.
  expect(frameSizes(structure)).toMatchObject({ side: 0.3, length: 5, share: 0.3 / 5, chains: { side: 0.3, share: 0.3 / 8 } })
})

describe('what is built large', () => {
  /** Frames end to end up the Z axis, each with its section. */
  const upright = (
    pieces: { height: number; section: Omit<NonNullable<CreateModel['sections']>[number], 'id'> }[],
  ): CreateModel => {
    const heights = pieces.map((_, i) => pieces.slice(0, i).reduce((sum, { height }) => sum + height, 0))
    return {
      name: 'Tower',
      units: { current: 'kN, m, C' },
      nodes: [...heights, pieces.reduce((sum, { height }) => sum + height, 0)].map((z, i) => ({ id: `${i}`, position: { x: 0, y: 0, z } })),
      frames: pieces.map((_, i) => ({ id: `F${i}`, startNodeId: `${i}`, endNodeId: `${i + 1}`, rotation: 0, sectionId: `S${i}` })),
      materials: [{ id: 'M', name: 'S355' }],
      sections: pieces.map(({ section }, i) => ({ ...section, id: `S${i}`, materialId: 'M' })),
      supports: [{ id: 'S', nodeId: '0', restraints: all }],
    } // biome-ignore format: a row each
  }
  const told = (model: CreateModel) =>
    ofSize(check(model)).map(({ code, message }) => `${code} ${/look like \w+/.exec(message)?.[0] ?? ''}`.trim())
  const tower = (by: number) =>
    upright(
      Array.from({ length: 20 }, (_, i) => ({
        height: 4,
        section: { type: 'pipe' as const, dimensions: { d: (4.3 - (1.8 * i) / 19) * by, tw: 0.03 * by } },
      })),
    )

  it.each<[string, CreateModel, string[]]>([
    ['a wind tower', tower(1), []],
    ['a wind tower with sections in millimetres', tower(1000), ['section_scale look like mm']],
    ['a pier', upright(Array.from({ length: 4 }, () => ({ height: 2, section: { type: 'pipe', dimensions: { d: 3 } } }))), []],
    ['a stout pier', upright([{ height: 3.2, section: { type: 'pipe', dimensions: { d: 3 } } }]), []],
    ['a silo', upright([{ height: 20, section: { type: 'pipe', dimensions: { d: 12, tw: 0.012 } } }]), []],
    ['a silo of thick steel', upright([{ height: 20, section: { type: 'pipe', dimensions: { d: 12, tw: 0.12 } } }]), ['section_scale']],
    ['the portal with IPE 300 in millimetres', portal('m', 'mm', 'm'), ['section_scale look like mm']],
  ])('%s', (_, model, expected) => expect(told(model)).toEqual(expected)) // biome-ignore format: a line each

  it.each<[string, Dimensions, 'i_wide_flange' | 'rectangular']>([
    ['W12X26', { t3: 12.2, t2: 6.49, tf: 0.38, tw: 0.23 }, 'i_wide_flange'],
    ['HSS8X8X1/4', { t3: 8, t2: 8, tf: 0.233, tw: 0.233 }, 'rectangular'],
  ])('%s in inches where beams are 9 m long', (_, dimensions, type) => {
    expect(told(upright([{ height: 9, section: { type, dimensions } }]))).toEqual(['section_scale look like in'])
  })

  it('of concrete has thicker walls, and leaves the rest to be judged as ever', () => {
    const shaft = upright([{ height: 20, section: { type: 'pipe', dimensions: { d: 12, tw: 0.4 } } }])
    expect(told(shaft)).toEqual(['section_scale'])
    shaft.materials![0]!.name = 'C30/37'
    expect(told(shaft)).toEqual([])
    // A fifth of all length is enough to be judged.
    const beside = (long: number) => {
      const mixed = structuredClone(shaft)
      mixed.nodes!.push({ id: 'x', position: { x: 20, y: 0, z: 0 } }, { id: 'y', position: { x: 20 + long, y: 0, z: 0 } })
      mixed.sections!.push({ id: 'I', type: 'i_wide_flange', dimensions: { t3: 300, t2: 150, tf: 11, tw: 7 }, materialId: 'M' })
      mixed.frames!.push({ id: 'B', startNodeId: 'x', endNodeId: 'y', rotation: 0, sectionId: 'I' })
      return told(mixed)
    }
    expect([beside(4.9), beside(5.1)]).toEqual([[], [expect.stringContaining('section_scale')]])
  })
})

it('finds nothing about sizes in models as they are, however finely they are divided', () => {
  for (const model of [demoBuilding(), portalFrame()]) expect(ofSize(check(model))).toEqual([])
  const fine = portal('m', 'm', 'm')
  const pieces = 40
  fine.nodes!.push(
    ...Array.from({ length: pieces - 1 }, (_, i) => ({ id: `P${i + 1}`, position: { x: (6 * (i + 1)) / pieces, y: 0, z: 4 } })),
  )
  const beam = fine.frames!.pop()!
  const at = (i: number) => (i === 0 ? 'N1' : i === pieces ? 'N2' : `P${i}`)
  for (let i = 0; i < pieces; i++) fine.frames!.push({ ...beam, id: `C${i}`, startNodeId: at(i), endNodeId: at(i + 1) })
  expect(ofSize(check(fine))).toEqual([])
})

it('judges by metres of frame: many short links between girders and slab do not make the girders stout', () => {
  const linked = (links: number) => {
    const model = portal('m', 'm', 'm')
    model.sections!.push({ id: 'link', type: 'rectangular', dimensions: { t3: 0.1, t2: 0.1 } })
    for (let i = 0; i < links; i++) {
      const node = (id: string, z: number) => ({ id: `${id}${i}`, position: { x: (6 * (i + 1)) / (links + 1), y: 0, z } })
      model.nodes!.push(node('P', 4), node('Q', 4.25))
      model.frames!.push({ id: `L${i}`, startNodeId: `P${i}`, endNodeId: `Q${i}`, rotation: 0, sectionId: 'link' })
    }
    return ofSize(check(model)).map(({ code }) => code)
  }
  // 14 m of portal, 5 m and 15 m of links.
  expect([linked(20), linked(60)]).toEqual([[], ['section_scale']])
})

describe('units and scale', () => {
  const scaled = (factor: number, current: string) =>
    found((batch) => {
      batch.units = { current }
      for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= factor
      for (const { dimensions } of batch.sections) for (const k in dimensions) dimensions[k]! *= factor
    })

  it('judges the size by the length unit, and scaling changes nothing else', () => {
    expect(scaled(1000, 'N, mm, C')).toEqual([])
    expect(scaled(4, 'N, m, C')).toEqual([])
    for (const huge of [scaled(200, 'N, m, C'), scaled(2000, 'N, ft, C')])
      expect(huge).toEqual(['warning unit_scale: model m', 'warning section_scale: model m'])
    expect(scaled(0.001, 'N, m, C')).toEqual(['warning unit_scale: model m'])
    expect(scaled(1e150, '')).toEqual(['info units_not_stated: model m'])
    expect(scaled(1e-150, '')).toEqual(['info units_not_stated: model m'])
    expect(scaled(1e307, '')).toEqual(['info units_not_stated: model m'])
  })

  it('finds a height that nobody builds', () => {
    expect(
      found((batch) => {
        for (const { id, position } of batch.nodes) if (!id.startsWith('B')) position.z = 1201
      }),
    ).toEqual(['warning unit_scale: model m'])
  })

  it('finds sections in another unit than the coordinates', () => {
    const millimetres = found((batch) => {
      for (const { dimensions } of batch.sections.slice(0, 2)) for (const k in dimensions) dimensions[k]! *= 1000
    })
    expect(millimetres).toEqual(['warning section_scale: model m'])
    const kilometres = found((batch) => {
      for (const { dimensions } of batch.sections.slice(0, 2)) for (const k in dimensions) dimensions[k]! /= 10_000
    })
    expect(kilometres).toEqual(['warning section_scale: model m'])
  })

  it('says of a model without an id that it is about the model', () => {
    const bare = (change: (batch: Batch) => void) => {
      const batch = table()
      change(batch)
      const { id: _, ...model } = returned(batch)
      return lines(checkModel(model as ViewerModel)).filter((line) => line.includes('model'))
    }
    expect(bare((batch) => Object.assign(batch, { supports: [] }))).toEqual(['error no_supports: model '])
    expect(bare((batch) => Object.assign(batch, { units: {} }))).toEqual(['info units_not_stated: model '])
    expect(bare((batch) => Object.assign(batch, { units: { current: 'kN, m, C', force: 'N' } }))).toEqual(['warning units_disagree: model ']) // biome-ignore format: short
    const huge = (batch: Batch) => {
      for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 20_000
    }
    expect(bare(huge)).toEqual(['warning unit_scale: model ', 'warning section_scale: model '])
  })

  it('finds units that disagree', () => {
    expect(foundIn({ current: 'kN, m, C', length: 'mm', force: 'N' })).toEqual([
      'warning unit_scale: model m',
      'warning units_disagree: model m',
      'warning units_disagree: model m',
    ])
  })

  it('asks for the length unit as soon as there is a node', () => {
    expect(foundIn({ force: 'kN' })).toEqual(['info units_not_stated: model m'])
    expect(checkModel(returned({ ...empty(), units: {} }))).toEqual([])
  })
})
