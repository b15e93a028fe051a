import type { FreeForm } from './lenient-types.ts'
import { type Issue, valueError } from './model-error.ts'

/** What a load may be and say, by what it is on. */

/** The first type of each is the one that is meant where none is said. */
export const TYPES_ON = {
  nodeId: ['force', 'displacement'],
  frameId: ['distributed', 'point', 'temperature'],
  areaId: ['pressure'],
} as const
type Target = keyof typeof TYPES_ON
type LoadType = (typeof TYPES_ON)[Target][number]

const TARGETS: readonly Target[] = ['nodeId', 'frameId', 'areaId']
const NAME_OF = { nodeId: 'node', frameId: 'frame', areaId: 'area' } as const satisfies Record<Target, string>
const NAMES: readonly string[] = Object.values(TYPES_ON).flat()

/** Which types take a field, in the order of the schema. */
const TAKEN_BY: Readonly<Record<string, readonly LoadType[]>> = {
  force: ['force', 'distributed', 'point', 'pressure'],
  forceEnd: ['distributed'],
  moment: ['force', 'point'],
  displacement: ['displacement'],
  rotation: ['displacement'],
  axes: ['force', 'displacement', 'distributed', 'point', 'pressure'],
  at: ['point'],
  from: ['distributed'],
  to: ['distributed'],
  temperature: ['temperature'],
  gradient: ['temperature'],
  spread: ['pressure'],
  span: ['pressure'],
}

/** Of each type the fields that say how much: a load has one of them. */
const SIZES_OF: Readonly<Record<LoadType, readonly string[]>> = {
  force: ['force', 'moment'],
  displacement: ['displacement', 'rotation'],
  distributed: ['force', 'forceEnd'],
  point: ['force', 'moment'],
  temperature: ['temperature', 'gradient'],
  pressure: ['force'],
}

type Targeted = { nodeId?: unknown; frameId?: unknown; areaId?: unknown; type?: unknown }

/** What a load is on; undefined of one that says none, or several. */
const targetOf = (load: Targeted): Target | undefined => {
  const targets = TARGETS.filter((target) => load[target] != null)
  return targets.length === 1 ? targets[0] : undefined
}

/** The type of a load, by what it is on where it says none. */
export function typeOfLoad(load: Targeted): LoadType {
  const target = targetOf(load) ?? 'nodeId'
  return (load.type as LoadType | null | undefined) ?? TYPES_ON[target][0] // one of the schema's words
}

/** `a, b or c` */
const listed = (words: readonly string[], last: 'and' | 'or') =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}` : `${words[0]}`

/** The fields of which the load needs one and has none. */
function fieldsNeeded(load: FreeForm): readonly string[] {
  const sizes = SIZES_OF[typeOfLoad(load)] ?? []
  return sizes.some((field) => load[field] != null && !isEmpty(load[field])) ? [] : sizes
}

/** A vector of other keys alone would say nothing: `{"fz": -5}`. */
export function componentIssues(vector: FreeForm, components: readonly string[]): Issue[] {
  const keys = Object.keys(vector)
  if (keys.length === 0 || components.some((name) => vector[name] !== undefined)) return []
  const sent = keys.slice(0, MOST_KEYS).map((key) => `'${[...key].slice(0, 64).join('')}'`)
  return [valueError([], `components are ${listed(components, 'and')}; none is ${sent.join(', ')}`)]
}
const MOST_KEYS = 3

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** What is wrong with a load as it was sent, beyond its fields by themselves. */
export function loadIssues(load: FreeForm): Issue[] {
  const target = targetOf(load)
  if (!target) return [valueError([], 'a load is on a node, a frame or an area: give one of nodeId, frameId, areaId')]
  const types: readonly string[] = TYPES_ON[target]
  if (load.type != null && !types.includes(String(load.type))) {
    if (!NAMES.includes(String(load.type))) return [] // the field itself is told
    const article = NAME_OF[target] === 'area' ? 'an' : 'a'
    return [valueError(['type'], `${article} ${NAME_OF[target]} takes ${listed(types, 'or')}, not ${load.type}`)]
  }
  const type = typeOfLoad(load)
  const issues: Issue[] = []
  for (const [field, takers] of Object.entries(TAKEN_BY)) {
    if (load[field] != null && !takers.includes(type))
      issues.push(valueError([field], `${field} is of ${listed(takers, 'and')} loads only`))
    else if (field === 'axes') issues.push(...axesIssues(load.axes, target, type))
    else if (field === 'at' && type === 'point' && load.at == null)
      issues.push({ type: 'missing', loc: ['at'], msg: 'Field required' })
    else if (field === 'to' && type === 'distributed' && endsBeforeItBegins(load))
      issues.push(valueError(['to'], 'to must be greater than from'))
  }
  // A size that another type of load takes was meant, and is told.
  const needed = issues.length === 0 ? fieldsNeeded(load) : []
  if (needed.length > 0)
    issues.push(
      valueError(
        [],
        `a ${type} load needs ${listed(
          needed.filter((field) => field !== 'forceEnd'),
          'or',
        )}`,
      ),
    )
  return issues
}

function axesIssues(axes: unknown, target: Target, type: LoadType): Issue[] {
  if (target === 'nodeId' && (axes === 'local' || axes === 'projected'))
    return [valueError(['axes'], 'loads on nodes are in global axes')]
  if (type === 'point' && axes === 'projected') return [valueError(['axes'], 'point loads are in global or local axes')]
  return []
}

function endsBeforeItBegins({ from, to }: FreeForm): boolean {
  const [a, b] = [Number(from ?? 0), Number(to ?? 1)]
  return a >= 0 && a <= 1 && b >= 0 && b <= a // others are told at the field
}
