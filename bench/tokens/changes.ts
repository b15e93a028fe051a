import { frame, type Item, MM_IN_M, node, profile, type Typed } from './typed.ts'

/** Seven changes of the office, one a call. `makes`: the model typed out, from the one before. */

export type Change = {
  what: string
  tool: string
  arguments: Record<string, unknown>
  makes?: (states: Typed[]) => Typed
  says?: (answer: Answer) => boolean
}
// biome-ignore lint/suspicious/noExplicitAny: whatever a tool answers
export type Answer = any

const edit = (...ops: object[]) => ({ tool: 'service.edit_model', arguments: { ops } })
const last = (states: Typed[]) => states.at(-1)!
const HEB300 = { id: 'HEB300', profile: 'HEB 300', materialId: 'S355' }
const concrete = { materialId: 'C40/50' }

export const changes: Change[] = [
  {
    what: 'rename',
    ...edit({ name: 'Office in Ghent' }),
    makes: last,
  },
  {
    what: 'raise the levels from 2 by 0.5',
    ...edit({ select: { kinds: ['nodes'], box: { z: [7.2, null] } }, move: { z: 0.5 } }),
    makes: (states) => {
      const { nodes, gridLines, ...rest } = last(states)
      return {
        ...rest,
        nodes: nodes.map(({ id, position }) => {
          const { x, y, z } = position as { x: number; y: number; z: number }
          return node(id, x, y, z > 7 ? z + 0.5 : z)
        }),
        gridLines: gridLines.map((line) =>
          ['L2', 'L3', 'L4'].includes(line.id) ? { ...line, coordinate: (line.coordinate as number) + 0.5 } : line,
        ),
      }
    },
  },
  {
    what: 'columns on A to HEB 300',
    ...edit(
      { add: { materials: [{ id: 'S355' }], sections: [HEB300] } },
      { select: { role: 'column', on: 'A' }, set: { sectionId: 'HEB300', materialId: 'S355' } },
    ),
    makes: (states) => {
      const { frames, sections, materials, ...rest } = last(states)
      const steel = profile(HEB300, MM_IN_M, 'i_wide_flange', [300, 300, 19, 11, 27])
      return {
        ...rest,
        materials: [...materials, { id: 'S355' }],
        sections: [...sections, steel],
        frames: frames.map((one) => (one.id.startsWith('CA') ? { ...one, sectionId: 'HEB300', materialId: 'S355' } : one)),
      }
    },
  },
  {
    what: 'the bay between 3 and 4 out',
    ...edit({ select: { between: ['3', '4'] }, remove: true }),
    makes: (states) => {
      const { frames, areas, ...rest } = last(states)
      const isIn = ({ id }: Item) => /^(BY|S)[A-D]3-/.test(id)
      return { ...rest, frames: frames.filter((one) => !isIn(one)), areas: areas.filter((one) => !isIn(one)) }
    },
  },
  {
    what: 'a balcony of 2 m at D2 to D3, level 2',
    ...edit(
      {
        select: { ids: 'BYD2-2' },
        copy: { by: { x: 2 }, id: '{id}-out', join: { sectionId: 'B300X600', ...concrete, sectionOffset: { x: 0, y: -0.3 } } },
      },
      {
        add: {
          areas: [
            {
              id: 'Balcony',
              nodeIds: ['D2-2', 'D2-2-out', 'D3-2-out', 'D3-2'],
              thickness: 0.2,
              ...concrete,
              cardinalPoint: 'TOP',
            },
          ],
        },
      },
    ),
    makes: (states) => {
      const { nodes, frames, areas, ...rest } = last(states)
      const beam = { ...concrete, sectionOffset: { x: 0, y: -0.3 } }
      return {
        ...rest,
        nodes: [...nodes, node('D2-2-out', 24.5, 7.5, 7.7), node('D3-2-out', 24.5, 15, 7.7)],
        frames: [
          ...frames,
          frame('BYD2-2-out', 'D2-2-out', 'D3-2-out', 'B300X600', beam),
          frame('D2-2~1', 'D2-2', 'D2-2-out', 'B300X600', beam),
          frame('D3-2~1', 'D3-2', 'D3-2-out', 'B300X600', beam),
        ],
        areas: [
          ...areas,
          {
            id: 'Balcony',
            nodeIds: ['D2-2', 'D2-2-out', 'D3-2-out', 'D3-2'],
            thickness: 0.2,
            ...concrete,
            cardinalPoint: 'TOP',
          },
        ],
      }
    },
  },
  { what: 'undo the last two', tool: 'service.restore_revision', arguments: { undo: 2 }, makes: (states) => states.at(-3)! },
  {
    what: 'what changed since revision 3',
    tool: 'service.list_changes',
    arguments: { from: 3 },
    says: ({ revisions, net }) =>
      revisions.length === 4 &&
      revisions.at(-1).ops.join() === 'restore' &&
      JSON.stringify(Object.keys(net.added).sort()) === '["materials","sections"]' &&
      net.replaced.frames === 20,
  },
]
