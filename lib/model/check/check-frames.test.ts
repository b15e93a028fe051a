import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { type Batch, findings, fixed, found, frame, frameOf, lines, node, nodeOf, pinned } from '#lib/fixtures/table-model.ts'
import { add, distance, dot, length, scale, subtract, type Vec } from '../shape/vector.ts'
import { MOST_PAIRS } from './check-finding.ts'
import { coincidentNodes } from './check-nodes.ts'
import { frameMeetings } from './frame-meetings.ts'
import { type Structure, structureOf } from './structure.ts'

/** A tolerance that doubles hold exactly, and that is not small beside the frames. */
const τ = 0.5

type Given = { places: readonly Vec[]; frames?: readonly (readonly [number, number])[]; supports?: readonly number[] }

function structure({ places, frames = [], supports = [] }: Given): Structure {
  const model = returnedModel({
    name: 'Frames',
    nodes: places.map(([x, y, z], k) => ({ id: `N${k}`, position: { x, y, z } })),
    frames: frames.map(([a, b], k) => ({ id: `F${k}`, startNodeId: `N${a}`, endNodeId: `N${b}`, rotation: 0 })),
    supports: supports.map((node, k) => ({ id: `S${k}`, nodeId: `N${node}`, restraints: { u3: true } })),
  })
  return { ...structureOf(model), tolerance: τ, mergeTolerance: τ }
}

/** Places on so fine a grid that doubles hold what lies between them. */
const somewhere = (...sizes: [number, number, number]) =>
  fc
    .tuple(...sizes.map((max) => fc.integer({ min: 0, max: 1024 * max })))
    .map(([x, y, z]): Vec => [x! / 1024, y! / 1024, z! / 1024])

/** Frames from place to place, each with nodes of its own. */
const apart = (...frames: [Vec, Vec][]): Given => ({
  places: frames.flat(),
  frames: frames.map((_, k) => [2 * k, 2 * k + 1] as const),
})

function met(given: Given) {
  const { overlapping, crossing, nodesOn, lines } = frameMeetings(structure(given))
  const frame = (k: number) => Number(lines[k]!.id.slice(1))
  const pairs = (all: [number, number][]) => all.map(([i, j]) => [frame(i), frame(j)])
  const on = nodesOn.all.map(([node, k]) => [node, frame(k)])
  return { overlapping: pairs(overlapping.all), crossing: pairs(crossing.all), nodesOn: on }
}

