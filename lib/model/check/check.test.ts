import { describe, expect, it } from 'vitest'
import { besideNames, readExample } from '#lib/fixtures/example-models.ts'
import { type Batch, empty, findings, found, frame, lines, node, returned, table } from '#lib/fixtures/table-model.ts'
import type { Finding, ViewerModel } from '#lib/schema/schema.ts'
import { CHECKS, CODES, checkModel, findAll, type Run, sectionWarnings, toFindings } from './check.ts'
import { MOST_PAIRS } from './check-finding.ts'

describe('models with nothing wrong', () => {
  it('finds nothing in the table, nothing in an empty model', () => {
    expect(found(() => {})).toEqual([])
    expect(checkModel(returned(empty()))).toEqual([])
    expect(checkModel({ name: 'Bare', bounds: { min: origin, max: origin }, nodes: [] } as unknown as ViewerModel)).toEqual([])
  })
  const origin = { x: 0, y: 0, z: 0 }

  it('knows every code of the table, once, in its order', () => {
    expect(CHECKS.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'error zero_length_frame',
      'error degenerate_area',
      'error self_intersecting_area',
      'error no_supports',
      'error unstable',
      'warning isolated_node',
      'warning coincident_nodes',
      'warning close_nodes',
      'warning duplicate_frame',
      'warning overlapping_frames',
      'warning node_on_frame',
      'warning disconnected_parts',
      'warning frame_without_section',
      'warning section_of_other_kind',
      'warning missing_material',
      'warning material_incomplete',
      'warning profile_material_differs',
      'warning unresolved_member',
      'warning member_section_differs',
      'warning member_in_pieces',
      'warning member_out_of_order',
      'warning taper_outlines_differ',
      'warning multiple_supports',
      'warning column_without_support',
      'warning free_end',
      'warning support_above_foot',
      'warning repeated_node',
      'warning warped_area',
      'warning outline_too_large',
      'warning opening_outside_area',
      'warning invalid_opening',
      'warning overlapping_openings',
      'warning overlapping_areas',
      'warning size_outlier',
      'warning unit_scale',
      'warning section_scale',
      'warning material_scale',
      'warning maybe_y_up',
      'warning maybe_z_down',
      'warning units_disagree',
      'warning combination_empty_case',
      'warning combination_counts_twice',
      'warning combination_factor',
      'warning duplicate_load',
      'warning diaphragm_without_nodes',
      'warning diaphragm_not_level',
      'warning load_on_unused_node',
      'warning load_scale',
      'info crossing_frames',
      'info support_without_restraint',
      'info beam_above_slab',
      'info beam_on_weak_axis',
      'info area_without_thickness',
      'info taper_unusual',
      'info units_not_stated',
      'info unused_section',
      'info unused_material',
      'info releases',
      'info load_case_empty',
      'info load_sign',
      'info load_into_support',
      'warning section_unit',
      'warning section_without_outline',
      'warning profile_size_differs',
      'warning outline_invalid',
      'warning unknown_dimension',
      'warning thickness_conflict',
    ])
  })
})

