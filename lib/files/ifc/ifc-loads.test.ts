import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { codesOf, readFile, writeFile, wrongTables } from '#lib/fixtures/file-trip.ts'
import { byId, CASES, COMBINATIONS, expectEqualTotals, LOADS, loaded, loadedModel, totalsOf } from '#lib/fixtures/loaded-model.ts'
import { LENGTH_UNITS } from '#lib/model/units.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { readIfc } from './ifc-read.ts'
import { writeIfc } from './ifc-write.ts'

/** Loads, cases and combinations in the structural view: what came back and what was noted is what went out. */

const STRUCTURAL = { view: 'structural' } as const

/** Forces times a factor: the file is in newtons. */
function inNewtons(model: ViewerModel, newtons: number): ViewerModel {
  const times = (vector: Load['force']) =>
    vector && Object.fromEntries(Object.entries(vector).map(([key, value]) => [key, (value ?? 0) * newtons]))
  const loads = (model.loads ?? []).map((load): Load => {
    const { force, forceEnd, moment, gradient: _, ...rest } = load
    return {
      ...rest,
      ...(force && { force: times(force) }),
      ...(forceEnd && { forceEnd: times(forceEnd) }),
      ...(moment && { moment: times(moment) }),
    }
  })
  return { ...model, loads }
}

it.each([['kN, m, C', 1000], ['N, mm, C', 1], ['kip, ft, C', 4448.2216152605]] as const)('a table in %s comes back with its loads', (units, newtons) => {
  const model = loaded(units)
  const { bytes, text, report: written } = writeFile(writeIfc, model, STRUCTURAL)
  const { model: back, report } = readFile(readIfc, bytes)
  // The gradient and which way a load spreads.
  expect(codesOf(written)).toMatchObject({ loads: 2, diaphragm: 1, mass: 1, load_along_global_axes: 1 })
  expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
  expect(wrongTables(report)).toEqual([])
  expect(text).toContain('IFCDERIVEDUNIT')
  expect(byId(back.loadCases)).toEqual(byId(CASES))
  expect(byId(back.combinations)).toEqual(byId(COMBINATIONS))
  expect(Object.keys(byId(back.loads))).toEqual(LOADS.map(({ id }) => id))
  expect([back.units?.force, byId(back.loads).X]).toEqual(['N', LOADS.find(({ id }) => id === 'X')])
  expect(byId(back.loads).N).toMatchObject({ axes: 'projected' })
  expect(byId(back.loads).R).toMatchObject({ axes: 'local', force: { y: expect.closeTo(2 * newtons, 6), z: expect.closeTo(newtons, 6) } })
  expectEqualTotals(totalsOf(inNewtons(model, newtons)), totalsOf(back as never))
}) // biome-ignore format: one line

it('of a model without a unit of force no load is written, and each is told', () => {
  const { report, text } = writeFile(writeIfc, { ...loaded('m'), units: { length: 'm' } }, STRUCTURAL)
  expect(codesOf(report).loads).toBe(CASES.length + COMBINATIONS.length + LOADS.length)
  expect(text).not.toContain('IFCSTRUCTURALLOADCASE')
})

it('in the physical view loads are told', () => {
  const { report } = writeFile(writeIfc, loaded('kN, m, C'))
  expect(codesOf(report).loads).toBe(CASES.length + COMBINATIONS.length + LOADS.length)
})

it('brings the loads of any model back with their sums', () => {
  fc.assert(
    fc.property(loadedModel, (sent) => {
      const model = { ...sent, units: { current: 'N, m, C' } }
      const { bytes, report: out } = writeFile(writeIfc, model, STRUCTURAL, LENGTH_UNITS.m)
      const { model: back, report } = readFile(readIfc, bytes, STRUCTURAL)
      expect(wrongTables(report)).toEqual([])
      expect(report.notes.filter(({ action, code }) => action === 'dropped' && code !== 'zero_length')).toEqual([])
      const isThere = ({ frameId, areaId }: Load) =>
        (frameId == null || back.frames.some(({ id }) => id === frameId)) && (areaId == null || back.areas.some(({ id }) => id === areaId)) // biome-ignore format: a line
      const whole = { ...model, loads: (model.loads ?? []).filter(isThere) }
      expect((codesOf(out).loads ?? 0) + back.loads.length).toBeGreaterThanOrEqual((model.loads ?? []).length)
      const flat = codesOf(out).area_flattened || codesOf(report).points_joined
      if (!flat) expectEqualTotals(totalsOf(inNewtons(whole, 1)), totalsOf(back as never))
    }),
    { numRuns: runs(1000), seed: 12 },
  )
})

