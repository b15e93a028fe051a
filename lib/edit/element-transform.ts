import { rotationTo } from '#lib/geometry/rotation-to.ts'
import { type Symmetry, symmetryOf } from '#lib/model/section/outline-symmetry.ts'
import { isVertical, localAxes } from '#lib/model/shape/local-axes.ts'
import { PARALLEL_TO_Z, shellAxes } from '#lib/model/shape/shell-axes.ts'
import { type AxisName, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { endForEnd, offsetsOf, outlineBetween, taperOf } from '#lib/model/taper.ts'
import { taperPairs } from '#lib/model/taper-pairs.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { ConstructSectionCreate, Point2, ViewerArea, ViewerFrame, ViewerSection, ViewerSupport } from '#lib/schema/schema.ts'
import { capital } from '#lib/values/capital.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import type { Isometry } from './isometry.ts'
import { isSameOutline, sectionInMirror } from './mirrored-section.ts'
import { rounded } from './numbers.ts'
import { some, type Work } from './work.ts'

/** What a turn or a mirror makes of the elements whose nodes it carries: rotations, offsets, loops, faces, restraints. */

/** What becomes of a section that is symmetric about nothing: one of its own in the mirror, or the same one end for end. */
export type Unsymmetric = 'section' | 'reverse' | undefined

/** Where the end nodes of a frame were, and where they are. */
type Ends = { before: readonly [Vec, Vec]; after: readonly [Vec, Vec] }

type Middle = Pick<Symmetry, 'cx' | 'cy'>
/** Where an offset lies in the mirror, by the middle of the outline. */
type Reflection = (offset: Point2, middle: Middle) => Point2
const FLIPPED: Reflection = ({ x, y }) => ({ x: -x, y })
const ORIGIN: Middle = { cx: 0, cy: 0 }

export class ElementTransform {
  readonly #symmetries = new Map<string, Symmetry>()
  /** Sections in the mirror, by the id of the ones they come from. */
  readonly #inMirror = new Map<string, string>()
  readonly #unsymmetric = new Map<string, number>()
  readonly #pairs: ReturnType<typeof taperPairs>

  constructor(
    readonly work: Work,
    readonly isometry: Isometry,
    readonly unsymmetric?: Unsymmetric,
  ) {
    this.#pairs = taperPairs(work.facts.sectionOf, work.facts.model.sectionDefinitions)
  }

  /** A frame both of whose ends are carried; its nodes are the new ones already. `ordinal`: of the frame that it comes from. */
  frame(frame: ViewerFrame, ordinal: number, { before, after }: Ends): ViewerFrame {
    const { isometry } = this
    const axes = isometry.isMove ? null : localAxes(...before, frame.rotation)
    if (!axes) return frame
    const e2 = isometry.turn(axes[1])
    if (!isometry.reflects) return this.#rotated(frame, after, e2)
    const e3 = isometry.turn(axes[2])
    const section = this.work.facts.sectionOf(this.work.facts.section('frames', ordinal))
    if (!section) return this.#rotated(this.#offsets(frame, FLIPPED), after, e2)
    const [start, end] = this.#endSymmetries(frame, section)
    const about = start.lines.find((line) => end.lines.includes(line))
    switch (about) {
      case 'x = cx':
        return this.#rotated(
          this.#offsets(frame, ({ x, y }, { cx }) => ({ x: -x - 2 * cx, y }), start, end),
          after,
          e2,
        )
      case 'y = cy':
        return this.#rotated(
          this.#offsets(frame, ({ x, y }, { cy }) => ({ x, y: -y - 2 * cy }), start, end),
          after,
          scale(e2, -1),
        )
      case 'falling': {
        const to: Reflection = ({ x, y }, { cx, cy }) => ({ x: -y - cy - cx, y: -x - cx - cy })
        return this.#rotated(this.#offsets(frame, to, start, end), after, scale(e3, -1))
      }
      case 'rising': {
        const to: Reflection = ({ x, y }, { cx, cy }) => ({ x: y + cy - cx, y: x + cx - cy })
        return this.#rotated(this.#offsets(frame, to, start, end), after, e3)
      }
    }
    if (this.unsymmetric === 'section') {
      const last = this.work.facts.sectionOf(frame.endSectionId)
      const mirrored = {
        ...frame,
        sectionId: this.#sectionInMirror(section),
        ...(last && { endSectionId: this.#sectionInMirror(last) }),
      }
      return this.#rotated(this.#offsets(mirrored, FLIPPED), after, e2)
    }
    if (this.unsymmetric === 'reverse') {
      const reversed = { ...endForEnd(frame), startNodeId: frame.endNodeId, endNodeId: frame.startNodeId }
      return this.#rotated(reversed, [after[1], after[0]], e2)
    }
    this.#unsymmetric.set(section.id, (this.#unsymmetric.get(section.id) ?? 0) + 1)
    return frame
  }

  #rotated(frame: ViewerFrame, [start, end]: readonly [Vec, Vec], e2: Vec): ViewerFrame {
    const rotation = rotationTo(start, end, e2, frame.rotation)
    return rotation === undefined || rotation === frame.rotation ? frame : { ...frame, rotation }
  }

  /** The symmetries of the outlines that the frame has at its ends: of a taper they may differ. */
  #endSymmetries(frame: ViewerFrame, section: ViewerSection): readonly [Symmetry, Symmetry] {
    const parts = taperOf(frame)
    const pair = parts && this.#pairs(section.id, frame.endSectionId)
    if (pair) return [symmetryOf(outlineBetween(pair, parts[0]).outer), symmetryOf(outlineBetween(pair, parts[1]).outer)]
    const own = this.#symmetry(section)
    return [own, own]
  }

  /** The offsets at both ends; one end that is as the other says nothing where it said nothing before. */
  #offsets(frame: ViewerFrame, to: Reflection, start: Middle = ORIGIN, end: Middle = start): ViewerFrame {
    const offsets = offsetsOf(frame)
    const [a, b] = [to(offsets.start, start), to(offsets.end, end)]
    const moved = this.#offset(frame, a.x, a.y)
    if (frame.endSectionOffset == null && a.x === b.x && a.y === b.y) return moved
    const size = Math.max(Math.abs(b.x), Math.abs(b.y))
    return { ...moved, endSectionOffset: { ...frame.endSectionOffset, x: rounded(b.x, size) + 0, y: rounded(b.y, size) + 0 } }
  }

  /** One of (0, 0) is none. */
  #offset(frame: ViewerFrame, x: number, y: number): ViewerFrame {
    const { x: x0 = 0, y: y0 = 0 } = frame.sectionOffset ?? {}
    const size = Math.max(Math.abs(x0), Math.abs(y0))
    const to: Point2 = { x: rounded(x, size), y: rounded(y, size) }
    if (to.x === x0 && to.y === y0) return frame
    if (to.x === 0 && to.y === 0) {
      const { sectionOffset: _, ...others } = frame
      return others
    }
    return { ...frame, sectionOffset: { ...frame.sectionOffset, ...to } }
  }

  #symmetry({ id, polygon }: ViewerSection): Symmetry {
    let known = this.#symmetries.get(id)
    if (!known) {
      known = symmetryOf(polygon)
      this.#symmetries.set(id, known)
    }
    return known
  }

  /** Back in the mirror is the section that one came from. */
  #sectionInMirror(section: ViewerSection): string {
    const { id } = section
    const known = this.#inMirror.get(id)
    if (known !== undefined) return known
    const { draft } = this.work
    const made = sectionInMirror(section)
    const original = id.endsWith('-m') ? this.work.facts.sectionOf(id.slice(0, -2)) : undefined
    let used = made.id
    if (original && isSameOutline(original.polygon, made.polygon)) used = original.id
    else {
      const there = draft.get('sections', made.id)
      if (!there) this.work.make('sections', made)
      else if (!isSameOutline(this.work.facts.sectionOf(made.id)?.polygon ?? [], made.polygon) || !isSameMaterial(there, made)) {
        const msg = `section ${quoted(made.id)} is there and is not ${quoted(id)} in the mirror`
        this.work.problem('duplicate_id', ['unsymmetric'], msg, made.id, { id: made.id })
      }
    }
    this.#inMirror.set(id, used)
    return used
  }

  /** An area all of whose nodes are carried; they are the new ones already. */
  area(area: ViewerArea, before: readonly Vec[], after: readonly Vec[]): ViewerArea {
    const { isometry } = this
    if (isometry.isMove) return area
    const loops = isometry.reflects
      ? {
          ...area,
          nodeIds: reversed(area.nodeIds),
          ...(area.openingNodeIds && { openingNodeIds: area.openingNodeIds.map(reversed) }),
        }
      : area
    const top = topOf(before)
    const topAfter = topOf(isometry.reflects ? reversed(after) : after)
    const { cardinalPoint } = area
    const face = cardinalPoint?.trim().toLowerCase() ?? ''
    if (!isKeyOf(OPPOSITE, face) || !top || !topAfter || dot(isometry.turn(top), topAfter) >= 0) return loops
    return { ...loops, cardinalPoint: inCaseOf(cardinalPoint ?? '', OPPOSITE[face]) }
  }

  /** A support on a node that is carried: it holds along global axes, which may change places. */
  support(support: ViewerSupport): ViewerSupport {
    const { about } = this.isometry
    if (!about || this.isometry.isMove) return support
    return this.#springs(this.#restraints(support, about), about)
  }

  /** Springs as restraints: what two directions change between them at a quarter turn, they have alike at any other. */
  #springs(support: ViewerSupport, about: { axis: AxisName; angle: number }): ViewerSupport {
    const { stiffness } = support
    if (!stiffness || about.angle % 180 === 0) return support
    const mixed = MIXED[about.axis]
    if (about.angle % 90 === 0) {
      const swapped = { ...stiffness }
      for (const [a, b] of mixed) {
        ;[swapped[a], swapped[b]] = [stiffness[b], stiffness[a]]
        for (const one of [a, b]) if (swapped[one] === undefined) delete swapped[one]
      }
      return { ...support, stiffness: swapped }
    }
    const unlike = mixed.find(([a, b]) => (stiffness[a] ?? 0) !== (stiffness[b] ?? 0))
    if (!unlike) return support
    const words = `has springs of different stiffness in ${unlike[0]} and ${unlike[1]}`
    const msg = `support ${quoted(support.id)} ${words}: it cannot be turned by ${about.angle} degrees about ${about.axis}`
    this.work.problem('support_cannot_turn', [], msg, support.id)
    return support
  }

  #restraints(support: ViewerSupport, about: { axis: AxisName; angle: number }): ViewerSupport {
    const { restraints } = support
    if (!restraints) return support
    const mixed = MIXED[about.axis]
    if (about.angle % 180 === 0) return support
    if (about.angle % 90 === 0) {
      const swapped = { ...restraints }
      for (const [a, b] of mixed) {
        for (const [to, from] of [
          [a, b],
          [b, a],
        ] as const) {
          if (restraints[from] === undefined) delete swapped[to]
          else swapped[to] = restraints[from]
        }
      }
      return { ...support, restraints: swapped }
    }
    const unlike = mixed.find(([a, b]) => (restraints[a] ?? null) !== (restraints[b] ?? null))
    if (!unlike) return support
    const state = (held: boolean | null | undefined) => (held == null ? 'does not state' : held ? 'holds' : 'not')
    const [a, b] = unlike
    const [one, other] = Number(restraints[b] ?? -1) > Number(restraints[a] ?? -1) ? [b, a] : [a, b]
    const words =
      restraints[one] === true && restraints[other] === false
        ? `holds ${one} but not ${other}`
        : `${state(restraints[one] ?? null) === 'not' ? 'frees' : 'holds'} ${one} and does not state ${other}`
    const msg = `support ${quoted(support.id)} ${words}: it cannot be turned by ${about.angle} degrees about ${about.axis}`
    this.work.problem('support_cannot_turn', [], msg, support.id)
    return support
  }

  /** Once all frames are carried: tells of sections that cannot follow. */
  reportUnsymmetric(): void {
    const ids = [...this.#unsymmetric.keys()]
    if (ids.length === 0) return
    const frames = [...this.#unsymmetric.values()].reduce((sum, count) => sum + count, 0)
    const msg =
      `${ids.length === 1 ? 'section' : 'sections'} ${some(ids.slice(0, 5), ids.length)} of ${frames} ${frames === 1 ? 'frame' : 'frames'} ` +
      `cannot be mirrored: no line divides the outline into like halves. unsymmetric "section" makes a section in the mirror, ` +
      `"reverse" keeps the section and swaps the ends of the frame`
    const ctx = { sections: ids.slice(0, 20), frames, expected: ['section', 'reverse'] }
    this.work.problem('needs_mirrored_section', ['unsymmetric'], msg, undefined, ctx)
  }
}

const isSameMaterial = (one: ConstructSectionCreate, other: ConstructSectionCreate): boolean =>
  (one.materialId ?? null) === (other.materialId ?? null)

/** The other way round, from the same first node; one that is closed stays so. */
function reversed<T>(loop: readonly T[]): T[] {
  const [first, ...others] = loop
  if (first === undefined || loop.at(-1) === first) return [...loop].reverse()
  return [first, ...others.reverse()]
}

/** The direction that "top" means of an area: towards +Z, of a vertical one +3. Conventions, section 8. */
function topOf(points: readonly Vec[]): Vec | undefined {
  const normal = shellAxes(points)?.[2]
  if (!normal) return undefined
  return normal[2] <= -PARALLEL_TO_Z ? scale(normal, -1) : normal
}

/** The directions that a turn about an axis makes of each other. */
const MIXED = {
  X: [
    ['u2', 'u3'],
    ['r2', 'r3'],
  ],
  Y: [
    ['u3', 'u1'],
    ['r3', 'r1'],
  ],
  Z: [
    ['u1', 'u2'],
    ['r1', 'r2'],
  ],
} as const satisfies Record<AxisName, unknown>

const OPPOSITE = { top: 'bottom', bottom: 'top' } as const

function inCaseOf(text: string, word: string): string {
  const plain = text.trim()
  if (plain === plain.toUpperCase()) return word.toUpperCase()
  if (plain === plain.toLowerCase()) return word
  return capital(word)
}

/** Whether axis 2 jumps between these two places of a frame: vertical frames have it elsewhere. Conventions, section 2. */
export function axesJump({ before, after }: Ends): boolean {
  const [was, is] = [before, after].map(([start, end]) => unit(subtract(end, start)))
  return Boolean(was && is && isVertical(was) !== isVertical(is))
}
