import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { exampleModel, notesOf, portalFrame, readFile, writeFile } from '#lib/fixtures/file-trip.ts'
import { FileRefused } from '../file-refused.ts'
import { readIfc } from './ifc-read.ts'
import { writeIfc } from './ifc-write.ts'

const HEAD =
  "ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('a.ifc','',(''),(''),'x','Architect 1','');FILE_SCHEMA(('IFC2X3'));ENDSEC;DATA;"
const UNITS =
  "#1=IFCPROJECT('0123456789012345678901',$,'House',$,$,$,$,(),#2);#2=IFCUNITASSIGNMENT((#3));#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);"
const ifc = (...lines: string[]) => Buffer.from(`${HEAD}\n${UNITS}\n${lines.join('\n')}\nENDSEC;END-ISO-10303-21;`)
const sumsHold = (report: ReturnType<typeof readFile>['report']) => {
  for (const { name, rows, taken, kept, dropped } of report.tables ?? []) expect(taken + kept + dropped, name).toBe(rows)
}
const guid = (k: number) => `'${String(k).padStart(22, '0')}'`

/** What an architect's program writes: placements in chains, mapped bodies, cut ones, walls on their footprints with openings. */
const HOUSE = [
  '#10=IFCCARTESIANPOINT((0.,0.,0.));#11=IFCDIRECTION((0.,0.,1.));#12=IFCDIRECTION((1.,0.,0.));#13=IFCDIRECTION((0.,0.,-1.));#14=IFCDIRECTION((0.,1.,0.));',
  '#15=IFCAXIS2PLACEMENT3D(#10,$,$);#16=IFCLOCALPLACEMENT($,#15);#17=IFCCARTESIANPOINT((1000.,0.,3000.));#18=IFCAXIS2PLACEMENT3D(#17,$,$);#19=IFCLOCALPLACEMENT(#16,#18);',
  `#20=IFCBUILDINGSTOREY(${guid(20)},$,'Level \\X2\\00E9\\X0\\',$,$,#19,$,$,.ELEMENT.,3000.);`,
  // A column, mapped, 3 m high, its profile moved by 100 to +X.
  "#30=IFCCARTESIANPOINT((100.,0.));#31=IFCAXIS2PLACEMENT2D(#30,$);#32=IFCRECTANGLEPROFILEDEF(.AREA.,'300x400',#31,300.,400.);",
  "#33=IFCEXTRUDEDAREASOLID(#32,#15,#11,1500.);#34=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#33));#35=IFCREPRESENTATIONMAP(#15,#34);",
  "#36=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#10,2.,$);#37=IFCMAPPEDITEM(#35,#36);#38=IFCSHAPEREPRESENTATION($,'Body','MappedRepresentation',(#37));#39=IFCPRODUCTDEFINITIONSHAPE($,$,(#38));",
  `#40=IFCCOLUMN(${guid(40)},$,'Column',$,'300x400',#19,#39,'C-1');`,
  // A beam whose body is cut, extruded backwards along -Z of a placement that looks along X; a channel.
  '#41=IFCAXIS2PLACEMENT3D(#10,#12,#14);#42=IFCCARTESIANPOINT((0.,0.,5000.));#43=IFCAXIS2PLACEMENT3D(#42,$,$);#44=IFCLOCALPLACEMENT(#19,#41);',
  "#45=IFCUSHAPEPROFILEDEF(.AREA.,'UPE',$,200.,75.,8.,11.,$,$,$,$);#46=IFCEXTRUDEDAREASOLID(#45,#43,#13,5000.);#47=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#46,#15);",
  "#48=IFCPOLYLINE((#10,#42));#49=IFCSHAPEREPRESENTATION($,'Axis','Curve3D',(#48));#50=IFCSHAPEREPRESENTATION($,'Body','Clipping',(#47));#51=IFCPRODUCTDEFINITIONSHAPE($,$,(#49,#50));",
  `#52=IFCBEAM(${guid(52)},$,'Beam',$,$,#44,#51,'B-1');`,
  // A wall of 4 m, 0.2 m thick and 2.5 m high, with a door; and one that is round.
  '#60=IFCCARTESIANPOINT((4000.,0.));#61=IFCCARTESIANPOINT((4000.,200.));#62=IFCCARTESIANPOINT((0.,200.));#63=IFCCARTESIANPOINT((0.,0.));#64=IFCPOLYLINE((#63,#60,#61,#62,#63));#65=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#64);',
  "#66=IFCEXTRUDEDAREASOLID(#65,#15,#11,2500.);#67=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#66));#68=IFCPRODUCTDEFINITIONSHAPE($,$,(#67));",
  `#69=IFCWALLSTANDARDCASE(${guid(69)},$,'Wall',$,$,#19,#68,'W-1');`,
  '#70=IFCCARTESIANPOINT((1000.,-100.,0.));#71=IFCAXIS2PLACEMENT3D(#70,$,$);#72=IFCLOCALPLACEMENT(#19,#71);#73=IFCCARTESIANPOINT((450.,250.));#74=IFCAXIS2PLACEMENT2D(#73,$);#75=IFCRECTANGLEPROFILEDEF(.AREA.,$,#74,900.,500.);',
  "#76=IFCEXTRUDEDAREASOLID(#75,#15,#11,2000.);#77=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#76));#78=IFCPRODUCTDEFINITIONSHAPE($,$,(#77));",
  `#79=IFCOPENINGELEMENT(${guid(79)},$,'Door',$,$,#72,#78,$);#80=IFCRELVOIDSELEMENT(${guid(80)},$,$,$,#69,#79);`,
  "#81=IFCCIRCLEPROFILEDEF(.AREA.,$,$,2000.);#82=IFCEXTRUDEDAREASOLID(#81,#15,#11,2500.);#83=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#82));#84=IFCPRODUCTDEFINITIONSHAPE($,$,(#83));",
  `#85=IFCWALL(${guid(85)},$,'Round',$,$,#19,#84,'W-2');`,
  // A slab 0.3 m thick, and what is no structure.
  "#90=IFCEXTRUDEDAREASOLID(#65,#15,#13,300.);#91=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#90));#92=IFCPRODUCTDEFINITIONSHAPE($,$,(#91));",
  `#93=IFCSLAB(${guid(93)},$,'Slab',$,$,#19,#92,'S-1',.FLOOR.);#94=IFCDOOR(${guid(94)},$,'Door',$,$,#19,$,'D-1',$,$);#95=IFCBUILDINGELEMENTPROXY(${guid(95)},$,'?',$,$,#19,$,'P-1',$);`,
  `#96=IFCMATERIAL('Concrete');#97=IFCRELASSOCIATESMATERIAL(${guid(97)},$,$,$,(#40,#93),#96);`,
]

