import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '#lib/edit/query/query.ts'
import { xlsxBytes } from '#lib/files/sheets/xlsx-write.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { type LengthDisplay, readUnits } from '#lib/model/units.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { measuredModel } from '../properties/measured-model.ts'
import { inOrder, naturalKey, ranksOf } from './natural-order.ts'
import { numberFilter } from './number-filter.ts'
import { KEYS_OF } from './quantity-rows.ts'
import { quantityText } from './quantity-text.ts'
import type { Listing, TableKind } from './table-types.ts'
import { tablesOf as tablesOfMeasured } from './tables.ts'

/** As the model would be returned. */
function returned(sent: Partial<CreateModel> & Record<string, unknown>): ViewerModel {
  const { sections = [], ...rest } = sent
  const model = { schemaVersion: 'viewer-model/v1', nodes: [], bounds: box(), ...rest }
  return {
    ...model,
    sections: sections.map(sectionAsReturned),
    sectionDefinitions: sections.map(sectionDefinition),
  } as ViewerModel
}
const tablesOf = (model: ViewerModel) => tablesOfMeasured(measuredModel(model), () => import('#lib/files/sheets/xlsx-write.ts'))
const box = () => ({ min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 5, z: 4 } })
const PORTAL = returned(JSON.parse(readFileSync('public/examples/portal-frame.json', 'utf8')))
const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })

/** A slab of 6 × 5 with an opening of which half lies outside; a strut without a section and one of an unknown material. */
const SLAB = returned({
  name: 'Slab',
  units: { length: 'm' },
  nodes: [
    node('1', 0, 0, 0),
    node('2', 6, 0, 0),
    node('3', 6, 5, 0),
    node('4', 0, 5, 0),
    node('5', 5.5, 1, 0),
    node('6', 6.5, 1, 0),
    node('7', 6.5, 3, 0),
    node('8', 5.5, 3, 0),
  ],
  materials: [
    { id: 'C30', name: 'C30/37' },
    { id: 'X', name: 'Mystery' },
  ],
  sections: [{ id: 'R', type: 'rectangular', dimensions: { t3: 0.2, t2: 0.1 }, materialId: 'X' }],
  areas: [{ id: 'S', nodeIds: ['1', '2', '3', '4'], openingNodeIds: [['5', '6', '7', '8']], thickness: 0.2, materialId: 'C30' }],
  frames: [
    { id: 'F10', startNodeId: '1', endNodeId: '2', rotation: 0, label: '=SUM(A1)' },
    { id: 'F2', startNodeId: '2', endNodeId: '3', rotation: 0, sectionId: 'R', label: 'Kante, "Süd"' },
    { id: 'f1', startNodeId: '3', endNodeId: '4', rotation: 30, sectionId: 'R', label: '-5' },
  ],
})

const all = (kind: TableKind, more: Partial<Listing> = {}): Listing => ({
  kind,
  sort: null,
  text: '',
  cells: {},
  only: null,
  display: 'model',
  ...more,
})

/** The rows as objects by the keys of their columns. */
function rowsOf(model: ViewerModel, listing: Listing) {
  const { columns, rows } = tablesOf(model).table(listing, 0, 1000)
  return rows.map(({ cells }) => Object.fromEntries(columns.map(({ key }, k) => [key, cells[k]])))
}
const ids = (model: ViewerModel, listing: Listing) => rowsOf(model, listing).map(({ id }) => id)

