import { memberWithout } from '#lib/model/validate/members.ts'
import { digits } from './select/places.ts'
import { some, type Work } from './work.ts'

/** Joins nodes that lie together: in model order, each that is near one that was kept becomes that one. */
export function merge(work: Work, { tolerance }: { tolerance?: number | undefined }): void {
  const { facts, draft } = work
  const most = facts.diagonal / 100
  if (tolerance !== undefined && tolerance > most) {
    const msg = `the tolerance ${tolerance} is more than a hundredth of the model's diagonal (${digits(most)})`
    work.problem('tolerance_too_large', ['tolerance'], msg, undefined, { limit: digits(most) })
    return
  }
  const points = work.createPointIndex(tolerance ?? facts.tolerance)
  const becomes = new Map<string, string>()
  for (const ordinal of work.selected('nodes')) {
    const id = facts.id('nodes', ordinal)
    const near = points.near(facts.position(ordinal))
    if (near === undefined) points.add(id, facts.position(ordinal))
    else becomes.set(id, near)
  }
  if (becomes.size === 0) return
  const now = (id: string) => becomes.get(id) ?? id
  const goneFrames = new Set<string>()
  for (const frame of [...draft.all('frames')]) {
    const [startNodeId, endNodeId] = [now(frame.startNodeId), now(frame.endNodeId)]
    if (startNodeId === frame.startNodeId && endNodeId === frame.endNodeId) continue
    if (startNodeId !== endNodeId) draft.put('frames', { ...frame, startNodeId, endNodeId })
    else {
      goneFrames.add(frame.id)
      draft.remove('frames', frame.id)
      work.note('frames_collapsed', frame.id, (count, ids) => `${gone(count, 'frame', ids)}: both ends became one node`)
    }
  }
  for (const area of [...draft.all('areas')]) {
    const loops = [area.nodeIds, ...(area.openingNodeIds ?? [])]
    if (!loops.some((loop) => loop.some((id) => becomes.has(id)))) continue
    const joined = (loop: readonly string[]) => withoutRepeats(loop.map(now), loop[0] === loop.at(-1))
    const nodeIds = joined(area.nodeIds)
    if (new Set(nodeIds).size < 3) {
      draft.remove('areas', area.id)
      work.note('areas_collapsed', area.id, (count, ids) => `${gone(count, 'area', ids)}: fewer than three nodes were left`)
      continue
    }
    const openings = area.openingNodeIds?.map(joined).filter((loop) => {
      if (new Set(loop).size >= 3) return true
      work.note('openings_collapsed', area.id, (count, ids) => {
        const of = count === 1 ? 'an opening' : `${count} openings`
        return `${of} of areas ${some(ids, ids.length)} went: fewer than three nodes were left`
      })
      return false
    })
    const { openingNodeIds: _, ...others } = area
    draft.put('areas', { ...others, nodeIds, ...(openings && { openingNodeIds: openings }) })
  }
  for (const support of [...draft.all('supports')]) {
    if (becomes.has(support.nodeId)) draft.put('supports', { ...support, nodeId: now(support.nodeId) })
  }
  if (goneFrames.size > 0) {
    for (const member of [...draft.all('members')]) {
      if (!member.frameIds.some((id) => goneFrames.has(id))) continue
      const left = memberWithout(member, goneFrames)
      if (left) draft.put('members', left)
      else {
        draft.remove('members', member.id)
        work.note('members_collapsed', member.id, (count, ids) => `${gone(count, 'member', ids)}: no frame was left`)
      }
    }
  }
  mergeLoads(work, becomes, goneFrames)
  for (const [id, to] of becomes) {
    const { label } = draft.element('nodes', id)
    if (label && label !== draft.get('nodes', to)?.label)
      work.note('labels_lost', id, (count, ids) => `labels of ${count} merged nodes (${some(ids, count)}) are lost`)
    draft.remove('nodes', id)
    work.note('nodes_merged', id, (count, ids) => `${count} ${count === 1 ? 'node' : 'nodes'} merged: ${some(ids, count)}`)
  }
}

/** Loads and diaphragms name the nodes that are left; loads of what went, go. */
function mergeLoads(work: Work, becomes: ReadonlyMap<string, string>, goneFrames: ReadonlySet<string>): void {
  const { draft } = work
  for (const load of [...draft.all('loads')]) {
    const to = becomes.get(load.nodeId ?? '')
    const isGone = goneFrames.has(load.frameId ?? '') || (load.areaId != null && !draft.has('areas', load.areaId))
    if (to !== undefined) draft.put('loads', { ...load, nodeId: to })
    else if (isGone) {
      draft.remove('loads', load.id)
      work.note(
        'loads_gone',
        load.id,
        (count, ids) => `${gone(count, 'load', ids)}, with what ${count === 1 ? 'it was' : 'they were'} on`,
      )
    }
  }
  const taken = new Set<string>()
  for (const diaphragm of [...draft.all('diaphragms')]) {
    if (!diaphragm.nodeIds) continue
    const nodeIds = [...new Set(diaphragm.nodeIds.map((id) => becomes.get(id) ?? id))].filter((id) => !taken.has(id))
    for (const id of nodeIds) taken.add(id)
    if (nodeIds.length >= 2) {
      if (nodeIds.length !== diaphragm.nodeIds.length || diaphragm.nodeIds.some((id) => becomes.has(id)))
        draft.put('diaphragms', { ...diaphragm, nodeIds })
      continue
    }
    draft.remove('diaphragms', diaphragm.id)
    work.note(
      'diaphragms_collapsed',
      diaphragm.id,
      (count, ids) => `${gone(count, 'diaphragm', ids)}: fewer than two nodes were left`,
    )
  }
}

const gone = (count: number, word: string, ids: readonly string[]): string =>
  `${count === 1 ? word : `${word}s`} ${some(ids, count)} went`

/** Neighbours that became one node are one; a loop that was not closed is not now. */
function withoutRepeats(loop: readonly string[], wasClosed: boolean): string[] {
  const corners = loop.filter((id, i) => i === 0 || id !== loop[i - 1])
  return !wasClosed && corners.length > 1 && corners[0] === corners.at(-1) ? corners.slice(0, -1) : corners
}
