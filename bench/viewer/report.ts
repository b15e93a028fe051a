import { grouped } from '#lib/values/count-text.ts'
import { median } from '#lib/values/median.ts'
import type { Followed } from './follow.ts'
import type { PageName } from './serve.ts'
import type { Measured } from './try.ts'

export type Round = Record<PageName, Measured>
type Head = {
  command: string
  machine: string
  xeokit: string
  kilobytes: { page: number; worker: number }
  followed: readonly Followed[]
}

const NAMES: [PageName, string][] = [
  ['viewer', 'viewer'],
  ['instanced', 'InstancedMesh per outline'],
  ['xeokit', 'xeokit'],
]

const short = (value: number) =>
  Number.isNaN(value)
    ? '–'
    : value >= 1000
      ? grouped(Math.round(value))
      : value >= 100
        ? value.toFixed(0)
        : value >= 1
          ? value.toFixed(1)
          : value.toFixed(3)
const MB = 1_000_000

/** The browser's clock goes in steps of 0.1 ms: what is below one has no ratio. */
const ratio = (peer: number, viewer: number) => (viewer < 0.1 ? Number.NaN : peer / viewer)

type Row = { what: string; of: (measured: Measured) => number; hasRatio?: boolean }
const ROWS: Row[] = [
  { what: 'build, ms', of: ({ build }) => build },
  { what: 'first picture from memory, ms', of: ({ first }) => first, hasRatio: true },
  {
    what: 'first picture from JSON over loopback, ms',
    of: ({ fromAddress }) => fromAddress?.first ?? Number.NaN,
    hasRatio: true,
  },
  { what: 'longest task of the page meanwhile, ms', of: ({ fromAddress }) => fromAddress?.longestTask ?? Number.NaN },
  { what: 'frame, whole model in view, ms', of: ({ whole }) => whole.time, hasRatio: true },
  { what: 'frame, close, ms', of: ({ close }) => close.time, hasRatio: true },
  { what: 'draw calls, whole', of: ({ whole }) => whole.calls },
  { what: 'draw calls, close', of: ({ close }) => close.calls },
  { what: 'triangles, whole', of: ({ whole }) => whole.triangles },
  { what: 'triangles, close', of: ({ close }) => close.triangles },
  { what: 'pick, close, ms (median)', of: ({ pick }) => pick, hasRatio: true },
  { what: 'pick, close, ms (95 of 100 below)', of: ({ slowPick }) => slowPick },
  { what: 'JS objects of the page, MB', of: ({ heap }) => heap / MB },
  { what: 'typed arrays of the page, MB', of: ({ buffers }) => buffers / MB },
  {
    what: 'JS objects with the worker, model opened from its address, MB',
    of: ({ fromAddress }) => (fromAddress?.heap ?? Number.NaN) / MB,
  },
  {
    what: 'typed arrays with the worker, model opened from its address, MB',
    of: ({ fromAddress }) => (fromAddress?.buffers ?? Number.NaN) / MB,
  },
  { what: 'GPU buffers and textures, MB', of: ({ gpuBytes }) => gpuBytes / MB },
]

/** One run as Markdown: a table a size, and how it stands to the budgets. */
export function resultsOf(sizes: ReadonlyMap<number, Round[]>, { command, machine, xeokit, kilobytes, followed }: Head): string {
  const parts = [
    `## ${new Date().toISOString().slice(0, 10)}: \`${command}\``,
    '',
    `${machine}; Node ${process.versions.node}; ${xeokit}. Medians of the rounds; a ratio is the median of the ratios of each round,`,
    'peer ÷ viewer, so that above 1 the viewer is ahead. The clock goes in steps of 0.1 ms: what is below one has no ratio.',
  ]
  for (const [frames, rounds] of sizes) {
    parts.push('', `### ${grouped(frames)} frames, ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`, '')
    parts.push('| | viewer | InstancedMesh per outline | xeokit | InstancedMesh ÷ viewer | xeokit ÷ viewer |')
    parts.push('|---|---|---|---|---|---|')
    for (const { what, of, hasRatio } of ROWS) {
      const values = NAMES.map(([name]) => short(median(rounds.map((round) => of(round[name])))))
      const ratios = (['instanced', 'xeokit'] as const).map((peer) =>
        hasRatio ? short(median(rounds.map((round) => ratio(of(round[peer]), of(round.viewer))))) : '',
      )
      parts.push(`| ${[what, ...values, ...ratios].join(' | ')} |`)
    }
    parts.push('', agreement(rounds))
  }
  const largest = [...sizes].filter(([frames]) => frames === 100_000)
  for (const [frames, rounds] of largest) parts.push('', budgets(frames, rounds, kilobytes))
  parts.push('', '### Following what a program writes', '')
  parts.push(
    'The built service on SQLite, one frame a request, an open page at rest beside it; milliseconds from sending, medians of five.',
    '',
  )
  parts.push('| frames in the model | answered | drawn in the page |', '|---|---|---|')
  for (const { frames, answered, shown } of followed) parts.push(`| ${grouped(frames)} | ${short(answered)} | ${short(shown)} |`)
  return `${parts.join('\n')}\n`
}

