import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/as-returned.ts'
import { besideNames, readExample } from '#lib/fixtures/example-models.ts'
import { CHECKS, CODES, checkModel, findAll, type Run, sectionWarnings, told } from './check.ts'
import { MOST_PAIRS } from './check-found.ts'
import type { ConstructModelElementsBatch } from './request-bodies.ts'
import type { Finding, Given, ViewerModel, ViewerUnits } from './schema.ts'

type Batch = Given<ConstructModelElementsBatch> & { units: ViewerUnits }

const returned = (batch: Batch): ViewerModel => returnedModel({ name: 'Test', ...batch })

/**
 * A table: four columns of 4 m on fixed supports at (0|6, 0|5), beams around the top, a slab with one opening on them.
 * Nothing is wrong with it.
 */
function table(): Batch {
  const corners = [
    [0, 0],
    [6, 0],
    [6, 5],
    [0, 5],
  ] as const
  const material = { materialId: 'steel' }
  return {
    units: { current: 'kN, m, C' },
    nodes: [
      ...corners.map(([x, y], i) => node(`B${i}`, x, y, 0)),
      ...corners.map(([x, y], i) => node(`T${i}`, x, y, 4)),
      ...(
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 2],
        ] as const
      ).map(([x, y], i) => node(`O${i}`, x, y, 4)),
    ],
    frames: [
      ...corners.map((_, i) => frame(`C${i}`, `B${i}`, `T${i}`, 'column')),
      ...corners.map((_, i) => frame(`G${i}`, `T${i}`, `T${(i + 1) % 4}`, 'beam')),
    ],
    members: [],
    sections: [
      { id: 'column', type: 'rectangular', dimensions: { side: 0.4 }, ...material },
      { id: 'beam', type: 'i_wide_flange', dimensions: { h: 0.4, b: 0.2, tf: 0.02, tw: 0.01 }, ...material },
      { id: 'slab', type: 'shell', dimensions: { t: 0.2 }, ...material },
    ],
    materials: [{ id: 'steel' }],
    supports: corners.map((_, i) => ({ id: `S${i}`, nodeId: `B${i}`, restraints: fixed })),
    areas: [{ id: 'A', nodeIds: ['T0', 'T1', 'T2', 'T3'], openingNodeIds: [['O0', 'O1', 'O2', 'O3']], sectionId: 'slab' }],
    gridLines: [],
  }
}

const fixed = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
const pinned = { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false }
const roller = { u3: true }
const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, sectionId = 'beam') => ({
  id,
  startNodeId,
  endNodeId,
  rotation: 0,
  sectionId,
})

/** `error zero_length_frame frame Z, node B0`, one line per finding. */
const lines = (findings: Finding[]) =>
  findings.map(
    ({ severity, code, elements }) => `${severity} ${code}: ${elements.map(({ kind, id }) => `${kind} ${id}`).join(', ')}`,
  )
const findings = (change: (batch: Batch) => void) => {
  const batch = table()
  change(batch)
  return checkModel(returned(batch))
}
const found = (change: (batch: Batch) => void) => lines(findings(change))
const foundIn = (units: ViewerUnits) => lines(checkModel(returned({ ...table(), units })))
const frameOf = (batch: Batch, id: string) => batch.frames.find((each) => each.id === id)!
const nodeOf = (batch: Batch, id: string) => batch.nodes.find((each) => each.id === id)!
const empty = (): Batch => ({
  ...table(),
  nodes: [],
  frames: [],
  areas: [],
  supports: [],
  sections: [],
  materials: [],
})

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
      'warning duplicate_frame',
      'warning overlapping_frames',
      'warning node_on_frame',
      'warning disconnected_parts',
      'warning frame_without_section',
      'warning missing_material',
      'warning unresolved_member',
      'warning member_section_differs',
      'warning multiple_supports',
      'warning warped_area',
      'warning outline_too_large',
      'warning opening_outside_area',
      'warning invalid_opening',
      'warning overlapping_openings',
      'warning size_outlier',
      'warning unit_scale',
      'warning section_scale',
      'warning maybe_y_up',
      'warning maybe_z_down',
      'warning units_disagree',
      'info crossing_frames',
      'info support_without_restraint',
      'info beam_above_slab',
      'info area_without_thickness',
      'info units_not_stated',
      'info unused_section',
      'info unused_material',
      'warning section_unit',
      'warning section_without_outline',
      'warning profile_size_differs',
      'warning outline_invalid',
      'warning unknown_dimension',
      'warning thickness_conflict',
    ])
  })
})

