import type { Load } from '#lib/schema/loads.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import { LETTERS, LEVELS, levels, NUMBERS } from './demo-grid.ts'
import type { Building } from './demo-parts.ts'

/** What the demo building carries, in kN, metres and °C, and its floors as diaphragms. */
export function demoLoads({
  nodes,
  frames,
  areas,
}: Building): Pick<CreateModel, 'loadCases' | 'loads' | 'combinations' | 'diaphragms'> {
  const loads: Load[] = []
  const at = new Map(nodes.map(({ id, position }) => [id, position]))
  const ends = ({ startNodeId, endNodeId }: ViewerFrame) => [at.get(startNodeId), at.get(endNodeId)]
  const onArea = (caseId: string, areaId: string, z: number, more: Partial<Load> = {}) =>
    loads.push({ id: `${areaId}~${caseId}`, caseId, areaId, force: { z }, ...more })

  for (const { id } of areas) {
    const [isRoof, isSlab] = [id.startsWith('Slab') && id.endsWith('R'), id.startsWith('Slab')]
    if (isSlab) onArea('SDL', id, isRoof ? -1 : -1.5)
    if (isRoof) onArea('S', id, -0.8)
    else if (isSlab || id.startsWith('Flight') || id.startsWith('Landing')) onArea('Q', id, -3)
    if (id.startsWith('Bridge deck')) onArea('Q', id, -5)
    if (id === 'Canopy glass') onArea('S', id, -0.8, { axes: 'projected' })
  }
  // The facade hangs on the beams at the edges of the floors, and hands them the wind: pressure on one side, suction on the other.
  for (const frame of frames) {
    const [start, end] = ends(frame)
    if (!start || !end || start.z !== end.z || start.z === LEVELS.G || !levels.some((level) => LEVELS[level] === start.z))
      continue
    const liesOn = (axis: 'x' | 'y', coordinate: number) => start[axis] === coordinate && end[axis] === coordinate
    const line = (caseId: string, force: Load['force']) =>
      loads.push({ id: `${frame.id}~${caseId}`, caseId, frameId: frame.id, force })
    const [west, east, south, north] = [
      liesOn('x', LETTERS.A),
      liesOn('x', LETTERS.E),
      liesOn('y', NUMBERS[1]),
      liesOn('y', NUMBERS[4]),
    ]
    if (west || east || south || north) line('SDL', { z: -1.5 })
    if (west || east) line('WX', { x: west ? 2.5 : 1.5 })
    if (south || north) line('WY', { y: south ? 2.5 : 1.5 })
  }
  for (const { id } of frames.filter(({ label }) => label?.startsWith('Bridge girder'))) {
    loads.push({ id: `${id}~T`, caseId: 'T', frameId: id, type: 'temperature', temperature: 25 })
  }

  const inUse = new Set(frames.flatMap(({ startNodeId, endNodeId }) => [startNodeId, endNodeId]))
  // The bridge slides, so it is no part of the floor that it comes from.
  const ofFloor = nodes.filter(({ id, position: { x, z } }) => inUse.has(id) && z === LEVELS[1] && x <= LETTERS.E)
  const sum = (id: string, name: string, factors: Record<string, number>) => ({
    id,
    name,
    terms: Object.entries(factors).map(([caseId, factor]) => ({ caseId, factor })),
  })
  return {
    loadCases: [
      { id: 'G', name: 'Own weight', nature: 'dead', selfWeight: 1 },
      { id: 'SDL', name: 'Finishes and facade', nature: 'superdead' },
      { id: 'Q', name: 'Offices, stairs, bridge', nature: 'live' },
      { id: 'S', name: 'Snow', nature: 'snow' },
      { id: 'WX', name: 'Wind along X', nature: 'wind' },
      { id: 'WY', name: 'Wind along Y', nature: 'wind' },
      { id: 'T', name: 'Bridge in the sun', nature: 'temperature' },
    ],
    loads,
    combinations: [
      sum('SLS', 'Characteristic', { G: 1, SDL: 1, Q: 1, S: 0.5 }),
      sum('ULS', 'Floors lead', { G: 1.35, SDL: 1.35, Q: 1.5, S: 0.75 }),
      sum('ULS-WX', 'Wind along X leads', { G: 1.35, SDL: 1.35, Q: 1.05, S: 0.75, WX: 1.5, T: 0.9 }),
      sum('ULS-WY', 'Wind along Y leads', { G: 1.35, SDL: 1.35, Q: 1.05, S: 0.75, WY: 1.5 }),
      {
        id: 'ENV',
        name: 'All of them',
        type: 'envelope',
        terms: ['ULS', 'ULS-WX', 'ULS-WY'].map((combinationId) => ({ combinationId, factor: 1 })),
      },
    ],
    diaphragms: [
      { id: 'D-1', nodeIds: ofFloor.map(({ id }) => id) },
      ...levels.slice(2).map((level) => ({ id: `D-${level}`, gridLineId: `Level ${level}` })),
    ],
  }
}
