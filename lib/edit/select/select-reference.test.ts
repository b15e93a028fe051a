import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Kind, ViewerModel } from '#lib/schema/schema.ts'
import { factsOf } from './facts.ts'
import { select } from './select.ts'
import { Select } from './select-schema.ts'

/** Every condition against the filter written out: slow, in plain loops over the model, and sharing nothing with what is tested. */

type Any = Record<string, unknown> & { id: string }
type Place = [number, number, number]

/** Nodes of a grid of 6 m, each up to 1 mm off it, and what may hang on them. */
const models = fc
  .record({
    off: fc.array(fc.double({ min: -0.001, max: 0.001, noNaN: true }), { minLength: 81, maxLength: 81 }),
    frames: fc.array(fc.tuple(fc.nat(26), fc.nat(26), fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 12 }),
    areas: fc.array(fc.tuple(fc.nat(26), fc.nat(26), fc.nat(26), fc.nat(3), fc.constantFrom('slab', 'WALL', 'ramp', undefined)), {
      maxLength: 6,
    }),
    supports: fc.array(fc.tuple(fc.nat(26), fc.boolean()), { maxLength: 5 }),
    members: fc.nat(2),
  })
  .map(({ off, frames, areas, supports, members }): ViewerModel => {
    const sections = ['', 'IPE300', 'IPE*', 'HEA200'].slice(1)
    const made: CreateModel & { frames: Any[]; areas: Any[] } = {
      name: 'random',
      nodes: Array.from({ length: 27 }, (_, i) => ({
        id: `N${i}`,
        position: {
          x: 6 * (i % 3) + off[3 * i]!,
          y: 6 * (Math.trunc(i / 3) % 3) + off[3 * i + 1]!,
          z: 6 * Math.trunc(i / 9) + off[3 * i + 2]!,
        },
        ...(i % 4 === 0 && { label: i % 8 === 0 ? 'Corner' : 'corner 2' }),
      })),
      frames: frames.map(([a, b, section, material], i) => ({
        id: `F${i}`,
        startNodeId: `N${a}`,
        endNodeId: `N${b}`,
        rotation: 0,
        ...(section > 0 && { sectionId: sections[section - 1] }),
        ...(material > 0 && { materialId: `M${material}` }),
      })) as never,
      areas: areas.map(([a, b, c, section, kind], i) => ({
        id: `A${i}`,
        nodeIds: [`N${a}`, `N${b}`, `N${c}`],
        ...(section > 0 && { sectionId: sections[section - 1] }),
        ...(kind && { kind }),
      })) as never,
      supports: supports.map(([node, u1], i) => ({ id: `S${i}`, nodeId: `N${node}`, restraints: { u1 } })),
      members: Array.from({ length: Math.min(members, frames.length) }, (_, i) => ({
        id: `G${i}`,
        frameIds: [`F${i}`],
        sectionId: 'HEA200',
      })),
      sections: sections.map((id) => ({ id, type: 'pipe', name: `Profile ${id}`, materialId: 'M1' })),
      materials: ['M1', 'M2', 'M3'].map((id) => ({ id, name: `Steel ${id}` })),
      gridLines: [
        ...[0, 6, 12].map((coordinate, i) => ({ id: `X${i}`, axis: 'X' as const, coordinate, label: 'ABC'[i]! })),
        ...[0, 6].map((coordinate, i) => ({ id: `Y${i}`, axis: 'Y' as const, coordinate, label: String(i + 1) })),
        ...[0, 6].map((coordinate, i) => ({ id: `Z${i}`, axis: 'Z' as const, coordinate, label: `Level ${i}` })),
      ],
    }
    return returnedModel(made)
  })