it("takes what is sure of an architect's building, and counts the rest", () => {
  const { model, report } = readFile(readIfc, ifc(...HOUSE))
  expect([model.name, model.units, model.source]).toEqual(['House', { length: 'mm' }, { system: 'Architect 1' }])
  const at = new Map(model.nodes.map(({ id, position: { x, y, z } }) => [id, [x, y, z]]))
  expect(model.frames.map(({ id, label, startNodeId, endNodeId, rotation, sectionId, sectionOffset, materialId }) => [id, label, at.get(startNodeId), at.get(endNodeId), rotation, sectionId, sectionOffset, materialId])).toEqual([
    // Its profile stands 200 to +X of the axis that its own origin draws, for the mapping doubles it.
    ['C-1', 'Column', [1200, 0, 3000], [1200, 0, 6000], 90, '300x400', undefined, undefined],
    ['B-1', 'Beam', [1000, 0, 3000], [6000, 0, 3000], 0, 'UPE', undefined, undefined],
  ]) // biome-ignore format: a few lines
  expect(model.sections).toMatchObject([
    { id: '300x400', type: 'rectangular', dimensions: { t3: 800, t2: 600 }, materialId: 'Concrete' },
    { id: 'UPE', type: 'channel', dimensions: { t3: 200, t2: 75, tf: 11, tw: 8 } },
  ])
  const [wall, slab] = model.areas
  expect([wall!.id, wall!.kind, wall!.thickness, wall!.nodeIds.map((id) => at.get(id))]).toEqual(['W-1', 'wall', 200, [[1000, 100, 3000], [5000, 100, 3000], [5000, 100, 5500], [1000, 100, 5500]]]) // biome-ignore format: one wall
  const door = wall!.openingNodeIds![0]!.map((id) => at.get(id)!)
  expect([
    Math.min(...door.map(([x]) => x!)),
    Math.max(...door.map(([x]) => x!)),
    Math.max(...door.map(([, , z]) => z!)),
  ]).toEqual([2000, 2900, 5000])
  expect([slab!.id, slab!.thickness, slab!.nodeIds.map((id) => at.get(id)![2])]).toEqual(['S-1', 300, [2850, 2850, 2850, 2850]])
  expect(model.gridLines).toEqual([{ id: 'Z/Level é', axis: 'Z', coordinate: 3000, label: 'Level é' }])
  expect(notesOf(report)).toEqual([
    'dropped area_shape 1',
    'dropped unknown 1',
    'dropped proxies 1',
    'converted orientation_converted 1',
  ])
  sumsHold(report)
})