describe('frames and nodes that meet', () => {
  const main: [Vec, Vec] = [[0, 0, 0], [8, 0, 0]] // biome-ignore format: short

  it('overlap at most the tolerance off the line, for longer than the tolerance', () => {
    const overlaps = (...other: [Vec, Vec]) => met(apart(main, other)).overlapping.length === 1
    expect(overlaps([2, 0.5, 0], [5, 0, 0.5])).toBe(true)
    expect(overlaps([2, 0.5, 0], [5, 0, 0.5625])).toBe(false)
    expect(overlaps([2, 0.375, 0.375], [5, 0, 0])).toBe(false)
    expect(overlaps([5, 0, 0], [2, 0.5625, 0])).toBe(false)
    expect([overlaps([7.4375, 0, 0], [12, 0, 0]), overlaps([7.5, 0, 0], [12, 0, 0])]).toEqual([true, false])
    expect([overlaps([-3, 0, 0], [0.5625, 0, 0]), overlaps([0.5, 0, 0], [-3, 0, 0])]).toEqual([true, false])
    // The longer one's line is what counts, whichever is first.
    expect(met(apart([[2, 0, 0], [4, 0, 0]], main)).overlapping).toEqual([[0, 1]]) // biome-ignore format: short
  })

  it('cross at most the tolerance apart, more than the tolerance from all four ends', () => {
    const crosses = (...other: [Vec, Vec]) => met(apart(main, other)).crossing.length === 1
    expect([crosses([3, -2, 0.5], [3, 2, 0.5]), crosses([3, -2, 0.5625], [3, 2, 0.5625])]).toEqual([true, false])
    expect([crosses([0.5625, -2, 0], [0.5625, 2, 0]), crosses([0.5, -2, 0], [0.5, 2, 0])]).toEqual([true, false])
    expect([crosses([7.4375, -2, 0], [7.4375, 2, 0]), crosses([7.5, -2, 0], [7.5, 2, 0])]).toEqual([true, false])
    expect([crosses([3, -0.5625, 0], [3, 2, 0]), crosses([3, -0.5, 0], [3, 2, 0])]).toEqual([true, false])
    expect([crosses([3, -2, 0], [3, 0.5625, 0]), crosses([3, -2, 0], [3, 0.5, 0])]).toEqual([true, false])
    expect(crosses([0, 0.25, 0.25], [8, 0.25, 0.25])).toBe(false)
    const joined = { places: [...main, [3, -2, 0], [3, 2, 0]] as Vec[] }
    expect(met({ ...joined, frames: [[0, 1], [2, 3]] }).crossing).toEqual([[0, 1]]) // biome-ignore format: short
  })

  it('lie on a frame at most the tolerance off it, more than the tolerance from both its ends', () => {
    const isOn = (place: Vec) => met({ places: [...main, place], frames: [[0, 1]], supports: [2] }).nodesOn.length === 1
    expect([isOn([3, 0.5, 0]), isOn([3, 0, -0.5]), isOn([3, 0.5625, 0]), isOn([3, 0.375, 0.375])]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([isOn([0.5625, 0, 0]), isOn([0.5, 0, 0]), isOn([7.4375, 0, 0]), isOn([7.5, 0, 0])]).toEqual([true, false, true, false])
    expect([isOn([-0.0625, 0.5, 0]), isOn([0, 0.5, 0]), isOn([0.25, 0.5, 0]), isOn([8.25, 0.5, 0])]).toEqual([false, false, true, false]) // biome-ignore format: short
    // By itself a node is no mistake.
    expect(met({ places: [...main, [3, 0, 0]], frames: [[0, 1]] }).nodesOn).toEqual([])
  })

  const given = fc.array(somewhere(8, 4, 4), { minLength: 3, maxLength: 8 }).chain((places) => {
    const node = fc.nat(places.length - 1)
    const frame = fc.tuple(node, node).filter(([a, b]) => a !== b)
    const unlike = (pair: readonly number[]) => [...pair].sort().join()
    return fc.record({
      places: fc.constant(places),
      frames: fc.uniqueArray(frame, { minLength: 1, maxLength: 12, selector: unlike }),
      supports: fc.uniqueArray(node, { maxLength: 2 }),
    })
  })

  it('are those that trying all pairs finds (property)', () => {
    const told = { overlapping: 0, crossing: 0, nodesOn: 0 }
    fc.assert(
      fc.property(given, ({ places, supports, ...sent }) => {
        const frames = sent.frames.filter(([a, b]) => distance(places[a]!, places[b]!) > τ)
        const all = frames.map(([a, b]) => ({ a, b, p: places[a]!, q: places[b]!, long: distance(places[a]!, places[b]!) }))
        type Frame = (typeof all)[number]
        const along = ({ p, q, long }: Frame, at: Vec) => dot(subtract(at, p), scale(subtract(q, p), 1 / long))
        const off = (one: Frame, at: Vec) => distance(at, pointOf(one, along(one, at)))
        const pointOf = ({ p, q, long }: Frame, s: number) => add(p, scale(subtract(q, p), s / long))
        const overlaps = (one: Frame, other: Frame) => {
          const [longer, shorter] = one.long >= other.long ? [one, other] : [other, one]
          const [from, to] = [along(longer, shorter.p), along(longer, shorter.q)].sort((a, b) => a - b) as [number, number]
          const common = Math.min(longer.long, to) - Math.max(0, from)
          return off(longer, shorter.p) <= τ && off(longer, shorter.q) <= τ && common > τ
        }
        const crosses = (one: Frame, other: Frame) => {
          // Where the lines come nearest: what joins the two points stands square on both.
          const [u, v] = [one, other].map(({ p, q, long }) => scale(subtract(q, p), 1 / long)) as [Vec, Vec]
          const [w, b] = [subtract(one.p, other.p), dot(u, v)]
          const [d, e, bend] = [dot(u, w), dot(v, w), 1 - b * b]
          if (bend < 1e-12 || overlaps(one, other)) return false
          const [s, t] = [(b * e - d) / bend, (e - b * d) / bend]
          const isWithin = s > τ && s < one.long - τ && t > τ && t < other.long - τ
          const isJoined = [other.a, other.b].some((node) => node === one.a || node === one.b)
          return isWithin && !isJoined && distance(pointOf(one, s), pointOf(other, t)) <= τ
        }
        const pairs = (holds: typeof crosses) =>
          all.flatMap((one, i) => all.flatMap((other, j) => (j > i && holds(one, other) ? [[i, j]] : [])))
        const isOn = (at: Vec, one: Frame) => {
          const s = along(one, at)
          return s >= 0 && s <= one.long && off(one, at) <= τ && distance(at, one.p) > τ && distance(at, one.q) > τ
        }
        const on = places.flatMap((at, node) =>
          all.flatMap((one, k) => {
            const isHeld = supports.includes(node)
            const isOfAnother = all.some(
              (other) => other !== one && (other.a === node || other.b === node) && !overlaps(one, other),
            )
            return isOn(at, one) && (isHeld || isOfAnother) ? [[node, k]] : []
          }),
        )
        const found = met({ places, frames, supports })
        expect(found).toEqual({ overlapping: pairs(overlaps), crossing: pairs(crosses), nodesOn: on })
        for (const kind of ['overlapping', 'crossing', 'nodesOn'] as const) told[kind] += found[kind].length
      }),
      { numRuns: 150 },
    )
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(3)
  })

  it('are looked for in no more pairs than may be', () => {
    const whole = { ...MOST_PAIRS }
    try {
      Object.assign(MOST_PAIRS, { looked: 60, ofEach: 0 })
      // A node on a long frame, of which many others go on along it: whether one of them leaves it is asked of each.
      const others = Array.from({ length: 200 }, (_, k): Vec => [50 + k, 0, 0])
      const comb = structure({ places: [[0, 0, 0], [999, 0, 0], [40, 0, 0], ...others], frames: [[0, 1], ...others.map((_, k) => [2, 3 + k] as const)] }) // biome-ignore format: short
      const { steps, overlapping, nodesOn } = frameMeetings(comb)
      expect(steps).toBeGreaterThanOrEqual(2 * 60)
      expect(steps).toBeLessThanOrEqual(2 * 60 + 4)
      expect([overlapping.isCutShort, nodesOn.isCutShort]).toEqual([true, true])
      Object.assign(MOST_PAIRS, { looked: 60, ofEach: 1000 })
      expect(frameMeetings(comb)).toMatchObject({ overlapping: { isCutShort: false }, nodesOn: { all: [], isCutShort: false } })
    } finally {
      Object.assign(MOST_PAIRS, whole)
    }
  })
})

describe('nodes at one place', () => {
  const chains = (places: readonly Vec[], tolerance = τ) =>
    [...coincidentNodes({ ...structure({ places }), tolerance })].map(({ elements }) =>
      elements.map(({ id }) => Number(id.slice(1))),
    )

  it('are at most the tolerance apart, in chains', () => {
    expect(chains([[0, 0, 0], [0.5, 0, 0], [0.5, 0.5, 0], [0.5, 0.5, 0.5625], [3, 0, 0], [3, 0, 0]])).toEqual([[0, 1, 2], [4, 5]]) // biome-ignore format: short
    expect(
      chains([
        [0, 0, 0],
        [0.375, 0.375, 0],
      ]),
    ).toEqual([])
    expect(chains([[0, 0, 0], [1e-9, 0, 0], [0, 0, 0]], 0)).toEqual([[0, 2]]) // biome-ignore format: short
  })

  it('are those that trying all pairs finds (property)', () => {
    fc.assert(
      fc.property(fc.array(somewhere(4, 4, 4), { minLength: 2, maxLength: 40 }), (places) => {
        const of = places.map((_, k) => k)
        for (const _ of places)
          for (const [i, p] of places.entries())
            for (const [j, q] of places.entries()) if (length(subtract(p, q)) <= τ) of[i] = of[j] = Math.min(of[i]!, of[j]!)
        const groups = places.map((_, k) => of.flatMap((first, i) => (first === k ? [i] : []))).filter(({ length }) => length > 1)
        expect(chains(places)).toEqual(groups)
      }),
      { numRuns: 60 },
    )
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
    expect(longer).toEqual(['warning close_nodes: node T2, node N'])
    const link = found((batch) => {
      batch.nodes.push(node('N', 6, 5, 4 + 0.005))
      batch.frames.push(frame('Z', 'T2', 'N'))
    })
    expect(link).toEqual([])
  })

  it('finds nodes that were written twice: nearer together than a thousandth of the median frame, and than 5 mm', () => {
    const off = (metres: number, by = 1, current = 'kN, m, C') =>
      found((batch) => {
        batch.units = { current }
        batch.nodes.push(node('N', 6 + metres / by, 0, 4))
        frameOf(batch, 'G1').startNodeId = 'N'
        for (const { position } of batch.nodes) for (const axis of ['x', 'y', 'z'] as const) position[axis] *= by
        for (const { dimensions } of batch.sections) for (const key of Object.keys(dimensions ?? {})) dimensions![key]! *= by
      }).filter((line) => !line.includes('units_not_stated'))
    // Four columns of 4 m, beams of 5 m and 6 m: a thousandth is 4.5 mm.
    expect([off(0.0044), off(0.0046)]).toEqual([['warning close_nodes: node T1, node N'], []])
    expect([off(0.0044, 1, ''), off(0.0046, 1, '')]).toEqual([['warning close_nodes: node T1, node N'], []])
    // Of frames three times as long it is 13.5 mm, but a gap of 6 mm may be a joint.
    expect([off(0.0049, 3), off(0.0051, 3)]).toEqual([['warning close_nodes: node T1, node N'], []])
  })

  it('does not take a node written twice for one on the frame, whose division there would leave a sliver', () => {
    const column = findings((batch) => {
      batch.nodes.push(node('N', 0.0004, 0, 4), node('M', 0.0004, 0, 7))
      batch.frames.push(frame('U', 'N', 'M', 'column'), frame('R', 'M', 'T1'))
    })
    expect(lines(column)).toEqual(['warning close_nodes: node T0, node N'])
    expect(column[0]).toMatchObject({
      message:
        "2 nodes at almost one place: 'T0' and 'N', at most 0.0004 m from the first; frames and areas at different ones are not connected there",
      fix: 'If a joint or gap is meant, leave them and model the link; else merge the nodes into one: edit_model {"ops":[{"select":{"kinds":["nodes"],"ids":["T0","N"]},"merge":{"tolerance":0.00041}}]}.',
    })
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
      batch.nodes.push(node('X', 3, 5, 2), node('Y', 3.0051, 5, 2))
    })
    expect(chained.filter((line) => /coincident|close/.test(line))).toEqual(['warning coincident_nodes: node P, node Q, node R'])
    const crowd = findings((batch) => batch.nodes.push(...Array.from({ length: 101 }, (_, i) => node(`${i}`, 1, 9, 9))))
    const [{ message, elements } = { message: '', elements: [] }] = crowd.filter(({ code }) => code === 'coincident_nodes')
    expect(message).toMatch(/^101 nodes at one place: '0', '1', '2', '3' and 97 more; frames and areas/)
    expect([elements.length, elements[99]?.id]).toEqual([100, '99'])
  })

  it('finds frames between the same nodes, in either order', () => {
    const doubled = found((batch) => batch.frames.push(frame('D', 'T1', 'T0'), frame('E', 'T0', 'T1')))
    expect(doubled).toEqual(['warning duplicate_frame: frame G0, frame D, frame E'])
  })

  it('are drawn twice only with the same section, offset and rotation', () => {
    const told = (other: object) =>
      found((batch) => {
        batch.frames.push({ ...frame('R', 'T0', 'T1'), ...other })
      })
    const twice = ['warning duplicate_frame: frame G0, frame R']
    const beside = ['info duplicate_frame: frame G0, frame R']
    expect(told({})).toEqual(twice)
    expect(told({ sectionId: 'column' })).toEqual(beside)
    expect([told({ sectionOffset: { x: 0, y: 0.25 } }), told({ sectionOffset: { x: 0, y: 5e-5 } })]).toEqual([beside, twice])
    // An I section is the same after half a turn, and the other way round.
    expect([told({ rotation: 90 }), told({ rotation: 180 })]).toEqual([beside, twice])
    expect(told({ startNodeId: 'T1', endNodeId: 'T0' })).toEqual(twice)
    const [, rail] = findings((batch) => {
      batch.frames.push(frame('D', 'T1', 'T0'), frame('R', 'T0', 'T1', 'column'), frame('Q', 'T2', 'T3', 'column'))
    })
    expect(rail).toEqual({
      severity: 'info',
      code: 'duplicate_frame',
      message: '2 pairs of frames share their nodes with another section or offset (rail, composite)',
      elements: ['G0', 'R', 'G2'].map((id) => ({ kind: 'frame', id })),
    })
  })

  it('cross as plain bracing does by their roles, else by their slopes and middles; all such pairs in one row', () => {
    const crossing = (change: (batch: Batch) => void) =>
      findings((batch) => {
        batch.frames.push(frame('X1', 'B0', 'T1'), frame('X2', 'B1', 'T0'))
        change(batch)
      }).flatMap(({ code, message }) => (code === 'crossing_frames' ? [message] : []))
    const plain = '1 pair of braces crosses without a common node, as plain X-bracing does'
    const other = "Frames 'X1' and 'X2' cross without a common node"
    expect(crossing(() => {})).toEqual([plain])
    expect(crossing((batch) => batch.frames.push(frame('Y1', 'B1', 'T2'), frame('Y2', 'B2', 'T1')))).toEqual(['2 pairs of braces cross without a common node, as plain X-bracing does']) // biome-ignore format: short
    const wide = (role?: 'brace' | 'beam') => (batch: Batch) => {
      nodeOf(batch, 'T0').position.z = 1
      if (role) for (const id of ['X1', 'X2']) Object.assign(frameOf(batch, id), { role })
    }
    expect([crossing(wide()), crossing(wide('brace')), crossing(wide('beam'))]).toEqual([[other], [plain], [other]])
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