const range = fc.tuple(fc.option(fc.integer({ min: -1, max: 8 })), fc.option(fc.integer({ min: 8, max: 13 })))
const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const conditions = {
  kinds: some('nodes', 'frames', 'areas', 'supports', 'members', 'sections', 'materials', 'gridLines'),
  ids: some('N1*', 'F*', '*1', 'A*', '*', 'G*', 'N*2*'),
  label: some('', 'corner', 'CORNER*', '*2'),
  role: some('column', 'beam', 'brace', 'floor', 'wall', 'ramp', 'shell'),
  section: some('', 'IPE\\*', 'HEA200', 'IPE*', 'Profile *'),
  material: some('', 'M1', '*M2', 'Steel *'),
  member: some('G*', '*0'),
  storey: some('Level 0', 'level 1', 'Z1'),
  on: some('A', 'X1', '1', 'Level 1', 'B'),
  between: fc.constantFrom(['A', 'B'], ['C', 'A'], ['1', '2'], ['Level 0', 'Level 1']),
  box: fc.record({ x: range, y: range, z: range }, { requiredKeys: [] }),
  length: range,
  unused: fc.boolean(),
  unsupported: fc.boolean(),
}
const DEFAULT = ['nodes', 'frames', 'areas', 'supports', 'members']
const CAN: Record<string, string> = {
  ids: 'nodes frames areas supports members sections materials gridLines',
  label: 'nodes frames areas gridLines',
  role: 'frames areas members',
  section: 'frames areas members sections',
  material: 'frames areas members',
  member: 'frames members',
  storey: 'nodes frames areas supports members',
  on: 'nodes frames areas supports members',
  between: 'nodes frames areas supports members',
  box: 'nodes frames areas supports members',
  length: 'frames members',
  connectedTo: 'nodes frames areas supports members',
  unused: 'nodes sections materials',
  unsupported: 'nodes frames areas supports',
}

type Asked = Record<string, never> & { kinds?: string[] }

