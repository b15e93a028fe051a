import type { AreaFamily, AreaRole, FrameRole } from '#lib/schema/roles.ts'
import { entriesOf, keysOf } from '#lib/values/object-keys.ts'
import type { FrameUse } from '../roles-to-write.ts'
import type { StepEntity } from '../step/step-file.ts'
import { wordOf } from './ifc-values.ts'

/** Roles as IFC4 tells them: by the type of an element and its PredefinedType. */

export type IfcKind = readonly [type: string, predefined: string]
type Kinds<K extends string> = Readonly<Partial<Record<K, IfcKind>>>

const FRAMES: Kinds<FrameRole> = {
  column: ['IFCCOLUMN', 'COLUMN'],
  post: ['IFCMEMBER', 'POST'],
  pile: ['IFCPILE', 'NOTDEFINED'],
  beam: ['IFCBEAM', 'BEAM'],
  joist: ['IFCBEAM', 'JOIST'],
  purlin: ['IFCMEMBER', 'PURLIN'],
  rafter: ['IFCMEMBER', 'RAFTER'],
  chord: ['IFCMEMBER', 'CHORD'],
  brace: ['IFCMEMBER', 'BRACE'],
  strut: ['IFCMEMBER', 'STRUT'],
}
const AREAS: Kinds<AreaRole> = {
  floor: ['IFCSLAB', 'FLOOR'],
  landing: ['IFCSLAB', 'LANDING'],
  mat: ['IFCSLAB', 'BASESLAB'],
  roof: ['IFCSLAB', 'ROOF'],
  footing: ['IFCFOOTING', 'NOTDEFINED'],
  wall: ['IFCWALL', 'SOLIDWALL'],
  shell: ['IFCPLATE', 'NOTDEFINED'],
}

/** Those that come back. */
export const IFC_ROLES: readonly string[] = [...keysOf(FRAMES), ...keysOf(AREAS)]

/** By its word, else by its family. */
export const kindOfFrame = ({ role, family }: FrameUse): IfcKind =>
  (role && FRAMES[role]) || FRAMES[family] || ['IFCMEMBER', 'NOTDEFINED']

export const kindOfArea = (role: AreaRole | undefined, family: AreaFamily): IfcKind =>
  (role && AREAS[role]) || AREAS[family] || ['IFCSLAB', 'NOTDEFINED']

const roleByKind = <K extends string>(kinds: Kinds<K>) =>
  new Map(entriesOf(kinds).flatMap(([role, kind]) => (kind ? [[kind.join(' '), role] as const] : [])))
const FRAME_ROLE_BY_KIND = roleByKind(FRAMES)
const AREA_ROLE_BY_KIND = roleByKind(AREAS)
/** The kind that says a role where an area has none of its own; a panel is what its slope says, by kind. */
export const kindOfRole = (role: AreaRole | null | undefined) => (role === 'panel' ? null : role)

/** Types that say it whatever they are beside. */
const FRAME_TYPES: Readonly<Record<string, FrameRole>> = { IFCCOLUMN: 'column', IFCPILE: 'pile', IFCBEAM: 'beam' }
const AREA_TYPES: Readonly<Record<string, AreaRole>> = { IFCFOOTING: 'footing', IFCWALL: 'wall' }

const plainType = (type: string) => type.replace(/(STANDARD|ELEMENTED)CASE$/, '')

export function roleOfFrame({ type, values }: StepEntity): FrameRole | undefined {
  const plain = plainType(type)
  return FRAME_ROLE_BY_KIND.get(`${plain} ${wordOf(values[8])}`) ?? FRAME_TYPES[plain]
}

/** Plates are shells in our own files alone: others call panels, decks and gussets so. */
export function roleOfArea({ type, values }: StepEntity, isOurs: boolean): AreaRole | undefined {
  const plain = plainType(type)
  if (plain === 'IFCPLATE' && !isOurs) return undefined
  return AREA_ROLE_BY_KIND.get(`${plain} ${wordOf(values[8])}`) ?? AREA_TYPES[plain]
}