describe('frames', () => {
  it('finds frames without length: one node twice, or ends at most τ apart', () => {
    expect(found((batch) => batch.frames.push(frame('Z', 'T0', 'T0')))).toEqual(['error zero_length_frame: frame Z, node T0'])
    const short = found((batch) => {
      batch.nodes.push(node('N', 6, 5, 4 + 5e-5))
      batch.frames.push(frame('Z', 'T2', 'N'))
    })
    expect(short).toEqual(['error zero_length_frame: frame Z, node T2, node N', 'warning coincident_nodes: node T2, node N'])
    const longer = found((batch) => {
      batch.nodes.push(node('N', 6, 5, 4 + 5e-4))
      batch.frames.push(frame('Z', 'T2', 'N'))
    })
    expect(longer).toEqual([])
  })

  it('finds nodes in nothing, with or without a support', () => {
    const lonely = found((batch) => {
      batch.nodes.push(node('N', 1, 1, 1), node('M', 2, 1, 1))
      batch.supports.push({ id: 'S', nodeId: 'M', restraints: pinned })
    })
    expect(lonely).toEqual(['warning isolated_node: node N', 'warning isolated_node: node M'])
  })

  it('finds nodes at one place, one finding per chain', () => {
    const D = Math.hypot(6, 5, 4)
    const chained = found((batch) => {
      batch.nodes.push(node('P', 3, 0, 4), node('Q', 3 + 0.9e-5 * D, 0, 4), node('R', 3 + 1.8e-5 * D, 0, 4))
      batch.nodes.push(node('X', 3, 5, 2), node('Y', 3 + 1.1e-5 * D, 5, 2))
    })
    expect(chained.filter((line) => line.includes('coincident'))).toEqual(['warning coincident_nodes: node P, node Q, node R'])
    const crowd = findings((batch) => batch.nodes.push(...Array.from({ length: 101 }, (_, i) => node(`${i}`, 1, 9, 9))))
    const [{ message, elements } = { message: '', elements: [] }] = crowd.filter(({ code }) => code === 'coincident_nodes')
    expect(message).toMatch(/^101 nodes at one place: '0', '1', '2', '3' and 97 more,/)
    expect([elements.length, elements[99]?.id]).toEqual([100, '99'])
  })

  it('finds frames between the same nodes, in either order', () => {
    const doubled = found((batch) => batch.frames.push(frame('D', 'T1', 'T0'), frame('E', 'T0', 'T1')))
    expect(doubled).toEqual(['warning duplicate_frame: frame G0, frame D, frame E'])
  })

  it('finds overlapping frames, and does not tell their nodes again', () => {
    const overlap = found((batch) => {
      batch.nodes.push(node('N', 2, 0, 4))
      batch.frames.push(frame('D', 'T0', 'N'))
    })
    expect(overlap).toEqual(['warning overlapping_frames: frame G0, frame D'])
  })

  it('takes frames that follow each other on a line for what they are', () => {
    const split = found((batch) => {
      batch.nodes.push(node('N', 2, 0, 4))
      frameOf(batch, 'G0').endNodeId = 'N'
      batch.frames.push(frame('D', 'N', 'T1'))
    })
    expect(split).toEqual([])
  })

  it('finds nodes on a frame that they are not connected to: of a frame, an area, a support', () => {
    const on = found((batch) => {
      batch.nodes.push(node('N', 2, 0, 4), node('M', 2, 0, 0), node('V', 0, 5, 2))
      batch.frames.push(frame('D', 'M', 'N'))
      batch.supports.push({ id: 'S', nodeId: 'M', restraints: fixed }, { id: 'SV', nodeId: 'V', restraints: pinned })
    })
    expect(on).toEqual([
      'warning isolated_node: node V',
      'warning node_on_frame: node N, frame G0',
      'warning node_on_frame: node V, frame C3',
      'warning disconnected_parts: frame D',
    ])
    const area = found((batch) => {
      batch.nodes.push(node('N', 2, 0, 4))
      batch.areas[0]!.nodeIds.splice(1, 0, 'N')
    })
    expect(area).toEqual(['warning node_on_frame: node N, frame G0'])
  })

  it('lets zero-length frames enter no other geometric rule', () => {
    const link = found((batch) => {
      batch.nodes.push(node('N', 2, 0, 4), node('M', 2, 0, 4))
      batch.frames.push(frame('Z', 'N', 'M'))
    })
    expect(link.filter((line) => line.includes('node_on_frame'))).toEqual([])
  })

  it('finds crossing frames that share no node, not those that touch', () => {
    const cross = found((batch) => batch.frames.push(frame('X1', 'B0', 'T1'), frame('X2', 'B1', 'T0')))
    expect(cross).toEqual(['info crossing_frames: frame X1, frame X2'])
    const apart = found((batch) => batch.frames.push(frame('X1', 'B0', 'T1'), frame('X2', 'B3', 'T2')))
    expect(apart).toEqual([])
  })

  it('finds parts that nothing connects, all but the largest', () => {
    const parts = found((batch) => {
      batch.nodes.push(node('P', 10, 0, 0), node('Q', 10, 0, 3), node('R', 11, 1, 3))
      batch.frames.push(frame('D', 'P', 'Q'), frame('E', 'Q', 'R'))
      batch.supports.push({ id: 'S', nodeId: 'P', restraints: fixed })
    })
    expect(parts).toEqual(['warning disconnected_parts: frame D, frame E'])
  })

  it('takes the first of two parts alike for the structure', () => {
    const apart = found((batch) => {
      const twin = (id: string) => `${id} again`
      batch.nodes.push(...batch.nodes.map(({ id, position }) => node(twin(id), position.x + 20, position.y, position.z)))
      batch.frames.push(...batch.frames.map(({ id, startNodeId, endNodeId }) => frame(twin(id), twin(startNodeId), twin(endNodeId)))) // biome-ignore format: short
      batch.areas.push({ ...batch.areas[0]!, id: 'B', nodeIds: [0, 1, 2, 3].map((i) => `T${i} again`), openingNodeIds: [[0, 1, 2, 3].map((i) => `O${i} again`)] }) // biome-ignore format: short
      batch.supports.push(...batch.supports.map((one) => ({ ...one, id: twin(one.id), nodeId: twin(one.nodeId) })))
    })
    expect(apart).toHaveLength(1)
    expect(apart[0]).toMatch(/^warning disconnected_parts: frame C0 again, .*, area B$/)
  })

  it('connects by openings and by zero-length frames', () => {
    const connected = found((batch) => {
      batch.nodes.push(node('N', 1, 1, 7))
      batch.frames.push(frame('D', 'O0', 'N'))
    })
    expect(connected).toEqual([])
  })
})

