import type { Sheet } from '#lib/drawing/sheet/sheet.ts'
import type { UpGuess } from '#lib/model/up-axis.ts'
import type { Finding } from '#lib/schema/schema.ts'
import type { ViewerHost } from '../viewer-host.ts'
import type { OlderShown } from '../worker/compare/comparison.ts'
import type { Colouring, ElementRef, FoundElement, VisibilityMasks } from '../worker/elements.ts'
import type { ShownLoads } from '../worker/loads/shown-loads.ts'
import type { ComparedAnswer } from '../worker/questions.ts'
import type { CommentsState } from './comments/comments-state.ts'
import type { ViewerRequest } from './create-request.ts'
import type { LiveModel } from './live-model.ts'
import type { PlacedDimension } from './measure/place-dimensions.ts'
import type { NotShown } from './reasons.ts'
import type { ResultsState } from './results/results-state.ts'
import type { Store } from './store.ts'
import type { Theme } from './theme.ts'
import type { PendingWork } from './track-pending.ts'
import type { Drawing } from './view/drawings.ts'
import type { Camera, Rig } from './view/rig.ts'
import type { Mark, View } from './view/view-state.ts'

/** That the model may have been made with another way up: asked of the worker, or said by the check, which asks for more. */
export type WayUp = UpGuess & { byCheck?: true }

/** For the other of two revisions. */
type Waiting = { state: 'busy'; tryAgain: (() => void) | null } | { state: 'failed'; says: string; tryAgain: (() => void) | null }

/** What the worker answers about the view as it is: which elements are marked, shown and how they are coloured. */
export type Derived = {
  /** The frames, areas, nodes and supports that the selection stands for. */
  selected: FoundElement[]
  hidden: FoundElement[]
  isolated: FoundElement[] | null
  shown: VisibilityMasks | null
  colouring: Colouring | null
  /** Lit up because a new revision brought them. */
  changed: FoundElement[]
  /** The dimensions of the view, where their points are in what is drawn. */
  dimensions: readonly PlacedDimension[]
  findings: Finding[] | null
  notShown: NotShown | null
  /** The view named this drawing, and the model has none there. */
  missed: Drawing | null
  /** These were selected, or named by the address, and the revision that came does not have them. */
  gone: readonly ElementRef[]
  /** It may have been made with another way up. */
  wayUp: WayUp | null
  /** What differs from the revision that is looked at beside this one; `busy` until it is known. */
  compared: Exclude<ComparedAnswer, { state: 'away' }> | Waiting | null
  /** What the view leaves out of the earlier one; null: nothing. */
  olderShown: OlderShown | null
}

export type DrawnLoads = { shown: ShownLoads | null }

export type ViewerSession = {
  host: ViewerHost
  model: LiveModel
  view: View
  derived: Store<Derived>
  /** Findings that this reader has put aside. */
  dismissals: Store<{ by: Readonly<Record<string, string>> }>
  /** How the model check stands; what it found last is in `derived`. */
  checked: ViewerRequest<Finding[]>
  /** Of what follows from the view, how it stands with each part. */
  following: readonly Pick<ViewerRequest<unknown>, 'state'>[]
  /** Rises when a saved view was made, changed or deleted. */
  viewsChanged: Store<{ count: number }>
  comments: Store<CommentsState>
  /** What the picture draws of loads; null: nothing. */
  loads: Store<DrawnLoads>
  results: Store<ResultsState>
  theme: Store<Theme>
  /** Null until the canvas stands. */
  rig: Rig | null
  /** The camera of the address, for when the canvas stands. */
  firstCamera: Camera | null
  /** Where it was told to go before there was anything to look at. */
  firstMove: ((rig: Rig) => void) | null
  /** How often it was to go somewhere: an older move that still waited comes too late. */
  movesBegun: number
  /** Says something to the reader for a while. Set by the page. */
  say: (text: string) => void
  /** Asks the canvas for one more picture. */
  redraw: () => void
  /** The picture as it would be on a sheet. Set by the canvas. */
  picture: ((sheet: Sheet) => Promise<Blob>) | null
  /** The same at once and without a title; null where what draws it was not fetched yet. */
  pictureNow: ((sheet: Sheet) => HTMLCanvasElement | null) | null
  /** Fetches what the first picture does without. Set by the canvas. */
  fetchPicture: (() => Promise<unknown>) | null
  /** The first picture is drawn: what can wait comes now. */
  stood: Store<{ once: boolean }>
  /** What will still change the picture by itself. */
  pending: PendingWork
  /** Nothing of the view waits for anything: what is drawn now stays. */
  isIdle: () => boolean
  /** The view as it is, as the address has it or soon will. */
  address: () => string
  /** Says on the canvas how far the picture is. Set by the canvas. */
  publish: () => void
  /** A picture for a sheet is being drawn: as well as can be, not as soon as can be. */
  isPosing: boolean
  /** The grid bubble or level mark at this place of the picture. Set by the canvas. */
  markAt: (x: number, y: number) => Mark | null
  /** The camera has come to rest: the address follows, and `rests` counts it. */
  rested: () => void
  rests: Store<{ count: number }>
  /** A drag is under way: the address waits until it has ended. */
  isDragging: boolean
  /** It was sent somewhere: Back brings it home again. */
  jumped: () => void
  close: () => void
}
