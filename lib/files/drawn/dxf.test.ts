import DxfParser from 'dxf-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { pythonWith, runPython } from '#lib/fixtures/debian-python.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { fileOf, noteCount, portalFrame, readBack, roundTrip } from '#lib/fixtures/file-trip.ts'
import { limits } from '#lib/runtime/limits.ts'
import type { FileReport } from '#lib/schema/file-report.ts'

/** Values by group codes, each pair on a line: `0 LINE`. */
const drawing = (entities: string, { units = '4', blocks = '' } = {}) => {
  const header = units ? `0 SECTION\n2 HEADER\n9 $INSUNITS\n70 ${units}\n0 ENDSEC\n` : ''
  const pairs = `${header}0 SECTION\n2 BLOCKS\n${blocks}\n0 ENDSEC\n0 SECTION\n2 ENTITIES\n${entities}\n0 ENDSEC\n0 EOF`
  const lines = pairs.split('\n').map((line) => line.trim()).filter((line) => line !== '') // biome-ignore format: a line
  return new TextEncoder().encode(`${lines.map((line) => line.replace(' ', '\n')).join('\r\n')}\r\n`)
}
const line = (layer: string, [x1, y1, z1]: number[], [x2, y2, z2]: number[]) =>
  `0 LINE\n8 ${layer}\n10 ${x1}\n20 ${y1}\n30 ${z1}\n11 ${x2}\n21 ${y2}\n31 ${z2}\n`
const notes = ({ notes }: FileReport) => notes.map(({ action, code, count }) => `${action} ${code} ${count}`)
const read = (entities: string, also: Parameters<typeof drawing>[1] = {}, options = {}) =>
  readBack(drawing(entities, also), 'dxf', options)

describe('a drawing of a model', () => {
  it('of a portal frame begins with its column', async () => {
    const { bytes } = await fileOf(portalFrame(), 'dxf')
    const text = new TextDecoder().decode(bytes)
    const column = '0 LINE 8 FRAME_HEB_200 10 0 20 0 30 0 11 0 21 0 31 4 1001 SMS 1000 frame:C1'
    expect(text.split('\n').join(' ')).toContain(column)
    expect(text.split('\n').join(' ')).toMatch(/^0 SECTION 2 HEADER 9 \$ACADVER 1 AC1009 9 \$INSUNITS 70 6 .*0 ENDSEC 0 EOF $/)
  })

  it('is read by dxf-parser', async () => {
    const area = { id: 'A', kind: 'Slab', nodeIds: ['N1', 'N2', 'N3', 'N4'] }
    const { bytes } = await fileOf(
      { ...portalFrame(), areas: [area, { ...area, id: 'B', nodeIds: [...area.nodeIds, 'N2'] }] },
      'dxf',
    )
    const parsed = new DxfParser().parseSync(new TextDecoder().decode(bytes))
    expect(parsed?.entities.map(({ type, layer }) => [type, layer])).toEqual([
      ...[['LINE', 'FRAME_HEB_200'], ['LINE', 'FRAME_IPE_300'], ['LINE', 'FRAME_HEB_200'], ['3DFACE', 'AREA_SLAB'], ['POLYLINE', 'AREA_SLAB']],
      ...[['POINT', 'SUPPORT'], ['POINT', 'SUPPORT']],
    ]) // biome-ignore format: a line a part
    expect(parsed?.header.$INSUNITS).toBe(6)
  })

  const python = pythonWith('ezdxf')
  it.skipIf(!python)('is read by ezdxf without a fault, which Debian has as python3-ezdxf', async () => {
    const { bytes } = await fileOf(portalFrame(), 'dxf')
    const script = `
import io, json, sys, ezdxf
drawing = ezdxf.read(io.StringIO(sys.stdin.read()))
print(json.dumps({"faults": [str(fault) for fault in drawing.audit().errors], "lines": [[list(line.dxf.start), list(line.dxf.end), line.dxf.layer, line.get_xdata("SMS")[0][1]] for line in drawing.modelspace().query("LINE")]}))`
    expect(runPython(python ?? '', script, bytes)).toEqual({
      faults: [],
      lines: [[[0, 0, 0], [0, 0, 4], 'FRAME_HEB_200', 'frame:C1'], [[0, 0, 4], [6, 0, 4], 'FRAME_IPE_300', 'frame:B1'], [[6, 0, 0], [6, 0, 4], 'FRAME_HEB_200', 'frame:C2']],
    }) // biome-ignore format: a line a part
  })

  it('has its grid lines on a layer of their own, which come back by their ids', async () => {
    const point = (x: number, y: number) => ({ x, y })
    const gridLines = [
      { id: 'GA', axis: 'X' as const, coordinate: 6 },
      { id: 'R%3', axis: 'Y' as const, coordinate: 2, line: { from: point(0, 0), to: point(8, 4) } },
      { id: 'P', axis: 'X' as const, coordinate: 14.1421356237, arc: { center: point(0, 0), radius: 20, from: 0, to: 90 } },
      { id: 'Q', axis: 'X' as const, coordinate: -6, arc: { center: point(1, 2), radius: 7, from: 0, to: 360 } },
      { id: 'L', axis: 'Z' as const, coordinate: 4 },
    ]
    const { bytes, report } = await fileOf({ ...portalFrame(), gridLines }, 'dxf')
    const parsed = new DxfParser().parseSync(new TextDecoder().decode(bytes))
    const onGrid = parsed?.entities.filter(({ layer }) => layer === 'GRID').map(({ type }) => type)
    expect(onGrid).toEqual(['LINE', 'LINE', 'ARC', 'CIRCLE'])
    expect(noteCount(report, 'grid_line')).toBe(1) // the level
    const { model } = await readBack(bytes, 'dxf')
    expect(model.gridLines).toEqual(gridLines.filter(({ axis }) => axis !== 'Z'))
    expect(model.frames).toHaveLength(3)
    // Stood up, or inserted turned, they are none.
    const upright = await readBack(bytes, 'dxf', { up: 'y' })
    expect(upright.model.gridLines ?? []).toEqual([])
    expect(noteCount(upright.report, 'grid_line')).toBe(4)
  })

  it('comes back as lines with their ids, whatever these are', async () => {
    const model = portalFrame()
    const strange = ['a\r\n0\r\nLINE', '50%', 'é'.repeat(200)]
    for (const [k, frame] of model.frames!.entries()) frame.id = strange[k]!
    model.gridLines = [' ', `${'n'.repeat(244)}  `].map((id, k) => ({ id, axis: 'X', coordinate: k }))
    const { back, report, read } = await roundTrip(model, 'dxf')
    expect(back.frames?.map(({ id }) => id)).toEqual(strange)
    expect(back.frames?.map(({ sectionId }) => sectionId)).toEqual(['HEB 200', 'IPE 300', 'HEB 200'])
    expect(back.supports?.map(({ id }) => id)).toEqual(['S1', 'S2'])
    expect(back.gridLines).toEqual(model.gridLines)
    expect(notes(report)).toEqual([
      'dropped offset 1',
      'dropped section_without_outline 2',
      'dropped material_unknown 1',
      'dropped restraint_not_stated 2',
    ])
    expect(noteCount(read.report, 'ids_restored')).toBe(7)
  })

  it('of any model has every frame that has a length, or tells of it', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (any) => {
        const { report, read } = await roundTrip({ ...any, units: { length: 'm' } }, 'dxf')
        const gone =
          noteCount(report, 'zero_length') + noteCount(read.report, 'zero_length') + noteCount(read.report, 'duplicate_row')
        expect(read.model.frames.length + gone).toBe(any.frames?.length)
      }),
      { numRuns: runs(1000), seed: 20261124 },
    )
  })
})