describe('sections, materials, members', () => {
  it('finds frames without section, of their own or from their member', () => {
    const without = (batch: Batch) => {
      const { sectionId: _, ...rest } = frameOf(batch, 'G1')
      batch.frames[5] = rest
    }
    expect(found(without)).toEqual(['warning frame_without_section: frame G1', 'warning missing_material: frame G1'])
    const inherited = found((batch) => {
      without(batch)
      batch.members.push({ id: 'M', frameIds: ['G1'], sectionId: 'beam' })
    })
    expect(inherited).toEqual([])
  })

  it('finds frames and areas without material', () => {
    const without = found((batch) => {
      delete batch.sections[0]!.materialId
      batch.areas[0]!.sectionId = null
      batch.areas[0]!.thickness = 0.2
      frameOf(batch, 'C1').materialId = 'steel'
      batch.members.push({ id: 'M', frameIds: ['C2'], materialId: 'steel' })
    })
    expect(without).toEqual([
      'warning missing_material: frame C0',
      'warning missing_material: frame C3',
      'warning missing_material: area A',
      'info unused_section: section slab',
    ])
  })

  it('finds members that are named and not there', () => {
    const named = found((batch) => {
      frameOf(batch, 'G0').memberId = 'M'
      frameOf(batch, 'G1').memberId = 'N'
      frameOf(batch, 'G2').memberId = null
      batch.members.push({ id: 'M', frameIds: ['G0'] })
    })
    expect(named).toEqual(['warning unresolved_member: frame G1'])
  })

  it('finds members of a section that none of their frames has any more, not those that are haunched', () => {
    const member =
      (sectionId: string, ...frameIds: string[]) =>
      (batch: Batch) => {
        batch.sections.push({ ...batch.sections.find(({ id }) => id === 'beam')!, id: 'deeper' })
        frameOf(batch, 'G0').sectionId = 'deeper'
        batch.members.push({ id: 'M', frameIds, sectionId })
      }
    expect(found(member('beam', 'G0'))).toEqual(['warning member_section_differs: member M, frame G0'])
    expect(findings(member('beam', 'G0'))[0]).toMatchObject({
      message: "Member 'M' says section 'beam', its frames are of 'deeper'",
      fix: 'Set the member too: edit_model {"ops":[{"select":{"kinds":["members"],"ids":["M"]},"set":{"sectionId":"deeper"}}]}.',
    })
    expect(found(member('beam', 'G0', 'G1'))).toEqual([])
    expect(found(member('deeper', 'G0'))).toEqual([])
  })

  it('finds what nothing uses', () => {
    const unused = found((batch) => {
      batch.sections.push({ id: 'spare', type: 'pipe', dimensions: { od: 0.1 }, materialId: 'timber' })
      batch.materials.push({ id: 'timber' }, { id: 'brass' })
    })
    expect(unused).toEqual(['info unused_section: section spare', 'info unused_material: material brass'])
  })

  it('finds sections in use that cannot be drawn, with the keys they lack', () => {
    const lacking = findings((batch) => {
      batch.sections[1]!.dimensions = { h: 0.4, area: 0.01 }
      batch.sections.push({ id: 'spare', type: 'channel' })
    })
    expect(lines(lacking)).toEqual(['warning section_without_outline: section beam', 'info unused_section: section spare'])
    expect(lacking[0]?.message).toContain('t2, tf, tw are missing')
  })

  it('finds outlines that enclose nothing or cross themselves', () => {
    const outline = (...points: [number, number][]) =>
      found((batch) => {
        batch.sections[1]!.polygon = points.map(([x, y]) => ({ x, y }))
      })
    const wrong = ['warning outline_invalid: section beam']
    expect(outline([0, 0], [0.2, 0], [0, 0])).toEqual(wrong)
    expect(outline([0, 0], [0.2, 0], [0.4, 0])).toEqual(wrong)
    expect(outline([0, 0], [0.2, 0.2], [0.2, 0], [0, 0.2])).toEqual(wrong)
    expect(outline([0, 0], [0.2, 0], [0.2, 0.2])).toEqual([])
    expect(outline([0, 0], [0.2, 0], [0.2, 0.2], [0.2, 0.2], [0, 0.2], [0, 0])).toEqual([])
  })

  it('finds dimensions that the type does not know, one finding per section', () => {
    const unknown = findings((batch) => {
      batch.sections[0]!.dimensions = { side: 0.4, lip: 0.1, rib: 2, torsion: 1 }
    })
    expect(lines(unknown)).toEqual(['warning unknown_dimension: section column'])
    expect(unknown[0]?.message).toContain("'lip', 'rib'")
  })

  it('finds a thickness that says another wall than the dimensions', () => {
    const conflict = found((batch) => {
      batch.sections[0] = { ...batch.sections[0]!, dimensions: { side: 0.4, t: 0.02 }, thickness: 0.03 }
      batch.sections[2] = { ...batch.sections[2]!, thickness: 0.25 }
    })
    expect(conflict).toEqual(['warning thickness_conflict: section column', 'warning thickness_conflict: section slab'])
  })
})