const HEAD = `ISO-10303-21;HEADER;FILE_SCHEMA(('IFC2X3'));ENDSEC;DATA;
#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);#2=IFCSIUNIT(*,.FORCEUNIT.,.KILO.,.NEWTON.);#3=IFCUNITASSIGNMENT((#1,#2,#90));
#90=IFCDERIVEDUNIT((#91,#92),.LINEARFORCEUNIT.,$);#91=IFCDERIVEDUNITELEMENT(#2,1);#92=IFCDERIVEDUNITELEMENT(#93,-1);#93=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCPROJECT('P',$,'Loads',$,$,$,$,$,#3);#5=IFCCARTESIANPOINT((0.,0.,0.));#6=IFCCARTESIANPOINT((4000.,0.,0.));#7=IFCVERTEXPOINT(#5);#8=IFCVERTEXPOINT(#6);
#9=IFCAXIS2PLACEMENT3D(#5,$,$);#10=IFCLOCALPLACEMENT($,#9);
#11=IFCTOPOLOGYREPRESENTATION($,$,$,(#7));#12=IFCPRODUCTDEFINITIONSHAPE($,$,(#11));#13=IFCSTRUCTURALPOINTCONNECTION('N1',$,'1',$,$,#10,#12,$);
#14=IFCTOPOLOGYREPRESENTATION($,$,$,(#8));#15=IFCPRODUCTDEFINITIONSHAPE($,$,(#14));#16=IFCSTRUCTURALPOINTCONNECTION('N2',$,'2',$,$,#10,#15,$);
#17=IFCEDGE(#7,#8);#18=IFCTOPOLOGYREPRESENTATION($,$,$,(#17));#19=IFCPRODUCTDEFINITIONSHAPE($,$,(#18));#20=IFCSTRUCTURALCURVEMEMBER('M',$,'B',$,$,#10,#19,.RIGID_JOINED_MEMBER.);
`

describe('files of other programs', () => {
  it('IFC2X3 with its own units, a point along a member, groups in cases', () => {
    const { model, report } = readFile(
      readIfc,
      Buffer.from(`${HEAD}
#30=IFCSTRUCTURALLOADGROUP('G1',$,'LC1',$,$,.LOAD_CASE.,.PERMANENT_G.,.DEAD_LOAD_G.,$,$);
#31=IFCSTRUCTURALLOADGROUP('G2',$,'Snow group',$,$,.LOAD_GROUP.,.VARIABLE_Q.,.SNOW_S.,$,$);#32=IFCRELASSIGNSTOGROUP('R1',$,$,$,(#31),$,#30);
#40=IFCSTRUCTURALLOADSINGLEFORCE($,0.,0.,-5.,$,$,$);#41=IFCSTRUCTURALPOINTACTION('A1',$,'P',$,$,#10,#12,#40,.GLOBAL_COORDS.,.F.,$);#42=IFCRELCONNECTSSTRUCTURALACTIVITY('C1',$,$,$,#13,#41);
#43=IFCSTRUCTURALLOADLINEARFORCE($,0.,0.,-2.,$,$,$);#44=IFCSTRUCTURALLINEARACTION('A2',$,'Q',$,$,#10,#19,#43,.GLOBAL_COORDS.,.F.,$,.PROJECTED_LENGTH.);#45=IFCRELCONNECTSSTRUCTURALACTIVITY('C2',$,$,$,#20,#44);
#46=IFCCARTESIANPOINT((1000.,0.,0.));#47=IFCVERTEXPOINT(#46);#48=IFCTOPOLOGYREPRESENTATION($,$,$,(#47));#49=IFCPRODUCTDEFINITIONSHAPE($,$,(#48));
#50=IFCSTRUCTURALPOINTACTION('A3',$,'S',$,$,#10,#49,#40,.GLOBAL_COORDS.,.F.,$);#51=IFCRELCONNECTSSTRUCTURALACTIVITY('C3',$,$,$,#20,#50);
#52=IFCSTRUCTURALPOINTACTION('A4',$,'lost',$,$,#10,#49,#40,.GLOBAL_COORDS.,.F.,$);
#60=IFCRELASSIGNSTOGROUP('R2',$,$,$,(#41,#44),$,#30);#61=IFCRELASSIGNSTOGROUP('R3',$,$,$,(#50),$,#31);
ENDSEC;END-ISO-10303-21;`),
    )
    expect(model.loadCases).toEqual([{ id: 'LC1', nature: 'dead' }])
    expect(model.loads).toEqual([
      { id: 'P', caseId: 'LC1', nodeId: '1', force: { z: -5000 } },
      { id: 'Q', caseId: 'LC1', frameId: 'B', axes: 'projected', force: { z: -2 } },
      { id: 'S', caseId: 'LC1', frameId: 'B', type: 'point', at: 0.25, force: { z: -5000 } },
    ])
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report).loads).toBe(1)
  })

  it('combinations in circles, and of what is left out, are left out', () => {
    const { model, report } = readFile(
      readIfc,
      Buffer.from(`${HEAD}
#30=IFCSTRUCTURALLOADCASE('G1',$,'LC1',$,$,.LOAD_CASE.,.VARIABLE_Q.,.WIND_W.,$,$,$);
#31=IFCSTRUCTURALLOADGROUP('G2',$,'U',$,$,.LOAD_COMBINATION.,.NOTDEFINED.,.NOTDEFINED.,$,$);#32=IFCRELASSIGNSTOGROUPBYFACTOR('R1',$,$,$,(#30),$,#31,1.5);
#33=IFCSTRUCTURALLOADGROUP('G3',$,'A',$,$,.LOAD_COMBINATION.,.NOTDEFINED.,.NOTDEFINED.,$,$);#34=IFCRELASSIGNSTOGROUPBYFACTOR('R2',$,$,$,(#35),$,#33,1.);
#35=IFCSTRUCTURALLOADGROUP('G4',$,'B',$,$,.LOAD_COMBINATION.,.NOTDEFINED.,.NOTDEFINED.,$,$);#36=IFCRELASSIGNSTOGROUPBYFACTOR('R3',$,$,$,(#33),$,#35,1.);
ENDSEC;END-ISO-10303-21;`),
    )
    expect(model.combinations).toEqual([{ id: 'U', terms: [{ caseId: 'LC1', factor: 1.5 }] }])
    expect(model.loadCases).toEqual([{ id: 'LC1', nature: 'wind' }])
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report).loads).toBe(2)
  })
})
