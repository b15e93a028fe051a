import { decodeText } from './texts.ts'
import { isZip, Zip } from './unzip.ts'

/** Which format a file is, by its content: names lie. */

/** Those that a file can be told to be, whether or not they are read. */
export type Detected =
  | { format: 's2k' | 'e2k' | 'saf' | 'ifc' | 'opensees' | 'dxf' | 'csv' | 'xlsx' | 'json' }
  | { unsupported: string }
  | undefined

/** Headers of long comments are as long as this at most. */
const LOOKED_AT = 256 * 1024

export function detectFormat(bytes: Uint8Array, fileName = ''): Detected {
  if (isZip(bytes)) return ofZip(bytes)
  const magic = ofMagic(bytes)
  if (magic) return magic
  const head = decodeText(headOf(bytes)).text
  return ofText(head) ?? ofName(fileName) ?? (looksBinary(head) ? undefined : ofTable(head))
}

/** Whole code units, so that a character cut in two does not make the text another encoding. */
function headOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= LOOKED_AT) return bytes
  const feed = bytes.lastIndexOf(0x0a, LOOKED_AT)
  return bytes.subarray(0, feed < LOOKED_AT / 2 ? LOOKED_AT : feed + 1 + (bytes[feed + 1] === 0 ? 1 : 0))
}

const looksBinary = (head: string) => head.slice(0, 4096).includes('\0')

function ofZip(bytes: Uint8Array): Detected {
  const zip = new Zip(bytes)
  if (zip.has('xl/workbook.xml')) return ofWorkbook(new TextDecoder().decode(zip.read('xl/workbook.xml')))
  if (zip.names.some((name) => /(?:^|\/)nodes\.csv$/i.test(name))) return { format: 'csv' }
  const [only, ...others] = zip.names
  if (only !== undefined && others.length === 0 && /\.ifc$/i.test(only)) return { format: 'ifc' }
  return undefined
}

function ofWorkbook(text: string): Detected {
  const sheets = [...text.matchAll(/<(?:\w+:)?sheet\b[^>]*\bname="([^"]*)"/g)].map(([, name = '']) => plainWord(name))
  if (sheets.includes('structuralpointconnection')) return { format: 'saf' }
  if (sheets.includes('nodes')) return { format: 'xlsx' }
  if (sheets.some((name) => CSI_SHEETS.includes(name)))
    return { unsupported: 'workbooks with tables of SAP2000 or ETABS are not read; export s2k or e2k' }
  return { unsupported: 'this workbook has neither SAF sheets nor a sheet Nodes' }
}

const CSI_SHEETS = [
  'programcontrol',
  'jointcoordinates',
  'connectivityframe',
  'frameassignssections',
  'storydefinitions',
  'objectgeometrypointc',
]
const plainWord = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const asciiAt = (bytes: Uint8Array, length: number) => String.fromCharCode(...bytes.subarray(0, length))

function ofMagic(bytes: Uint8Array): Detected {
  const start = asciiAt(bytes, 22)
  if (start.startsWith('glTF')) return { unsupported: 'glTF is for looking at a model and is not read' }
  if (/^AC10\d\d/.test(start)) return { unsupported: 'DWG is not read; save the drawing as DXF' }
  if (start.startsWith('AutoCAD Binary DXF')) return { unsupported: 'binary DXF is not read; save the drawing as ASCII DXF' }
  return undefined
}

/** In this order; the first that fits. */
function ofText(head: string): Detected {
  const text = head.replace(/^\ufeff/, '')
  if (/^\s*ISO-10303-21;/.test(text)) return ofStep(text)
  if (/^TABLE:\s+"/m.test(text)) return { format: 's2k' }
  if (/^\s*\$ (?:PROGRAM INFORMATION|CONTROLS|STORIES)/m.test(text)) return { format: 'e2k' }
  const [first = ''] = /\S/.exec(text) ?? []
  if (first === '{' || first === '[') return ofJson(text, first)
  if (/^(?:\s*999\r?\n.*\r?\n)*\s*0\r?\nSECTION\r?\n\s*2\r?\n/.test(text.slice(0, 65536))) return { format: 'dxf' }
  if (first === '<') return ofXml(text)
  if (/^STAAD\s+(?:SPACE|PLANE|TRUSS|FLOOR)/im.test(text))
    return { unsupported: 'STAAD files are not read; export SAF, IFC or DXF from STAAD.Pro' }
  if (/^\s*(?:node\s|ops\.node\(|model\s+[Bb]asic|ops\.model\(|\w+\.model\(\s*['"]basic)/m.test(text))
    return { format: 'opensees' }
  return undefined
}

function ofStep(text: string): Detected {
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/.exec(text)?.[1]?.toUpperCase()
  if (schema !== undefined && /^IFC(?:2X3|4)/.test(schema)) return { format: 'ifc' }
  return {
    unsupported: `STEP files of the schema ${schema?.slice(0, 40) ?? 'that is not said'} are not read; IFC 2x3, 4 and 4.3 are`,
  }
}

/** Whether it is ours is seen when it is read: `isOwnJson`. */
function ofJson(text: string, first: string): Detected {
  if (/"asset"\s*:\s*\{[^}]*"version"/.test(text)) return { unsupported: 'glTF is for looking at a model and is not read' }
  return first === '{' ? { format: 'json' } : OTHER_JSON
}

const OTHER_JSON: Detected = { unsupported: 'this JSON is no model of this service; see the body of POST /api/construct-models' }

function ofXml(text: string): Detected {
  if (/\bstruxml_version=|urn:strusoft/.test(text))
    return { unsupported: 'FEM-Design files (struxml) are not read; export SAF or IFC from FEM-Design' }
  return { unsupported: 'XML files are not read; export SAF, IFC, s2k or e2k' }
}

/** Binary files are known by their names alone. */
function ofName(fileName: string): Detected {
  const ending = /\.([^.]+)$/.exec(fileName.toLowerCase())?.[1]
  if (ending === 'sdb') return { unsupported: 'SAP2000 files (.SDB) are binary; export a .s2k text file' }
  if (ending === 'edb')
    return { unsupported: 'ETABS files (.EDB) are binary; export an .e2k text file, or take the .$et beside it' }
  return undefined
}

/** One table alone is no model. */
const ofTable = (head: string): Detected =>
  /^"?id"?[,;]/i.test(head.replace(/^\ufeff/, ''))
    ? { unsupported: 'one csv file is one table; send the ZIP, or a workbook' }
    : undefined
