import { rotationOf } from '#lib/geometry/rotation-to.ts'
import { sizesOf } from '#lib/model/section/section-outline.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { cross, dot, length, unit, type Vec } from '#lib/model/shape/vector.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { turnedLoad } from './loads/load-transform.ts'
import { loadsOn } from './loads/loads-on.ts'
import { hasDirection, noDirection } from './numbers.ts'
import type { Orient } from './operation.ts'
import type { Work } from './work.ts'

/** From axis 2 to the one that is to point there, in degrees about axis 1. The heel of an angle: its legs lie 45° either side. */
const FROM_AXIS_2: Readonly<Record<Orient['axis'], number>> = { '2': 0, '-2': 180, '3': -90, '-3': 90, heel: -135 }

/** Turns frames about their axis 1, so that an axis of the section points as nearly as it can where it is wanted. */
export function orient(work: Work, { axis, to, outward, turn = 0 }: Orient): void {
  const { facts, draft } = work
  if (!hasDirection(turn)) {
    work.problem('value_error', ['turn'], noDirection(turn), undefined, { error: {} })
    return
  }
  const loads = loadsOn(draft)
  for (const ordinal of work.selected('frames')) {
    const id = facts.id('frames', ordinal)
    const frame = draft.element('frames', id)
    if (axis === 'heel') {
      const section = facts.section('frames', ordinal)
      const stored = section === undefined ? undefined : draft.get('sections', section)
      const type = stored && sizesOf(stored).type
      if (type !== 'angle') {
        const has = section === undefined ? 'no section' : `section ${quoted(section)}${type ? ` of type ${type}` : ''}`
        work.problem('section_has_no_heel', ['axis'], `frame ${quoted(id)} has ${has}; only an angle has a heel`, id)
        continue
      }
    }
    const [a, b] = [facts.place(frame.startNodeId), facts.place(frame.endNodeId)]
    const axes = localAxes(a, b)
    const towards: Vec = to
      ? [to.x ?? 0, to.y ?? 0, to.z ?? 0]
      : [(a[0] + b[0]) / 2 - (outward?.x ?? 0), (a[1] + b[1]) / 2 - (outward?.y ?? 0), 0]
    const v = to || length(towards) > facts.tolerance ? unit(towards) : null
    if (!axes || !v || length(cross(v, axes[0])) <= 1e-6) {
      const why = !axes ? 'has no length' : !v ? 'stands on that line' : 'runs along that direction'
      work.problem(
        'direction_along_axis',
        [to ? 'to' : 'outward'],
        `frame ${quoted(id)} ${why}: nothing of it can point there`,
        id,
      )
      continue
    }
    const [, d2, d3] = axes
    const angle = (Math.atan2(dot(v, d3), dot(v, d2)) * 180) / Math.PI + FROM_AXIS_2[axis] + turn
    const rotation = rotationOf(angle, frame.rotation)
    if (rotation === frame.rotation) continue
    draft.put('frames', { ...frame, rotation })
    // What is loaded along local axes stays loaded as it is.
    const [before, after] = [localAxes(a, b, frame.rotation), localAxes(a, b, rotation)]
    if (!before || !after) continue
    const still = { turn: (v: Vec) => v, reflects: false, axes: { before, after } }
    for (const load of loads.frames.get(id) ?? []) draft.put('loads', turnedLoad(load, still))
  }
}