describe('the list of findings', () => {
  it('goes by severity, then row, then element, and has a fix for each', () => {
    const all = findings((batch) => {
      batch.units = {}
      batch.nodes.push(node('N', 1, 1, 1), node('M', 2, 1, 1))
      batch.frames.push(frame('Z', 'T0', 'T0'), frame('X1', 'B0', 'T1'), frame('X2', 'B1', 'T0'))
      batch.sections[1]!.dimensions = { h: 0.4 }
    })
    expect(lines(all)).toEqual([
      'error zero_length_frame: frame Z, node T0',
      'warning isolated_node: node N',
      'warning isolated_node: node M',
      'warning section_without_outline: section beam',
      'info crossing_frames: frame X1, frame X2',
      'info units_not_stated: model m',
    ])
    for (const { code, fix, message } of all) {
      // Plain bracing is as it should be.
      if (code !== 'crossing_frames') expect(fix).toMatch(/\.$/)
      expect(message).not.toMatch(/\.$|undefined|NaN/)
    }
  })

  it('tells the first hundred of a code and counts the rest', () => {
    const many = findings((batch) => batch.nodes.push(...Array.from({ length: 250 }, (_, i) => node(`N${i}`, i, 50, 9))))
    expect(many).toHaveLength(101)
    expect(many[99]?.elements).toEqual([{ kind: 'node', id: 'N99' }])
    expect(many[100]).toEqual({
      severity: 'warning',
      code: 'isolated_node',
      message: '150 more findings of isolated_node',
      elements: [],
      count: 150,
    })
  })

  it('says so when the search for meetings ends before its time', () => {
    const found = MOST_PAIRS.found
    try {
      MOST_PAIRS.found = 120
      const lattice = findings((batch) => {
        for (let i = 0; i < 13; i++) {
          batch.nodes.push(node(`a${i}`, 0, i, 9), node(`b${i}`, 100, i, 9), node(`c${i}`, i, 0, 9), node(`d${i}`, i, 100, 9))
          batch.frames.push(frame(`f${i}`, `a${i}`, `b${i}`), frame(`g${i}`, `c${i}`, `d${i}`))
        }
      })
      const crossing = lattice.filter(({ code }) => code === 'crossing_frames')
      expect(crossing).toHaveLength(101)
      expect(crossing[100]?.message).toMatch(/^The search for crossing_frames stopped early: .*; 20 more found until then/)
    } finally {
      MOST_PAIRS.found = found
    }
  })

  it('does not mind nodes at the ends of the number line', () => {
    const far = found((batch) => batch.nodes.push(node('N', 1e308, -1e308, 1e308), node('M', 5e-324, 0, 0)))
    expect(far).toEqual([
      'warning isolated_node: node N',
      'warning isolated_node: node M',
      'warning coincident_nodes: node B0, node M',
      'warning size_outlier: node N',
    ])
  })
})

describe('warnings of a write', () => {
  it('judges the sections written, as if they were used', () => {
    const warned = sectionWarnings([
      { id: 'a', type: 'i_wide_flange', dimensions: { h: 0.4, lip: 1 } },
      { id: 'b', type: 'rectangular', dimensions: { side: 0.4, t: 0.1 }, thickness: 0.2 },
      { id: 'c', type: 'custom', polygon: [{ x: 0, y: 0 }] },
      { id: 'd', type: 'pipe', dimensions: { od: 0.3 } },
    ])
    expect(lines(warned)).toEqual([
      'warning section_without_outline: section a',
      'warning outline_invalid: section c',
      'warning unknown_dimension: section a',
      'warning thickness_conflict: section b',
    ])
    expect(sectionWarnings([{ id: 'a', type: 'channel' }], undefined, () => false)).toEqual([])
  })
})

describe('whole models', () => {
  const counts = (name: string, change: (batch: Batch) => Partial<Batch> = () => ({})) => {
    const sent: Batch = readExample(name)
    const batch = { ...sent, ...change(sent) }
    const sections = batch.sections.map((section) => ({ ...section, type: section.type ?? 'rectangular' }))
    const tally: Record<string, number> = {}
    for (const { severity, code } of checkModel(returned({ ...batch, sections }))) {
      tally[`${severity} ${code}`] = (tally[`${severity} ${code}`] ?? 0) + 1
    }
    return tally
  }

  const own: [string, Record<string, number>][] = [
    ['portal-frame', {}],
    ['demo-building', {}],
  ]

  it('the demo building without its supports, its materials, or the members that give frames their sections', () => {
    expect(counts('demo-building', () => ({ supports: [] }))).toEqual({ 'error no_supports': 1 })
    const bare = counts('demo-building', ({ sections }) => ({ sections: sections.map(({ materialId: _, ...one }) => one) }))
    expect(bare).toEqual({ 'warning missing_material': 101, 'info unused_material': 2 })
    expect(counts('demo-building', ({ members }) => ({ members: members.slice(0, 200) }))).toEqual({
      'warning frame_without_section': 101,
      'warning missing_material': 101,
      'info unused_section': 11,
    })
  })

  // Judged one by one: the ETABS model's lateral beams have a section without material and shape; SAP2000's tower is X-braced;
  // the SAF purlins and the FEM-Design columns really share no node with what carries them (FEM-Design meshes that itself).
  const real: [string, Record<string, number>][] = [
    [
      'e2k_query',
      {
        'warning missing_material': 30,
        'warning section_without_outline': 1,
        'info unused_section': 80,
        'info unused_material': 1,
      },
    ],
    ['json_cantilever_truss', { 'warning section_without_outline': 1 }],
    // Twelve pairs of plain bracing in its faces are one finding, eight in plan one each.
    ['s2k_tower', { 'info crossing_frames': 9, 'info unused_material': 1 }],
    [
      'saf_mymodel',
      {
        'warning node_on_frame': 8,
        'warning disconnected_parts': 3,
        'warning section_without_outline': 3,
        'info unused_section': 3,
        'info unused_material': 4,
      },
    ],
    [
      'struxml_example4',
      {
        'error unstable': 9,
        'warning disconnected_parts': 22,
        'warning missing_material': 8,
        'warning multiple_supports': 4,
        'warning section_without_outline': 1,
      },
    ],
  ]
  it.each([...own, ...real.filter(([name]) => besideNames.includes(name))])('%s', (name, expected) =>
    expect(counts(name)).toEqual(expected),
  )
})

