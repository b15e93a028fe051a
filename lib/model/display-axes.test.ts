import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { columnsOf } from './columns.ts'
import { boxToDisplay, heightAt, shownAt, storeysShown, toDisplay, toModel, turned, upAxis } from './display-axes.ts'
import { cross, perAxis, type Vec } from './shape/vector.ts'
import type { Up } from './up-axis.ts'

const UPS: readonly (Up | null)[] = [null, 'y', '-z', '-y']
const place = fc.tuple(...perAxis(() => fc.integer({ min: -99, max: 99 })))

describe.each(UPS)('shown with %s up', (up) => {
  it('is turned about X without being mirrored, and back again (property)', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(toModel(up, toDisplay(up, a))).toEqual(a)
        expect(toDisplay(up, toModel(up, a))).toEqual(a)
        const plus = (at: Vec) => at.map((value) => value + 0) // no -0
        expect(plus(cross(toDisplay(up, a), toDisplay(up, b)))).toEqual(plus(toDisplay(up, cross(a, b))))
        expect(toDisplay(up, a)[0]).toBe(a[0])
      }),
    )
  })

  it('has that axis up', () => {
    const wanted: Record<string, Vec> = { null: [0, 0, 1], y: [0, 1, 0], '-z': [0, 0, -1], '-y': [0, -1, 0] }
    const axis = wanted[String(up)]!
    expect(toModel(up, [0, 0, 1]).map((value) => value + 0)).toEqual(axis)
    const k = 'XYZ'.indexOf(upAxis(up))
    expect(Math.abs(axis[k]!)).toBe(1)
    expect(heightAt(up, 7 * axis[k]!)).toBe(7)
    expect(shownAt(up, upAxis(up), 7)).toBe(heightAt(up, 7))
    expect(shownAt(up, 'X', 7)).toBe(7)
  })

  it('has its box around its points (property)', () => {
    fc.assert(
      fc.property(place, place, place, (a, b, share) => {
        const low = perAxis((k) => Math.min(a[k], b[k]))
        const high = perAxis((k) => Math.max(a[k], b[k]))
        const box = boxToDisplay(up, { low, high })
        const within = perAxis((k) => low[k] + ((high[k] - low[k]) * (share[k] + 99)) / 198)
        for (const [k, value] of toDisplay(up, within).entries()) {
          expect(value).toBeGreaterThanOrEqual(box.low[k]! - 1e-9)
          expect(value).toBeLessThanOrEqual(box.high[k]! + 1e-9)
        }
        const size = (one: { low: Vec; high: Vec }) => one.high.map((value, k) => value - one.low[k]!).sort((p, q) => p - q)
        expect(size(box)).toEqual(size({ low, high }))
      }),
    )
  })

  it('has nodes, box and grid lines where they stand on the display', () => {
    const model = returnedModel({
      name: '',
      nodes: [
        { id: 'a', position: { x: 1, y: 2, z: 3 }, label: 'kept' },
        { id: 'b', position: { x: -4, y: 5, z: -6 } },
      ],
      gridLines: [
        { id: 'x', axis: 'X', coordinate: 1, label: 'A' },
        { id: 'y', axis: 'Y', coordinate: 2 },
        { id: 'z', axis: 'Z', coordinate: 3 },
      ],
    })
    const { head, nodes } = turned(columnsOf(model), up)
    const at = ({ x, y, z }: { x: number; y: number; z: number }) => [x, y, z]
    const places = [0, 1].map((k) => [nodes.x[k], nodes.y[k], nodes.z[k]])
    expect(places).toEqual([toDisplay(up, [1, 2, 3]), toDisplay(up, [-4, 5, -6])])
    const box = boxToDisplay(up, { low: [-4, 2, -6], high: [1, 5, 3] })
    expect([at(head.bounds.min), at(head.bounds.max)]).toEqual([box.low, box.high])
    // Each line still goes through the node at (1, 2, 3).
    for (const [i, line] of head.gridLines!.entries()) {
      expect(line.id).toBe(model.gridLines![i]!.id)
      expect(toDisplay(up, [1, 2, 3])['XYZ'.indexOf(line.axis)]).toBe(line.coordinate)
    }
    expect(head.gridLines!.map(({ axis }) => axis).sort()).toEqual(['X', 'Y', 'Z'])
    expect(head.gridLines![0]).toEqual(model.gridLines![0])
    expect(turned(columnsOf({ ...model, gridLines: undefined }), up).head.gridLines).toBeUndefined()
  })
})

/** Posts to 4 and 9 along an axis, a beam at both. */
function towerAlong(up: Up | null, gridLines: { id: string; axis: 'X' | 'Y' | 'Z'; coordinate: number; label?: string }[] = []) {
  const nodes = [0, 4, 9].flatMap((z) =>
    [0, 6].map((x) => {
      const [px, py, pz] = toModel(up, [x, 0, z])
      return { id: `${z} ${x}`, position: { x: px, y: py, z: pz } }
    }),
  )
  const frames = [4, 9].map((z) => ({ id: `B${z}`, startNodeId: `${z} 0`, endNodeId: `${z} 6`, rotation: 0 }))
  return returnedModel({ name: '', nodes, frames, gridLines })
}

describe('storeys of a model that is shown with another way up', () => {
  it.each([
    [null, ['z = 4', 'z = 9'], [4, 9]],
    ['y', ['y = 4', 'y = 9'], [4, 9]],
    ['-z', ['z = -4', 'z = -9'], [-4, -9]],
    ['-y', ['y = -4', 'y = -9'], [-4, -9]],
  ] as const)('%s: from the lowest up, with the model’s own numbers', (up, labels, elevations) => {
    const storeys = storeysShown(columnsOf(towerAlong(up)), up)
    expect(storeys.map(({ label }) => label)).toEqual(labels)
    expect(storeys.map(({ elevation }) => elevation)).toEqual(elevations)
  })

  it('keep the labels of their grid lines', () => {
    const lines = [
      { id: 'u', axis: 'Y' as const, coordinate: -9, label: 'Roof' },
      { id: 'l', axis: 'Y' as const, coordinate: -4 },
      { id: 'z', axis: 'Z' as const, coordinate: 2, label: 'no level' },
    ]
    expect(storeysShown(columnsOf(towerAlong('-y', lines)), '-y')).toEqual([
      { id: 'l', label: 'l', elevation: -4 },
      { id: 'u', label: 'Roof', elevation: -9 },
    ])
  })
})
