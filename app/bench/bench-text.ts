import { grouped } from '#lib/values/count-text.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import type { Contender, Measured } from './run.ts'

export const CONTENDERS: Record<Contender, string> = { viewer: 'Viewer', instanced: 'InstancedMesh per outline' }

/** What ran on one number of frames. */
export type Results = Partial<Record<Contender, Measured>>

const MB = 1_000_000
const milliseconds = (value: number) => `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ms`
const megabytes = (value: number | null) =>
  value === null ? 'not told' : `${(value / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

const ROWS: [what: string, of: (measured: Measured) => string][] = [
  ['Building made ready', ({ build }) => milliseconds(build)],
  ['First picture, building included', ({ first }) => milliseconds(first)],
  ['A picture, whole building in view', ({ whole }) => milliseconds(whole.time)],
  ['A picture, close', ({ close }) => milliseconds(close.time)],
  ['Picking a frame', ({ pick }) => milliseconds(pick)],
  ['Draw calls, whole · close', ({ whole, close }) => `${whole.calls} · ${close.calls}`],
  [
    'Triangles, whole · close',
    ({ whole, close }) => [whole, close].map(({ triangles }) => grouped(Math.round(triangles))).join(' · '),
  ],
  ['GPU buffers and textures', ({ gpuBytes }) => megabytes(gpuBytes)],
  ['JavaScript heap, roughly', ({ heap }) => megabytes(heap)],
]

/** Columns of those that ran, rows of what was measured. */
export function tableOf(results: Results): { heads: string[]; rows: { what: string; cells: string[] }[] } {
  const ran = keysOf(CONTENDERS).flatMap((name) => (results[name] ? [[name, results[name]] as const] : []))
  return {
    heads: ran.map(([name]) => CONTENDERS[name]),
    rows: ROWS.map(([what, of]) => ({ what, cells: ran.map(([, measured]) => of(measured)) })),
  }
}

export function markdownOf(all: ReadonlyMap<number, Results>): string {
  const parts: string[] = []
  for (const [frames, results] of all) {
    const { heads, rows } = tableOf(results)
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    parts.push(
      `**${grouped(frames)} frames**, ${Object.values(results)[0]?.renderer ?? ''}`,
      '',
      line(['', ...heads]),
      line(['---', ...heads.map(() => '---')]),
      ...rows.map(({ what, cells }) => line([what, ...cells])),
      '',
    )
  }
  return parts.join('\n')
}
