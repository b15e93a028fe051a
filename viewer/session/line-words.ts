import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/values/durations.ts'
import type { LiveState } from './live-model.ts'

/** What the status line says of the line on which changes are heard: one word for its mark, and all of it in words. */
export type LineWords = { mark: 'live' | 'waiting' | 'over'; word: string; more: string }

const ENDED = { deleted: 'deleted', access: 'no access', signed_out: 'signed out', gone: 'no longer available' } as const
const SILENT = 'no answer for 25 s'

/** `now`: what the age of the picture is counted to. */
export function lineWords({ line, ended, isStopped, behind, drawn, knownAt, pinned, newest }: LiveState, now: number): LineWords {
  if (ended) return { mark: 'over', word: ENDED[ended.why], more: '' }
  const revision = drawn?.summary.revision ?? null
  if (isStopped && line !== 'offline')
    return { mark: 'waiting', word: 'reading the model anew…', more: revision === null ? '' : ` · showing ${revision}` }
  if (behind !== null && line !== 'offline')
    return { mark: 'waiting', word: `revision ${behind} exists`, more: revision === null ? '' : ` · showing ${revision}` }
  const of = pinned !== null && newest > 0 ? ` of ${newest}` : ''
  const shown = revision === null ? '' : ` · revision ${revision}${of}`
  if (line === 'live') return { mark: 'live', word: 'live', more: shown }
  if (line === 'silent' || line === 'offline')
    return { mark: 'waiting', word: line === 'silent' ? SILENT : line, more: shown && `${shown}, ${ageText(now - knownAt)} old` }
  return { mark: 'waiting', word: `${line}…`, more: '' }
}

const STEPS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
] as const

/** In whole units of the largest that fits; seconds in tens, which do not jump at every look. */
export function ageText(milliseconds: number): string {
  const step = STEPS.find(([length]) => milliseconds >= length)
  return step ? `${Math.floor(milliseconds / step[0])} ${step[1]}` : `${Math.max(0, Math.floor(milliseconds / 10_000)) * 10} s`
}
