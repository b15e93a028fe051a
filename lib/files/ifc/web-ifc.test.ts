import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  IFC4,
  IFCBEAM,
  IFCCOLUMN,
  IFCFOOTING,
  IFCMEMBER,
  IFCPILE,
  IFCPLATE,
  IFCSLAB,
  IFCSTRUCTURALCURVEMEMBER,
  IFCSTRUCTURALPOINTCONNECTION,
  IFCSTRUCTURALSURFACEMEMBER,
  IFCWALL,
  IfcAPI,
  LogLevel,
} from 'web-ifc'
import { modelNames } from '#lib/fixtures/example-models.ts'
import { exampleModel, writeFile } from '#lib/fixtures/file-trip.ts'
import { sectionBody } from '#lib/geometry/body-of-section.ts'
import { frameSolid, placedSolid } from '#lib/geometry/frame-solid.ts'
import { vec } from '#lib/model/shape/vector.ts'
import { LENGTH_UNITS, readUnits } from '#lib/model/units.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import { writeIfc } from './ifc-write.ts'

/** Another program's reader and its geometry: our files as it sees them. */

const api = new IfcAPI()
beforeAll(async () => {
  await api.Init()
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
})
afterAll(() => api.Dispose())

type Box = { low: number[]; high: number[] }
const emptyBox = (): Box => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] })
function grow(box: Box, point: readonly number[]) {
  for (const axis of [0, 1, 2]) {
    box.low[axis] = Math.min(box.low[axis]!, point[axis]!)
    box.high[axis] = Math.max(box.high[axis]!, point[axis]!)
  }
}

/** In metres, by Tag. web-ifc turns Z up into Y up. */
function boxesOf(bytes: Uint8Array): Map<string, Box> {
  const model = api.OpenModel(bytes, { CIRCLE_SEGMENTS: 64 })
  const boxes = new Map<string, Box>()
  api.StreamAllMeshes(model, (mesh) => {
    const { Tag } = api.GetLine(model, mesh.expressID)
    const box = emptyBox()
    for (let g = 0; g < mesh.geometries.size(); g++) {
      const { geometryExpressID, flatTransformation: m } = mesh.geometries.get(g)
      const geometry = api.GetGeometry(model, geometryExpressID)
      const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
      for (let i = 0; i < vertices.length; i += 6) {
        const [a, b, c] = [vertices[i]!, vertices[i + 1]!, vertices[i + 2]!]
        const at = [0, 1, 2].map((k) => m[k]! * a + m[4 + k]! * b + m[8 + k]! * c + m[12 + k]!)
        grow(box, [at[0]!, -at[2]!, at[1]!])
      }
      geometry.delete()
    }
    boxes.set(Tag.value, box)
  })
  api.CloseModel(model)
  return boxes
}

it.each(modelNames)('draws %s as we do', (name) => {
  const model = exampleModel(name)
  const unit = readUnits(model.units).length ?? LENGTH_UNITS.m
  const { metres } = unit
  const boxes = boxesOf(writeFile(writeIfc, model, {}, unit).bytes)
  const nodes = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  let drawn = 0
  for (const { id, startNodeId, endNodeId, rotation, sectionId, sectionOffset } of model.frames ?? []) {
    const section = model.sections!.find((one) => one.id === sectionId)
    const definition = model.sectionDefinitions!.find((one) => one.id === sectionId)
    const body = section && sectionBody(section, definition)
    if (!body) continue
    drawn++
    const box = emptyBox()
    const placed = placedSolid(frameSolid(body), nodes.get(startNodeId)!, nodes.get(endNodeId)!, rotation, sectionOffset)!
    for (let i = 0; i < placed.length; i += 3) grow(box, [placed[i]! * metres, placed[i + 1]! * metres, placed[i + 2]! * metres])
    // A circle is other corners there: as near as the chords of both are to it.
    const slip = definition?.type === 'pipe' ? 0.006 * Math.max(...section.polygon.map(({ x }) => Math.abs(x))) * metres * 2 : 0
    const found = boxes.get(id)
    for (const axis of [0, 1, 2]) {
      expect(Math.abs(found!.low[axis]! - box.low[axis]!), `${id} low ${axis}`).toBeLessThan(2e-6 + slip)
      expect(Math.abs(found!.high[axis]! - box.high[axis]!), `${id} high ${axis}`).toBeLessThan(2e-6 + slip)
    }
  }
  expect([...boxes.keys()].filter((id) => model.frames!.some((frame) => frame.id === id)).length).toBe(drawn)
})

it.each(modelNames)('counts the structure of %s', (name) => {
  const model = exampleModel(name)
  const { bytes } = writeFile(writeIfc, model, { view: 'structural' }, readUnits(model.units).length ?? LENGTH_UNITS.m)
  const opened = api.OpenModel(bytes)
  const count = (type: number) => api.GetLineIDsWithType(opened, type).size()
  const counts = [IFCSTRUCTURALPOINTCONNECTION, IFCSTRUCTURALCURVEMEMBER, IFCSTRUCTURALSURFACEMEMBER].map(count)
  expect(counts).toEqual([model.nodes.length, model.frames?.length ?? 0, model.areas?.length ?? 0])
  api.CloseModel(opened)
})

it('finds an element for each role, of a type and word that IFC4 has', () => {
  const model = exampleModel('portal-frame')
  const [frame] = model.frames!
  const nodeIds = model.nodes.slice(0, 3).map(({ id }) => id)
  const frames = FRAME_ROLES.map((role) => ({ ...frame!, id: role, role }))
  const areas = AREA_ROLES.map((role) => ({ id: role, nodeIds, thickness: 0.2, role }))
  const opened = api.OpenModel(writeFile(writeIfc, { ...model, frames, areas }).bytes)
  const types = [
    [IFCCOLUMN, IFC4.IfcColumnTypeEnum],
    [IFCBEAM, IFC4.IfcBeamTypeEnum],
    [IFCMEMBER, IFC4.IfcMemberTypeEnum],
    [IFCPILE, IFC4.IfcPileTypeEnum],
    [IFCSLAB, IFC4.IfcSlabTypeEnum],
    [IFCFOOTING, IFC4.IfcFootingTypeEnum],
    [IFCWALL, IFC4.IfcWallTypeEnum],
    [IFCPLATE, IFC4.IfcPlateTypeEnum],
  ] as const
  const found = types.flatMap(([type, words]) =>
    [...api.GetLineIDsWithType(opened, type)].map((id) => {
      const { Tag, PredefinedType } = api.GetLine(opened, id)
      expect(Object.keys(words)).toContain(PredefinedType.value)
      return Tag.value
    }),
  )
  expect(found.sort()).toEqual([...FRAME_ROLES, ...AREA_ROLES].sort())
  api.CloseModel(opened)
})