describe('supports and stability', () => {
  const supports =
    (...held: [string, Batch['supports'][number]['restraints']][]) =>
    (batch: Batch) => {
      batch.supports = held.map(([nodeId, restraints], i) => ({ id: `S${i}`, nodeId, ...(restraints && { restraints }) }))
    }

  it('asks for supports, and not without a structure', () => {
    expect(found(supports())).toEqual(['error no_supports: model m'])
  })

  it('needs six independent restraints: one fixed node, three pinned ones not in a line', () => {
    expect(found(supports(['B0', fixed]))).toEqual([])
    expect(found(supports(['B0', pinned], ['B1', pinned], ['B2', pinned]))).toEqual([])
  })

  it('names the turn about the line of two pinned nodes', () => {
    const [unstable, ...rest] = findings(supports(['B0', pinned], ['B1', pinned]))
    expect(rest).toEqual([])
    expect(unstable).toMatchObject({ severity: 'error', code: 'unstable' })
    expect(unstable?.message).toBe('The structure can move as a whole: it is free to turn about the line along X at Y = 0, Z = 0')
  })

  it('names the three motions that four rollers leave free', () => {
    const [unstable] = findings(supports(['B0', roller], ['B1', roller], ['B2', roller], ['B3', roller]))
    expect(unstable?.message).toMatch(/free to slide along X, slide along Y and turn about the line along Z at X = /)
  })

  it('names an oblique line of two pinned nodes', () => {
    const [unstable] = findings(supports(['B0', pinned], ['B2', pinned]))
    expect(unstable?.message).toMatch(/turn about the line along \(0\.768, 0\.64, 0\) through \(2\.541, 2\.117, 0\)$/)
  })

  it('says when nothing holds a part that has no support', () => {
    const parts = findings((batch) => {
      batch.nodes.push(node('P', 10, 0, 0), node('Q', 10, 2, 3))
      batch.frames.push(frame('D', 'P', 'Q'))
    })
    expect(lines(parts)).toEqual(['error unstable: frame D', 'warning disconnected_parts: frame D'])
    expect(parts[0]?.message).toContain("around node 'P' is held by nothing")
  })

  it('only warns when restraints that are not stated would hold it, as springs do', () => {
    const springs = { u1: null, u2: null, u3: true }
    const [unstable] = findings(supports(['B0', springs], ['B1', springs], ['B2', roller], ['B3', roller]))
    expect(unstable).toMatchObject({ severity: 'warning', code: 'unstable' })
    expect(unstable?.message).toContain('not stated')
  })

  it('only warns when the whole structure is plane', () => {
    const plane = findings((batch) => {
      const [columns, beam] = [batch.frames.slice(0, 2), batch.frames[4]!]
      Object.assign(batch, { frames: [...columns, beam], areas: [], sections: batch.sections.slice(0, 2) })
      batch.nodes = batch.nodes.filter(({ id }) => ['B0', 'B1', 'T0', 'T1'].includes(id))
      supports(['B0', pinned], ['B1', pinned])(batch)
    })
    expect(lines(plane)[0]).toMatch(/^warning unstable/)
    expect(plane[0]?.message).toContain('plane structure')
  })

  it('takes nodes for plane that lie in a plane within the tolerance', () => {
    const severity = (k: number, off: number) =>
      findings((batch) => {
        supports(['B0', pinned], ['B1', pinned])(batch)
        Object.assign(batch, { frames: batch.frames.filter(({ id }) => ['C0', 'C1', 'G0'].includes(id)), areas: [] })
        batch.nodes = batch.nodes.filter(({ id }) => ['B0', 'B1', 'T0', 'T1'].includes(id))
        batch.nodes[k]!.position.y += off * 1e-5 * Math.hypot(6, 4)
      }).find(({ code }) => code === 'unstable')!.severity
    for (const k of [0, 1, 3]) expect([0, 0.9, -0.9, 1.1, -1.1].map((off) => severity(k, off))).toEqual(['warning', 'warning', 'warning', 'error', 'error']) // biome-ignore format: short
  })

  it('names the line of a turn by digits that mean something, wherever the structure stands and however large it is', () => {
    const said = (by: number, from: number) => {
      const batch = table()
      batch.units = {}
      supports(['B0', pinned], ['B1', pinned])(batch)
      for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] = (position[k] + from) * by
      const { message } = checkModel(returned(batch)).find(({ code }) => code === 'unstable')!
      return ['Y', 'Z'].map((axis) => Number(new RegExp(`${axis} = ([-\\d.e+]+)`).exec(message)![1]) / by)
    }
    for (const by of [1, 1e-9, 1e6, 2 ** 400, 2 ** -400]) {
      expect(said(by, 0)).toEqual([0, 0])
      for (const from of [-3, 0.1, -1 / 3, 12345]) for (const at of said(by, from)) expect(at / from).toBeCloseTo(1, 3)
    }
  })

  it('takes what rounding leaves of nothing for nothing', () => {
    // Columns about the origin, at thirds, which do not cancel.
    for (const size of [1 / 3, 1e5 / 3, 1e-5 / 3]) {
      const [unstable] = findings((batch) => {
        Object.assign(batch, { units: {}, nodes: batch.nodes.slice(0, 8), areas: [] })
        for (const { position } of batch.nodes) Object.assign(position, { x: (position.x - 3) * size, y: (position.y - 2.5) * size, z: position.z * size }) // biome-ignore format: short
        supports(['B0', pinned], ['B2', pinned])(batch)
      })
      expect(unstable!.message).toMatch(/through \(0, 0, 0\)$/)
    }
  })

  it('adds up supports on one node, and tells that there are two', () => {
    const two = found(supports(['B0', { u1: true, u2: true, u3: true }], ['B0', { r1: true, r2: true, r3: true }]))
    expect(two).toEqual(['warning multiple_supports: node B0, support S0, support S1'])
  })

  it('tells supports that hold nothing', () => {
    const nothing = found(supports(['B0', fixed], ['B1', undefined], ['B2', { u1: false }]))
    expect(nothing).toEqual(['info support_without_restraint: support S1', 'info support_without_restraint: support S2'])
  })

  it('counts a support on an isolated node for no part', () => {
    const aside = found((batch) => {
      supports(['N', fixed])(batch)
      batch.nodes.push(node('N', 9, 9, 0))
    })
    expect(aside[0]).toMatch(/^error unstable: frame/)
  })
})

