import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { roleMeant } from './synonyms.ts'

/** The fields of elements under the names that other programs and the trade have for them. */

/** Names of other programs and of the trade, in lower case; where a kind has several of them the first that it has is meant. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  openings: ['openingNodeIds'],
  holes: ['openingNodeIds'],
  start: ['startNodeId', 'from', 'line'],
  ...alike('startNodeId', 'i', 'jointi'),
  end: ['endNodeId', 'to', 'line'],
  ...alike('from', 'startangle', 'anglefrom'),
  ...alike('to', 'endangle', 'angleto'),
  ...alike('endNodeId', 'j', 'jointj'),
  section: ['sectionId'],
  ...alike('sectionId', 'startsection', 'sectionstart', 'section1', 'sectioni', 'beginsection'),
  ...alike('endSectionId', 'endsection', 'sectionend', 'section2', 'sectionj', 'tosection', 'tapersection', 'tapertosection'),
  ...alike('endSectionOffset', 'endoffset', 'offsetend', 'offset2', 'offsetj'),
  material: ['materialId'],
  offset: ['sectionOffset'],
  angle: ['rotation'],
  ...alike('rotation', 'beta', 'betaangle'),
  node: ['nodeId'],
  nodes: ['nodeIds'],
  frames: ['frameIds'],
  ...alike('releases', 'release', 'endreleases', 'memberreleases', 'hinges'),
  restraint: ['restraints'],
  fixity: ['restraints'],
  fixities: ['restraints'],
  ...alike('stiffness', 'spring', 'springs', 'springstiffness'),
  ...alike('thickness', 't', 'thk'),
  ...alike('selfWeight', 'selfweightmultiplier', 'selfweightfactor', 'selfweightcoefficient'),
  // of loads and combinations
  frame: ['frameId'],
  beam: ['frameId'],
  ...alike('frameId', 'elementid', 'element', 'memberid', 'member'),
  joint: ['nodeId'],
  area: ['areaId'],
  slab: ['areaId'],
  shell: ['areaId'],
  case: ['caseId'],
  loadcase: ['caseId'],
  loadcaseid: ['caseId'],
  lc: ['caseId'],
  pattern: ['caseId'],
  combination: ['combinationId'],
  combo: ['combinationId'],
  coefficient: ['factor'],
  coef: ['factor'],
  gamma: ['factor'],
  loadfactor: ['factor'],
  multiplier: ['factor'],
  forces: ['force'],
  distance: ['at'],
  position: ['at'],
  category: ['nature'],
  type: ['nature', 'restraints'],
  level: ['gridLineId'],
  levels: ['gridLineId'],
  storey: ['gridLineId'],
  profile: ['sectionId'],
  loadtype: ['nature', 'type'],
  // components
  ...Object.fromEntries(['f', 'm', 'u', 'd', 'q', 'r'].flatMap((of) => ['x', 'y', 'z'].map((axis) => [`${of}${axis}`, [axis]]))),
  ...{ r1: ['t'], r2: ['m2'], r3: ['m3'], u1: ['p'], u2: ['v2'], u3: ['v3'], n: ['p'] },
}
function alike(field: string, ...names: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, [field]]))
}
/** Of a section: what others call its profile. */
export const PROFILE_WORDS = new Set(['section', 'catalogue', 'designation', 'size', 'shape_name'])
/** Words for what a support holds, as fields of it. */
const HOLDS = new Set(['fixed', 'pinned', 'hinged', 'roller', 'encastre'])
/** Springs of a support, by the direction that they hold. */
const SPRINGS: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  ['x', 'y', 'z'].flatMap((axis, i) => [
    [`k${axis}`, `u${i + 1}`],
    [`kr${axis}`, `r${i + 1}`],
  ]),
)
export const springMeant = (key: string): string | undefined => SPRINGS[plain(key)]

const OF_SUPPORTS = /^(supports?|restraints?|constraints?|fixit(y|ies)|bc|boundary(condition)?s?|fixed|pinned)$/

/** Whether a field of a node says that it is held, which a support says here. */
export const holdsAsNode = (key: string, value: unknown): boolean =>
  OF_SUPPORTS.test(plain(key)) &&
  (value === true || Array.isArray(value) || isDictionary(value) || (typeof value === 'string' && !/^(free|none|)$/i.test(value)))

const plain = (key: string) => key.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The field that was meant by another name. */
export function nearField(key: string, fields: readonly string[], of: string, value?: unknown): string | undefined {
  if (of === 'material' && key === 'grade') return 'name'
  if (of === 'support' && HOLDS.has(key.toLowerCase())) return 'restraints'
  if (of === 'support' && springMeant(key) !== undefined) return 'stiffness'
  if (of === 'stiffness') return springMeant(key)
  if (of === 'section' && PROFILE_WORDS.has(key)) return 'profile'
  const name = plain(key)
  if (TYPE_WORDS.has(name) && fields.includes('role')) return fieldOfType(value, of)
  const alias = isKeyOf(ALIASES, name) ? ALIASES[name]?.find((one) => fields.includes(one)) : undefined
  return (
    alias ??
    fields.find((one) => [one, `${one}s`].some((form) => form.toLowerCase() === name) || `${name}s` === one.toLowerCase()) ??
    nearestIds([key], fields).get(key)
  )
}

const TYPE_WORDS = new Set(['type', 'elementtype', 'membertype', 'frametype', 'areatype'])

/** What the type of a frame or an area says: what it is for, or that its ends are free to turn. */
function fieldOfType(value: unknown, of: string): string | undefined {
  if (typeof value !== 'string') return undefined
  if (of === 'frame' && value.trim().toLowerCase() === 'truss') return 'releases'
  return roleOf(value, of) === undefined ? undefined : 'role'
}

/** The role that a word for what an element is says. */
export function roleOf(word: string, of: string): string | undefined {
  const roles: readonly string[] = of === 'area' ? AREA_ROLES : FRAME_ROLES
  const role = roleMeant(word)
  return role !== undefined && roles.includes(role) ? role : undefined
}
