import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { pointIn } from './background.ts'

/**
 * Words of the trade, and of other programs, for words of ours. They come before what is spelt alike: "weight" is spelt like
 * "height", and means mass.
 */
const MEANT: Record<string, readonly string[]> = {
  // what is asked for
  weight: ['mass'],
  weights: ['mass'],
  tonnes: ['mass', 't'],
  tonne: ['t'],
  tons: ['t'],
  pounds: ['lb'],
  tonnage: ['mass'],
  levels: ['storey'],
  floors: ['floor', 'storey'],
  bay: ['between', 'grid'],
  bays: ['between', 'grid'],
  axis: ['plane', 'on', 'grid'],
  axes: ['on', 'grid'],
  gridline: ['on', 'grid'],
  gridlines: ['on', 'grid'],
  grid: ['on'],
  grids: ['on'],
  // roles
  beams: ['beam', 'frames'],
  braces: ['brace', 'frames'],
  bars: ['frames'],
  joints: ['nodes'],
  points: ['nodes', 'at'],
  cases: ['loadCases'],
  case: ['cases'],
  loadcase: ['cases'],
  loadcases: ['cases'],
  loadpatterns: ['loadCases', 'cases'],
  patterns: ['loadCases', 'cases'],
  combination: ['cases'],
  combinations: ['cases'],
  combo: ['cases'],
  combos: ['combinations', 'cases'],
  loadcombination: ['combinations', 'cases'],
  loadcombinations: ['combinations', 'cases'],
  restraints: ['supports'],
  constraints: ['supports'],
  boundaryconditions: ['supports'],
  nodalloads: ['loads'],
  frameloads: ['loads'],
  memberloads: ['loads'],
  arealoads: ['loads'],
  profiles: ['sections'],
  profile: ['section'],
  bracing: ['brace'],
  slab: ['floor'],
  slabs: ['floor', 'areas'],
  walls: ['wall', 'areas'],
  shells: ['areas'],
  plates: ['areas'],
  ramps: ['ramp'],
  // views and planes
  '3d': ['iso'],
  isometric: ['iso'],
  elevation: ['front'],
  yz: ['X'],
  zy: ['X'],
  xz: ['Y'],
  zx: ['Y'],
  type: ['role'],
  // verbs
  rename: ['renumber', 'name'],
  relabel: ['renumber'],
  delete: ['remove'],
  erase: ['remove'],
  translate: ['move'],
  shift: ['move'],
  duplicate: ['copy'],
  array: ['copy'],
  reflect: ['mirror'],
  split: ['divide'],
  assign: ['set'],
  update: ['set'],
  create: ['add'],
  // loads
  uniform: ['distributed'],
  udl: ['distributed'],
  line: ['distributed', 'on'],
  linear: ['distributed', 'add'],
  trapezoidal: ['distributed'],
  concentrated: ['point'],
  nodal: ['force'],
  joint: ['force'],
  settlement: ['settlement', 'displacement'],
  surface: ['pressure'],
  permanent: ['dead'],
  selfweight: ['dead'],
  'self weight': ['dead'],
  variable: ['live'],
  imposed: ['live'],
  earthquake: ['seismic'],
  quake: ['seismic'],
  thermal: ['temperature'],
  sum: ['add'],
  linear_add: ['add'],
  max: ['envelope'],
  // distances
  dx: ['x'],
  dy: ['y'],
  dz: ['z'],
  up: ['z'],
  vertical: ['z'],
  // numbers
  into: ['parts', 'as'],
  n: ['parts', 'times', 'p'],
  count: ['parts', 'times'],
  number: ['parts', 'times'],
  copies: ['times'],
  segments: ['parts'],
  pieces: ['parts'],
  floor: ['storey'],
  spacing: ['every'],
  interval: ['every'],
  distance: ['every'],
  center: ['about'],
  centre: ['about'],
  origin: ['about'],
  pivot: ['about'],
  degrees: ['angle'],
  theta: ['angle'],
  // results
  moment: ['forces'],
  moments: ['forces'],
  shear: ['forces'],
  shears: ['forces'],
  axial: ['forces', 'p'],
  memberforces: ['forces'],
  internalforces: ['forces'],
  utilization: ['stresses'],
  utilisation: ['stresses'],
  periods: ['modes'],
  frequencies: ['modes'],
  m22: ['m2', 'forces'],
  m33: ['m3', 'forces'],
  ...Object.fromEntries(['m2', 'm3', 'my', 'mz', 'v2', 'v3', 'vy', 'vz', 'p'].map((one) => [one, ['forces']])),
  // files of other programs
  ...Object.fromEntries(['sap2000', 'sap'].map((one) => [one, ['s2k']])),
  etabs: ['e2k'],
  ...Object.fromEntries(['revit', 'rvt', 'tekla', 'archicad', 'bim'].map((one) => [one, ['ifc']])),
  ...Object.fromEntries(['scia', 'rfem', 'dlubal'].map((one) => [one, ['saf']])),
  ...Object.fromEntries(['excel', 'xls', 'spreadsheet'].map((one) => [one, ['xlsx']])),
  ...Object.fromEntries(['dwg', 'autocad'].map((one) => [one, ['dxf']])),
  ...Object.fromEntries(['openseespy', 'tcl'].map((one) => [one, ['opensees']])),
  gltf: ['glb'],
  // elements that comments are on
  member: ['frame'],
  level: ['storey', 'grid_line'],
  stations: ['at'],
  station: ['at'],
  positions: ['at'],
  // texts that are made
  pattern: ['id'],
  format: ['id'],
  template: ['id'],
  scheme: ['id'],
  // arguments
  keep: ['copy'],
  about: ['on'],
  results: ['show'],
  result: ['show'],
  outputs: ['show'],
  output: ['show'],
  measures: ['show'],
  quantities: ['show'],
  metrics: ['show'],
  columns: ['column', 'frames', 'show'],
  orderby: ['sort'],
  sortby: ['sort'],
  order: ['sort'],
  group: ['groupBy'],
  groupby: ['groupBy'],
  top: ['plan', 'limit'],
  maxresults: ['limit'],
  pagesize: ['limit'],
  operations: ['ops'],
  edits: ['ops'],
  where: ['select'],
  filter: ['select'],
  selection: ['select'],
  version: ['revision'],
  to: ['revision'],
  query: ['q'],
  search: ['q'],
  name: ['q'],
  loop: ['for'],
  loops: ['for'],
  variables: ['for'],
  vars: ['for'],
  ranges: ['for'],
}

