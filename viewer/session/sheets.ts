import { roundedScale } from '#lib/drawing/results/deflected-shape.ts'
import { drawingArea, NO_MARGINS, type PaperChoice } from '#lib/drawing/sheet/paper.ts'
import { type Sheet, scaleOf, sheetPixels } from '#lib/drawing/sheet/sheet.ts'
import { sheetPage, type TitleBlock } from '#lib/drawing/sheet/sheet-frame.ts'
import type { LegendEntry } from '#lib/drawing/sheet/sheet-legend.ts'
import { bestScale, scalesFor, scaleText } from '#lib/drawing/sheet/sheet-scale.ts'
import { sheetSvg } from '#lib/drawing/sheet/svg.ts'
import { toModel } from '#lib/model/display-axes.ts'
import { AXIS } from '#lib/model/shape/vector.ts'
import { isInFeet, readUnits } from '#lib/model/units.ts'
import { HostError } from '../viewer-host.ts'
import type { SheetAsk, SheetNames } from '../worker/sheet-types.ts'
import { comparedNow } from './comparison.ts'
import { fetchRevision } from './fetch-revision.ts'
import { sheetResults } from './results/sheet-results.ts'
import { revisionsShown } from './revision-text.ts'
import type { ViewerSession } from './session.ts'
import { sheetNames } from './sheet-names.ts'
import { type Drawing, isPlan, slabOf, titleOf, towardEye } from './view/drawings.ts'
import { allDrawings, drawingGroups } from './view/navigate.ts'
import { boundsDrawn } from './view/section-box.ts'
import { FIRST_VIEW } from './view/view-state.ts'
import { writeView } from './view/view-text.ts'
import { supportsSeen } from './visible-supports.ts'

/** Sheets of the view as it is: what is hidden there is on no sheet, and the colours are its own. */

/** Plans and elevations as they are listed everywhere, but of plans the lowest first: a set begins at the foundation. */
export function sheetGroups(session: ViewerSession): { name: string; drawings: Drawing[] }[] {
  const { up } = session.view.get()
  return drawingGroups(session).map(({ name, drawings }) => ({
    name,
    drawings: drawings.some((one) => isPlan(one, up)) ? drawings.toReversed() : drawings,
  }))
}

/** Of which revision, since when and by whom, as far as that is known. */
export type RevisionStamp = { revision: string; date: string; author: string }
export type SheetPlace = { sheet: number; of: number }

/** What was told last: a revision stays as it was made. */
const known = new WeakMap<ViewerSession, RevisionStamp>()

/** Asks who made the revision that is shown, once; where history is not told, its number stands alone. */
export async function madeBy(session: ViewerSession): Promise<RevisionStamp> {
  const { host, model } = session
  const now = model.state.get().drawn?.summary.revision ?? null
  const plain = { revision: now === null ? '' : String(now), date: '', author: '' }
  if (now === null || !host.can.has('history')) return plain
  const before = known.get(session)
  if (before?.revision === plain.revision) return before
  const info = await fetchRevision(session, now).catch(() => undefined)
  if (!info) return plain
  const made = { ...plain, date: info.at.slice(0, 10), author: info.user?.name ?? '' }
  known.set(session, made)
  return made
}

/** A plan or an elevation on paper, as the worker is asked for it. */
export function sheetAsk(
  session: ViewerSession,
  drawing: Drawing,
  paper: PaperChoice,
  scale: number | null,
  made: RevisionStamp,
  place: SheetPlace,
  names: SheetNames = sheetNames(session.host),
  results: SheetAsk['results'] | null = sheetResults(session),
): SheetAsk | null {
  const { drawn } = session.model.state.get()
  if (!drawn) return null
  const view = session.view.get()
  const { up, layers } = view
  const section = slabOf(drawing, allDrawings(session)[drawing.axis], boundsDrawn(drawn), up)
  const k = AXIS[drawing.axis]
  const query = `?${writeView({ ...FIRST_VIEW, projection: 'parallel', drawing, section, up }, null)}`
  const findings = view.colourBy === 'finding' ? session.derived.get().findings : null
  return {
    drawing: { axis: drawing.axis, at: drawing.at, low: section.low[k], high: section.high[k], isPlan: isPlan(drawing, up) },
    toward: towardEye(drawing.axis, up),
    // Upward on the paper.
    up: toModel(up, isPlan(drawing, up) ? [0, 1, 0] : [0, 0, 1]),
    paper,
    scale,
    display: view.units,
    colourBy: view.colourBy,
    ...(findings && { findings }),
    shown: {
      hidden: view.hidden,
      isolated: view.isolated,
      out: view.filters,
      frames: layers.frames,
      areas: layers.areas,
      supports: layers.supports,
      grid: layers.grid,
    },
    names,
    ...(results && { results }),
    block: blockOf(session, titleOf(drawing, up), query, made, place),
  }
}

export function blockOf(
  session: ViewerSession,
  drawing: string,
  query: string,
  made: RevisionStamp,
  place: SheetPlace,
  note = notDrawnText(session),
): Omit<TitleBlock, 'scale' | 'unit' | 'results'> {
  const { summary } = session.model.state.get().drawn ?? {}
  // A share link opens the model for whoever reads it: it is not put on paper.
  const isOwn = session.host.place === 'page'
  return {
    model: summary?.name.trim() || 'Untitled',
    drawing,
    ...made,
    ...place,
    link: isOwn ? session.host.address.link('') : null,
    href: isOwn ? session.host.address.link(query) : null,
    note,
  }
}