describe('a table', () => {
  it('has the quantities of each frame, and their sum: the portal frame at 7850 kg/m³', () => {
    const frames = rowsOf(PORTAL, all('frame'))
    expect(frames.map(({ id, kind, section, material, length, A }) => [id, kind, section, material, length, A])).toEqual([
      ['C1', 'column', 'HEB 200', 'Structural steel S355', 4, expect.closeTo(0.00753, 10)],
      ['B1', 'beam', 'IPE 300', 'Structural steel S355', 6, expect.closeTo(0.00518806, 10)],
      ['C2', 'column', 'HEB 200', 'Structural steel S355', 4, expect.closeTo(0.00753, 10)],
    ])
    expect(frames[1]).toMatchObject({ 'offset 3': 0, 'offset 2': -0.15, volume: expect.closeTo(0.03112836, 10) })
    const { sums } = tablesOf(PORTAL).table(all('frame'), 0, 10)
    expect(sums).toEqual({
      count: 3,
      length: 14,
      area: null,
      volume: expect.closeTo(0.06024 + 0.03112836, 10),
      mass: expect.closeTo(717.242, 3),
      without: [],
    })
  })

  it('tells areas with and without their openings, and what is in no sum', () => {
    expect(rowsOf(SLAB, all('area'))).toMatchObject([
      { kind: 'floor', thickness: 0.2, area: 29, 'area with openings': 30, openings: 1, volume: expect.closeTo(5.8, 10) },
    ])
    const { sums } = tablesOf(SLAB).table(all('frame'), 0, 10)
    expect(sums).toMatchObject({ length: 17, volume: expect.closeTo(0.22, 10), mass: null })
    expect(sums.without).toEqual([
      { quantity: 'volume', reason: 'no_section', count: 1 },
      { quantity: 'mass', reason: 'no_section', count: 1 },
      { quantity: 'mass', reason: 'no_material', count: 1 },
      { quantity: 'mass', reason: 'no_density', count: 2 },
    ])
  })

  it('has every kind: nodes with what meets there, supports, sections and materials with their use, findings', () => {
    expect(rowsOf(SLAB, all('node'))[1]).toMatchObject({ id: '2', x: 6, frames: 2, areas: 1, supports: 0 })
    expect(rowsOf(PORTAL, all('support'))[0]).toMatchObject({ node: 'N1', u1: 'held', r3: 'held', z: 0 })
    expect(rowsOf(PORTAL, all('section'))[1]).toMatchObject({
      id: 'IPE 300',
      type: 'i wide flange',
      t3: 0.3,
      tfb: 0.0107,
      I33: expect.closeTo(7.99898695e-5, 12),
      count: 1,
      length: 6,
      mass: expect.closeTo(0.03112836 * 7850, 6),
    })
    expect(rowsOf(PORTAL, all('material'))[0]).toMatchObject({ density: 7850, count: 3, mass: expect.closeTo(717.242, 3) })
    expect(rowsOf(SLAB, all('material'))[1]).toMatchObject({ density: null, count: 2, mass: null })
    const finding = {
      severity: 'error' as const,
      code: 'no_supports',
      message: 'None',
      elements: [{ kind: 'frame' as const, id: 'C1' }],
    }
    expect(tablesOf(PORTAL).table(all('finding'), 0, 9, [finding]).rows[0]?.cells).toEqual([
      'error',
      'no supports',
      'None',
      'Frame C1',
      '',
    ])
  })

  it('sorts ids as people count, numbers by value, what is empty last either way', () => {
    expect(ids(SLAB, all('frame', { sort: { key: 'id', isFalling: false } }))).toEqual(['f1', 'F2', 'F10'])
    expect(ids(SLAB, all('frame', { sort: { key: 'volume', isFalling: false } }))).toEqual(['F2', 'f1', 'F10'])
    expect(ids(SLAB, all('frame', { sort: { key: 'volume', isFalling: true } }))).toEqual(['f1', 'F2', 'F10'])
  })

  it('filters by a text, by a cell, by numbers in the unit that is shown, and says what it does not understand', () => {
    expect(ids(SLAB, all('frame', { text: 'süd' }))).toEqual(['F2'])
    expect(ids(SLAB, all('frame', { cells: { section: 'r' } }))).toEqual(['F2', 'f1'])
    expect(ids(SLAB, all('frame', { cells: { section: '=' } }))).toEqual(['F10'])
    expect(ids(SLAB, all('frame', { cells: { length: '5500..6000' }, display: 'millimetres' }))).toEqual(['F10', 'f1'])
    expect(ids(SLAB, all('frame', { cells: { length: '<19.7' }, display: 'feet-inches' }))).toEqual(['F10', 'F2', 'f1'])
    expect(ids(SLAB, all('frame', { cells: { length: '<19.6' }, display: 'feet-inches' }))).toEqual(['F2'])
    expect(ids(SLAB, all('frame', { cells: { volume: '=' } }))).toEqual(['F10'])
    const odd = tablesOf(SLAB).table(all('frame', { cells: { length: 'long' } }), 0, 9)
    expect(odd).toMatchObject({ listed: 3, problem: { key: 'length', text: 'Type a number, 2..4 or >5' } })
  })

  it('lists the selection alone, and says where a selected element stands and what the selected come to', () => {
    const tables = tablesOf(SLAB)
    const listing = all('frame', { sort: { key: 'id', isFalling: false } })
    expect(tables.table({ ...listing, only: [0, 1] }, 0, 9).rows.map(({ id }) => id)).toEqual(['F2', 'F10'])
    expect(tables.placed(listing, [1, 0])).toMatchObject({ place: 2, sums: { count: 2, length: 11 } })
    expect(tables.refs(listing, 1, 1)).toEqual([{ kind: 'frame', id: 'F2', index: 1 }])
  })

  it('orders as a collator does, whatever stands before and after numbers', () => {
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    const part = fc.oneof(fc.constantFrom('a', 'B', 'c', 'Z'), fc.nat(2000).map(String))
    fc.assert(
      fc.property(
        fc.array(
          fc.array(part, { maxLength: 4 }).map((parts) => parts.join('')),
          { maxLength: 12 },
        ),
        (texts) => {
          const keys = texts.map(naturalKey)
          for (const [i, one] of texts.entries())
            for (const [j, other] of texts.entries())
              expect(Math.sign(keys[i]! < keys[j]! ? -1 : keys[i]! > keys[j]! ? 1 : 0)).toBe(Math.sign(compare(one, other)))
        },
      ),
    )
  })

  it('sorts stably, as a plain sort of any numbers does', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9 }))), fc.boolean(), (numbers, isFalling) => {
        const at = (k: number) => numbers[k]!
        const ranks = ranksOf(
          numbers.length,
          (k) => numbers[k] === null,
          (a, b) => at(a) - at(b),
        )
        const rows = Uint32Array.from(numbers.keys())
        const slow = [...rows].sort(
          (a, b) => Number(numbers[a] === null) - Number(numbers[b] === null) || (isFalling ? -1 : 1) * (at(a) - at(b)) || a - b,
        )
        expect([...inOrder(rows, ranks, isFalling)]).toEqual(slow)
      }),
    )
  })

  it.each([
    ['5', [false, true, false]],
    ['> 5', [false, false, true]],
    ['<=5', [true, true, false]],
    ['≥5', [false, true, true]],
    ['4..5', [true, true, false]],
    ['5-6', null],
    ['', null],
    ['5.0004', [false, true, false]],
    ['5.0001', [false, false, false]],
  ])('reads %s above a column', (typed, matches) => {
    const test = numberFilter(typed, { unit: 'm', factor: 1, decimals: 3 })
    expect(test && [4, 5.0004, 5.1].map(test)).toEqual(matches)
  })

  it.each([
    // What reads as 0.0001 is more than nothing, and not nothing.
    ['>0', 3, [0, 0.0001, 0.02], [false, true, true]],
    ['0', 3, [0, 0.0001, 0.02], [true, false, false]],
    ['0.0001', 3, [0, 0.0001, 0.0002], [false, true, false]],
    // Counts lie on one side of a half.
    ['<2.5', 0, [2, 3], [true, false]],
    ['>2.5', 0, [2, 3], [false, true]],
    ['2.5', 0, [2, 3], [false, false]],
    // As it stands in the table.
    ['>=1,234.5', 1, [1234.4, 1234.46, 12_345], [false, true, true]],
    ['1,000..12,345', 1, [999.9, 1000, 12_345.04], [false, true, true]],
  ])('compares with %s what the column reads, of %i decimals', (typed, decimals, values, matches) => {
    expect(values.map(numberFilter(typed, { unit: 'm', factor: 1, decimals })!)).toEqual(matches)
  })

  it.each([
    // 6 m read 19'-8 1/4".
    [`19'-8 1/4"`, [5.99, 6, 6.01], [false, true, false]],
    [`-1'-6"`, [-0.4572, 0.4572], [true, false]],
    [`19'-`, null, null],
    [`19' 8 1/4"`, [5.99, 6, 6.01], [false, true, false]],
    [`>19' 8"`, [5.99, 6, 6.01], [false, true, true]],
    [`>19'8 1/4"`, [5.99, 6, 6.01], [false, false, true]],
    [`19'..20'`, [5.7, 6, 6.2], [false, true, false]],
    [`<=3/8"`, [0.0095, 0.0127], [true, false]],
    [`-1' 6"`, [-0.4572, 0.4572], [true, false]],
    ['19.685', [5.99, 6, 6.01], [false, true, false]],
    [`19' 8' 1"`, null, null],
    [`1/0"`, null, null],
    [`'`, null, null],
  ])('reads %s where lengths stand in feet and inches, and nowhere else', (typed, metres, matches) => {
    const test = numberFilter(typed, { unit: 'ft', factor: 1 / 0.3048, decimals: 3 })
    expect(test && metres?.map(test)).toEqual(matches)
    if (typed.includes("'")) expect(numberFilter(typed, { unit: 'm', factor: 1, decimals: 3 })).toBeNull()
  })
})

