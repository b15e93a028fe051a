import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { FileRefused } from '../file-refused.ts'
import { Zip } from '../unzip.ts'
import { joinPieces } from '../zip-write.ts'
import { openWorkbook } from './xlsx-read.ts'
import { type Sheet, sheetLimits, xlsxBytes, xlsxPieces } from './xlsx-write.ts'

const tables = (bytes: Uint8Array) =>
  openWorkbook(new Zip(bytes)).sheets.map(({ name, read }) => {
    const rows: unknown[] = []
    read((cells, number) => rows.push([number, ...cells]))
    return [name, rows]
  })
const issue = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof FileRefused) return error.issues[0]
    throw error
  }
  return undefined
}
const sheetOf = (xml: string) => ({
  'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Nodes" r:id="rId1"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/a.xml"/></Relationships>',
  ),
  'xl/worksheets/a.xml': strToU8(xml),
})
const withSheet = (xml: string) => zipSync(sheetOf(xml))

describe('a workbook', () => {
  const sheets: Sheet[] = [
    { name: 'Nodes', heads: ['id', 'x'], rows: [['N1', 0.1], ['=1', -1e-7], ['', 1e300], [null, 5], ['_x0041_\u0001\r\n\ud800 <&>"', 0]] }, // biome-ignore format: a line
    { name: 'Flags', heads: ['a'], rows: [[true], [false]] },
    { name: 'Model', heads: [null, null], rows: [['Name', 'P']], isBare: true },
  ]
  it('comes back as it was written, each table on its sheet', () => {
    expect(tables(joinPieces(xlsxPieces(sheets)))).toEqual([
      ['Nodes', [[1, 'id', 'x'], [2, 'N1', 0.1], [3, '=1', -1e-7], [4, '', 1e300], [5, undefined, 5], [6, '_x0041_\u0001\r\n\ud800 <&>"', 0]]],
      ['Flags', [[1, 'a'], [2, true], [3, false]]],
      ['Model', [[1, 'Name', 'P']]],
    ]) // biome-ignore format: a line each
  })

  it('is the same bytes whenever it is made', () => {
    expect(xlsxBytes(sheets[0]!)).toEqual(xlsxBytes(sheets[0]!))
    expect(xlsxBytes(sheets[0]!)[10]).toBe(0) // half past midnight of 1980, in no time zone
  })

  it('goes on in a second sheet where a table is longer than a sheet', () => {
    const { rows: most } = sheetLimits
    sheetLimits.rows = 2
    const rows = [['N1'], ['N2'], ['N3'], ['N4'], ['N5']]
    expect(tables(joinPieces(xlsxPieces([{ name: 'Nodes', heads: ['id'], rows, count: 5 }])))).toEqual([
      ['Nodes', [[1, 'id'], [2, 'N1'], [3, 'N2']]],
      ['Nodes 2', [[1, 'id'], [2, 'N3'], [3, 'N4']]],
      ['Nodes 3', [[1, 'id'], [2, 'N5']]],
    ]) // biome-ignore format: a line each
    sheetLimits.rows = most
  })
})

describe('a workbook of another program', () => {
  it('may have prefixes, shared and formatted texts, formulas, errors and cells without a place', () => {
    const files = sheetOf(
      '<?xml version="1.0"?><!-- made by hand --><x:worksheet xmlns:x="m"><x:sheetData><x:row r="3"><x:c r="B3" t="s"><x:v>1</x:v></x:c><x:c><x:f>A1&gt;2</x:f><x:v>1.5E1</x:v></x:c></x:row>' +
        `<x:row><x:c t='e'><x:v>#N/A</x:v></x:c><x:c t="str"><x:v>a<![CDATA[<b>]]></x:v></x:c><x:c t="s"/></x:row></x:sheetData></x:worksheet>`,
    )
    files['xl/_rels/workbook.xml.rels'] = strToU8(
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/a.xml"/><Relationship Id="rId9" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
    )
    const strings = { 'xl/s.xml': strToU8('<sst><si><t>A</t></si><si><r><t>N</t></r><r><t>&#x31; &amp;</t></r><rPh><t>no</t></rPh></si></sst>') } // biome-ignore format: a line
    expect(tables(zipSync({ ...files, ...strings }))).toEqual([
      ['Nodes', [[3, undefined, 'N1 &', 15], [4, '#N/A', 'a<b>', null]]],
    ]) // biome-ignore format: a line each
  })

  it.each([
    ['cells beyond the sheet', '<a><row r="1"><c r="ZZZZZZ1000000000"><v>1</v></c></row></a>', 'file_value', ['Nodes', 'ZZZZZZ1000000000']],
    ['rows beyond the sheet', '<a><row r="1000000000"/></a>', 'file_value', ['Nodes', '1000000000']],
    ['texts that are not there', '<a><row r="1"><c r="A1" t="s"><v>1000000000</v></c></row></a>', 'file_value', ['Nodes', 'A1']],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'file_content_forbidden', ['xl/worksheets/a.xml']],
    ['an entity', '<a><row><c><v>&b;</v></c></row></a>', 'file_content_forbidden', ['xl/worksheets/a.xml']],
    ['XML without end', '<a><row>', 'file_syntax', ['xl/worksheets/a.xml']],
    ['XML that ends too often', '<a></a></a>', 'file_syntax', ['xl/worksheets/a.xml']],
    ['XML that is deep', '<a>'.repeat(100), 'limit_exceeded', ['xl/worksheets/a.xml']],
    ['a tag without end', `<a b="${'x'.repeat(6_000_000)}`, 'limit_exceeded', ['xl/worksheets/a.xml']],
  ])('with %s is refused at its place', (_, xml, type, loc) => {
    // Of what does not pack well, as of other things here, only the reading of XML is meant.
    const bytes = xml.length > 1e6 ? zipSync(sheetOf(xml), { level: 0 }) : withSheet(xml)
    expect(issue(() => tables(bytes))).toMatchObject({ type, loc })
  }) // biome-ignore format: a line each
})

describe('an archive', () => {
  it('is read or refused, whatever byte of it is changed or wherever it is cut', () => {
    const bytes = xlsxBytes({ name: 'Nodes', heads: ['id', 'x'], rows: [['N1', 1], ['N2', 2]] }) // biome-ignore format: short
    for (let k = 0; k < bytes.length; k += 3) {
      const changed = bytes.slice()
      changed[k]! ^= 0xff
      issue(() => tables(changed)) // throws what is no refusal
      issue(() => tables(bytes.subarray(0, k)))
    }
  })

  it('that unpacks to 5,000 times its size is refused', () => {
    expect(issue(() => tables(withSheet(`<a>${' '.repeat(20e6)}</a>`)))).toMatchObject({
      type: 'limit_exceeded',
      loc: ['xl/worksheets/a.xml'],
    })
  })
})
