import type { RuledLevel } from '#lib/drawing/level-ruler.ts'
import { ofHex } from '#lib/drawing/palette.ts'
import { commentMarks } from '#lib/drawing/sheet/comment-marks.ts'
import { sightOf } from '#lib/drawing/sheet/drawing-bodies.ts'
import { type Drawing, type Layout, layDrawing } from '#lib/drawing/sheet/drawing-layout.ts'
import { drawingMarks, seenFill } from '#lib/drawing/sheet/drawing-lines.ts'
import { type Naming, nameMarks } from '#lib/drawing/sheet/drawing-names.ts'
import { keyPlanOf } from '#lib/drawing/sheet/key-plan.ts'
import { resultMarks } from '#lib/drawing/sheet/result-marks.ts'
import { sheetPage } from '#lib/drawing/sheet/sheet-frame.ts'
import type { LegendEntry } from '#lib/drawing/sheet/sheet-legend.ts'
import { scaleText } from '#lib/drawing/sheet/sheet-scale.ts'
import { supportLegend } from '#lib/drawing/sheet/support-marks.ts'
import { sheetSvg } from '#lib/drawing/sheet/svg.ts'
import { thicknessOfArea } from '#lib/geometry/area-records.ts'
import { buildSceneInSteps, gridShown, type Scene } from '#lib/geometry/scene.ts'
import { drawnNumber, elevationNumber } from '#lib/model/check/drawn-length.ts'
import type { ModelColumns } from '#lib/model/columns.ts'
import { heightAt, storeysShown, toModel, turned } from '#lib/model/display-axes.ts'
import { AXIS, dot, type Vec } from '#lib/model/shape/vector.ts'
import { carriesFloor, storeyTolerance } from '#lib/model/storeys.ts'
import { isInFeet, readUnits } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { grouped } from '#lib/values/count-text.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import type { ElementKind } from './elements.ts'
import type { ModelIndex } from './model-index.ts'
import { paintDrawing } from './paint-drawing.ts'
import type { SheetAnswer, SheetAsk } from './sheet-types.ts'

export type Sheets = { draw: (ask: SheetAsk) => Promise<SheetAnswer> }

/** Plans and elevations of one model on paper. The scene of the picture went to the page, so that here it is made once more. */
export function sheetsOf(model: ModelColumns, index: ModelIndex, up: Up | null): Sheets {
  const made = toTheEnd(buildSceneInSteps(model))
  const scene = up ? { ...made, grid: gridShown(model, up, made) } : made
  const levels = levelsOf(model, scene, up)
  const upward = toModel(up, [0, 0, 1])
  return { draw: (ask) => drawSheet({ model, scene, levels, index, up, upward }, ask) }
}

/** The levels of the grid; of a model without, the heights at which it has storeys. */
function levelsOf(model: ModelColumns, scene: Scene, up: Up | null): RuledLevel[] {
  if (scene.grid.levels.length > 0) return scene.grid.levels
  const shown = turned(model, up)
  const carries = carriesFloor(shown, storeyTolerance(shown.head))
  return storeysShown(model, up).map(({ elevation }) => ({
    label: null,
    elevation,
    carriesFloor: carries(heightAt(up, elevation)),
  }))
}

type Of = {
  model: ModelColumns
  scene: Scene
  levels: readonly RuledLevel[]
  index: ModelIndex
  up: Up | null
  upward: Vec
}

async function drawSheet({ model, scene, levels, index, up, upward }: Of, ask: SheetAsk): Promise<SheetAnswer> {
  const { paper, display } = ask
  const { results } = ask
  const colouring = results?.colouring ?? index.colours(ask.colourBy, ask.findings)
  const unit = readUnits(model.head.units).length
  const drawn: Drawing = {
    scene,
    sight: sightIn(scene, ask),
    isPlan: ask.drawing.isPlan,
    up,
    isVisible: visibleIn(index, ask.shown),
    slotOf: (kind, k) => (kind === 'frame' ? colouring.frames : colouring.areas)[k] ?? 0,
    colours: colouring.legend.map(({ colour }) => ofHex(colour)),
    levels,
    hasGrid: ask.shown.grid,
    unit,
    display,
  }
  const layout = layDrawing(drawn, paper, ask.scale)
  if ('says' in layout) return { state: 'refused', says: layout.says }
  const { scale } = layout
  const about = { scale, count: layout.count, isPainted: !layout.bodies }
  if (ask.isScaleOnly) return { state: 'drawn', svg: '', ...about }
  const marks = drawingMarks(layout, layout.bodies ? null : await paintDrawing(layout))
  const found = results ? resultMarks(layout, results.drawn) : null
  const named = nameMarks(layout, namingOf(model, drawn, ask.names), found?.taken)
  const legend = {
    title: results?.title ?? `By ${ask.colourBy}`,
    entries: colouring.legend
      .map(({ label }, slot): LegendEntry => ({ label, fill: seenFill(drawn.colours[slot]!), count: layout.counts[slot] ?? 0 }))
      .filter(({ count }) => count !== 0)
      .concat((results?.keys ?? []).map((key) => ({ ...key, count: null }))),
    supports: supportLegend(drawn),
  }
  const block = {
    ...ask.block,
    scale: scale === null ? 'not to scale' : scaleText(scale, isInFeet(unit, display)),
    unit: unitText(layout),
    note: [
      ask.block.note,
      named.without > 0 && `${grouped(named.without)} names without room`,
      found && found.without > 0 && `${grouped(found.without)} values without room`,
    ]
      .filter(Boolean)
      .join(', '),
    ...(results && { results: { what: [results.title, found?.scale].filter(Boolean).join(', '), banner: results.banner } }),
  }
  const key = keyPlanOf(
    scene,
    drawn.sight,
    upward,
    ask.drawing,
    levels.map(({ elevation, label }) => {
      const short = elevationNumber(elevation, unit, display)
      return { at: elevation, label: label || short, short }
    }),
  )
  const said = commentMarks(layout, ask.comments ?? [])
  const svg = sheetSvg(
    sheetPage(paper, block, legend, key, [...marks, ...(found?.marks ?? []), ...named.marks, ...said.marks], said.listed),
  )
  return { state: 'drawn', svg, ...about }
}

