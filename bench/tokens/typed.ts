/**
 * Models typed out by plain loops, to compare with what short calls made. Nothing here knows templates or tables of profiles: sizes are
 * written down as the standards print them.
 */

export type Item = { id: string } & Record<string, unknown>
export const KINDS = ['areas', 'frames', 'gridLines', 'materials', 'members', 'nodes', 'sections', 'supports'] as const
export type Typed = Record<(typeof KINDS)[number], Item[]>

/** A call of create_model, and what it must make. */
export type Building = { call: Record<string, unknown>; typed: () => Typed }

export const nothing = (): Typed => ({
  areas: [],
  frames: [],
  gridLines: [],
  materials: [],
  members: [],
  nodes: [],
  sections: [],
  supports: [],
})

/** What a standard's unit is in the model's: millimetres and inches in metres, inches in inches. */
export const [MM_IN_M, IN_IN_M, IN_IN_IN] = [0.001, 0.0254, 1] as const

/** A profile with the sizes of its standard: depth, width, flange, web, radius; of a pipe diameter and wall. `unit`: that of the standard. */
export function profile(
  section: { id: string; profile: string; materialId?: string },
  unit: number,
  type: string,
  [t3, t2, tf, tw, r]: (number | null)[],
): Item {
  const sizes = Object.entries({ t3, t2, tf, tw, r }).flatMap(([key, value]) => (value == null ? [] : [[key, value * unit]]))
  return { ...section, type, dimensions: Object.fromEntries(sizes) }
}

export const held = (directions: string) =>
  Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((one, i) => [one, directions[i] === '1']))

/** A frame as a model shows it: turned by 0 unless told otherwise. */
export const frame = (id: string, startNodeId: string, endNodeId: string, sectionId: string, more: object = {}): Item => ({
  id,
  startNodeId,
  endNodeId,
  sectionId,
  rotation: 0,
  ...more,
})

export const node = (id: string, x: number, y: number, z: number): Item => ({ id, position: { x, y, z } })

/** The first element in which they differ, in words; undefined when there is none. Order aside, numbers to 11 digits. */
export function difference(found: Typed, wanted: Typed): string | undefined {
  for (const kind of KINDS) {
    const there = new Map(found[kind].map((one) => [one.id, one]))
    if (there.size !== wanted[kind].length) return `${there.size} ${kind}, wanted ${wanted[kind].length}`
    for (const one of wanted[kind]) {
      const [is, should] = [canonical(there.get(one.id)), canonical(one)]
      if (is !== should) return `${kind}: ${is}, wanted ${should}`
    }
  }
  return undefined
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'number') return Number(one.toPrecision(11))
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