/** All elements of the model that meet every condition, as `kind id`; `usual`: of these kinds where none is said. */
function written(model: ViewerModel, asked: Asked, usual = DEFAULT): string[] {
  const all = (kind: string) => ((model as Record<string, unknown>)[kind] ?? []) as Any[]
  const at = (node: string): Place => {
    const { x, y, z } = model.nodes.find(({ id }) => id === node)!.position
    return [x, y, z]
  }
  const framesOf = (member: Any) => all('frames').filter(({ id }) => (member.frameIds as string[]).includes(id))
  const nodes = (kind: string, one: Any): string[] =>
    kind === 'nodes' ? [one.id]
    : kind === 'frames' ? [one.startNodeId as string, one.endNodeId as string]
    : kind === 'areas' ? (one.nodeIds as string[])
    : kind === 'supports' ? [one.nodeId as string]
    : kind === 'members' ? framesOf(one).flatMap((frame) => nodes('frames', frame))
    : [] // biome-ignore format: a table
  const used = [...all('frames').flatMap((one) => nodes('frames', one)), ...all('areas').flatMap((one) => nodes('areas', one))]
  const spread = (axis: number) => {
    const values = (used.length > 0 ? used : model.nodes.map(({ id }) => id)).map((node) => at(node)[axis]!)
    return Math.max(...values) - Math.min(...values)
  }
  const slack = 1e-4 * Math.hypot(spread(0), spread(1), spread(2))
  const line = (name: string) => {
    const lines = all('gridLines')
    const found =
      lines.find(({ id }) => id === name) ??
      lines.find(({ label }) => label === name) ??
      lines.find(({ label }) => String(label).toLowerCase() === name.toLowerCase())!
    return { axis: 'XYZ'.indexOf(String(found.axis)), at: found.coordinate as number }
  }
  const like = (patterns: string[], values: string[], flags = '') =>
    values.length === 0
      ? patterns.includes('')
      : patterns.some((pattern) => {
          const source = pattern.replace(/\\\*|\*|[.+?^${}()|[\]\\]/g, (part) =>
            part === '*' ? '.*' : part === '\\*' ? '\\*' : `\\${part}`,
          )
          return values.some((value) => new RegExp(`^${source}$`, flags).test(value))
        })
  const named = (kind: string, id: unknown) =>
    id == null ? [] : [String(id), String(all(kind).find((one) => one.id === id)?.name)]
  const sectionOf = (kind: string, one: Any) => (kind === 'sections' ? one.id : one.sectionId)
  const materialOf = (kind: string, one: Any) =>
    one.materialId ?? all('sections').find(({ id }) => id === sectionOf(kind, one))?.materialId
  const length = (kind: string, one: Any): number => {
    if (kind === 'members') return framesOf(one).reduce((sum, frame) => sum + length('frames', frame), 0)
    const [a, b] = nodes(kind, one).map(at) as [Place, Place]
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  }
  const isBetween = (value: number, [from, to]: (number | null)[]) =>
    (from === null || value >= from! - slack) && (to === null || value <= to! + slack)
  const held = all('supports').filter(({ restraints }) => (restraints as { u1: boolean }).u1)
  /** Nodes that a walk along frames and areas reaches. */
  const reached = (start: string): Set<string> => {
    const seen = new Set([start])
    for (let before = 0; before !== seen.size; ) {
      before = seen.size
      for (const kind of ['frames', 'areas'])
        for (const one of all(kind))
          if (nodes(kind, one).some((node) => seen.has(node))) for (const node of nodes(kind, one)) seen.add(node)
    }
    return seen
  }
  // As colours and legends have it; what frames are guessed to be is tested beside `frame-guess.ts`.
  const families = frameFamiliesOf(model)
  const role = (kind: string, one: Any): string => {
    const places = nodes(kind, one).map(at) as [Place, Place, Place]
    const from = (a: Place, b: Place): Place => [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    const long = (v: Place) => Math.hypot(...v)
    if (kind === 'frames') return families[all('frames').indexOf(one)]!
    const label = { slab: 'floor', WALL: 'wall', ramp: 'ramp' }[String(one.kind)]
    if (label) return label
    const [u, v] = [from(places[0], places[1]), from(places[0], places[2])]
    const n: Place = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const upright = long(n) < 1e-9 ? 1 : Math.abs(n[2]) / long(n)
    return upright >= Math.cos(Math.PI / 6) ? 'floor' : upright <= Math.sin(Math.PI / 18) ? 'wall' : 'shell'
  }
  const height =
    Math.max(...model.nodes.map(({ position }) => position.z)) - Math.min(...model.nodes.map(({ position }) => position.z))
  const storey = (kind: string, one: Any) => {
    const top = Math.max(...nodes(kind, one).map((node) => at(node)[2]))
    const levels = all('gridLines').filter(({ axis }) => axis === 'Z')
    return (levels.find(({ coordinate }) => (coordinate as number) >= top - height / 1000) ?? levels.at(-1)!).coordinate
  }
  const isOn = (kind: string, one: Any, { axis, at: coordinate }: ReturnType<typeof line>) =>
    nodes(kind, one).every((node) => Math.abs(at(node)[axis]! - coordinate) <= slack)

  const tests: Record<string, (kind: string, one: Any, value: never) => boolean> = {
    ids: (_, one, value) => like(value, [one.id]),
    label: (_, one, value) => like(value, one.label ? [String(one.label)] : [], 'i'),
    role: (kind, one, value: string[]) => {
      if (kind !== 'members') return value.includes(role(kind, one))
      const [first, ...others] = framesOf(one).map((frame) => role('frames', frame))
      return asked.kinds?.includes(kind) === true && value.includes(first ?? '') && others.every((other) => other === first)
    },
    section: (kind, one, value) => like(value, named('sections', sectionOf(kind, one))),
    material: (kind, one, value) => like(value, named('materials', materialOf(kind, one))),
    member: (kind, one, value) => {
      const member = kind === 'members' ? one : all('members').find(({ frameIds }) => (frameIds as string[]).includes(one.id))
      return like(value, member ? [member.id] : [])
    },
    storey: (kind, one, value: string[]) => value.some((name) => line(name).at === storey(kind, one)),
    on: (kind, one, value: string[]) =>
      [0, 1, 2].every((axis) => {
        const lines = value.map(line).filter((each) => each.axis === axis)
        return lines.length === 0 || lines.some((each) => isOn(kind, one, each))
      }),
    between: (kind, one, value: string[]) => {
      const [a, b] = value.map(line) as [ReturnType<typeof line>, ReturnType<typeof line>]
      const ends = [Math.min(a.at, b.at), Math.max(a.at, b.at)]
      return nodes(kind, one).every((node) => isBetween(at(node)[a.axis]!, ends)) && !isOn(kind, one, a) && !isOn(kind, one, b)
    },
    box: (kind, one, value: Partial<Record<'x' | 'y' | 'z', (number | null)[]>>) =>
      nodes(kind, one).every((node) =>
        (['x', 'y', 'z'] as const).every((name, axis) => isBetween(at(node)[axis]!, value[name] ?? [null, null])),
      ),
    length: (kind, one, value) => isBetween(length(kind, one), value),
    unused: (kind, one, value: boolean) => {
      const sectionsUsed = [...all('frames'), ...all('areas'), ...all('members')].map(({ sectionId }) => sectionId)
      const materialsUsed = [...all('frames'), ...all('areas'), ...all('members'), ...all('sections')].map(
        ({ materialId }) => materialId,
      )
      const nodesUsed = [...used, ...all('supports').map(({ nodeId }) => nodeId)]
      return { nodes: nodesUsed, sections: sectionsUsed, materials: materialsUsed }[kind]!.includes(one.id) !== value
    },
    unsupported: (kind, one, value: boolean) => {
      const isHeld =
        kind === 'supports' ? held.includes(one)
        : kind === 'nodes' ? held.some(({ nodeId }) => nodeId === one.id)
        : held.some(({ nodeId }) => reached(nodes(kind, one)[0]!).has(nodeId as string)) // biome-ignore format: a table
      return isHeld !== value
    },
    connectedTo: (kind, one, value: Asked) => {
      const others = written(model, value)
      return others.some((name) => {
        if (name === `${kind} ${one.id}`) return false
        const [of, id] = name.split(' ') as [string, string]
        const theirs = nodes(of, all(of).find((each) => each.id === id)!)
        return nodes(kind, one).some((node) => theirs.includes(node))
      })
    },
  }
  const names = Object.keys(asked).filter((name) => name in tests)
  const kinds = (asked.kinds ?? usual).filter((kind) => names.every((name) => CAN[name]!.split(' ').includes(kind)))
  const without = asked.not ? written(model, asked.not as Asked, kinds) : []
  return kinds.flatMap((kind) =>
    all(kind)
      .filter((one) => names.every((name) => tests[name]!(kind, one, asked[name] as never)))
      .map(({ id }) => `${kind} ${id}`)
      .filter((name) => !without.includes(name)),
  )
}

const simple = fc.record(conditions, { requiredKeys: [] })
const nested = fc
  .tuple(simple, fc.option(simple, { nil: undefined }), fc.option(simple, { nil: undefined }))
  .map(([one, not, connectedTo]) => ({ ...one, ...(not && { not }), ...(connectedTo && { connectedTo }) }))

/** At most so many conditions, or nothing would ever be left. */
const few = (asked: object, most: number) => Object.fromEntries(Object.entries(asked).slice(0, most))

test.each(Object.keys(conditions).filter((name) => name !== 'kinds'))('%s selects what the filter written out leaves', (name) => {
  const alone = fc.record({ [name]: conditions[name as keyof typeof conditions] as fc.Arbitrary<unknown> })
  fc.assert(fc.property(models, alone, compare), { numRuns: runs(60) })
})

test('conditions together, not and connectedTo select what the filters written out leave', () => {
  fc.assert(
    fc.property(models, nested, fc.constantFrom(1, 2, 3), (model, asked, most) => {
      const { not, connectedTo, ...own } = asked as Record<string, object>
      compare(model, {
        ...few(own, most),
        ...(not && { not: few(not, 1) }),
        ...(connectedTo && { connectedTo: few(connectedTo, 1) }),
      })
    }),
    { numRuns: runs(400) },
  )
})

function compare(model: ViewerModel, asked: object): void {
  const parsed = parse(Select, structuredClone(asked))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  const facts = factsOf(model)
  const found = select(facts, parsed.value)
  if ('issues' in found) {
    // A name that this random model has not, a condition that cannot be asked, an empty selection: told in `select.test.ts`.
    for (const { type } of found.issues)
      expect(['reference_not_found', 'condition_not_applicable', 'value_error']).toContain(type)
    return
  }
  const selection = 'selection' in found ? found.selection : new Map<Kind, number[]>()
  const names = [...selection].flatMap(([kind, ordinals]) => ordinals.map((ordinal) => `${kind} ${facts.id(kind, ordinal)}`))
  expect(names.sort()).toEqual(written(model, asked as Asked).sort())
  if ('emptied' in found) {
    const { condition, before } = found.emptied
    expect(condition === 'kinds' || before > 0).toBe(true)
  }
}
