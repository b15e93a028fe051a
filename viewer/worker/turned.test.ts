import { describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { buildScene, gridShown, type Scene } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { heightAt, storeysShown, toDisplay, toModel, upAxis } from '#lib/model/display-axes.ts'
import { AXIS } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerGridLine, ViewerModel, ViewerSupport } from '#lib/schema/schema.ts'
import { drawingsOf, isPlan, slabOf, titleOf, towardEye } from '../session/view/drawings.ts'
import { heldModel } from './held-model.ts'
import { modelIndex } from './model-index.ts'
import { sheetsOf } from './sheets.ts'

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
  const bounds = { min: corner(Math.min), max: corner(Math.max) }
  return { ...model, nodes, gridLines: model.gridLines!.map(line), supports: model.supports!.map(heldAs(up)), bounds }
}

/** With Y up it is u2 that holds a foot from below. */
function heldAs(up: Up) {
  const isSwapped = upAxis(up) === 'Y'
  return (support: ViewerSupport): ViewerSupport => {
    const { u2, u3, r2, r3 } = support.restraints ?? {}
    return isSwapped ? { ...support, restraints: { ...support.restraints, u2: u3, u3: u2, r2: r3, r3: r2 } } : support
  }
}

/** Every plan and elevation on paper, by its title. */
async function sheetsByTitle(model: ViewerModel, up: Up | null): Promise<Record<string, string>> {
  const scene = buildScene(model)
  const { plan } = gridShown(columnsOf(model), up, scene)
  const all = drawingsOf({ plan, storeys: storeysShown(columnsOf(model), up) }, up)
  const { draw } = sheetsOf(columnsOf(model), modelIndex(heldModel(model), up), up)
  const drawn: Record<string, string> = {}
  for (const drawing of Object.values(all).flat()) {
    const { axis, at } = drawing
    const k = AXIS[axis]
    const { low, high } = slabOf(drawing, all[axis], model.bounds, up)
    const title = titleOf(drawing, up)
    const answer = await draw({
      drawing: { axis, at, low: low[k], high: high[k], isPlan: isPlan(drawing, up) },
      toward: towardEye(axis, up),
      up: toModel(up, isPlan(drawing, up) ? [0, 1, 0] : [0, 0, 1]),
      paper: { name: 'A3', isPortrait: false },
      scale: null,
      display: 'model',
      colourBy: 'kind',
      shown: { hidden: [], isolated: null, out: NOTHING_OUT, frames: true, areas: true, supports: true, grid: true },
      names: { frames: 'none', areas: 'none', nodes: 'none', comments: 'none' },
      block: { ...NO_TITLE, drawing: title },
    })
    drawn[title] = answer.state === 'drawn' ? answer.svg : answer.says
  }
  return drawn
}
const NOTHING_OUT = { kind: [], section: [], material: [], storey: [] }
const NO_TITLE = { model: 'M', revision: '', date: '', author: '', sheet: 1, of: 1, link: null, href: null, note: '' }
/** What is written, supports and grid lines. Levels below zero are the model's own numbers; what supports hold is told in its own axes. */
const marksOf = (svg = '') =>
  svg
    .replaceAll(/(?<= {2})[+−](?=[\d.]+<)/g, '')
    .replaceAll(/>(?:Roller along|Holds|Fixed but) [^<]*? {2}/g, '>held ')
    // A sign is wider than none: height and place of a text are compared.
    .replaceAll(/ textLength="[\d.]+"/g, '')
    .split('<')
    .filter((mark) => mark.startsWith('text') || mark.includes('#146b34') || mark.includes('#3c434b'))
/** Single precision is not the same along another axis: a tenth of a millimetre is. */
function areAlike(one: string, other: string) {
  const parts = (mark: string) => mark.split(/(-?\d+(?:\.\d+)?)/)
  const [a, b] = [parts(one), parts(other)]
  return a.length === b.length && a.every((part, k) => part === b[k] || Math.abs(Number(part) - Number(b[k])) < 0.1)
}
const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((mark) => !others.some((other) => areAlike(mark, other)))

const shown = (model: ViewerModel, up: Up | null, { origin, low, high }: Scene) => {
  const { plan, levels } = gridShown(columnsOf(model), up, { origin, low, high })
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
    const [one, other] = [modelIndex(heldModel(made), up), modelIndex(heldModel(plain))]
    expect(one.facets()).toEqual(other.facets())
    expect(one.colours('kind').legend).toEqual(other.colours('kind').legend)
    expect(modelIndex(heldModel(made)).colours('kind').legend).not.toEqual(up === '-z' ? [] : other.colours('kind').legend)
    expect(storeysShown(columnsOf(made), up).map(({ elevation }) => heightAt(up, elevation))).toEqual(
      storeysShown(columnsOf(plain), null).map(({ elevation }) => elevation),
    )
    const bare = { ...made, gridLines: [] }
    const [lowest] = storeysShown(columnsOf(bare), up)
    expect(lowest!.label).toBe(`${upAxis(up).toLowerCase()} = ${lowest!.elevation}`)
  })

  it('is on paper what it would be if it were made with Z up: titles, scale, levels, key plan, supports', async () => {
    // Local axes stay the model's own, so its frames are lines here.
    const lines = (model: ViewerModel) => ({
      ...model,
      sections: [],
      sectionDefinitions: [],
      frames: model.frames!.map(({ sectionOffset: _, ...frame }) => ({ ...frame, sectionId: null })),
    })
    const [one, other] = [await sheetsByTitle(lines(made), up), await sheetsByTitle(lines(plain), null)]
    expect(Object.keys(one).toSorted()).toEqual(Object.keys(other).toSorted())
    for (const [title, svg] of Object.entries(other)) {
      const [here, there] = [marksOf(one[title]), marksOf(svg)]
      expect([title, here.length, without(here, there), without(there, here)]).toEqual([title, there.length, [], []])
    }
  })
})