describe('areas and openings', () => {
  it('finds areas that enclose nothing', () => {
    const line = found((batch) => {
      batch.nodes.push(node('N', 3, 0, 4))
      batch.areas.push({ id: 'L', nodeIds: ['T0', 'N', 'T1'], thickness: 1, materialId: 'steel' })
    })
    expect(line).toContain('error degenerate_area: area L')
    const twice = found((batch) =>
      batch.areas.push({ id: 'L', nodeIds: ['T0', 'T1', 'T0', 'T1'], thickness: 1, materialId: 'steel' }),
    )
    expect(twice).toEqual(['error degenerate_area: area L'])
  })

  it('finds outlines that cross themselves, bow-ties of no net area included', () => {
    const crossed = findings((batch) => {
      batch.areas[0] = { ...batch.areas[0]!, nodeIds: ['T0', 'T2', 'T1', 'T3'], openingNodeIds: [] }
      batch.nodes = batch.nodes.filter(({ id }) => !id.startsWith('O'))
    })
    expect(lines(crossed)).toEqual(['error self_intersecting_area: area A'])
    expect(crossed[0]?.message).toContain("edge 'T0'–'T2' cuts edge 'T1'–'T3'")
  })

  it('judges an outline by its largest triangle', () => {
    // Six nodes along a line of 6 m: a triangle on the line encloses less than a millionth of the square of it, one across does not.
    const places = [[0, 0], [0.06, -9e-6], [5.94, -9e-6], [6, 0], [5.94, 9e-6], [0.06, 9e-6]] as const // biome-ignore format: short
    const strip = found((batch) => {
      batch.nodes.push(...places.map(([x, y], i) => node(`L${i}`, x, y + 2, 9)))
      batch.areas.push({ id: 'L', nodeIds: places.map((_, i) => `L${i}`), thickness: 1, materialId: 'steel' })
    })
    expect(strip.filter((line) => line.includes('degenerate'))).toEqual([])
    const narrow = found((batch) => {
      batch.nodes.push(...places.map(([x, y], i) => node(`L${i}`, x, y / 2 + 2, 9)))
      batch.areas.push({ id: 'L', nodeIds: places.map((_, i) => `L${i}`), thickness: 1, materialId: 'steel' })
    })
    expect(narrow).toContain('error degenerate_area: area L')
  })

  it('drops a closing node', () => {
    expect(
      found((batch) => {
        batch.areas[0]!.nodeIds.push('T0')
        batch.areas[0]!.openingNodeIds![0]!.push('O0')
      }),
    ).toEqual([])
  })

  it('finds warped areas', () => {
    const warped = found((batch) => {
      nodeOf(batch, 'T2').position.z = 4.2
    })
    // The opening lies in the old plane, and the new one is 5 cm away from it.
    expect(warped).toContain('warning warped_area: area A, node T0, node T1, node T2, node T3')
  })

  const opening = (...corners: [number, number, number?][]) =>
    found((batch) => {
      batch.nodes.push(...corners.map(([x, y, z = 4], i) => node(`H${i}`, x, y, z)))
      batch.areas[0]!.openingNodeIds!.push(corners.map((_, i) => `H${i}`))
    })

  it('finds openings that reach outside the outline', () => {
    expect(opening([5, 3], [7, 3], [7, 4], [5, 4])).toEqual(['warning opening_outside_area: area A, node H1, node H2'])
    expect(opening([4, 3], [6, 3], [6, 4], [4, 4])).toEqual([])
  })

  it('finds openings whose edges leave an outline that bends inward', () => {
    const notched = found((batch) => {
      batch.nodes.push(node('V', 5, 2.5, 4), node('H0', 5.5, 0.5, 4), node('H1', 5.5, 4.5, 4), node('H2', 4, 2.5, 4))
      batch.areas[0]!.nodeIds = ['T0', 'T1', 'V', 'T2', 'T3']
      batch.areas[0]!.openingNodeIds!.push(['H0', 'H1', 'H2'])
    })
    expect(notched).toEqual(['warning opening_outside_area: area A'])
  })

  it('finds openings that are none', () => {
    expect(opening([4, 3], [5, 3])).toEqual(['warning invalid_opening: area A, node H0, node H1'])
    expect(opening([4, 3])).toEqual(['warning invalid_opening: area A, node H0'])
    expect(opening([4, 3], [4.5, 3], [5, 3])).toEqual(['warning invalid_opening: area A, node H0, node H1, node H2'])
    expect(opening([4, 3], [5, 4], [5, 3], [4, 4])).toHaveLength(1)
    expect(opening([4, 3], [5, 3], [5, 4, 4.1])).toEqual(['warning invalid_opening: area A, node H0, node H1, node H2'])
    expect(opening([4, 3], [5, 3], [5, 4])).toEqual([])
  })

  it('finds openings that overlap, not those side by side', () => {
    const overlap = /^warning overlapping_openings: area A/
    expect(opening([1.5, 1.5], [3, 1.5], [3, 3], [1.5, 3])[0]).toMatch(overlap)
    expect(opening([1.2, 1.2], [1.8, 1.2], [1.8, 1.8], [1.2, 1.8])[0]).toMatch(overlap)
    expect(opening([1.5, 1], [3, 1], [3, 2], [1.5, 2])[0]).toMatch(overlap)
    expect(opening([2, 1], [3, 1], [3, 2], [2, 2]).filter((line) => overlap.test(line))).toEqual([])
    const same = found((batch) => batch.areas[0]!.openingNodeIds!.push(['O0', 'O1', 'O2', 'O3']))
    expect(same[0]).toMatch(overlap)
  })

  it('finds the pairs that overlap of any openings, in order (property)', () => {
    const square = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }))
    fc.assert(
      fc.property(fc.uniqueArray(square, { minLength: 2, maxLength: 30, selector: String }), (squares) => {
        const batch = table()
        batch.nodes.length = 8
        batch.areas[0]!.openingNodeIds = squares.map(([x, y], k) => {
          const corners = [[0, 0], [4, 0], [4, 4], [0, 4]].map(([dx, dy], i) => node(`${k} ${i}`, (x + dx!) / 10, (y + dy!) / 10, 4)) // biome-ignore format: short
          batch.nodes.push(...corners)
          return corners.map(({ id }) => id)
        })
        const told = checkModel(returned(batch)).flatMap(({ code, message }) =>
          code === 'overlapping_openings' ? [message] : [],
        )
        const pairs = squares.flatMap(([x, y], i) =>
          squares.flatMap(([a, b], j) => (j > i && Math.abs(a - x) < 4 && Math.abs(b - y) < 4 ? [[i, j]] : [])),
        )
        expect(told.slice(0, 100)).toEqual(pairs.slice(0, 100).map(([i, j]) => `Opening ${i! + 1} and opening ${j! + 1} of area 'A' overlap`)) // biome-ignore format: short
      }),
      { numRuns: 25 },
    )
  })

  it('takes openings for apart that overlap by less than a millionth of the area’s size', () => {
    const beside = (by: number) =>
      opening([2 - by, 1], [3, 1], [3, 2], [2 - by, 2]).filter((line) => line.includes('overlapping')).length
    expect(beside(4e-6)).toBe(0)
    expect(beside(1e-4)).toBe(1)
  })

  it('finds areas without thickness, of their own or from their section', () => {
    const without = found((batch) => {
      batch.sections[2] = { id: 'slab', type: 'shell', materialId: 'steel' }
    })
    expect(without).toEqual(['info area_without_thickness: area A'])
    const zero = found((batch) => {
      batch.areas[0]!.thickness = 0
    })
    expect(zero).toEqual(['info area_without_thickness: area A'])
  })
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
    for (const { fix, message } of all) {
      expect(fix).toMatch(/\.$/)
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

describe('whatever the order and place', () => {
  /** A crooked structure with something of everything, from a seed. */
  const wild = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(3)), { minLength: 3, maxLength: 14 }).chain((points) =>
    fc.record({
      points: fc.constant(points),
      frames: fc.array(fc.tuple(fc.nat(points.length - 1), fc.nat(points.length - 1)), { minLength: 1, maxLength: 20 }),
      held: fc.array(fc.tuple(fc.nat(points.length - 1), fc.nat(63)), { maxLength: 4 }),
    }),
  )
  type Wild = typeof wild extends fc.Arbitrary<infer T> ? T : never
  const model = ({ points, frames, held }: Wild, at = (p: [number, number, number]) => p) => {
    const batch = table()
    batch.nodes = points.map((p, i) => node(`${i}`, ...at(p as [number, number, number])))
    batch.frames = frames.map(([a, b], i) => frame(`${i}`, `${a}`, `${b}`))
    batch.supports = held.map(([n, bits], i) => {
      const restraints = Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((key, k) => [key, (bits >> k) % 2 === 1]))
      return { id: `${i}`, nodeId: `${n}`, restraints }
    })
    batch.areas = []
    return batch
  }
  /** Codes with the set of elements, without order. */
  const sets = (batch: Batch) =>
    checkModel(returned(batch))
      .map(({ severity, code, elements }) => `${severity} ${code} ${elements.map(({ kind, id }) => kind + id).sort()}`)
      .sort()

  it('finds the same after moving the model, scaling it, turning it, and every frame round', () => {
    fc.assert(
      fc.property(wild, (seed) => {
        const expected = sets(model(seed))
        expect(sets(model(seed, ([x, y, z]) => [x - 4096, y + 1024, z + 512]))).toEqual(expected)
        expect(sets(model(seed, ([x, y, z]) => [x * 64, y * 64, z * 64])).filter((line) => !line.includes('_scale'))).toEqual(
          expected.filter((line) => !line.includes('_scale')),
        )
        const turned = model(seed)
        for (const each of turned.frames) [each.startNodeId, each.endNodeId] = [each.endNodeId, each.startNodeId]
        expect(sets(turned)).toEqual(expected)
        // Frames and nodes meet alike whichever way the axes point.
        const meetings = (all: string[]) => all.filter((line) => /_frame|frames |_node/.test(line))
        expect(meetings(sets(model(seed, ([x, y, z]) => [-z, x, -y])))).toEqual(meetings(expected))
      }),
    )
  })

  it('finds the same codes as often after shuffling frames and nodes', () => {
    const codes = (batch: Batch) => checkModel(returned(batch)).map(({ severity, code }) => `${severity} ${code}`)
    fc.assert(
      fc.property(wild, (seed) => {
        const shuffled = model(seed)
        shuffled.frames.reverse()
        shuffled.nodes.reverse()
        shuffled.supports.reverse()
        expect(codes(shuffled)).toEqual(codes(model(seed)))
      }),
    )
  })

  it('agrees with trying every pair of frames and every node', () => {
    fc.assert(
      fc.property(wild, (seed) => {
        const batch = model(seed)
        const all = checkModel(returned(batch))
        const told = (of: string) =>
          all.flatMap(({ code, elements }) => (code === of ? [elements.map(({ id }) => id).join('-')] : []))
        const { overlapping, crossing, nodesOn } = meetingsByHand(seed)
        expect(told('overlapping_frames')).toEqual(overlapping)
        expect(told('crossing_frames')).toEqual(crossing)
        expect(told('node_on_frame')).toEqual(nodesOn)
      }),
    )
  })

  /**
   * In whole numbers, of frames that are the first of their pair of nodes. On a frame: a node strictly inside a segment, of another
   * frame that does not overlap it. Crossing: at a point strictly inside both.
   */
  function meetingsByHand({ points, frames, held }: Wild) {
    const real = frames.map(([a, b], i) => ({ a, b, i })).filter(({ a, b }) => String(points[a]) !== String(points[b]))
    const first = real.filter(
      (one, k) => !real.slice(0, k).some(({ a, b }) => (a === one.a && b === one.b) || (a === one.b && b === one.a)),
    )
    const sub = (p: number[], q: number[]) => p.map((v, k) => v - q[k]!)
    const dot = (p: number[], q: number[]) => p.reduce((sum, v, k) => sum + v * q[k]!, 0)
    const isOnLine = (p: number[], a: number[], b: number[]) => {
      const [u, v] = [sub(b, a), sub(p, a)]
      return dot(u, v) ** 2 === dot(u, u) * dot(v, v)
    }
    const isInside = (p: number[], a: number[], b: number[]) =>
      isOnLine(p, a, b) && dot(sub(p, a), sub(b, a)) > 0 && dot(sub(p, b), sub(a, b)) > 0
    const overlap = (one: { a: number; b: number }, other: { a: number; b: number }) => {
      const [a, b, c, d] = [points[one.a]!, points[one.b]!, points[other.a]!, points[other.b]!]
      if (!isOnLine(c, a, b) || !isOnLine(d, a, b)) return false
      const u = sub(b, a)
      const [s, t] = [dot(sub(c, a), u), dot(sub(d, a), u)]
      return Math.min(dot(u, u), Math.max(s, t)) > Math.max(0, Math.min(s, t))
    }
    const cross = (u: number[], v: number[]) =>
      [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!)
    const crosses = (one: { a: number; b: number }, other: { a: number; b: number }) => {
      if ([one.a, one.b].some((node) => node === other.a || node === other.b)) return false
      const [a, b, c, d] = [points[one.a]!, points[one.b]!, points[other.a]!, points[other.b]!]
      const [u, v, p] = [sub(b, a), sub(d, c), sub(c, a)]
      const n = cross(u, v)
      if (dot(n, n) === 0 || dot(p, n) !== 0) return false
      return [dot(cross(p, v), n), dot(cross(p, u), n)].every((share) => share > 0 && share < dot(n, n))
    }
    const pairs = (holds: typeof crosses) =>
      first.flatMap((one, k) => first.slice(k + 1).flatMap((other) => (holds(one, other) ? [`${one.i}-${other.i}`] : [])))
    const nodesOn = points.flatMap((p, n) =>
      first.flatMap((on) => {
        if (!isInside(p, points[on.a]!, points[on.b]!)) return []
        const isOfAnother = first.some((of) => of !== on && (of.a === n || of.b === n) && !overlap(on, of))
        return isOfAnother || held.some(([node]) => node === n) ? [`${n}-${on.i}`] : []
      }),
    )
    return { overlapping: pairs(overlap), crossing: pairs(crosses), nodesOn }
  }
})

