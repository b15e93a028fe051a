import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { notesOf, portalFrame, readFile, writeFile } from '#lib/fixtures/file-trip.ts'
import { sectionInertia } from '#lib/model/section/section-inertia.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { withResolved } from '#lib/model/section/section-profile.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, dot, scale, vec } from '#lib/model/shape/vector.ts'
import { LENGTH_UNITS } from '#lib/model/units.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ConstructSectionCreate, Point2, ViewerModel } from '#lib/schema/schema.ts'
import { readOpenSees } from './opensees-read.ts'
import { writeOpenSees } from './opensees-write.ts'

const LANGUAGES = ['py', 'tcl'] as const
const text = (lines: string[]) => Buffer.from(lines.join('\n'))

it('writes the portal frame for Python and for Tcl', async () => {
  const python = writeFile(writeOpenSees, portalFrame())
  expect(notesOf(python.report)).toEqual([])
  await expect(python.text).toMatchFileSnapshot('golden/portal-frame.py')
  await expect(writeFile(writeOpenSees, portalFrame(), { language: 'tcl' }).text).toMatchFileSnapshot('golden/portal-frame.tcl')
})

it.each(LANGUAGES)('reads its own script in %s again', (language) => {
  const { model, report } = readFile(readOpenSees, writeFile(writeOpenSees, portalFrame(), { language }).bytes)
  const { name, units, nodes, frames, supports, materials } = model
  const sent = portalFrame()
  expect({ name, units, nodes, frames, supports: supports.map(({ id, nodeId }) => ({ id, nodeId })) }).toEqual({
    ...{ name: sent.name, units: { current: 'kN, m, C' }, nodes: sent.nodes, frames: sent.frames },
    supports: [{ id: 'S1', nodeId: 'N1' }, { id: 'S2', nodeId: 'N4' }], // biome-ignore format: short
  })
  expect(materials).toEqual([{ id: 'S355', source: { properties: { E: 210_000, G: 80769.2307692 } } }])
  expect(notesOf(report)).toEqual(['kept material_properties 1', 'kept section_without_outline 2'])
  for (const { rows, taken, kept, dropped } of report.tables ?? []) expect(taken + kept + dropped).toBe(rows)
})

/** One frame of a section, and its transformation as the script has it. */
function frameOf(section: ConstructSectionCreate, rotation: number) {
  const model = returnedModel({
    ...{ name: 'one', units: { current: 'kN, m, C' } },
    nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }, { id: 'B', position: { x: 3, y: 4, z: 12 } }],
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation, sectionId: 'S' }],
    sections: [section],
  }) // biome-ignore format: short
  const { text, report } = writeFile(writeOpenSees, model)
  const side = /geomTransf\('Linear', 1, ([^,]+), ([^,]+), ([^,)]+)/.exec(text)!.slice(1, 4).map(Number)
  const [, area, torsion, iy, iz] = /1, 1, 2, (\S+), E0, G0, (\S+), (\S+), (\S+), 1\)/.exec(text)!.map(Number)
  return { model, report, side: [side[0]!, side[1]!, side[2]!] as const, area: area!, torsion: torsion!, iy: iy!, iz: iz! }
}

it.each<[string, Omit<ConstructSectionCreate, 'id'>]>([
  ['an angle', { profile: 'L 100x65x7' }],
  ['a polygon', { type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 0, y: 6 }] as Point2[] }],
])('turns the transformation of %s to its principal axes', (_, sent) => {
  const section = withResolved({ id: 'S', ...sent }, LENGTH_UNITS.m)
  const { i33, i22, i23 } = sectionInertia(sectionAsReturned(section), sectionDefinition(section))!
  for (const rotation of [0, 30, -110]) {
    const { side, iy, iz, report } = frameOf(section, rotation)
    const [, e2, e3] = localAxes([0, 0, 0], [3, 4, 12], rotation)!
    // From the principal axes back to ours.
    const [cos, sin] = [dot(side, e3), dot(side, e2)]
    expect(cos ** 2 + sin ** 2).toBeCloseTo(1, 9)
    expect((iz * cos ** 2 + iy * sin ** 2) / i33).toBeCloseTo(1, 9)
    expect((iz * sin ** 2 + iy * cos ** 2) / i22).toBeCloseTo(1, 9)
    expect(((iy - iz) * sin * cos) / i23).toBeCloseTo(1, 9)
    expect(notesOf(report)).toContain('converted principal_axes 1')
  }
}) // biome-ignore format: a line each

it('makes up nothing: what is not known stops the script', () => {
  const { nodes, frames } = portalFrame()
  const model: ViewerModel = { ...portalFrame(), units: {}, sections: [{ id: 'IPE 300', polygon: [], materialId: 'S355' }], sectionDefinitions: [], nodes, frames: frames!.slice(1, 2) } // biome-ignore format: short
  const { text, report } = writeFile(writeOpenSees, model)
  expect(text).toContain('E1 = None  # fill in: E of "S355"\nG1 = None')
  expect(text).toContain("ops.element('elasticBeamColumn', 1, 2, 3, None, E1, G1, None, None, None, 1)")
  expect(notesOf(report)).toEqual(['dropped section_without_outline 1', 'dropped material_unknown 1'])
})