it('reads the structural view of IFC2X3 with springs', () => {
  const { model, report } = readFile(readIfc, ifc(
    '#10=IFCCARTESIANPOINT((0.,0.,0.));#11=IFCCARTESIANPOINT((6000.,0.,0.));#12=IFCVERTEXPOINT(#10);#13=IFCVERTEXPOINT(#11);#14=IFCEDGE(#12,#13);',
    "#15=IFCTOPOLOGYREPRESENTATION($,'Reference','Vertex',(#12));#16=IFCPRODUCTDEFINITIONSHAPE($,$,(#15));#17=IFCBOUNDARYNODECONDITION($,-1.,-1.,5000.,0.,0.,nan.);",
    `#18=IFCSTRUCTURALPOINTCONNECTION(${guid(18)},$,'K1',$,$,$,#16,#17);#19=IFCTOPOLOGYREPRESENTATION($,'Reference','Edge',(#14));#20=IFCPRODUCTDEFINITIONSHAPE($,$,(#19));`,
    `#21=IFCSTRUCTURALCURVEMEMBER(${guid(21)},$,'S1',$,$,$,#20,.RIGID_JOINED_MEMBER.);#22=IFCSTRUCTURALPOINTACTION(${guid(22)},$,$,$,$,$,$,$,$,$,$);`,
  )) // biome-ignore format: one file
  expect(model.nodes).toEqual([{ id: 'K1', position: { x: 0, y: 0, z: 0 } }, { id: 'N2', position: { x: 6000, y: 0, z: 0 } }]) // biome-ignore format: short
  expect(model.frames).toEqual([{ id: 'S1', startNodeId: 'K1', endNodeId: 'N2', rotation: 0 }])
  expect(model.supports[0]).toMatchObject({
    nodeId: 'K1',
    restraints: { u1: true, u2: true, u3: null, r1: false, r2: false, r3: null },
  })
  expect(notesOf(report)).toEqual(['dropped loads 1', 'guessed orientation_guessed 1', 'guessed value_missing 1'])
  sumsHold(report)
})

