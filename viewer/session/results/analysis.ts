import { isFreeMotion } from '#lib/drawing/results/deflected-shape.ts'
import type { CaseColumns, ColumnKind } from '#lib/schema/case-results.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { HostError } from '../../viewer-host.ts'
import type { ElementKind } from '../../worker/elements.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import type { ViewerSession } from '../session.ts'
import type { ResultShow } from './results-state.ts'

/** Asks the server for the analysis of the revision that is shown. */

export const SCREENING = 'Screening: linear elastic, first order. Not for design.'

/** The figures of a summary as the API answers them; what does not exist is left out. */
export type Figures = {
  stands: 'yes' | 'no' | 'cannot tell'
  weight?: { mass: number; force: number }
  reactions?: { largest?: { id: string; case: string; fz: number }; uplift?: { id: string; case: string; fz: number } }
  displacement?: { id: string; case: string; value: number }
  deflection?: { ratio: number; id: string; case: string; value: number }
  drift?: { ratio: number; storey: string; case: string }
  stress?: { ratio?: number; stress: number; id: string; case: string }
  modes?: { period: number; massX: number; massY: number }[]
}

export type Mechanism = { message: string; elements: { kind: ElementKind; id: string }[]; fix: string; nodes: { id: string }[] }

export type AnalysisSummary = Figures & {
  revision: number
  units: string
  cases?: string[]
  residual?: number
  mechanisms?: Mechanism[]
  notes?: string[]
  compared?: Partial<Figures> & { revision: number; refused?: string[] }
  change?: Record<string, number>
}

/** `refused`: why the model cannot be analysed, all reasons. */
export type Analysed =
  | { state: 'done'; summary: AnalysisSummary }
  | { state: 'refused'; revision: number; issues: readonly Issue[] }

/** The earlier revision of a comparison that is seen; null: none is. */
export function comparedRevision({ view, derived, model }: ViewerSession): number | null {
  const { compare } = view.get()
  if (!compare || derived.get().compared?.state !== 'compared') return null
  return compare.from ?? model.state.get().newest
}

/** A share link shows one revision and takes none. */
export const analysedRevision = ({ host, model }: ViewerSession) => {
  const revision = model.state.get().drawn?.summary.revision
  return host.place === 'page' && revision ? { revision } : {}
}

export async function analyse(session: ViewerSession, signal: AbortSignal): Promise<Analysed> {
  const own = analysedRevision(session)
  const compareWith = comparedRevision(session)
  try {
    const body = { ...own, ...(compareWith !== null && { compareWith }) }
    return { state: 'done', summary: await session.host.ask<AnalysisSummary>('analyse_model', body, signal) }
  } catch (error) {
    if (error instanceof HostError && error.reason === 'refused' && error.issues.length > 0)
      return { state: 'refused', revision: session.model.state.get().drawn?.summary.revision ?? 0, issues: error.issues }
    throw error
  }
}

const KINDS: Record<ResultShow, ColumnKind> = {
  deflected: 'deflections',
  ...{ p: 'forces', v2: 'forces', v3: 'forces', t: 'forces', m2: 'forces', m3: 'forces' },
  reactions: 'reactions',
  ratio: 'stresses',
  ...{ drift: 'deflections', displacement: 'deflections' },
}
/** Up to so many frames what the pointer asks for is fetched along. */
const FEW_FRAMES = 3000

export type CaseQuestion = { case: string; show: ResultShow; table: ColumnKind | null; mechanism: Mechanism | null }
export type CaseAnswer = { placed: PlacedResults; older: PlacedResults | null }

/** Numbers of a case, beside the frames of the model; in a comparison those of the earlier revision too. */
export async function caseResults(session: ViewerSession, question: CaseQuestion, signal: AbortSignal): Promise<CaseAnswer> {
  const frames = session.model.state.get().drawn?.scene.frames.count ?? 0
  const kinds = new Set<ColumnKind>([KINDS[question.show], ...(question.table ? [question.table] : [])])
  // Reactions are few, and a table of them may be wanted on paper.
  if (!isFreeMotion(question.case)) kinds.add('reactions')
  if (frames <= FEW_FRAMES && !question.mechanism) kinds.add('forces')
  const ask = async (revision: object, hinges: Mechanism['elements'], isOlder: boolean) => {
    const body = { ...revision, columns: question.case, show: [...kinds] }
    const { columns } = await session.host.ask<{ columns?: CaseColumns }>('analyse_model', body, signal)
    return columns ? session.model.ask('results', { columns, hinges, isOlder }) : null
  }
  const before = comparedRevision(session)
  const placed = await ask(analysedRevision(session), question.mechanism?.elements ?? [], false)
  if (!placed) throw new HostError('failed')
  const older = before === null ? null : await ask({ revision: before }, [], true).catch(noneOf)
  return { placed, older }
}

/** Of the earlier revision the case may be missing, or it cannot be analysed: its figures say so. */
function noneOf(error: unknown): null {
  if (error instanceof HostError && error.reason === 'refused') return null
  throw error
}

const MENDED: Record<string, ElementKind> = {
  no_section: 'frame',
  no_material: 'frame',
  no_properties: 'section',
  no_modulus: 'material',
  no_density: 'material',
  no_expansion: 'material',
  no_thickness: 'area',
  two_diaphragms: 'node',
}

/** What a reason against the analysis is about, where that can be selected. */
export function mendedAt({ ctx }: Issue): { kind: ElementKind; id: string }[] {
  const { reason, ids } = (ctx ?? {}) as { reason?: unknown; ids?: unknown } // as the API documents it
  const kind = typeof reason === 'string' ? MENDED[reason] : undefined
  return kind && Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').map((id) => ({ kind, id })) : []
}
