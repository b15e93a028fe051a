import { expect, it } from 'vitest'
import { NO_TABLE } from '../../session/results/reaction-sheets.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Drawing } from '../../session/view/drawings.ts'
import { FIRST_VIEW } from '../../session/view/view-state.ts'
import type { SheetAsk } from '../../worker/sheet-types.ts'
import { firstSet, MOST_SHEETS, makeSheets, oneOfSheets, type Scales, type SheetSet } from './sheet-choices.ts'

const plan = (at: number): Drawing => ({ axis: 'Z', at, label: `Level ${at}` })
/** The largest scale of each plan by its level, as the worker would answer. */
const LARGEST: Record<number, number> = { 0: 50, 4: 200, 8: 100 }

function opened() {
  const asked: SheetAsk[] = []
  const bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 10, z: 8 } }
  const storeys = [0, 4, 8].map((elevation) => ({ id: null, label: `Level ${elevation}`, elevation }))
  const session = {
    model: {
      state: {
        get: () => ({
          drawn: {
            summary: { name: 'M', revision: 3, bounds, storeys },
            scene: { grid: { plan: [] }, undrawn: { nodes: 0 } },
            up: null,
          },
        }),
      },
      ask: async (_: string, ask: SheetAsk) => {
        asked.push(ask)
        const scale = ask.scale ?? LARGEST[ask.drawing.at]
        return { state: 'drawn', svg: `${ask.block.sheet} of ${ask.block.of}, 1:${scale}`, scale, count: 1, isPainted: false }
      },
    },
    view: { get: () => FIRST_VIEW },
    derived: { get: () => ({ hidden: [] }) },
    host: { can: new Set(), place: 'page', address: { link: () => null } },
  } as unknown as ViewerSession
  return { session, asked }
}
const A3 = { name: 'A3', isPortrait: false } as const
const set = (scale: SheetSet['scale']): SheetSet => ({
  drawings: [plan(0), plan(4), plan(8)],
  paper: A3,
  scale,
  names: { frames: 'section', areas: 'thickness', nodes: 'none', comments: 'none' },
  results: null,
  table: NO_TABLE,
})
const { signal } = new AbortController()

it('shows of a set the sheet that will be made: its number among the others, at the scale of all', async () => {
  for (const scale of ['each', 'one', 500] as const) {
    const { session } = opened()
    const known: Scales = new Map()
    const said: string[] = []
    const made = await makeSheets(session, set(scale), known, (words) => said.push(words), signal)
    expect(said.slice(-3)).toEqual(['Drawing 1 of 3', 'Drawing 2 of 3', 'Drawing 3 of 3'])
    expect(said.slice(0, -3)).toEqual(scale === 'one' ? ['Fitting 1 of 3', 'Fitting 2 of 3', 'Fitting 3 of 3'] : [])
    for (const [at, { sheet }] of made.entries())
      expect((await oneOfSheets(session, set(scale), at, known, () => {}, signal)).svg).toBe(sheet.svg)
    expect(made.map(({ sheet }) => sheet.svg)).toEqual(
      {
        each: ['1 of 3, 1:50', '2 of 3, 1:200', '3 of 3, 1:100'],
        one: [1, 2, 3].map((k) => `${k} of 3, 1:200`),
        500: [1, 2, 3].map((k) => `${k} of 3, 1:500`),
      }[scale],
    )
  }
})

it('asks for the scale of a drawing once while a set is put together, and draws nothing for it', async () => {
  const { session, asked } = opened()
  const known: Scales = new Map()
  await oneOfSheets(session, { ...set('one'), drawings: [plan(0), plan(4)] }, 0, known, () => {}, signal)
  await oneOfSheets(session, set('one'), 2, known, () => {}, signal)
  expect(asked.filter(({ isScaleOnly }) => isScaleOnly).map(({ drawing }) => drawing.at)).toEqual([0, 4, 8])
})

it('makes no further sheet once it is stopped', async () => {
  const { session, asked } = opened()
  const stopping = new AbortController()
  const onProgress = (words: string) => words === 'Drawing 2 of 3' && stopping.abort()
  await expect(makeSheets(session, set('each'), new Map(), onProgress, stopping.signal)).rejects.toThrow()
  expect(asked.map(({ block }) => block.sheet)).toEqual([1, 2])
})

it('begins a set with all plans, the elevations on the outer grid lines and what is open, within the limit', () => {
  const grid = (axis: 'X' | 'Y', at: number): Drawing => ({ axis, at, label: `${axis}${at}` })
  const elevations = [{ drawings: [grid('X', 0), grid('X', 6), grid('X', 12)] }, { drawings: [grid('Y', 0)] }]
  const few = [{ drawings: [plan(0), plan(4), plan(8)] }, ...elevations]
  const told = (open: Drawing | null) => firstSet(few, null, open).map(({ label }) => label)
  expect(told(null)).toEqual(['Level 0', 'Level 4', 'Level 8', 'X0', 'X12', 'Y0'])
  expect(told(grid('X', 6))).toEqual(['Level 0', 'Level 4', 'Level 8', 'X0', 'X6', 'X12', 'Y0'])
  // With Y up the plans are those at the Y grid lines.
  expect(firstSet(few, 'y', null).map(({ label }) => label)).toEqual(['Level 0', 'Level 8', 'X0', 'X12', 'Y0'])
  const many = [{ drawings: Array.from({ length: 300 }, (_, k) => plan(k)) }, ...elevations]
  const set = firstSet(many, null, plan(299))
  expect(set).toHaveLength(MOST_SHEETS)
  expect(set.slice(-5).map(({ label }) => label)).toEqual(['Level 195', 'Level 299', 'X0', 'X12', 'Y0'])
  expect(firstSet([], null, null)).toEqual([])
})

it('numbers the table of reactions after the drawings, and shows it as it will be made', async () => {
  const { session, asked } = opened()
  const table = {
    count: 2,
    svg: (position: number, { sheet, of }: { sheet: number; of: number }) => `table ${position}, ${sheet} of ${of}`,
  }
  const whole = { ...set('each'), table }
  const made = await makeSheets(session, whole, new Map(), () => {}, signal)
  expect(made.map(({ sheet }) => sheet.svg)).toEqual([
    ...['1 of 5, 1:50', '2 of 5, 1:200', '3 of 5, 1:100'],
    ...['table 0, 4 of 5', 'table 1, 5 of 5'],
  ])
  for (const [position, { sheet }] of made.entries())
    expect((await oneOfSheets(session, whole, position, new Map(), () => {}, signal)).svg).toBe(sheet.svg)
  // Nothing of an analysis was seen.
  expect(asked.every(({ results }) => results === undefined)).toBe(true)
})