/** Which of `words` was meant; undefined where no word stands for any of them. */
export function meantBy(text: string, words: readonly string[]): string | undefined {
  const plain = text.toLowerCase().trim()
  const [form] = [plain, plain.replaceAll(/[\s_-]/g, '')].filter((one) => isKeyOf(MEANT, one))
  return form !== undefined && isKeyOf(MEANT, form) ? MEANT[form]?.find((word) => words.includes(word)) : undefined
}

/** Which role of frames or areas was meant. */
export function roleMeant(text: string): string | undefined {
  const roles = [...FRAME_ROLES, ...AREA_ROLES]
  return roles.find((one) => one === text.toLowerCase()) ?? meantBy(text, roles)
}

/** A list that was sent as an object by id: `{"A": {"x": 0, …}}`. */
export function listedById(value: Record<string, unknown>): Record<string, unknown>[] | undefined {
  const list: Dictionary[] = []
  for (const [id, one] of Object.entries(value)) {
    const element = pointIn(one) ?? one
    if (!isDictionary(element)) return undefined
    list.push('x' in element && 'y' in element ? { id, position: element } : { id, ...element })
  }
  return list.length === 0 ? undefined : list
}

/** Names under which other programs know a field. */
const OTHER_NAMES: Record<string, RegExp> = {
  position: /^(pos|coord(inate)?s?|location|point|xyz)$/,
  startNodeId: /^(start|from|i|ni|node[i1a]?|joint[i1a]|startnode|starti?d?|nodeiid|inode|fromnode(id)?|firstnode(id)?)$/,
  endNodeId: /^(end|to|j|nj|node[j2b]|joint[j2b]|endnode|endid|nodejid|jnode|tonode(id)?|secondnode(id)?)$/,
  nodeId: /^(node|nodeid|joint|jointid|at|point)$/,
  nodeIds: /^(nodes|joints|points|vertices|corners|outline|boundary|nodeid)$/,
  frameIds: /^(frames|frame|elements|frameid)$/,
  coordinate: /^(coord|ordinate|position|value|offset|at|elevation|location)$/,
  axis: /^(direction|dir|orientation|type)$/,
  id: /^(name|label|tag|number|no|uid|guid|key)$/,
  name: /^(title|label|modelname)$/,
  modelId: /^(id|model|model_?id)$/,
  comment: /^(id|thread|threadid|commentid|number)$/,
  caseId: /^(case|loadcase|loadcaseid|lc|pattern)$/,
  text: /^(comment|message|body|contents?)$/,
}

export function meansTheSame(sent: string, field: string): boolean {
  const plain = sent.toLowerCase().replaceAll(/[\s_-]/g, '')
  return plain === field.toLowerCase() || Boolean(OTHER_NAMES[field]?.test(plain)) || nearestIds([sent], [field]).has(sent)
}
