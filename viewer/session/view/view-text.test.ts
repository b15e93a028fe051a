import { expect, it } from 'vitest'
import { parseViewQuery } from '#lib/model/parse-view-query.ts'
import { perAxis, type Vec } from '#lib/model/shape/vector.ts'
import { firstPreset } from './presets.ts'
import { FIRST_VIEW, type ViewState } from './view-state.ts'
import { readView, writeView } from './view-text.ts'

const node = (id: string) => ({ on: { kind: 'node' as const, id }, at: null })
const COMPARED = { revision: 3, compare: { from: 5, to: 8 }, how: 'slider' as const }
const on = (kind: 'frame' | 'area', id: string, at: Vec) => ({ on: { kind, id }, at })

it('says nothing about the first view', () => {
  expect(writeView(FIRST_VIEW, null).toString()).toBe('')
})

it('brings a view back: camera, selection with any id, filters, layers, section', () => {
  const refs = [
    { kind: 'frame' as const, id: 'B1,2:3~%&?#é' },
    { kind: 'gridLine' as const, id: 'f:n' },
  ]
  const state: ViewState = {
    ...FIRST_VIEW,
    selected: refs.map((ref) => ({ ...ref, index: 4 })),
    hidden: [{ kind: 'area', id: '__proto__' }],
    isolated: [{ kind: 'member', id: 'M' }],
    filters: { storey: ['Level 1, east', ''], kind: ['brace'] },
    colourBy: 'material',
    projection: 'parallel',
    preset: 'analytical',
    layers: { ...FIRST_VIEW.layers, nodes: true, grid: false },
    labels: { ...FIRST_VIEW.labels, sections: true },
    units: 'feet-inches',
    up: '-y',
    quality: 'full',
    dimensions: [
      { of: 'length', points: [node('N,1'), node('2;/')] },
      { of: 'angle', points: [on('frame', 'B:1', [0.125, -2, 3]), on('frame', 'C', [1e-7, 0, 500000.123])] },
      { of: 'area', points: [on('area', 'S', [1, 2, 3])] },
      { of: 'radius', points: [node('a'), { on: null, at: [1, 2, 3] }, node('c')] },
    ],
    section: { low: [null, 1.25, null], high: [500000.125, null, null] },
  }
  const camera = { position: [1, -2.5, 3] as const, target: [500000.5, 0, 0] as const, zoom: 12.5 }
  const query = writeView(state, camera).toString()
  const read = readView(new URLSearchParams(query))
  expect(read.selected).toEqual(refs)
  expect(read.camera).toEqual(camera)
  const { selected, hovered, ...kept } = state
  expect({ ...FIRST_VIEW, ...read.state }).toMatchObject(kept)
  // As a comment keeps it: the server knows every word of a view.
  const more = { ...state, ...COMPARED, ...{ finding: 'f', findingCode: 'overlap', colourBy: 'finding' as const, scaled: 2 } }
  const all = writeView(
    { ...more, results: { show: 'm3', case: 'ULS' }, loadCase: 'G', layers: { ...FIRST_VIEW.layers, loads: true } },
    camera,
  ).toString()
  for (const word of [query, all]) expect(parseViewQuery(word)).toEqual({ query: word })
  expect([...new URLSearchParams(all).keys()]).toEqual(
    expect.arrayContaining(['loads', 'results', 'compare', 'how', 'of', 'finding']),
  )
})

it('reads the looks of addresses that are older than presets', () => {
  const presetOf = (query: string) => readView(new URLSearchParams(query)).state.preset
  expect(['style=lines', 'areas=solid', 'style=x-ray', 'style=wood', ''].map(presetOf)).toEqual([
    'analytical',
    'solid',
    'x-ray',
    null,
    null,
  ])
})

it('shows a model of areas from outside, one of frames through its areas', () => {
  expect([firstPreset(100, 99), firstPreset(19, 19), firstPreset(20, 20), firstPreset(0, 500), firstPreset(0, 0)]).toEqual([
    'x-ray',
    'x-ray',
    'solid',
    'solid',
    'x-ray',
  ])
})

it('falls back to the first view where an address makes no sense', () => {
  const { state, camera, selected } = readView(
    new URLSearchParams('camera=1,2,x&colour=mood&section=1,2&selected=q:1,f,f:%25E0%25&units=furlongs&layers=walls'),
  )
  expect(camera).toBeNull()
  expect(selected).toEqual([])
  expect(state).toMatchObject({ colourBy: 'kind', section: null, units: 'model', layers: FIRST_VIEW.layers })
})

it('tells a camera and a cut as finely in the coordinates of a country as at the origin', () => {
  const eye = [12.3456789, -30, 14.1]
  const movedBy = (by: number) => {
    const place = (of: readonly number[]) => perAxis((k) => of[k]! + by)
    const section = { low: [by + 1.2345678, null, null], high: [null, null, null] } satisfies ViewState['section']
    const camera = { position: place(eye), target: place([3, 2.5, 3.5]), zoom: 1 }
    const read = readView(writeView({ ...FIRST_VIEW, section }, camera))
    return [...(read.camera?.position ?? []), read.state.section?.low[0] ?? 0].map((value) => value - by)
  }
  for (const by of [0, 5_000_000]) expect(movedBy(by)).toEqual([...eye, 1.2345678].map((value) => expect.closeTo(value, 5)))
  const written = writeView(FIRST_VIEW, { position: [12.3456789012, -30, 14.1], target: [3, 2.5, 3.5], zoom: 1 })
  expect(written.get('camera')).toBe('12.3456789,-30,14.1,3,2.5,3.5')
  // Nothing between the eye and what it looks at.
  const same = { position: [1, 2, 3], target: [1, 2, 3], zoom: 1 } as const
  expect(writeView(FIRST_VIEW, same).get('camera')).toBe('1,2,3,1,2,3')
})