/** The same in a line a size: InstancedMesh · xeokit, each ÷ viewer. */
export function linesOf(sizes: ReadonlyMap<number, Round[]>, { command, machine, xeokit, followed }: Head): string {
  const ratios = ROWS.filter(({ hasRatio }) => hasRatio)
  const lines = [...sizes].map(([frames, rounds]) => {
    const mid = (of: Row['of']) => median(rounds.map(({ viewer }) => of(viewer)))
    const cells = ratios.map(({ of }) =>
      (['instanced', 'xeokit'] as const)
        .map((peer) => short(median(rounds.map((round) => ratio(of(round[peer]), of(round.viewer))))))
        .join(' · '),
    )
    const calls = [mid(({ whole }) => whole.calls), mid(({ close }) => close.calls)]
    return [
      grouped(frames),
      ...cells,
      [...new Set(calls)].join(' to '),
      `${Math.round(mid(({ gpuBytes }) => gpuBytes) / frames)} B`,
    ]
  })
  const heads = ['frames', ...ratios.map(({ what }) => what.replace(', ms', '')), 'draw calls', 'GPU memory a frame']
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)}, ${machine}, ${xeokit}. InstancedMesh · xeokit, each ÷ viewer:`,
    'above 1 the viewer is ahead.',
    '',
    ...[row(heads), `|${'---|'.repeat(heads.length)}`, ...lines.map(row), ''],
    ...followed.map(
      ({ frames, shown }) =>
        `An open page of ${grouped(frames)} frames shows what a program writes ${short(shown)} ms after it was sent.`,
    ),
  ].join('\n')
}

/** Do all find the same frame under the same places? */
function agreement(rounds: readonly Round[]): string {
  const said = (['instanced', 'xeokit'] as const).map((peer) => {
    const ours = rounds[0]?.viewer.found ?? []
    const theirs = rounds[0]?.[peer].found ?? []
    const both = Math.min(ours.length, theirs.length)
    const same = theirs.slice(0, both).filter((found, k) => found === ours[k]).length
    return `${same} of ${both} by ${peer}`
  })
  return `Under the same places the viewer found the same frame as was found ${said.join(', ')}.`
}

function budgets(frames: number, rounds: readonly Round[], kilobytes: Head['kilobytes']): string {
  const mid = (of: (round: Round) => number) => median(rounds.map(of))
  const best = (of: (measured: Measured) => number) => (round: Round) =>
    of(round.viewer) / Math.min(of(round.instanced), of(round.xeokit))
  const part = (ratio: number) => `1/${(1 / ratio).toFixed(1)}`
  const lines: [what: string, found: string, isMet: boolean][] = []
  const ratio = (what: string, of: (measured: Measured) => number, most: number) => {
    const found = mid(best(of))
    lines.push([`${what} ≤ ${part(most).replace('.0', '')} of the best peer`, part(found), found <= most])
  }
  ratio('first picture', ({ first }) => first, 1 / 5)
  ratio('frame, whole model in view,', ({ whole }) => whole.time, 1 / 5)
  ratio('frame, close,', ({ close }) => close.time, 1 / 3)
  const number = (what: string, found: number, most: number, unit = '') =>
    lines.push([`${what} ≤ ${most}${unit}`, `${short(found)}${unit}`, found <= most])
  const outlines = rounds[0]?.instanced.whole.calls ?? 0
  number(
    `draw calls ≤ ${outlines} outlines + 8, so`,
    mid(({ viewer }) => Math.max(viewer.whole.calls, viewer.close.calls)),
    outlines + 8,
  )
  number(
    'GPU memory a frame',
    mid(({ viewer }) => viewer.gpuBytes / frames),
    50,
    ' B',
  )
  number(
    'JS objects of the page a frame',
    mid(({ viewer }) => viewer.heap / frames),
    40,
    ' B',
  )
  number(
    'JS objects with the worker and all ids a frame',
    mid(({ viewer }) => (viewer.fromAddress?.heap ?? Number.NaN) / frames),
    40,
    ' B',
  )
  number(
    'pick, median here (the budget is for a million),',
    mid(({ viewer }) => viewer.pick),
    0.5,
    ' ms',
  )
  number(
    'longest task while loading',
    mid(({ viewer }) => viewer.fromAddress?.longestTask ?? Number.NaN),
    50,
    ' ms',
  )
  number(`viewer without React, gzip (and ${short(kilobytes.worker)} kB its worker),`, kilobytes.page, 250, ' kB')
  const rows = lines.map(([what, found, isMet]) => `| ${what} | ${found} | ${isMet ? 'met' : '**not met**'} |`)
  return ['Budgets at 100,000 frames:', '', '| budget | found | |', '|---|---|---|', ...rows].join('\n')
}