function namingOf(model: ModelColumns, { scene, unit, display }: Drawing, names: SheetAsk['names']): Naming {
  const { frames, areas, supports, idOf } = model
  const { sections = [] } = model.head
  const nameOf = (place: number) => {
    const section = sections[place - 1]
    return section ? section.name || section.id : ''
  }
  const sectionOf = (k: number) => {
    const end = frames.taper[k]! > 0 ? nameOf(frames.tapers[5 * (frames.taper[k]! - 1)]!) : ''
    return end ? `${nameOf(frames.section[k]!)} → ${end}` : nameOf(frames.section[k]!)
  }
  const texts = { none: () => '', section: sectionOf, id: (k: number) => idOf('frames', k) }
  // Single precision has six digits of a thickness.
  const thickness = (k: number) => Number(thicknessOfArea(scene.areas, k).toPrecision(6))
  const thicknessText = (k: number) => (thickness(k) > 0 ? `h = ${drawnNumber(thickness(k), unit, display)}` : '')
  const supported = new Set(Array.from({ length: supports.count }, (_, k) => supports.node[k]!))
  const nodeText = (k: number) => (names.nodes === 'all' || supported.has(k + 1) ? idOf('nodes', k) : '')
  return {
    frames: { textOf: texts[names.frames], memberOf: (k) => (names.frames === 'section' ? frames.member[k]! : 0) },
    areas:
      names.areas === 'none'
        ? null
        : names.areas === 'id'
          ? { textOf: (k) => idOf('areas', k), isJoined: false }
          : { textOf: thicknessText, isJoined: true },
    nodes: names.nodes === 'none' ? null : { textOf: nodeText, nodesOf: (kind, k) => nodesOf({ frames, areas }, kind, k) },
  }
}

/** By their places in the scene. */
function nodesOf({ frames, areas }: Pick<ModelColumns, 'frames' | 'areas'>, kind: 'frame' | 'area', k: number): number[] {
  if (kind === 'frame') return [frames.start[k]! - 1, frames.end[k]! - 1]
  const nodes = areas.node.subarray(areas.loop[areas.first[k]!], areas.loop[areas.first[k + 1]!])
  return Array.from(nodes, (node) => node - 1)
}

function unitText({ drawing: { unit, display } }: Layout): string {
  if (!unit) return 'unit not stated'
  if (display === 'feet-inches') return 'feet, inches'
  return display === 'model' ? unit.unit : display === 'metres' ? 'm' : 'mm'
}

/** The slab as depths about the scene's origin. */
function sightIn({ origin }: Scene, { drawing: { axis, low, high }, toward, up }: SheetAsk) {
  const k = AXIS[axis]
  const about = dot(origin, toward)
  const depths = [low ?? -Infinity, high ?? Infinity].map((position) => position * Math.sign(toward[k]) - about)
  return sightOf(toward, up, Math.max(...depths), Math.min(...depths))
}

function visibleIn(index: ModelIndex, { hidden, isolated, out, ...layers }: SheetAsk['shown']): Drawing['isVisible'] {
  const places = (refs: ReturnType<ModelIndex['find']>) => {
    const of = new Map<ElementKind, Set<number>>()
    for (const { kind, index: k } of refs) of.set(kind, (of.get(kind) ?? new Set()).add(k))
    return of
  }
  const without = places(index.drawnBy(hidden))
  const only = isolated && places(index.isolated(isolated))
  const filtered = Object.values(out).some((values) => values?.length) ? index.shown(out) : null
  return (kind, k) =>
    layers[`${kind}s`] &&
    !without.get(kind)?.has(k) &&
    (!only || only.get(kind)?.has(k) === true) &&
    filtered?.[`${kind}s`][k] !== 0
}
