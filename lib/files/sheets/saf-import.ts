import type { Vec } from '#lib/model/shape/vector.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { fileValue } from '../file-refused.ts'
import type { FileToRead } from '../file-to-read.ts'
import type { Shape } from '../frame-of-reference.ts'
import { unitsDisagree } from '../units-disagree.ts'
import { type GlobalAxes, globalAxes, type SectionAxes, sectionAxes } from './saf-conventions.ts'
import { type SafSheets, SERVICE } from './saf-sheets.ts'

/** A SAF file while it is read: what its sheets say of each other. */
export type SafImport = Pick<FileToRead, 'model' | 'report' | 'issues' | 'options'> & {
  sheets: SafSheets
  axes: GlobalAxes
  sectionAxes: SectionAxes
  isImperial: boolean
  isOurs: boolean
  /** Millimetres or inches in metres or feet. */
  size: (value: number) => number
  /** Of nodes, by id. */
  places: Map<string, Vec>
  /** Of sections, by id: what offsets are measured on. */
  shapes: Map<string, Shape>
  /** How sections vary along a member, by name: from one to another over the whole length; null where in another way. */
  varying: Map<string, SafTaper | null>
  /** Frames that a member became, by its name. */
  framesOf: Map<string, string[]>
  /** Of areas, by name: where each edge of the file begins and ends. */
  edgesOf: Map<string, [string, string][]>
}

/** `sides`: which sides of the sections stay in line; none: their centroids do. */
export type SafTaper = { start: string; end: string; sides: string }

export function beginSaf({ model, report, issues, options }: FileToRead, sheets: SafSheets): SafImport {
  const project = sheets.readPairs('Project')
  const pairs = sheets.readPairs('Model')
  const name = pairs.get('name') ?? project.get('name')
  if (name !== undefined) model.name = name
  const program = pairs.get('sourceapplication')
  const version = pairs.get('moduleversion')
  if (program !== undefined) model.source = { system: program, ...(version !== undefined && { version }) }
  report.program = [program, `SAF ${pairs.get('safversion') ?? ''}`.trim()].filter(Boolean).join(', ')

  const isImperial = readSystem(pairs.get('systemofunits'), { report, issues, options })
  model.units = isImperial
    ? { current: 'kip, ft, F', force: 'kip', length: 'ft', temperature: 'F' }
    : { current: 'kN, m, C', force: 'kN', length: 'm', temperature: 'C' }
  report.units = model.units.current ?? undefined
  const axes = readAxes(pairs.get('globalcoordinatesystem'), { report, issues })
  const lcs = pairs.get('lcsofcrosssection')
  const known = lcs === undefined ? undefined : sectionAxes(lcs)
  if (!known) report.note('guessed', 'section_axes_unknown', { ...(lcs !== undefined && { example: lcs }) })
  return {
    ...{ model, report, issues, options, sheets, isImperial, axes, isOurs: program === SERVICE },
    sectionAxes: known ?? { up: [0, 1], isMirrored: false },
    size: (value) => twelveDigits(value / (isImperial ? 12 : 1000)),
    ...{ places: new Map(), shapes: new Map(), varying: new Map(), framesOf: new Map(), edgesOf: new Map() },
  }
}

type ImportReport = Pick<FileToRead, 'report' | 'issues'>

function readSystem(
  text: string | undefined,
  { report, issues, options: { units } }: ImportReport & Pick<FileToRead, 'options'>,
): boolean {
  const system = text?.toLowerCase()
  if (system === 'metric' || system === 'imperial') {
    const disagreement = units === undefined ? undefined : unitsDisagree(system === 'metric' ? 'kN, m, C' : 'kip, ft, F', units)
    if (disagreement) issues.add(disagreement)
    return system === 'imperial'
  }
  if (text !== undefined) issues.add(fileValue(['Model', 'System of units'], `'${text}' is neither Metric nor Imperial`))
  if (units !== undefined) return unitsDisagree('kip, ft', units) === undefined
  report.note('guessed', 'units_missing', { example: 'Metric' })
  return false
}

function readAxes(text: string | undefined, { report, issues }: ImportReport): GlobalAxes {
  const none = { turn: (vector: Vec) => vector, isTurned: false }
  if (text === undefined) {
    report.note('guessed', 'axes_unknown', { example: 'Z vertical' })
    return none
  }
  const axes = globalAxes(text)
  if (!axes) issues.add(fileValue(['Model', 'Global coordinate system'], `'${text}' is none of the six that SAF has`))
  return axes ?? none
}
