/**
 * The files that models leave by and come in by: one row a format. Pages and both doors read this list; it imports nothing that a browser
 * lacks.
 *
 * To add a family of formats:
 * 1. A folder beside this file (`csi/`, `sheets/`, `ifc/`, `scripts/`, `drawn/`). Of this room it imports the files beside this one, and no
 *    other family; of others `lib/model`, `lib/geometry`, `lib/profiles`, `lib/schema`, `lib/values` and fflate.
 * 2. A row here for each format: `canWrite` and `canRead` say what exists.
 * 3. A line for each reader and writer in `codecs.ts`, loaded when first needed.
 * 4. `detect-format.ts` knows the content of all formats already; codes of notes stand in `note-codes.ts`.
 *
 * A reader gets a `FileToRead` (`file-to-read.ts`): bytes or text, options, `model` to add elements to, `report` for tables, notes and errors.
 * A writer gets a `ModelToWrite` and answers the report at once, from one walk over the model, and the pieces of the file when they are asked
 * for. Same model, same options, same bytes: no clock, order of elements as stored.
 */

export type FileType = {
  contentType: string
  /** Of the file's name, without the first dot. */
  ending: string
}

export type FileFormat = FileType & {
  /** In menus and messages. */
  title: string
  /** Under which heading of the export menu. */
  use: 'analysis' | 'bim' | 'look' | 'tables'
  /** Sent with gzip to who takes it: files that are no ZIP of their own. */
  isCompressible: boolean
  canRead: boolean
  canWrite: boolean
  /** Options of the export that are for this format alone. */
  exportOptions?: readonly (keyof ExportOptions)[]
  importOptions?: readonly ('encoding' | 'units' | 'up' | 'view')[]
  /** Its lengths are in a unit, so that it cannot be written without one. */
  needsUnit?: true
  /** Another type of file by an option. */
  variants?: { option: keyof ExportOptions; types: Readonly<Record<string, FileType>> }
  /** Endings of files that people pick for it, beside the one of an export. */
  alsoEnds?: readonly string[]
}

const TEXT = ['encoding', 'units'] as const
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const FORMATS = {
  s2k: {
    ...{ title: 'SAP2000', use: 'analysis', contentType: 'text/plain; charset=utf-8', ending: 's2k', isCompressible: true },
    ...{ canRead: true, canWrite: true, importOptions: TEXT, alsoEnds: ['$2k', 'b2k', '$br'] },
  },
  e2k: {
    ...{ title: 'ETABS', use: 'analysis', contentType: 'text/plain; charset=utf-8', ending: 'e2k', isCompressible: true },
    ...{ canRead: true, canWrite: true, importOptions: TEXT, alsoEnds: ['$et'] },
  },
  opensees: {
    ...{ title: 'OpenSees', use: 'analysis', contentType: 'text/x-python; charset=utf-8', ending: 'py', isCompressible: true },
    ...{ canRead: true, canWrite: true, exportOptions: ['language'], importOptions: [...TEXT, 'up'] },
    variants: { option: 'language', types: { tcl: { contentType: 'text/x-tcl; charset=utf-8', ending: 'tcl' } } },
  },
  saf: {
    ...{ title: 'SAF', use: 'analysis', contentType: WORKBOOK, ending: 'saf.xlsx', isCompressible: false, needsUnit: true },
    exportOptions: ['units'],
    ...{ canRead: true, canWrite: true, importOptions: ['units'], alsoEnds: ['xlsx'] },
  },
  xlsx: {
    ...{ title: 'Excel', use: 'tables', contentType: WORKBOOK, ending: 'xlsx', isCompressible: false },
    ...{ canRead: true, canWrite: true, importOptions: ['units'] },
  },
  csv: {
    ...{ title: 'CSV', use: 'tables', contentType: 'application/zip', ending: 'csv.zip', isCompressible: false },
    ...{ canRead: true, canWrite: true, importOptions: TEXT, alsoEnds: ['zip'] },
  },
  dxf: {
    ...{ title: 'DXF', use: 'look', contentType: 'image/vnd.dxf', ending: 'dxf', isCompressible: true },
    ...{ canRead: true, canWrite: true, importOptions: [...TEXT, 'up'] },
  },
  ifc: {
    ...{ title: 'IFC', use: 'bim', contentType: 'application/x-step', ending: 'ifc', isCompressible: true },
    ...{ canRead: true, canWrite: true, exportOptions: ['units', 'view'], importOptions: ['encoding', 'view'], needsUnit: true },
  },
  glb: {
    ...{ title: 'GLB', use: 'look', contentType: 'model/gltf-binary', ending: 'glb', isCompressible: true },
    ...{ canRead: false, canWrite: true, exportOptions: ['units', 'instancing'], needsUnit: true },
  },
} as const satisfies Record<string, FileFormat>

export type FormatId = keyof typeof FORMATS
export const FORMAT_IDS = Object.keys(FORMATS) as FormatId[] // all keys are known: it is a constant
export const formatOf = (id: FormatId): FileFormat => FORMATS[id]

export const LENGTHS = ['m', 'mm', 'cm', 'ft', 'in'] as const

/** What may be asked of an export beside its format. */
export type ExportOptions = {
  /** What the length unit is where the model does not say it. */
  units?: (typeof LENGTHS)[number] | undefined
  view?: 'physical' | 'structural' | 'both' | undefined
  language?: 'py' | 'tcl' | undefined
  instancing?: 'auto' | 'on' | 'off' | undefined
}

/** What may be said of a file beside its format. */
export type ImportOptions = {
  /** Shown in the report; its stem is the model's name where nothing else is. */
  fileName?: string | undefined
  /** A label of the WHATWG Encoding Standard. */
  encoding?: string | undefined
  /** `"kN, m, C"`, where the file states none. */
  units?: string | undefined
  up: 'z' | 'y'
  view: 'auto' | 'structural' | 'physical'
  profiles: 'resolve' | 'keep'
}

export function fileTypeOf(id: FormatId, options: ExportOptions = {}): FileType {
  const { contentType, ending, variants } = formatOf(id)
  return variants?.types[options[variants.option] ?? ''] ?? { contentType, ending }
}