/** Each with a mistake or several, of which every finding is told whole. */
const MISTAKES: Record<string, (batch: Batch) => void> = {
  'frames without length': ({ nodes, frames }) => {
    nodes.push(node('N', 6, 5, 4 + 5e-5))
    frames.push(frame('Z', 'T0', 'T0'), frame('Y', 'T2', 'N'))
  },
  'nodes in nothing': ({ nodes, supports }) => {
    nodes.push(node('N', 1, 1, 1), node('M', 2, 1, 1))
    supports.push({ id: 'S', nodeId: 'M', restraints: pinned })
  },
  'frames on each other': ({ nodes, frames, supports }) => {
    nodes.push(node('N', 2, 0, 4), node('M', 2, 0, 0))
    frames.push(
      frame('D', 'T1', 'T0'),
      frame('E', 'T0', 'N'),
      frame('X1', 'B0', 'T1'),
      frame('X2', 'B1', 'T0'),
      frame('P', 'M', 'N'),
    )
    supports.push({ id: 'S', nodeId: 'M', restraints: fixed })
  },
  'a node on a frame': ({ nodes, areas }) => {
    nodes.push(node('N*', 2, 0, 4))
    areas[0]!.nodeIds.splice(1, 0, 'N*')
  },
  'parts apart': ({ nodes, frames, areas, supports }) => {
    nodes.push(
      node('P', 10, 0, 0),
      node('Q', 10, 0, 3),
      node('R', 11, 1, 3),
      node('U', 20, 0, 0),
      node('V', 21, 0, 0),
      node('W', 20, 1, 0),
    )
    frames.push(frame('D', 'P', 'Q'), frame('E', 'Q', 'R'))
    areas.push({ id: 'island', nodeIds: ['U', 'V', 'W'], sectionId: 'slab' })
    supports.push({ id: 'S', nodeId: 'P', restraints: pinned })
  },
  'no supports': (batch) => {
    batch.supports = []
  },
  'supports that hold too little': (batch) => {
    batch.supports = [
      { id: 'S0', nodeId: 'B0', restraints: { u1: true, u3: true } },
      { id: 'S1', nodeId: 'B0', restraints: roller },
      { id: 'S2', nodeId: 'B1', restraints: { u1: false } },
      { id: 'S3', nodeId: 'B2' },
    ]
  },
  'supports that hold across': (batch) => {
    batch.supports = [{ id: 'S0', nodeId: 'B0', restraints: pinned }, { id: 'S1', nodeId: 'T2', restraints: pinned }] // biome-ignore format: short
  },
  'a screw': (batch) => {
    const free = { u1: false, u2: false, u3: false, r1: false, r2: false, r3: false }
    const holds: [string, object][] = [['B0', { u1: true }], ['B1', { u2: true }], ['B2', { u3: true }], ['T2', { u1: true }], ['T3', { u2: true }]] // biome-ignore format: short
    batch.supports = holds.map(([nodeId, held]) => ({ id: `S${nodeId}`, nodeId, restraints: { ...free, ...held } }))
  },
  'a support that holds nothing, and says so': (batch) => {
    batch.supports.push({ id: 'S', nodeId: 'T0', restraints: { u1: false, u2: false, u3: false, r1: false, r2: false, r3: false } }) // biome-ignore format: short
  },
  'long ids and many': ({ nodes, sections }) => {
    const ids = ['N'.repeat(64), 'N'.repeat(65), '𝄞'.repeat(64), '𝄞'.repeat(65)]
    nodes.push(...ids.map((id, i) => node(id, i, 7, 7)))
    sections[1]!.dimensions = { ...sections[1]!.dimensions, lip: 1 }
    sections[0]!.dimensions = { ...sections[0]!.dimensions, ...Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x${i}`, i])) } // biome-ignore format: short
  },
  'a model made with Y up': ({ nodes }) => {
    for (const { position } of nodes) Object.assign(position, { y: position.z, z: -position.y })
  },
  'a model made with Z down': ({ nodes }) => {
    for (const { position } of nodes) Object.assign(position, { y: -position.y, z: -position.z })
  },
  'sections that are named like others': ({ sections, frames }) => {
    sections.push({ id: 'IPE330', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 }, materialId: 'steel' }) // biome-ignore format: short
    sections.push({ id: 'W14X90', type: 'i_wide_flange', dimensions: { t3: 14, t2: 14.5, tf: 0.71, tw: 0.44 }, materialId: 'steel' }) // biome-ignore format: short
    sections.push({ id: 'C', name: 'IPE300', type: 'channel', dimensions: { t3: 0.3, t2: 0.1, tf: 0.01, tw: 0.01 }, materialId: 'steel' }) // biome-ignore format: short
    for (const [k, id] of ['IPE330', 'W14X90', 'C'].entries()) frames[5 + k]!.sectionId = id
  },
  'springs that are not stated': (batch) => {
    const springs = { u1: null, u2: null, u3: true }
    batch.supports = ['B0', 'B1', 'B2'].map((nodeId) => ({ id: `S${nodeId}`, nodeId, restraints: springs }))
  },
  'a plane structure': (batch) => {
    const kept = ['B0', 'B1', 'T0', 'T1']
    batch.nodes = batch.nodes.filter(({ id }) => kept.includes(id))
    batch.frames = batch.frames.filter(({ startNodeId, endNodeId }) => kept.includes(startNodeId) && kept.includes(endNodeId))
    batch.supports = ['B0', 'B1'].map((nodeId) => ({ id: `S${nodeId}`, nodeId, restraints: pinned }))
    batch.areas = []
  },
  'no sections, materials, members': (batch) => {
    const { sectionId: _, ...bare } = frameOf(batch, 'G0')
    batch.frames[4] = { ...bare, memberId: 'M' }
    batch.sections[0] = { id: 'column', type: 'rectangular', dimensions: { side: 0.4 } }
    batch.sections.push({ id: 'spare', name: 'Spare', type: 'pipe', dimensions: { d: 0.1 } })
    batch.materials.push({ id: 'spare' })
    batch.areas[0] = { ...batch.areas[0]!, sectionId: null, thickness: null }
  },
  'sections that cannot be drawn': ({ sections, frames }) => {
    sections[0]!.dimensions = { t3: 0.4 }
    sections.push({ id: 'cross', type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 1 }] }) // biome-ignore format: short
    sections.push({ id: 'none', name: 'No outline', type: 'custom' })
    sections.push({ id: 'two', type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 0 }, { x: 1, y: 1 }] }) // biome-ignore format: short
    sections.push({ id: 'wall', type: 'pipe', dimensions: { t3: 0.4, tw: 0.01, wrong: 1, worse: 2 }, thickness: 0.02 })
    for (const [k, id] of ['cross', 'none', 'wall', 'two'].entries()) frames[4 + k]!.sectionId = id
  },
  'areas that are none': ({ nodes, areas }) => {
    nodes.push(node('N', 3, 0, 4), node('H0', 5, 3, 4), node('H1', 7, 3, 4), node('H2', 7, 4, 4), node('H3', 5, 4, 4))
    nodes.push(node('I0', 1.5, 1.5, 4), node('I1', 3, 1.5, 4), node('I2', 3, 3, 4), node('J', 3, 3, 4.5))
    areas[0]!.openingNodeIds!.push(
      ['H0', 'H1', 'H2', 'H3'],
      ['I0', 'I1', 'I2'],
      ['I0', 'I1'],
      ['I0', 'I1', 'J'],
      ['I0', 'I2', 'I1', 'H0', 'H3'],
    )
    const steel = { materialId: 'steel', thickness: 0.2 }
    areas.push({ id: 'line', nodeIds: ['T0', 'N', 'T1'], ...steel }, { id: 'bow', nodeIds: ['T0', 'T2', 'T1', 'T3'], ...steel })
  },
  'a warped area': (batch) => {
    nodeOf(batch, 'T2').position.z = 4.2
  },
  'an outline beyond what is drawn': ({ nodes, areas }) => {
    const corners = Array.from({ length: 200 }, (_, k) =>
      node(`R${k}`, 3 + 2 * Math.sin(k * k), 2.5 + 2 * Math.cos(3 * k * k), 4),
    )
    nodes.push(...corners)
    areas.push({ id: 'tangle', nodeIds: corners.map(({ id }) => id), materialId: 'steel', thickness: 0.2 })
  },
  'units that disagree': (batch) => {
    batch.units = { current: 'kN, m, C', length: 'mm', force: 'N' }
  },
  'no units': (batch) => {
    batch.units = {}
  },
  'many at one place': ({ nodes, frames }) => {
    nodes.push(
      ...Array.from({ length: 5 }, (_, k) => node(`P${k}`, 3, 3, 9)),
      ...Array.from({ length: 6 }, (_, k) => node(`Q${k}`, 3, 3, 8)),
    )
    frames.push(...Array.from({ length: 7 }, (_, k) => frame(`D${k}`, 'T0', 'T1')))
  },
  'coordinates of kilometres': ({ nodes }) => {
    for (const { position } of nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 4000
  },
  'a tower too high': ({ nodes }) => {
    for (const { id, position } of nodes) if (!id.startsWith('B')) position.z = 1201
  },
  'a tower too high, in millimetres': (batch) => {
    batch.units = { current: 'N, mm, C' }
    for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 1000
    for (const { id, position } of batch.nodes) if (!id.startsWith('B')) position.z = 1_201_000
    for (const { dimensions } of batch.sections) for (const k in dimensions) dimensions[k]! *= 1000
  },
  'frames too long': ({ nodes }) => {
    for (const { position } of nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 10
  },
  'frames too long, in feet': (batch) => {
    batch.units = { current: 'kip, ft, F' }
    for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 30
  },
  'everything in millimetres where metres are said': ({ nodes, sections }) => {
    for (const { position } of nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 1000
    for (const { dimensions } of sections) for (const k in dimensions) dimensions[k]! *= 1000
  },
  'coordinates in millimetres': ({ nodes }) => {
    for (const { position } of nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= 1000
  },
  'single elements of a size that is not built': ({ nodes, frames, areas, gridLines }) => {
    nodes.push(node('far', 1e7, 0, 4))
    frames.push(frame('long', 'T0', 'far'))
    frames[2]!.sectionOffset = { x: 0, y: -3000 }
    areas[0]!.thickness = 220
    gridLines.push({ id: 'L', axis: 'Z', coordinate: 1e5, label: 'Roof' }, { id: 'X', axis: 'X', coordinate: -1e5 })
  },
  'sections in millimetres': ({ sections }) => {
    for (const { dimensions } of sections.slice(0, 2)) for (const k in dimensions) dimensions[k]! *= 1000
  },
  'sections in feet': ({ sections }) => {
    for (const { dimensions } of sections.slice(0, 2)) for (const k in dimensions) dimensions[k]! /= 0.3048
  },
}

it('says of each mistake what it is, where, and what to do', async () => {
  const told = Object.entries(MISTAKES).map(([name, change]) => {
    const all = findings(change).map(({ severity, code, message, elements, fix }) => {
      const where = elements.map(({ kind, id }) => `${kind} ${id}`).join(', ')
      return `${severity} ${code}: ${message}\n  at ${where}\n  ${fix}\n`
    })
    return `# ${name}\n\n${all.join('\n')}`
  })
  await expect(told.join('\n')).toMatchFileSnapshot('golden/findings.txt')
})