it('looks for one code, from one of its findings on, for so many, and for those that concern what is asked', () => {
  const batch = table()
  batch.nodes.push(...Array.from({ length: 12 }, (_, k) => node(`N${k}`, k, 50, 9)))
  batch.frames.push(frame('X1', 'B0', 'T1'), frame('X2', 'B1', 'T0'))
  const model = returned(batch)
  const all = findAll(model)
  expect(all.map(({ severity, code, count, isCutShort, first, findings }) => [severity, code, count, isCutShort, first, findings.length])).toEqual([['warning', 'isolated_node', 12, false, 0, 12], ['info', 'crossing_frames', 1, false, 0, 1]]) // biome-ignore format: short
  const [{ findings }] = all as [Run]
  const isolated = (search: Parameters<typeof findAll>[1]) =>
    findAll(model, search).filter(({ code }) => code === 'isolated_node')
  for (const first of [0, 3, 11, 12]) {
    const only = { code: 'isolated_node', first }
    expect(findAll(model, { only })).toEqual([{ ...all[0], first, findings: findings.slice(first) }])
    expect(findAll(model, { only, most: 2 })).toEqual([{ ...all[0], first, findings: findings.slice(first, first + 2) }])
  }
  expect(findAll(model, { only: { code: 'unstable', first: 0 } })).toEqual([])
  expect(isolated({ most: 5 })).toEqual([{ ...all[0], findings: findings.slice(0, 5) }])
  const passes = (elements: Finding['elements']) => elements.some(({ id }) => id === 'N4' || id === 'N9')
  expect(findAll(model, { passes })).toEqual([{ ...all[0], count: 2, findings: [findings[4], findings[9]] }])
  expect(CODES).toEqual(CHECKS.map(({ code }) => code))
})

it('tells a hundred of a code, whatever their severities, and counts the rest', () => {
  const run = (severity: 'error' | 'warning', code: string, count: number, isCutShort = false): Run => {
    const findings = Array.from({ length: Math.min(count, 100) }, (_, k) => ({ severity, code, message: `${k}`, elements: [] }))
    return { severity, code, count, isCutShort, first: 0, findings }
  }
  const counted = (...runs: Run[]) => toFindings(runs).map(({ severity, code, count }) => `${severity} ${code} ${count ?? ''}`)
  const times = (count: number, words: string) => Array.from({ length: count }, () => words)
  expect(counted(run('error', 'a', 100))).toEqual(times(100, 'error a '))
  expect(counted(run('error', 'a', 60), run('warning', 'a', 70), run('warning', 'b', 101))).toEqual([
    ...times(60, 'error a '),
    ...times(40, 'warning a '),
    'warning a 30',
    ...times(100, 'warning b '),
    'warning b 1',
  ])
  expect(counted(run('error', 'a', 120), run('warning', 'a', 2))).toEqual([
    ...times(100, 'error a '),
    'error a 20',
    'warning a 2',
  ])
  expect(toFindings([run('error', 'a', 0, true)])).toEqual([
    {
      ...{ severity: 'error', code: 'a', elements: [], count: 0 },
      message: 'The search for a stopped early: too many elements lie at one place; 0 more found until then, others are possible',
    },
  ])
})
