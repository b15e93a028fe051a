import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { distance, type Vec } from '#lib/model/shape/vector.ts'
import { readCamera, readSection } from '#lib/model/view-query.ts'
import type { Vector3 } from '#lib/schema/schema.ts'
import { ifcGuidOf } from '../guid.ts'
import { joinPieces, zipPieces } from '../zip-write.ts'
import { readAnchoredView } from './anchored-view.ts'
import { ElementComponents } from './bcf-elements.ts'
import { readBcf } from './bcf-read.ts'
import type { BcfTopic, BcfViewpoint } from './bcf-topic.ts'
import { fromViewpoint, isSameViewpoint, toViewpoint, viewpointGuid } from './bcf-viewpoint.ts'
import { bcfEntries } from './bcf-write.ts'
import { PlacesOfElements } from './places-of-elements.ts'

const THREAD = '6f1c2f0e-8a51-4c55-9a38-0d8f6f3b7a11'
const portal = returnedModel(portalFrame())
const components = new ElementComponents(portal, 'm_1')
const places = new PlacesOfElements(portal)
const MILLIMETRES = { metres: 0.001, scaled: 1 }
const METRES = { metres: 1, scaled: 1 }
const around = (elements: Parameters<PlacesOfElements['around']>[0], point: Vector3 | null = null) =>
  places.around(elements, point)

function viewpointOf(view: string | null, lengths = METRES, elements: { kind: 'frame'; id: string }[] = []): BcfViewpoint {
  const seen = readAnchoredView(view, { width: 1500, height: 1000 }, { scaled: lengths.scaled, around: around(elements) })
  return toViewpoint(THREAD, seen, { elements, foreign: [] }, components, lengths)
}

/** Out into a file and in again. */
function throughFile(viewpoint: BcfViewpoint): BcfViewpoint | null {
  const topic: BcfTopic = {
    ...{ guid: THREAD, serverId: '1', status: 'Open', title: 'Deeper', description: null, link: null, author: 'Ada' },
    ...{ created: '2026-11-21T10:15:00.000Z', modified: null, due: null, assignee: null, comments: [], viewpoint },
  }
  const bytes = joinPieces(zipPieces(bcfEntries({ id: 'm_1', name: 'Portal' }, [], [{ topic, snapshot: null }])))
  return readBcf(bytes).topics[0]?.topic.viewpoint ?? null
}

