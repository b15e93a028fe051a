import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { resolvedWhereSound } from '#lib/model/section/section-profile.ts'
import { areaFamily, roleOfKind } from '#lib/model/shape/shell-axes.ts'
import { vec } from '#lib/model/shape/vector.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import { type AreaRole, type FrameRole, familyOfArea, familyOfFrame } from '#lib/schema/roles.ts'
import type { ModelBuilder } from './model-builder.ts'

/** Leaves roles only where they say more than is guessed without them: another family, or a finer word. */
export function dropGuessedRoles(model: ModelBuilder): void {
  dropOfFrames(model)
  for (const area of model.all('areas')) {
    const { role, kind, nodeIds } = area
    if (!role) continue
    const outline = () => nodeIds.flatMap((id) => model.get('nodes', id)?.position ?? []).map(vec)
    const isGuessed = isFamily(role, familyOfArea) && areaFamily({ kind }, outline) === role
    if (isGuessed || roleOfKind(kind ?? '') === role) delete area.role
  }
}

const isFamily = <R extends FrameRole | AreaRole>(role: R, familyOf: (role: R) => string): boolean => familyOf(role) === role

function dropOfFrames(model: ModelBuilder): void {
  const frames = [...model.all('frames')]
  if (!frames.some(({ role }) => role && isFamily(role, familyOfFrame))) return
  const sections = [...model.all('sections')].map((section) => resolvedWhereSound(section, model.unit))
  const guessed = frameFamiliesOf({
    name: '',
    schemaVersion: 'viewer-model/v1',
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } },
    nodes: [...model.all('nodes')],
    frames: frames.map(({ role: _, ...frame }) => frame),
    areas: [...model.all('areas')],
    supports: [...model.all('supports')],
    sections: sections.map(sectionAsReturned),
    sectionDefinitions: sections.map(sectionDefinition),
  })
  for (const [k, frame] of frames.entries()) if (frame.role === guessed[k]) delete frame.role
}
