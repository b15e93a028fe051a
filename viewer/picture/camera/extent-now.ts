import { corners } from '#lib/drawing/camera-axes.ts'
import { type Box, drawnBox, type Extent, extentOf, type VisibleScene } from '#lib/geometry/pick/extent.ts'
import { perAxis, type Vec } from '#lib/model/shape/vector.ts'
import type { SectionBox } from '../../session/view/section-box.ts'
import type { FoundElement } from '../../worker/elements.ts'
import { areNodesDrawn } from '../elements/nodes.ts'
import type { Stage } from '../elements/stage.ts'
import { HIDDEN } from '../shading/gpu-tables.ts'

/**
 * What is drawn at this moment, for the fit and for what stands beside it: worked out when the view has changed, then kept. `besides`: what
 * is drawn of an earlier revision.
 */
export function extentsNow(besides: () => Besides | null = () => null) {
  const [wholes, boxes] = [keeping(extentOfAll), keeping((stage) => boxWith(boxOfAll(stage), stage, besides()), besides)]
  return {
    all: wholes,
    /** Around bodies and faces; around the nodes' places where nothing is drawn. */
    box: boxes,
    /** Of these alone, drawn or not. */
    of({ drawn }: Stage, elements: readonly Pick<FoundElement, 'kind' | 'index'>[]): Extent {
      const meant = { node: new Set<number>(), frame: new Set<number>(), area: new Set<number>(), support: new Set<number>() }
      for (const { kind, index } of elements) {
        if (kind === 'support') meant.support.add(drawn.scene.supports.glyphOf[index] ?? -1)
        else if (kind === 'node' || kind === 'frame' || kind === 'area') meant[kind].add(index)
      }
      const lookup = drawn.lookups.now()
      if (!lookup) return roughly(drawn.scene)
      return extentOf(drawn.scene, lookup.trees, { section: null, isVisible: (kind, k) => meant[kind].has(k) })
    },
  }
}

/** The newest answer, for as long as what is shown stays the same. */
function keeping<T>(make: (stage: Stage) => T, besides?: () => Besides | null): (stage: Stage) => T {
  let last: readonly unknown[] = []
  let answer: T
  return (stage) => {
    const { layers, section, measuring, preset } = stage.session.view.get()
    const { shown, hidden, isolated } = stage.session.derived.get()
    const now = [
      stage.drawn,
      stage.drawn.lookups.now(),
      layers,
      section,
      measuring !== null,
      preset,
      shown,
      hidden,
      isolated,
      besides?.(),
    ]
    if (now.length !== last.length || now.some((part, k) => part !== last[k])) {
      answer = make(stage)
      last = now
    }
    return answer
  }
}

function extentOfAll(stage: Stage): Extent {
  const { scene, lookups } = stage.drawn
  const lookup = lookups.now()
  if (!lookup) return roughly(scene)
  const { extent, trees } = lookup
  if (!isWhole(stage)) return extentOf(scene, trees, shownNow(stage))
  const { layers } = stage.session.view.get()
  return {
    ...extent,
    nodes: areNodesDrawn(stage.drawn, stage.session) ? extent.nodes : NONE,
    supports: layers.supports ? extent.supports : NONE,
  }
}

function boxOfAll(stage: Stage): Box {
  const { scene, lookups } = stage.drawn
  const lookup = lookups.now()
  if (!lookup) return boxOf(scene)
  return (isWhole(stage) ? lookup.extent.box : drawnBox(scene, lookup.trees, shownNow(stage))) ?? boxOf(scene)
}

/** Of an earlier revision, what the later one does not have. */
export type Besides = Pick<Stage, 'drawn'> & { removed: readonly Pick<FoundElement, 'kind' | 'index'>[] }

/** Around what was removed too: what stands beside the picture would stand over it. */
function boxWith(box: Box, { drawn, session }: Stage, besides: Besides | null): Box {
  const lookup = besides?.drawn.lookups.now()
  if (!besides || !lookup || besides.removed.length === 0) return box
  const { section } = session.view.get()
  const removed = new Set(besides.removed.map(({ kind, index }) => `${kind} ${index}`))
  const found = drawnBox(besides.drawn.scene, lookup.trees, {
    section: section && about(section, drawn.scene.origin),
    isVisible: (kind, k) => removed.has(`${kind} ${k}`),
  })
  if (!found) return box
  return { low: perAxis((k) => Math.min(box.low[k], found.low[k])), high: perAxis((k) => Math.max(box.high[k], found.high[k])) }
}

const NONE = new Float64Array()

const boxOf = ({ low, high }: Box): Box => ({ low, high })

/** Of the nodes' box alone, until it is here where all lies: for who moves the camera before. */
const roughly = (scene: Box): Extent => ({
  bodies: Float64Array.from(corners(scene).flat()),
  nodes: NONE,
  supports: NONE,
  box: boxOf(scene),
})

/** Nothing is left out, so that what the worker told with the scene holds. */
function isWhole({ session }: Stage): boolean {
  const { layers, section } = session.view.get()
  const { shown, hidden, isolated } = session.derived.get()
  return layers.frames && layers.areas && !section && !shown && !isolated && hidden.length === 0
}

function shownNow({ drawn, tables, session }: Stage): VisibleScene {
  const { layers, section } = session.view.get()
  const isOn = { node: areNodesDrawn(drawn, session), frame: layers.frames, area: layers.areas, support: layers.supports }
  const flags = { node: tables.nodeState, frame: tables.frameState, area: tables.areaState, support: tables.supportState }
  return {
    isVisible: (kind, k) => isOn[kind] && (flags[kind].values[2 * k + 1]! & HIDDEN) === 0,
    section: section && about(section, drawn.scene.origin),
  }
}

const about = ({ low, high }: SectionBox, origin: Vec): Box => ({
  low: perAxis((k) => (low[k] ?? -Infinity) - origin[k]),
  high: perAxis((k) => (high[k] ?? Infinity) - origin[k]),
})
