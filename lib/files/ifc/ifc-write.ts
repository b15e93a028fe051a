import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { noteLosses } from '../note-losses.ts'
import { hasGrid, writeGrid } from './grids-write.ts'
import { IfcFile } from './ifc-file.ts'
import { IFC_ROLES, kindOfRole } from './ifc-roles.ts'
import { writePhysical } from './physical-write.ts'
import { IfcProfiles } from './profile-write.ts'
import { newtonsOf } from './stiffness.ts'
import { writeStructural } from './structural-write.ts'

const ALL_ROLES: readonly string[] = [...FRAME_ROLES, ...AREA_ROLES]

/**
 * IFC4 (ISO 16739-1:2018): what is built, what is analysed, or both. Placement axis is our axis 1, profile Y our axis 2, profile X the
 * opposite of our axis 3. No number is converted.
 */
export function writeIfc(input: ModelToWrite): Iterable<Uint8Array> {
  const { model, report, options } = input
  const view = options.view ?? 'physical'
  const hasStructure = view !== 'physical'
  // Springs and loads are numbers in newtons: of a model that says no unit of force nobody knows them.
  const forces = newtonsOf(model) === undefined ? [] : (['springs', 'loads'] as const)
  const held = [
    ...(['areas', 'openings', 'levels', 'labels'] as const),
    ...(hasGrid(model.gridLines) ? (['gridLines', 'skewGridLines', 'gridArcs'] as const) : []),
    ...(hasStructure ? (['releases', ...forces] as const) : []),
  ]
  // What is analysed says all words, but of areas the kind where there is one.
  noteLosses(model, report, held, hasStructure ? ALL_ROLES : IFC_ROLES)
  if (hasStructure)
    for (const { id, kind, role } of model.areas ?? [])
      if (role && (kind || !kindOfRole(role))) report.note('dropped', 'role', { example: `area ${id}` })
  if (!hasStructure)
    for (const { id } of model.supports ?? []) report.note('dropped', 'element_type', { example: `support ${id}` })
  const pieces = piecesOf(input, view)
  // All notes are taken while the file is made.
  return [...pieces]
}

function* piecesOf(input: ModelToWrite, view: 'physical' | 'structural' | 'both'): Generator<Uint8Array, void> {
  const file = new IfcFile(input)
  const profiles = new IfcProfiles(file)
  if (view !== 'structural') yield* writePhysical(file, profiles, input.report)
  if (view !== 'physical') yield* writeStructural(file, profiles, input.report)
  writeGrid(file, input.report)
  yield* file.end()
}