describe('quantities', () => {
  it.each(['section', 'thickness', 'material', 'storey', 'kind'] as const)(
    'by %s are what a question over REST and MCP is answered',
    (by) => {
      const building = JSON.parse(readFileSync('public/examples/demo-building.json', 'utf8'))
      const model = returned({ ...building, bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 30, y: 20, z: 20 } } })
      const asked = answerQuestion(model, {
        select: { kinds: by === 'thickness' ? ['areas'] : ['frames', 'areas'] },
        groupBy: [...KEYS_OF[by]],
        show: ['count', 'length', 'area', 'volume', 'mass'],
        limit: 1000,
      })
      if (Array.isArray(asked)) throw new Error(JSON.stringify(asked))
      const { rows, total } = tablesOf(model).quantities(by, null)
      const six = (value: number | null) => (value === null ? null : Number(value.toPrecision(6)))
      const told = ({ count, length, area, volume, mass }: (typeof rows)[number] | typeof total) => ({
        count,
        length: six(length),
        area: six(area),
        volume: six(volume),
        mass: six(mass),
      })
      const keyed = (key: string) =>
        Object.fromEntries(JSON.parse(key).map((value: unknown, k: number) => [KEYS_OF[by][k], value]))
      expect(rows.map((row) => ({ ...keyed(row.key), ...told(row) }))).toEqual(asked.answer.groups)
      // A row stands for the elements that it counts, each for one row.
      const elements = rows.map(({ key }) => tablesOf(model).quantityElements(by, null, key))
      expect(elements.map((all) => all.length)).toEqual(rows.map(({ count }) => count))
      expect(new Set(elements.flat().map(({ kind, id }) => `${kind} ${id}`)).size).toBe(total.count)
      expect(told(total)).toEqual(asked.answer.total)
      expect(total.without.map(({ quantity, reason, count }) => ({ quantity, reason, count }))).toEqual(
        (asked.answer.notComputable ?? [])
          .filter(({ reason }) => reason !== 'not_applicable') // a table has no cell for what its kind has nothing of
          .map(({ quantity, reason, count }) => ({ quantity, reason, count })),
      )
      if (by === 'thickness') return
      // The tables of frames and areas come to the same.
      const tables = tablesOf(model)
      const [frames, areas] = [tables.table(all('frame'), 0, 0).sums, tables.table(all('area'), 0, 0).sums]
      expect(six((frames.mass ?? 0) + (areas.mass ?? 0))).toBe(six(total.mass ?? 0))
      expect(six(frames.length)).toBe(six(total.length))
    },
  )

  it('by section and by thickness tell the areas of each thickness, as long as they have one', () => {
    const area = (id: string, more: object) => ({ ...SLAB.areas![0]!, id, ...more })
    const areas = [
      area('a', { thickness: 0.2, materialId: 'C' }),
      area('b', { thickness: 0.25, materialId: 'C' }),
      area('c', { thickness: 0.2, materialId: null }),
      area('d', { thickness: null, materialId: 'C' }),
    ]
    const model = { ...SLAB, areas, materials: [{ id: 'C', name: 'Concrete C30/37' }] } as typeof SLAB
    const textsOf = (by: 'section' | 'thickness', display: LengthDisplay) => {
      const { rows } = tablesOf(model).quantities(by, null)
      return rows.map((row) => quantityText(by, row, readUnits(model.units).length, display)).sort()
    }
    expect(textsOf('thickness', 'model')).toEqual([
      '0.2 m · Concrete C30/37',
      '0.2 m · Without material',
      '0.25 m · Concrete C30/37',
      'Without thickness · Concrete C30/37',
    ])
    expect(textsOf('section', 'millimetres')).toEqual(
      expect.arrayContaining(['Areas · 200 mm', 'Areas · 250 mm', 'Without section']),
    )
    const two = [0, 2].map((index) => ({ kind: 'area' as const, id: areas[index]!.id, index }))
    const [heaviest] = tablesOf(model).quantities('thickness', two).rows
    expect(tablesOf(model).quantityElements('thickness', two, heaviest!.key)).toEqual([{ kind: 'area', id: 'a', index: 0 }])
  })

  it('of the selection count an element once', () => {
    const refs = [
      { kind: 'frame' as const, id: 'C1', index: 0 },
      { kind: 'frame' as const, id: 'C1', index: 0 },
      { kind: 'node' as const, id: 'N1', index: 0 },
    ]
    expect(tablesOf(PORTAL).quantities('kind', refs)).toMatchObject({
      rows: [{ label: 'Column', count: 1, length: 4 }],
      total: { count: 1 },
    })
  })
})