describe('a camera', () => {
  it('is in metres, with its direction and what is up in the picture', () => {
    const { camera, guid } = viewpointOf('camera=20000,-15000,12000,6000,4000,3000', MILLIMETRES)
    expect(guid).toBe('d8931b25-3293-55ac-976e-b0e5b051d959')
    expect(viewpointGuid(THREAD)).toBe(guid)
    expect(camera).toMatchObject({ kind: 'perspective', fieldOfView: 35, aspect: 1.5, position: [20, -15, 12] })
    const rounded = (vector: Vec | undefined) => vector?.map((value) => Number(value.toFixed(6)))
    expect(rounded(camera?.direction)).toEqual([-0.554265, 0.752217, -0.356313])
    expect(rounded(camera?.up)).toEqual([-0.211365, 0.286852, 0.934366])
  })

  it('of a parallel view says how high the picture is, and of a plan that north is up', () => {
    const { camera } = viewpointOf('camera=3,2,50,3,2,0,100&projection=parallel')
    expect(camera).toMatchObject({ kind: 'parallel', worldHeight: 10, direction: [0, 0, -1], up: [0, 1, 0] })
  })

  it('of a thread without a view fits its elements, and of one without elements the model', () => {
    for (const elements of [[{ kind: 'frame' as const, id: 'B1' }], []]) {
      const { camera } = viewpointOf(null, METRES, elements)
      const { middle, radius } = around(elements)
      const far = distance(camera?.position ?? [0, 0, 0], middle)
      expect(Math.asin(radius / far)).toBeLessThan((17.5 * Math.PI) / 180)
      expect(far).toBeLessThan(6 * radius)
    }
  })

  it('of a thread that has a point alone looks at it from where what is near is seen, as at a node', () => {
    const point = { x: 6, y: 0, z: 4 }
    expect(around([], point)).toEqual(around([{ kind: 'node', id: 'N3' }]))
    expect(around([{ kind: 'frame', id: 'gone' }], point)).toEqual(around([], point))
    expect(around([], point).radius).toBeCloseTo(0.08 * around([]).radius, 9)
  })

  it('of a model whose lengths were converted since is where it was', () => {
    const before = viewpointOf('camera=20,-15,12,6,4,3&section=,,,6,,')
    const after = viewpointOf('camera=20,-15,12,6,4,3&section=,,,6,,', { metres: 0.001, scaled: 1000 })
    expect(isSameViewpoint(before, after, components, METRES)).toBe(true)
  })

  it('comes back to a hundredth of a millimetre, whatever it looks at', () => {
    const coordinate = fc.double({ min: -1e4, max: 1e4, noNaN: true })
    const point = fc.tuple(coordinate, coordinate, coordinate)
    const side = fc.option(coordinate)
    fc.assert(
      fc.property(
        ...[point, point, fc.boolean(), fc.array(side, { minLength: 6, maxLength: 6 })],
        fc.constantFrom(0.001, 0.3048, 1),
        (eye, target, isParallel, sides, metres) => {
          fc.pre(distance(eye, target) > 0.1)
          const section = sides.map((value) => value ?? '').join(',')
          const view = `camera=${[...eye, ...target].join(',')}${isParallel ? ',40&projection=parallel' : ''}&section=${section}&only=f:B1`
          const written = viewpointOf(view, { metres, scaled: 1 })
          const read = throughFile(written)
          expect(read && isSameViewpoint(written, read, components, METRES)).toBe(true)
          if (!read) return
          const back = fromViewpoint(read, components, around, { metres, scaled: 1 })
          const camera = readCamera(new URLSearchParams(back.view ?? '').get('camera'))
          expect(distance(camera?.position ?? [1e9, 0, 0], eye) * metres).toBeLessThan(1.8e-5)
          const again = viewpointOf(back.view, { metres, scaled: 1 })
          expect(isSameViewpoint({ ...again, selection: [] }, { ...written, selection: [] }, components, METRES)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('elements', () => {
  const elements = [{ kind: 'frame' as const, id: 'B1' }]

  it('are named by our id and by that of the IFC file', () => {
    expect(viewpointOf(null, METRES, elements).selection).toEqual([
      { ifcGuid: ifcGuidOf('m_1', 'frame', 'B1'), system: 'Structural Model Service', toolId: 'frame:B1' },
    ])
    for (const component of [
      { toolId: 'frame:B1', system: 'Structural Model Service' },
      { ifcGuid: ifcGuidOf('m_1', 'structural-frame', 'B1') },
    ])
      expect(components.toElement(component)).toEqual(elements[0])
    expect(components.toElement({ toolId: 'frame:B1', system: 'Revit' })).toBeUndefined()
    expect(components.toElement({ toolId: 'frame:B9' })).toBeUndefined()
  })

  it('of a model that came from an IFC file are named as that file names them', () => {
    const globalId = '3vB2YO$MX4xv5uCqZZG05x'
    const model = returnedModel({
      ...portalFrame(),
      frames: portalFrame().frames?.map((frame) => ({ ...frame, source: { globalId } })) ?? [],
    })
    const own = new ElementComponents(model, 'm_1')
    expect(own.toComponent({ kind: 'frame', id: 'B1' }).ifcGuid).toBe(globalId)
    expect(own.toElement({ ifcGuid: globalId })).toMatchObject({ kind: 'frame' })
  })

  it('that are hidden or alone are written, and visibility always is', () => {
    expect(viewpointOf('camera=1,1,1,0,0,0')).toMatchObject({ isVisible: true, exceptions: [] })
    expect(viewpointOf('camera=1,1,1,0,0,0&hidden=f:B1,n:N1').exceptions.map(({ toolId }) => toolId)).toEqual([
      'frame:B1',
      'node:N1',
    ])
    expect(viewpointOf('camera=1,1,1,0,0,0&only=f:C1')).toMatchObject({ isVisible: false, exceptions: [{ toolId: 'frame:C1' }] })
    expect(throughFile(viewpointOf('camera=1,1,1,0,0,0'))).toMatchObject({ isVisible: true, exceptions: [] })
  })

  it('of other programs are kept for the way back', () => {
    const foreign = { ifcGuid: '0000000000000000000001', system: 'Revit', toolId: '12345' }
    const read = fromViewpoint({ ...viewpointOf('camera=1,1,1,0,0,0'), selection: [foreign] }, components, around, METRES)
    expect([read.foreign, read.elements, read.lost]).toEqual([[foreign], [], []])
  })
})

describe('a section box', () => {
  it('is a plane a side, directed to what is cut away', () => {
    expect(viewpointOf('camera=1,1,1,0,0,0&section=2,,,,,3', { metres: 0.001, scaled: 1 }).planes).toEqual([
      { at: [0.002, 0, 0], direction: [-1, 0, 0] },
      { at: [0, 0, 0.003], direction: [0, 0, 1] },
    ])
  })

  it('is made of planes across axes; others are named', () => {
    const planes = [
      { at: [2, 5, 5], direction: [-1, 0, 0] },
      { at: [3, 0, 0], direction: [-1, 0, 0] },
      { at: [0, 0, 1], direction: [0, 0.6, 0.8] },
    ] as const
    const read = fromViewpoint({ ...viewpointOf('camera=1,1,1,0,0,0'), planes: [...planes] }, components, around, METRES)
    expect(readSection(new URLSearchParams(read.view ?? '').get('section'))).toEqual({
      low: [3, null, null],
      high: [null, null, null],
    })
    expect(read.lost).toEqual(['1 clipping plane across no axis'])
  })
})
