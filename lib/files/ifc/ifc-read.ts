import { limits } from '#lib/runtime/limits.ts'
import { FileRefused, fileSyntax, overLimit } from '../file-refused.ts'
import type { FileToRead } from '../file-to-read.ts'
import { readStepFile, StepFault, type StepFile } from '../step/step-file.ts'
import { NestedTooDeep } from '../step/step-values.ts'
import { addGrids } from './grids-read.ts'
import { IfcReading } from './ifc-reading.ts'
import { readProgram, readUnits } from './ifc-units.ts'
import { textOf } from './ifc-values.ts'
import { AREA_TYPES } from './physical-areas.ts'
import { FRAME_TYPES } from './physical-frames.ts'
import { readPhysical } from './physical-read.ts'
import { noteOthers } from './products-left.ts'
import { FACE_TYPES, MEMBER_TYPES, readStructural } from './structural-read.ts'

/** IFC2X3, IFC4 and IFC4X3: the model that is analysed where there is one, else what is built. */
export function readIfc(file: FileToRead): void {
  try {
    read(file, readStepFile(file.text(), limits.nesting))
  } catch (error) {
    if (error instanceof StepFault) throw new FileRefused([fileSyntax([error.place], error.message)])
    if (error instanceof NestedTooDeep)
      throw new FileRefused([overLimit([], `lists are nested more than ${limits.nesting} deep`, limits.nesting)])
    throw error
  }
}

function read(file: FileToRead, step: StepFile): void {
  const { model, report, options } = file
  const units = readUnits(step)
  const program = readProgram(step)
  if (program) {
    model.source = program
    report.program = [program.system, program.version].filter((one) => one !== undefined).join(' ')
  }
  const [project] = step.idsOf('IFCPROJECT')
  model.name = project === undefined ? undefined : textOf(step.entity(project)?.values[2])
  if (units.length === null) report.note('guessed', 'units_missing')
  else {
    report.units = units.length
    model.units = { length: units.length }
  }
  for (const at of step.broken) report.note('dropped', 'line_not_understood', { example: `character ${at}` })
  for (const id of step.repeated) report.note('dropped', 'duplicate_row', { example: `#${id}` })
  const has = (types: readonly string[]) => types.some((type) => (step.counts.get(type) ?? 0) > 0)
  const isStructural = options.view === 'structural' || (options.view === 'auto' && has(MEMBER_TYPES))
  const reading = new IfcReading(file, step, units)
  if (isStructural) readStructural(reading)
  else readPhysical(reading)
  addGrids(reading)
  noteOthers(reading, isStructural ? [...FRAME_TYPES, ...AREA_TYPES] : [...MEMBER_TYPES, ...FACE_TYPES])
  report.note('guessed', 'value_missing', { count: step.words })
}