/** Of bodies and supports: without them a sheet is another structure. */
const LAYERS = ['frames', 'areas', 'supports'] as const

/** What the sheets do not show, in few words. */
export function leftOutText({ view, derived }: Pick<ViewerSession, 'view' | 'derived'>): string {
  const { hidden, isolated, filters, layers } = view.get()
  const without = Object.values(filters).reduce((sum, values) => sum + (values?.length ?? 0), 0)
  const words = [
    hidden.length > 0 && `${derived.get().hidden.length || hidden.length} hidden`,
    isolated && `only ${isolated.length} shown`,
    without > 0 && `${without} filtered out`,
    ...LAYERS.map((layer) => !layers[layer] && `${layer} off`),
  ]
  return words.filter(Boolean).join(', ')
}

/** The same of plans and elevations in lines, which show one revision. */
export const notDrawnText = (session: ViewerSession): string =>
  [leftOutText(session), comparedNow(session) && 'without the comparison'].filter(Boolean).join(', ')

/** The section box is the picture's: a plan or an elevation is cut at its own level or grid line, and shows all that is there. */
export const isBoxCut = ({ view }: Pick<ViewerSession, 'view'>) => view.get().section !== null && view.get().drawing === null

export const DPI = 300
/** From the border to the picture. */
const INSET = 4

/** The picture at once, for whoever prints. */
export function pictureOnPaper({ pictureNow }: Pick<ViewerSession, 'pictureNow'>, sheet: Sheet): HTMLCanvasElement {
  const canvas = pictureNow?.(sheet)
  if (canvas) return canvas
  throw new HostError('offline', 0, { says: 'what draws it on paper is not here yet: print once more in a moment' })
}

/**
 * What the canvas shows as a sheet, at once: a picture in its title block and legend. In parallel it is at a standard scale, the next
 * smaller than that of the screen.
 */
export function pictureSheet(session: ViewerSession, paper: PaperChoice, made: RevisionStamp, of = 1): string | null {
  const { rig } = session
  const { drawn } = session.model.state.get()
  if (!rig || !drawn) return null
  const whole = drawingArea(paper, NO_MARGINS)
  const area = { x: whole.x + INSET, y: whole.y + INSET, width: whole.width - 2 * INSET, height: whole.height - INSET }
  const { projection, drawing, colourBy, units, up } = session.view.get()
  const unit = readUnits(drawn.summary.units).length
  const scale = projection === 'parallel' && unit ? standardScale(rig, area, unit.metres, isInFeet(unit, units)) : null
  const canvas = pictureOnPaper(session, { millimetres: [area.width, area.height], dpi: DPI, isOnWhite: true, scale })
  const results = sheetResults(session)
  const legend = session.derived.get().colouring?.legend.filter(({ count }) => count > 0) ?? []
  const title = drawing ? titleOf(drawing, up) : projection === 'parallel' ? 'View' : 'View in perspective'
  const note = [leftOutText(session), isBoxCut(session) && 'cut by the section box'].filter(Boolean).join(', ')
  const revision = revisionsShown(session)
  // Who made the earlier one alone is not known.
  const isOfLater = revision === made.revision || revision.endsWith(` ${made.revision}`)
  const about = isOfLater ? { ...made, revision } : { revision, date: '', author: '' }
  const block = {
    ...blockOf(session, title, session.address(), about, { sheet: 1, of }, note),
    scale: scale === null ? 'not to scale' : scaleText(scale, isInFeet(unit, units)),
    unit: unit?.unit ?? 'unit not stated',
    ...(results && {
      results: { what: [results.title, motionsText(results.drawn)].filter(Boolean).join(', '), banner: results.banner },
    }),
  }
  const href = canvas.toDataURL('image/png')
  const picture = { shape: 'image', at: [area.x, area.y], width: area.width, height: area.height, href } as const
  const entries: LegendEntry[] = [
    ...legend.map(({ label, colour, count }) => ({ label, fill: colour, count })),
    ...(results?.keys ?? []).map((key) => ({ ...key, count: null })),
  ]
  const supports = supportsSeen(session, drawn, rig)
  const compared = comparedNow(session)
  const colours = results
    ? results.title
    : compared
      ? `Revision ${compared.before.revision} → ${drawn.summary.revision}`
      : `By ${colourBy}`
  return sheetSvg(sheetPage(paper, block, { title: colours, entries, supports }, null, [picture]))
}

/** A diagram's height stands for nothing on a picture whose scale is the screen's: only motions say theirs. */
const motionsText = ({ show, scale }: { show: string; scale: number }) =>
  show === 'deflected' ? `motions × ${roundedScale(scale)}` : ''

function standardScale(
  rig: NonNullable<ViewerSession['rig']>,
  area: { width: number; height: number },
  metres: number,
  isFeet: boolean,
): number | null {
  const sheet = sheetPixels({ millimetres: [area.width, area.height], dpi: DPI }, rig.size, Infinity)
  const fit = rig.fitFor(sheet.width, sheet.height, [])
  if (fit) {
    const least = scaleOf(fit.scale, metres)
    const real = { width: area.width * least, height: area.height * least }
    return bestScale(real, area, isFeet) ?? scalesFor(isFeet).at(-1) ?? null
  }
  const { width, height } = rig.size
  const perPixel = rig.pixelAt(1) * metres * 1000 // millimetres of the model, of a pixel of the screen
  return bestScale({ width: width * perPixel, height: height * perPixel }, area, isFeet) ?? scalesFor(isFeet).at(-1) ?? null
}
