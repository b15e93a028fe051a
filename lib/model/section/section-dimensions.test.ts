import { describe, expect, it } from 'vitest'
import type { SectionType } from '#lib/schema/schema.ts'
import { dimensionIssues, readDimensions } from './section-dimensions.ts'

const issues = (type: SectionType, dimensions: Record<string, number>) =>
  dimensionIssues({ type, dimensions }).map(({ loc, msg }) => [loc.join('.'), msg.replace('Value error, ', '')])

describe('keys and aliases', () => {
  it('compares keys lower-case without spaces, underscores, hyphens and dots', () => {
    for (const key of ['overallDepth', 'Overall Depth', 'OVERALL_DEPTH', 'overall-depth', 'overall.depth']) {
      expect(readDimensions('rectangular', { [key]: 0.4 }).canonical).toEqual({ t3: 0.4 })
    }
  })

  const spellings: [SectionType, string, Record<string, number>][] = [
    ...'t3 depth height h d overallDepth totalDepth yDim'.split(' ').map(each('channel', { t3: 2 })),
    ...'t2 width w b bf flangeWidth topFlangeWidth bft overallWidth xDim'.split(' ').map(each('i_wide_flange', { t2: 2 })),
    ...'tf flangeThickness topFlangeThickness tft'.split(' ').map(each('i_wide_flange', { tf: 2 })),
    ...'tw webThickness'.split(' ').map(each('i_wide_flange', { tw: 2 })),
    ...'t2b bottomFlangeWidth bfb'.split(' ').map(each('i_wide_flange', { t2b: 2 })),
    ...'tfb bottomFlangeThickness'.split(' ').map(each('i_wide_flange', { tfb: 2 })),
    ...'r radius fillet filletRadius rootRadius'.split(' ').map(each('rectangular', { r: 2 })),
    ...'tw webThickness wall wallThickness thickness t'.split(' ').map(each('rectangular', { tw: 2 })),
    ...'side size'.split(' ').map(each('rectangular', { t3: 2, t2: 2 })),
    ...'tw webThickness wall wallThickness thickness t'.split(' ').map(each('pipe', { tw: 2 })),
    ...'t3 depth height h d diameter dia od outerDiameter outsideDiameter'.split(' ').map(each('pipe', { t3: 2 })),
    ...'radius r outerRadius'.split(' ').map(each('pipe', { t3: 4 })),
    ...'t3 verticalLeg leg1'.split(' ').map(each('angle', { t3: 2 })),
    ...'t2 horizontalLeg leg2'.split(' ').map(each('angle', { t2: 2 })),
    ...'thickness t legThickness'.split(' ').map(each('angle', { tf: 2, tw: 2 })),
    ...'leg legs'.split(' ').map(each('angle', { t3: 2, t2: 2 })),
    ...'thickness t th h depth t3 slabThickness wallThickness'.split(' ').map(each('shell', { thickness: 2 })),
  ]
  it.each(spellings)('%s understands %s', (type, key, canonical) => {
    expect(readDimensions(type, { [key]: 2 })).toMatchObject({ canonical, unknown: [] })
  })

  it('applies the defaults of each type', () => {
    expect(readDimensions('i_wide_flange', { t3: 5, t2: 3, tf: 0.4, tw: 0.2 }).complete).toMatchObject({ t2b: 3, tfb: 0.4 })
    expect(readDimensions('rectangular', { t3: 5, t2: 3, tw: 0.2 }).complete).toMatchObject({ tf: 0.2 })
    expect(readDimensions('angle', { t3: 5, tf: 0.2 }).complete).toEqual({ t3: 5, t2: 5, tf: 0.2, tw: 0.2 })
    expect(readDimensions('angle', { t3: 5, t2: 4, tw: 0.2 }).complete).toEqual({ t3: 5, t2: 4, tf: 0.2, tw: 0.2 })
  })

  it('tells unknown keys, not the properties of catalogue sections, and nothing of types without keys', () => {
    const sent = { t3: 1, t2: 1, Area: 1, 'I-33': 1, torsion: 1, s_22: 1, r33: 1, lip: 0.1, t2b: 1 }
    expect(readDimensions('channel', sent).unknown).toEqual(['lip', 't2b'])
    expect(readDimensions('custom', sent).unknown).toEqual([])
  })

  it('says what an outline still needs', () => {
    expect(readDimensions('i_wide_flange', { t3: 1 }).missing).toEqual(['t2', 'tf', 'tw'])
    expect(readDimensions('angle', {}).missing).toEqual(['t3', 'tf or tw'])
    expect(readDimensions('pipe', { od: 1 }).missing).toEqual([])
    expect(readDimensions('custom', { t3: 1 }).missing).toEqual(['a polygon'])
    expect(readDimensions('shell', {}).missing).toEqual([])
  })

  it('takes __proto__ and constructor for ordinary, unknown keys', () => {
    const sent = JSON.parse('{"__proto__": 1, "constructor": 2, "t3": 3}') as Record<string, number>
    expect(readDimensions('pipe', sent)).toMatchObject({ canonical: { t3: 3 }, unknown: ['__proto__', 'constructor'] })
  })
})