describe('of any model', () => {
  it.each(LANGUAGES)('what comes back and what is noted is what went out, in %s', (language) => {
    fc.assert(
      fc.property(anyModel, (given) => {
        const model = { ...given, loadCases: [], loads: [] } // they have tests of their own: loads of any model may be none that can be said
        const { bytes, report: out } = writeFile(writeOpenSees, model, { language })
        const { model: back, report } = readFile(readOpenSees, bytes)
        expect(back.nodes).toEqual(
          model.nodes.map(({ id, position: { x, y, z } }) => ({ id, position: { x: x + 0, y: y + 0, z: z + 0 } })),
        )
        const count = (code: string) => out.notes.find((note) => note.code === code)?.count ?? 0
        const isWhole = (id: string) => model.nodes.some((node) => node.id === id)
        const frames = model.frames!.filter(({ startNodeId, endNodeId }) => isWhole(startNodeId) && isWhole(endNodeId))
        expect(back.frames.length + count('zero_length')).toBe(frames.length)
        for (const frame of back.frames) {
          const sent = frames.find(({ id }) => id === frame.id)!
          expect([frame.startNodeId, frame.endNodeId]).toEqual([sent.startNodeId, sent.endNodeId])
        }
        expect(back.areas.length + count('element_type')).toBe(model.areas!.length)
        for (const { rows, taken, kept, dropped } of report.tables ?? []) expect(taken + kept + dropped).toBe(rows)
        expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
      }),
      { numRuns: runs(1000), seed: 30 },
    )
  })

  it('Python itself parses the script, and finds only calls and names in it', () => {
    const models = fc.sample(anyModel, { numRuns: runs(25), seed: 7 })
    const path = join(tmpdir(), `opensees-${process.pid}.py`)
    const program = `import ast,sys
for part in open(sys.argv[1], encoding='ascii').read().split('\\x00'):
  for node in ast.parse(part).body: assert isinstance(node, (ast.Import, ast.Expr, ast.Assign)), ast.dump(node)`
    writeFileSync(path, models.map((model) => writeFile(writeOpenSees, model).text).join('\0'))
    try {
      execFileSync('python3', ['--version'])
    } catch {
      console.warn('python3 is not there: its parser was not asked')
      return
    }
    execFileSync('python3', ['-c', program, path])
  })
})

