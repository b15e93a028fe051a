import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { pythonWith, runPython } from '#lib/fixtures/debian-python.ts'
import { fileOf } from '#lib/fixtures/file-trip.ts'

describe('a workbook of a model', () => {
  const model = returnedModel({ ...portalFrame(), gridLines: [{ id: '=1+1', axis: 'X', coordinate: -1e-7, label: 'a\u0001 b' }] })
  const grids = [['id', 'axis', 'coordinate', 'label'], ['=1+1', 'X', -1e-7, 'a\u0001 b']] // biome-ignore format: a table
  const supports = [['id', 'nodeId', 'u1', 'u2', 'u3', 'r1', 'r2', 'r3'], ['S1', 'N1', 1, 1, 1, 1, 1, 1], ['S2', 'N4', 1, 1, 1, 1, 1, 1]] // biome-ignore format: a table

  it('is read by read-excel-file', async () => {
    const { bytes } = await fileOf(model, 'xlsx')
    const read = (sheet: string) => readSheet(Buffer.from(bytes), sheet, { trim: false })
    expect(await read('Supports')).toEqual(supports)
    expect((await read('GridLines'))[1]?.slice(0, 3)).toEqual(grids[1]?.slice(0, 3))
  })

  const python = pythonWith('openpyxl')
  it.skipIf(!python)('is read by openpyxl, which Debian has as python3-openpyxl', async () => {
    const { bytes } = await fileOf(model, 'xlsx')
    const script = `
import io, json, sys, openpyxl
book = openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()] for sheet in book}))`
    const tables = runPython(python ?? '', script, bytes) as Record<string, unknown>
    expect(Object.keys(tables)).toEqual(['Model', 'Nodes', 'Materials', 'Sections', 'Frames', 'Supports', 'GridLines'])
    expect(tables.Supports).toEqual(supports)
    expect(tables.GridLines).toMatchObject([grids[0], ['=1+1', 'X', -1e-7, expect.stringMatching(/^a.* b$/)]])
  })
})
