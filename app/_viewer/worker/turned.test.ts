import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/as-returned.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { buildScene, gridShown, type Scene } from '#lib/geometry/scene.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/model/schema.ts'
import { heightAt, storeysShown, toDisplay, toModel, upAxis } from '#lib/model/turned.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { modelIndex } from './model-index.ts'

const UPS: readonly Up[] = ['y', '-z', '-y']
const close = (vec: readonly number[]) => vec.map((value) => Number(value.toFixed(5)) + 0)

/** The building as somebody makes it who has another axis up: nodes and grid lines. */
function madeWith(up: Up): ViewerModel {
  const model = returnedModel(demoBuilding())
  const line = (one: ViewerGridLine): ViewerGridLine => {
    const k = 'XYZ'.indexOf(one.axis)
    const there = toModel(up, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0])
    const to = there.findIndex((part) => part !== 0)
    return { ...one, axis: (['X', 'Y', 'Z'] as const)[to]!, coordinate: there[to]! * one.coordinate }
  }
  const nodes = model.nodes.map((node) => {
    const [x, y, z] = toModel(up, [node.position.x, node.position.y, node.position.z])
    return { ...node, position: { x, y, z } }
  })
  const axis = (k: 'x' | 'y' | 'z') => nodes.map(({ position }) => position[k])
  const corner = (pick: (...of: number[]) => number) => ({ x: pick(...axis('x')), y: pick(...axis('y')), z: pick(...axis('z')) })
  return { ...model, nodes, gridLines: model.gridLines!.map(line), bounds: { min: corner(Math.min), max: corner(Math.max) } }
}

const shown = (model: ViewerModel, up: Up | null, { origin, low, high }: Scene) => {
  const { plan, levels } = gridShown(model, up, { origin, low, high })
  return {
    lines: plan.map(({ id, label, from, to }) => ({ id, label, from: close(toDisplay(up, from)), to: close(toDisplay(up, to)) })),
    levels: levels.map(({ id, label, elevation, carriesFloor }) => [id, label, close([heightAt(up, elevation)]), carriesFloor]),
  }
}

describe.each(UPS)('a model made with %s up, shown so', (up) => {
  const plain = returnedModel(demoBuilding())
  const made = madeWith(up)

  it('turns without being mirrored, and back again', () => {
    const [x, y, z] = [toModel(up, [1, 0, 0]), toModel(up, [0, 1, 0]), toModel(up, [0, 0, 1])]
    const volume = x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0])
    expect(volume).toBe(1)
    expect(toDisplay(up, toModel(up, [1, 2, 3]))).toEqual([1, 2, 3])
    expect(heightAt(up, 'XYZ'.includes(upAxis(up)) ? z['XYZ'.indexOf(upAxis(up))]! : 0)).toBe(1)
  })

  it('has its grid lines and levels where those of the same model made with Z up are', () => {
    expect(shown(made, up, buildScene(made))).toEqual(shown(plain, null, buildScene(plain)))
  })

  it('has the same storeys, columns and floors; the storeys say the numbers of the model', () => {
    const [one, other] = [modelIndex(made, up), modelIndex(plain)]
    expect(one.facets()).toEqual(other.facets())
    expect(one.colours('kind').legend).toEqual(other.colours('kind').legend)
    expect(modelIndex(made).colours('kind').legend).not.toEqual(up === '-z' ? [] : other.colours('kind').legend)
    expect(storeysShown(made, up).map(({ elevation }) => heightAt(up, elevation))).toEqual(
      storeysShown(plain, null).map(({ elevation }) => elevation),
    )
    const bare = { ...made, gridLines: [] }
    const [lowest] = storeysShown(bare, up)
    expect(lowest!.label).toBe(`${upAxis(up).toLowerCase()} = ${lowest!.elevation}`)
  })
})