it('follows a chain of 100,000 placements, and no circle', () => {
  const chain = Array.from({ length: 100_000 }, (_, k) => `#${k + 100}=IFCLOCALPLACEMENT(${k === 0 ? '$' : `#${k + 99}`},#11);`)
  const beam = (k: number, placement: number) => `#${k}=IFCBEAM(${guid(k)},$,$,$,$,#${placement},#15,'${k}');`
  const rest = [
    '#10=IFCCARTESIANPOINT((1.,0.,0.));#11=IFCAXIS2PLACEMENT3D(#10,$,$);#12=IFCCARTESIANPOINT((0.,0.,500.));#13=IFCPOLYLINE((#10,#12));',
    "#14=IFCSHAPEREPRESENTATION($,'Axis','Curve3D',(#13));#15=IFCPRODUCTDEFINITIONSHAPE($,$,(#14));#20=IFCLOCALPLACEMENT(#21,#11);#21=IFCLOCALPLACEMENT(#20,#11);",
    "#30=IFCBOOLEANRESULT(.UNION.,#30,#30);#31=IFCMAPPEDITEM(#32,$);#32=IFCREPRESENTATIONMAP(#11,#33);#33=IFCSHAPEREPRESENTATION($,'Body','x',(#30,#31));#34=IFCPRODUCTDEFINITIONSHAPE($,$,(#33));",
    '#40=IFCCOMPOSITECURVE((#41),.F.);#41=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#40);#42=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#40);',
    `#50=IFCBEAM(${guid(50)},$,$,$,$,#11,#34,'50');`, beam(51, 20), beam(52, 100_099),
  ] // biome-ignore format: a few lines
  const { model, report } = readFile(readIfc, ifc(...chain, ...rest))
  expect(model.frames.map(({ id }) => id)).toEqual(['52'])
  expect(model.nodes[0]!.position.x).toBe(100_001)
  expect(notesOf(report)).toEqual(['dropped reference_missing 2', 'converted orientation_converted 1'])
  sumsHold(report)
})

it('is refused or read, wherever it is cut and whatever stands in it', () => {
  for (const view of ['physical', 'structural'] as const) {
    const { bytes } = writeFile(writeIfc, exampleModel('portal-frame'), { view })
    const attempt = (file: Uint8Array) => {
      try {
        sumsHold(readFile(readIfc, file).report)
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefused)
      }
    }
    for (let k = 0; k < 200; k++) attempt(bytes.subarray(0, Math.floor((k * bytes.length) / 200)))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 200 }), (changes) => {
        const damaged = Uint8Array.from(bytes)
        for (const [at, byte] of changes) damaged[at] = byte
        attempt(damaged)
      }),
      { numRuns: runs(200), seed: 18 },
    )
  }
  const deep = ifc(
    `#10=IFCCARTESIANPOINT(${'('.repeat(1000)}0.${')'.repeat(1000)});#11=IFCVERTEXPOINT(#10);`,
    `#12=IFCBEAM(${guid(12)},$,$,$,$,#10,$,$);`,
  )
  expect(() => readFile(readIfc, deep)).toThrow(/nested more than 64 deep/)
})

it('holds no name that leaves its string', () => {
  const id = "a');#1=IFCWALL('\\X2\\ \n*/ é 😀"
  const sent = {
    ...portalFrame(),
    name: id,
    frames: portalFrame().frames!.map((frame, k) => (k === 0 ? { ...frame, id } : frame)),
  }
  const { model } = readFile(readIfc, writeFile(writeIfc, sent).bytes)
  expect([model.name, model.frames[0]!.id, model.frames.length]).toEqual([id, id, 3])
})

it('brings releases and springs back, in newtons', () => {
  const sent = portalFrame()
  const [column, beam, ...others] = sent.frames!
  const releases = { start: { m2: true, m3: 5000 }, end: { p: true, v2: true, v3: 0.5, t: true } }
  const [support, ...more] = sent.supports!
  const model = { ...sent, frames: [column!, { ...beam!, releases }, ...others], supports: [{ ...support!, restraints: { u1: true, u2: false }, stiffness: { u3: 2, r1: 8 } }, ...more] } // biome-ignore format: a line
  const out = writeFile(writeIfc, model, { view: 'structural' })
  expect(notesOf(out.report)).toEqual([])
  const { model: back } = readFile(readIfc, out.bytes)
  expect(back.frames[1]!.releases).toEqual({ start: { m2: true, m3: 5_000_000 }, end: { p: true, v2: true, v3: 500, t: true } })
  expect(back.supports[0]).toMatchObject({
    restraints: { u1: true, u2: false, u3: null, r1: null, r2: null, r3: null },
    stiffness: { u3: 2000, r1: 8000 },
  })
  expect(back.units).toEqual({ length: 'm', force: 'N' })
  expect(notesOf(writeFile(writeIfc, model).report)).toEqual(['dropped releases 1', 'dropped spring 1', 'dropped element_type 2'])
})