describe('scripts of others', () => {
  it('reads Tcl with names, quotes and remarks', () => {
    const script = text([
      '# a portal', 'model basic -ndm 3 -ndf 6', 'set H 4.0; set A 0.01', 'node 1 0 0 0', 'node 2 0 0 $H -mass 1 1 1 0 0 0',
      'node 3 \\', '  6.0 0 $H', 'fix 1 1 1 1 0 0 0', 'geomTransf PDelta 5 0 1 0', 'geomTransf Linear 6 0 -1 0 -jntOffset 0.1 0 -0.2 -0.1 0 -0.2',
      'element elasticBeamColumn 11 1 2 $A 2e8 8e7 1e-5 2e-5 3e-5 5', 'element forceBeamColumn 12 2 3 6 3', 'element ShellMITC4 13 1 2 3 3 1',
      'for {set i 0} {$i < 3} {incr i} {', '  node [expr $i + 10] 0 0 $i', '}', 'exec rm -rf /', 'source other.tcl', 'rigidDiaphragm 3 1 2',
      'pattern Plain 1 Linear {', '  load 2 1 0 0 0 0 0', '}', 'element zeroLength 20 1 2 -mat 1 -dir 1', 'element quad 21 1 2 3 3 1 "PlaneStress" 1', 'node 1 9 9 9', 'fix 77 1 1 1 1 1 1',
    ]) // biome-ignore format: a few lines
    const { model, report } = readFile(readOpenSees, script, { units: 'kN, m, C' })
    expect(model.nodes.map(({ id, position: { x, y, z } }) => [id, x, y, z])).toEqual([['1', 0, 0, 0], ['2', 0, 0, 4], ['3', 6, 0, 4]]) // biome-ignore format: short
    expect(model.nodes[1]?.mass).toBe(1000)
    expect([model.loads.length, model.diaphragms.length]).toEqual([1, 1])
    expect(model.frames).toMatchObject([
      { id: '11', rotation: 0, sectionId: 'S2' },
      { id: '12', rotation: 0, sectionId: 'S3', sectionOffset: { x: 0, y: -0.2 } },
    ])
    expect(model.materials).toEqual([{ id: 'E 2e8', source: { properties: { E: 200_000, G: 80_000 } } }])
    expect(model.sections[1]).toMatchObject({ source: { properties: { Area: 0.01, TorsConst: 1e-5, I22: 2e-5, I33: 3e-5 } } })
    expect(model.areas).toEqual([{ id: '13', nodeIds: ['1', '2', '3', '3'], sectionId: 'S1' }])
    expect(notesOf(report)).toEqual([
      'dropped command_not_understood 3', 'dropped element_type 1', 'dropped duplicate_row 1', 'dropped reference_missing 1', 'dropped links 1',
      'kept section_without_outline 3', 'kept material_properties 1',
    ]) // biome-ignore format: a few lines
    for (const { rows, taken, kept, dropped } of report.tables ?? []) expect(taken + kept + dropped).toBe(rows)
  })

  it('runs nothing of a Python script', () => {
    const script = text([
      'from openseespy.opensees import *', 'import os', '"""', 'node(1, 9, 9, 9)', '"""', "model('basic', '-ndm', 3, '-ndf', 6)", 'L = 3.0', 'node(1, 0.0, 0.0, 0.0); node(2, 0, 0, L)  # two',
      "os.system('rm -rf /')", 'for i in range(3):', '    node(i + 10, 0, 0, i)', 'def f():', '    node(4, 1, 1, 1)', 'node(5, 2 * L, 0, 0)', 'fix(1, *[1, 1, 1, 1, 1, 1])',
      'node(\n  3,\n  6.0, 0.0, L)', "element('Truss', 7, 1, 3, 0.01, 1)", 'eval("node(8,0,0,0)")', 'node(6, 1, 1, float("nan"))', 'node(7, 1, 1, 1e999)',
    ]) // biome-ignore format: a few lines
    const { model, report } = readFile(readOpenSees, script, { units: 'N, mm' })
    expect(model.nodes.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(model.frames).toMatchObject([{ id: '7', startNodeId: '1', endNodeId: '3' }])
    expect(notesOf(report)).toEqual([
      'dropped command_not_understood 10',
      'guessed orientation_guessed 1',
      'kept section_without_outline 1',
    ])
  })

  it('turns a frame in a plane, whose Y points up', () => {
    const script = text([
      'model basic -ndm 2 -ndf 3',
      'node 1 0 0',
      'node 2 0 3',
      'fix 1 1 1 0',
      'geomTransf Linear 1',
      'element elasticBeamColumn 1 1 2 1 2 3 1',
    ])
    const { model, report } = readFile(readOpenSees, script, { up: 'y' })
    expect(model.nodes.map(({ position: { x, y, z } }) => [x, y, z])).toEqual([[0, 0, 0], [0, 0, 3]]) // biome-ignore format: short
    expect(model.supports).toEqual([
      { id: '1', nodeId: '1', restraints: { u1: true, u2: false, u3: true, r1: false, r2: false, r3: false } },
    ])
    expect(notesOf(report)).toContain('converted axes_turned 2')
  })
})

it('holds no id that leaves its remark', () => {
  const id = 'a"\n]); import os; os.system("x") # \\'
  const model = returnedModel({ name: id, nodes: [{ id, position: { x: 0, y: 0, z: 0 } }] })
  for (const language of LANGUAGES) {
    const { bytes, text } = writeFile(writeOpenSees, model, { language })
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^(?:ops\.node\(1, 0, 0, 0\) {2}#|node 1 0 0 0 ;#) "[ -~]*"$/)
    expect(readFile(readOpenSees, bytes).model).toMatchObject({ name: id, nodes: [{ id }] })
  }
})

it('finds axes again from the side of any frame', () => {
  const unit = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(unit, unit, unit, fc.integer({ min: -179, max: 180 }), (x, y, z, rotation) => {
      const [start, end] = [{ x: 1, y: 2, z: 3 }, { x: 1 + x, y: 2 + y, z: 3 + z }] // biome-ignore format: short
      const axes = localAxes(vec(start), vec(end), rotation)
      fc.pre(axes !== null && Math.hypot(x, y, z) > 1e-3)
      const model = returnedModel({ name: 'one', nodes: [{ id: 'A', position: start }, { id: 'B', position: end }], frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation, sectionOffset: { x: 0.3, y: -0.1 } }] }) // biome-ignore format: short
      const [frame] = readFile(readOpenSees, writeFile(writeOpenSees, model).bytes).model.frames
      const [, e2] = localAxes(vec(start), vec(end), frame!.rotation)!
      expect(dot(e2, axes![1])).toBeCloseTo(1, 9)
      expect(frame!.sectionOffset!.x).toBeCloseTo(0.3, 9)
      expect(frame!.sectionOffset!.y).toBeCloseTo(-0.1, 9)
      expect(add(scale(e2, 1), [0, 0, 0])).toHaveLength(3)
    }),
    { numRuns: runs(1000), seed: 4 },
  )
})