it('finds the same, however large or small, where no unit is stated', () => {
  const sized = (change: (batch: Batch) => void, by: number) =>
    found((batch) => {
      change(batch)
      batch.units = {}
      for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= by
      for (const { dimensions, polygon } of batch.sections) {
        for (const k in dimensions) dimensions[k]! *= by
        for (const point of polygon ?? []) [point.x, point.y] = [point.x * by, point.y * by]
      }
      for (const one of [...batch.areas, ...batch.sections]) if (one.thickness != null) one.thickness *= by
      for (const { sectionOffset: off } of batch.frames) if (off) [off.x, off.y] = [off.x * by, off.y * by]
      for (const line of batch.gridLines) line.coordinate *= by
    })
  for (const [k, change] of Object.values(MISTAKES).entries())
    expect(sized(change, 2 ** (k % 2 ? 400 : -400))).toEqual(sized(change, 1))
})

it('tells what it had found where a search ends early, and says that it ended', () => {
  const whole = { ...MOST_PAIRS }
  const ended = new Set<string>()
  const byCode = (change: (batch: Batch) => void) => {
    const told = new Map<string, string[]>()
    for (const { code, message } of findings(change)) told.set(code, [...(told.get(code) ?? []), message])
    return told
  }
  try {
    for (const change of Object.values(MISTAKES)) {
      const all = byCode(change)
      for (const looked of [1, 6, 30]) {
        Object.assign(MOST_PAIRS, { looked, ofEach: 0 })
        const some = byCode(change)
        for (const code of new Set([...all.keys(), ...some.keys()])) {
          const [expected, told] = [all.get(code) ?? [], some.get(code) ?? []]
          const isEnded = told.at(-1)?.startsWith(`The search for ${code} stopped early`) ?? false
          if (isEnded) ended.add(code)
          else expect(told).toEqual(expected)
          // Of nodes at one place a chain may be told in part.
          if (isEnded && code !== 'coincident_nodes') expect(expected.slice(0, told.length - 1)).toEqual(told.slice(0, -1))
        }
      }
      Object.assign(MOST_PAIRS, whole)
    }
  } finally {
    Object.assign(MOST_PAIRS, whole)
  }
  const PAIRED = ['coincident_nodes', 'crossing_frames', 'invalid_opening', 'node_on_frame', 'opening_outside_area', 'outline_invalid', 'overlapping_frames', 'overlapping_openings', 'self_intersecting_area'] // biome-ignore format: short
  expect([...ended].sort()).toEqual(PAIRED)
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
      'warning frame_without_section': 77,
      'warning missing_material': 77,
      'info unused_section': 7,
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
    ['s2k_tower', { 'info crossing_frames': 20, 'info unused_material': 1 }],
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
  const counted = (...runs: Run[]) => told(runs).map(({ severity, code, count }) => `${severity} ${code} ${count ?? ''}`)
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
  expect(told([run('error', 'a', 0, true)])).toEqual([
    {
      ...{ severity: 'error', code: 'a', elements: [], count: 0 },
      message: 'The search for a stopped early: too many elements lie at one place; 0 more found until then, others are possible',
    },
  ])
})