describe('impossible sets', () => {
  it('refuses a size that is not positive, at the key as sent', () => {
    expect(issues('rectangular', { Depth: -0.3, t2: 0.2 })).toEqual([['dimensions.Depth', 't3 must be greater than 0, got -0.3']])
    expect(issues('pipe', { od: 0 })).toEqual([['dimensions.od', 't3 must be greater than 0, got 0']])
    expect(issues('shell', { t: -1 })).toEqual([['dimensions.t', 'thickness must be greater than 0, got -1']])
  })

  it('allows a fillet of nothing, not a negative one', () => {
    expect(issues('channel', { r: 0 })).toEqual([])
    expect(issues('channel', { fillet: -1e-9 })).toEqual([['dimensions.fillet', 'r must not be negative, got -1e-9']])
  })

  it('refuses two keys of one meaning that differ, and lets equal ones be', () => {
    expect(issues('rectangular', { depth: 0.3, height: 0.4 })).toEqual([
      ['dimensions', "'depth' and 'height' both mean t3 but differ: 0.3 and 0.4"],
    ])
    expect(issues('rectangular', { depth: 0.3, height: 0.3 })).toEqual([])
    expect(issues('pipe', { radius: 0.15, diameter: 0.3 })).toEqual([])
    expect(issues('angle', { leg: 100, t: 8, horizontalLeg: 75 })).toEqual([
      ['dimensions', "'leg' and 'horizontalLeg' both mean t2 but differ: 100 and 75"],
    ])
  })

  it('writes the issue as the vocabulary has it', () => {
    expect(dimensionIssues({ type: 'i_wide_flange', dimensions: { t3: 0.5, tf: 0.3 } })).toEqual([
      {
        type: 'value_error',
        loc: ['dimensions'],
        msg: 'Value error, impossible i_wide_flange dimensions: tf + tfb < t3 required, got tf=0.3, tfb=0.3, t3=0.5',
        ctx: { error: {} },
      },
    ])
  })

  const broken: [SectionType, Record<string, number>, string][] = [
    ['rectangular', { t3: 1, t2: 2, tw: 0.6 }, '2 x tf <= t3 required, got tf=0.6, t3=1'],
    ['rectangular', { t3: 2, t2: 1, tf: 0.1, tw: 0.6 }, '2 x tw <= t2 required, got tw=0.6, t2=1'],
    ['pipe', { od: 1, t: 0.51 }, '2 x tw <= t3 required, got tw=0.51, t3=1'],
    ['i_wide_flange', { t3: 1, tf: 0.5 }, 'tf + tfb < t3 required, got tf=0.5, tfb=0.5, t3=1'],
    ['i_wide_flange', { t2: 1, tw: 1.5, t2b: 2 }, 'tw <= t2 required, got tw=1.5, t2=1'],
    ['i_wide_flange', { t2: 2, tw: 1.5, t2b: 1 }, 'tw <= t2b required, got tw=1.5, t2b=1'],
    ['channel', { t3: 1, tf: 0.5 }, '2 x tf < t3 required, got tf=0.5, t3=1'],
    ['channel', { t2: 1, tw: 1 }, 'tw < t2 required, got tw=1, t2=1'],
    ['angle', { t3: 1, t2: 9, t: 1 }, 'tf < t3 required, got tf=1, t3=1'],
    ['angle', { t3: 9, t2: 1, t: 1 }, 'tw < t2 required, got tw=1, t2=1'],
  ]
  it.each(broken)('%s %j breaks %s', (type, dimensions, text) => {
    expect(issues(type, dimensions)).toEqual([['dimensions', `impossible ${type} dimensions: ${text}`]])
  })

  const possible: [SectionType, Record<string, number>][] = [
    ['rectangular', { t3: 1, t2: 1, tw: 0.5 }],
    ['pipe', { od: 1, t: 0.5 }],
    ['i_wide_flange', { t3: 1, t2: 1, tf: 0.49, tw: 1 }],
    ['i_wide_flange', { t3: 1 }],
    ['custom', { t3: -1 }],
    ['section_designer', { t3: -1, depth: 2 }],
  ]
  it.each(possible)('%s %j is possible', (type, dimensions) => expect(issues(type, dimensions)).toEqual([]))

  it('never judges a section with a submitted outline, and judges one with an empty one', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ]
    expect(dimensionIssues({ type: 'pipe', dimensions: { od: -1 }, polygon: corners })).toEqual([])
    expect(dimensionIssues({ type: 'pipe', dimensions: { od: -1 }, polygon: [] })).toHaveLength(1)
    expect(dimensionIssues({ type: 'pipe', dimensions: { od: -1 }, polygon: null })).toHaveLength(1)
  })

  it('lets no error follow from another: a failed key breaks no further rule', () => {
    expect(issues('rectangular', { t3: -1, t2: 1, tw: 0.2 })).toEqual([['dimensions.t3', 't3 must be greater than 0, got -1']])
    expect(issues('rectangular', { t3: 1, t2: 1, tw: 0.1, tf: -2 })).toEqual([
      ['dimensions.tf', 'tf must be greater than 0, got -2'],
    ])
    expect(issues('i_wide_flange', { t3: 1, tf: 0.6, tfb: 0.2, bottomFlangeThickness: 0.3 })).toEqual([
      ['dimensions', "'tfb' and 'bottomFlangeThickness' both mean tfb but differ: 0.2 and 0.3"],
    ])
  })

  it('tells one issue per broken rule, the whole set before its keys', () => {
    expect(issues('i_wide_flange', { t2b: -2, t3: 1, tf: 0.5, t2: 1, tw: 2 }).map(([, msg]) => msg)).toEqual([
      'impossible i_wide_flange dimensions: tf + tfb < t3 required, got tf=0.5, tfb=0.5, t3=1',
      'impossible i_wide_flange dimensions: tw <= t2 required, got tw=2, t2=1',
      't2b must be greater than 0, got -2',
    ])
  })
})

function each(type: SectionType, canonical: Record<string, number>) {
  return (key: string): [SectionType, string, Record<string, number>] => [type, key, canonical]
}