describe('a file of a table', () => {
  const keys = ['id', 'label', 'length', 'volume', 'mass']
  it('is CSV that spreadsheets read, in the unit that is shown, and where no cell becomes a formula', async () => {
    const { bytes } = await tablesOf(SLAB).file(all('frame', { display: 'millimetres' }), keys, { kind: 'csv', name: 'Frames' })
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      [
        '\uFEFFid,label,length [mm],volume [m³],mass [kg]',
        "F10,'=SUM(A1),6000,,",
        'F2,"Kante, ""Süd""",5000,0.1,',
        'f1,-5,6000,0.12,',
        '',
      ].join('\r\n'),
    )
  })

  it('of quantities has sums without the noise of adding up', async () => {
    const place = (id: string, x: number) => ({ id, position: { x, y: 50, z: 0 } })
    const nodes = [...SLAB.nodes, place('t0', 0), place('t1', 0.1)]
    const frames = Array.from({ length: 1000 }, (_, k) => ({ id: `T${k}`, startNodeId: 't0', endNodeId: 't1', rotation: 0 }))
    const refs = frames.map(({ id }, index) => ({ kind: 'frame' as const, id, index }))
    const { bytes } = await tablesOf({ ...SLAB, nodes, frames }).quantitiesFile('kind', refs, {
      display: 'model',
      kind: 'csv',
      name: 'Q',
    })
    expect(new TextDecoder().decode(bytes)).toContain('Beam,1000,100,')
  })

  it('of quantities ends with their total, and with what is in none of it', async () => {
    const file = { display: 'model', name: 'Q' } as const
    const csv = await tablesOf(SLAB).quantitiesFile('section', null, { ...file, kind: 'csv' })
    const lines = new TextDecoder().decode(csv.bytes).trimEnd().split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      'section,thickness [m],count,length [m],area [m²],volume [m³],mass [kg]',
      'Areas,0.2,1,,29,5.8,14500',
    ])
    expect(lines.slice(-2)).toEqual([
      'Total,,4,17,29,6.02,14500',
      'Mass without 1 (no section) and 1 (no material) and 2 (no density),,,,,,',
    ])
    const xlsx = await tablesOf(SLAB).quantitiesFile('section', null, { ...file, kind: 'xlsx' })
    const sheet = strFromU8(unzipSync(xlsx.bytes)['xl/worksheets/sheet1.xml']!)
    const at = lines.length - 1
    expect(sheet).toContain(
      `<row r="${at}"><c r="A${at}" s="1" t="inlineStr"><is><t>Total</t></is></c><c r="C${at}" s="1"><v>4</v></c><c r="D${at}" s="1"><v>17</v></c>`,
    )
    // Whoever sorts or filters the rows leaves their total where it is.
    expect(sheet).toContain(`<autoFilter ref="A1:G${at - 1}"/>`)
  })

  it('of elements has their sums in a workbook; a CSV has the rows alone, for programs', async () => {
    const keys = ['id', 'label', 'length', 'volume']
    const { bytes } = await tablesOf(SLAB).file(all('frame', { display: 'millimetres' }), keys, { kind: 'xlsx', name: 'Frames' })
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('>Sum of 3</t></is></c><c r="C5" s="1"><v>17000</v></c><c r="D5" s="1"><v>0.22</v></c></row>')
    expect(sheet).toContain('<autoFilter ref="A1:D4"/>')
    const nodes = await tablesOf(SLAB).file(all('node'), ['id', 'x'], { kind: 'xlsx', name: 'Nodes' })
    expect(strFromU8(unzipSync(nodes.bytes)['xl/worksheets/sheet1.xml']!)).not.toContain('Sum of')
  })

  it('is a workbook with numbers as numbers, read back', async () => {
    const listing = all('frame', { only: [1, 2] })
    const { bytes } = await tablesOf(SLAB).file(listing, ['id', 'label', 'length'], { kind: 'xlsx', name: 'Frames: [all]' })
    const files = unzipSync(bytes)
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g)]
    expect(cells.map(([, at, number, text]) => [at, number === undefined ? text : Number(number)])).toEqual([
      ['A1', 'id'],
      ['B1', 'label'],
      ['C1', 'length [m]'],
      ['A2', 'F2'],
      ['B2', 'Kante, &quot;Süd&quot;'],
      ['C2', 5],
      ['A3', 'f1'],
      ['B3', '-5'],
      ['C3', 6],
      ['A4', 'Sum of 2'],
      ['C4', 11],
    ])
    expect(strFromU8(files['xl/workbook.xml']!)).toContain('<sheet name="Frames   all" sheetId="1"')
    expect(Object.keys(files)).toContain('[Content_Types].xml')
  })

  it('has every row of a long table once, wherever the workbook is cut to be compressed', () => {
    for (const count of [0, 998, 999, 1000, 2001]) {
      const rows = Array.from({ length: count }, (_, k): [string, number] => [`N${k}`, k])
      const sheet = strFromU8(unzipSync(xlsxBytes({ name: 'Nodes', heads: ['id', 'x'], rows }))['xl/worksheets/sheet1.xml']!)
      expect([...sheet.matchAll(/<row r="(\d+)"/g)].map(([, at]) => Number(at))).toEqual(
        Array.from({ length: count + 1 }, (_, k) => k + 1),
      )
      expect(sheet).toContain(`<autoFilter ref="A1:B${count + 1}"/></worksheet>`)
    }
  })

  it('keeps a text as it is: what reads like a character of a spreadsheet, and a carriage return', () => {
    const sheet = strFromU8(
      unzipSync(xlsxBytes({ name: 'Nodes', heads: ['id'], rows: [['_x0041_ a\r\nb _x1_']] }))['xl/worksheets/sheet1.xml']!,
    )
    expect(sheet).toContain('>_x005F_x0041_ a&#13;\nb _x1_<')
  })
})
