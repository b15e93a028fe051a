import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { detectFormat } from './detect-format.ts'
import { FileRefused } from './file-refused.ts'
import { requireFormat } from './read-file.ts'

const formatOf = (text: string, fileName = '') => {
  const found = detectFormat(strToU8(text), fileName)
  return found && ('format' in found ? found.format : found.unsupported.slice(0, 30))
}
const workbook = (...names: string[]) => {
  const sheets = names.map((name, i) => `<sheet name="${name}" sheetId="${i}"/>`).join('')
  return { 'xl/workbook.xml': strToU8(`<workbook><sheets>${sheets}</sheets></workbook>`) }
}
const ofZip = (entries: Record<string, Uint8Array>) => {
  const found = detectFormat(zipSync(entries))
  return found && ('format' in found ? found.format : found.unsupported.slice(0, 30))
}

it('knows a file by its content, whatever its name is', () => {
  expect(formatOf('File x.s2k was saved\r\n \r\nTABLE:  "PROGRAM CONTROL"\r\n', 'a.txt')).toBe('s2k')
  expect(formatOf('$ File a.e2k\n\n$ PROGRAM INFORMATION\n')).toBe('e2k')
  expect(formatOf("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC2X3'));")).toBe('ifc')
  expect(formatOf('999\ncomment\n  0\nSECTION\n  2\nHEADER\n')).toBe('dxf')
  expect(formatOf('# a frame\nmodel basic -ndm 3 -ndf 6\n')).toBe('opensees')
  expect(formatOf("import openseespy.opensees as ops\nops.model('basic')\n")).toBe('opensees')
  expect(formatOf('{"name":"x","nodes":[]}')).toBe('json')
  expect(ofZip(workbook('Model', 'structuralPointConnection'))).toBe('saf')
  expect(ofZip(workbook('Nodes'))).toBe('xlsx')
  expect(ofZip({ 'nodes.csv': strToU8('id') })).toBe('csv')
  expect(ofZip({ 'house.ifc': strToU8('x') })).toBe('ifc')
})

it('says of what it does not read the way round', () => {
  expect(formatOf('<?xml version="1.0"?>\n<database struxml_version="01">')).toBe('FEM-Design files (struxml) are')
  expect(formatOf("ISO-10303-21;FILE_SCHEMA(('AUTOMOTIVE'));")).toBe('STEP files of the schema AUTOM')
  expect(formatOf('STAAD SPACE\nSTART')).toMatch(/^STAAD/)
  expect(formatOf('AC1032\0')).toMatch(/^DWG/)
  expect(formatOf('AutoCAD Binary DXF\r\n')).toMatch(/^binary DXF/)
  expect(formatOf('glTF\u0002')).toMatch(/^glTF/)
  expect(formatOf('id,x,y,z\nN1,0,0,0')).toMatch(/^one csv file/)
  expect(formatOf('\u0001\0\u0002', 'a.EDB')).toMatch(/^ETABS files/)
  expect(ofZip(workbook('Joint Coordinates'))).toMatch(/^workbooks with tables of SAP20/)
  expect(formatOf('hello')).toBeUndefined()
})

it('refuses an empty file and one of another format than was named', () => {
  const refused = (text: string) => {
    try {
      requireFormat(strToU8(text), undefined, undefined)
    } catch (error) {
      if (error instanceof FileRefused) return error.issues[0]?.type
    }
    return undefined
  }
  expect([refused(''), refused('hello'), refused('STAAD SPACE\n')]).toEqual([
    ...['missing', 'file_format_unknown', 'file_format_unsupported'],
  ])
})