describe('a drawing made by hand', () => {
  it('becomes nodes, frames and sections', async () => {
    const { model, report } = await read(
      line('HEB 200', [0, 0, 0], [0, 0, 4000]) + line('IPE 300', [0, 1e-7, 4000], [6000, 0, 4000]) + line('HEB 200', [6000, 0, 0], [6000, 0, 4000]) +
        '0 CIRCLE\n8 0\n10 0\n20 0\n40 5\n' + line('0', [0, 0, 0], [0, 0, 0.5]),
    ) // biome-ignore format: a line a part
    expect([model.nodes.length, model.frames.length]).toEqual([4, 3])
    expect(model.sections).toEqual([
      { id: 'HEB 200', profile: 'HEB 200' },
      { id: 'IPE 300', profile: 'IPE 300' },
    ])
    expect(model.units).toEqual({ length: 'mm' })
    expect(notes(report)).toEqual(
      expect.arrayContaining(['dropped curve 1', 'dropped zero_length 1', 'converted layer_as_section 2']),
    )
    expect(noteCount(report, 'points_joined')).toBeGreaterThan(0)
    for (const { name, rows, taken, kept, dropped } of report.tables ?? [])
      expect([name, taken + kept + dropped]).toEqual([name, rows])
  })

  it('has arcs, polylines, faces, supports and blocks', async () => {
    const { model, report } = await read(
      `0 LWPOLYLINE\n8 BEAM\n70 0\n38 3\n10 0\n20 0\n42 1\n10 4\n20 0\n10 4\n20 4
       0 ARC\n8 BEAM\n10 100\n20 0\n30 0\n40 2\n50 0\n51 90
       0 3DFACE\n8 SLAB1\n10 0\n20 0\n30 0\n11 1\n21 0\n31 0\n12 1\n22 1\n32 0\n13 1\n23 1\n33 0
       0 POLYLINE\n8 WALL\n70 9\n0 VERTEX\n8 WALL\n10 0\n20 0\n30 0\n70 32\n0 VERTEX\n8 WALL\n10 5\n20 0\n30 0\n70 32\n0 VERTEX\n8 WALL\n10 5\n20 0\n30 5\n70 32\n0 SEQEND\n8 WALL
       0 POINT\n8 SUPPORTS\n10 0\n20 0\n30 0\n0 POINT\n8 0\n10 9\n20 9\n30 9\n0 TEXT\n8 0\n1 hello
       0 INSERT\n8 0\n2 BAY\n10 50\n20 0\n30 0\n41 2\n42 2\n43 2\n50 90\n70 2\n71 1\n44 7`,
      { units: '6', blocks: `0 BLOCK\n2 bay\n10 1\n20 0\n30 0\n${line('BEAM', [1, 0, 0], [2, 0, 0])}0 ENDBLK` },
    )
    // A half circle below the chord in eight pieces, a straight one, a quarter of a circle in four, two bays.
    expect(model.frames).toHaveLength(8 + 1 + 4 + 2)
    const low = Math.min(...model.nodes.map(({ position }) => position.y))
    expect(low).toBeCloseTo(-2, 12)
    expect(model.areas.map(({ kind, nodeIds }) => [kind, nodeIds.length])).toEqual([['SLAB1', 3], ['WALL', 3]]) // biome-ignore format: short
    expect(model.supports).toMatchObject([{ nodeId: model.areas[0]!.nodeIds[0], restraints: { u1: null } }])
    const bays = model.frames
      .slice(-2)
      .map(({ startNodeId, endNodeId }) =>
        [startNodeId, endNodeId].map((id) => model.nodes.find((one) => one.id === id)!.position),
      )
    expect(bays[0]).toEqual([{ x: 50, y: 0, z: 0 }, { x: expect.closeTo(50, 9), y: 2, z: 0 }]) // biome-ignore format: short
    expect(notes(report)).toEqual(expect.arrayContaining(['dropped entity_type 2', 'converted curve_divided 2']))
  })

  it('is turned where it is an elevation, and asked about where it is flat', async () => {
    const flat = line('A', [0, 0, 0], [0, 4, 0])
    expect(notes((await read(flat)).report)).toContain('guessed flat_drawing 1')
    const { model, report } = await read(flat, {}, { up: 'y' })
    expect(model.nodes[1]!.position).toEqual({ x: 0, y: 0, z: 4 })
    expect(notes(report)).not.toContain('guessed flat_drawing 1')
  })

  it('has the unit that it says, or that was sent for it', async () => {
    const one = line('A', [0, 0, 0], [0, 4, 1])
    expect(notes((await read(one, { units: '' })).report)).toContain('guessed units_missing 1')
    expect((await read(one, { units: '' }, { units: 'kN, m, C' })).model.units).toEqual({ current: 'kN, m, C' })
    await expect(read(one, {}, { units: 'kN, m, C' })).rejects.toMatchObject({
      issues: [{ loc: ['units'], msg: 'Value error, the file is in mm' }],
    })
  })

  it.each([
    [
      'blocks that insert themselves',
      '0 INSERT\n2 A',
      '0 BLOCK\n2 A\n0 INSERT\n2 B\n0 ENDBLK\n0 BLOCK\n2 B\n0 INSERT\n2 A\n0 ENDBLK',
      'file_syntax',
    ],
    ['more insertions than elements', '0 INSERT\n2 A\n70 30000\n71 30000', '0 BLOCK\n2 A\n0 ENDBLK', 'limit_exceeded'],
    ['what is no number', line('A', [0, 0, 0], [Number.NaN, 0, 0]), '', 'file_value'],
    ['what is no group code', 'LINE LINE', '', 'file_syntax'],
  ])('with %s is refused', async (_, entities, blocks, type) => {
    await expect(read(entities, { blocks })).rejects.toMatchObject({ issues: [{ type }] })
  })

  it('makes no more elements than a batch may have', async () => {
    const before = limits.batchElements
    limits.batchElements = 100
    const bays = '0 INSERT\n2 A\n70 99\n44 500'
    await expect(read(bays, { blocks: `0 BLOCK\n2 A\n${line('A', [0, 0, 0], [100, 0, 0])}0 ENDBLK` })).rejects.toMatchObject({
      issues: [{ type: 'limit_exceeded' }],
    })
    limits.batchElements = before
  })

  it('is read or refused, wherever it is cut or changed', async () => {
    const { bytes } = await fileOf(portalFrame(), 'dxf')
    for (let k = 0; k < bytes.length; k += 7) {
      const changed = bytes.slice()
      changed[k]! ^= 0x15
      for (const file of [changed, bytes.slice(0, k)]) {
        const outcome = await readBack(file, 'dxf').catch((error: Error) => error.constructor.name)
        expect(typeof outcome === 'string' ? outcome : 'FileRefused').toBe('FileRefused')
      }
    }
  })
})
