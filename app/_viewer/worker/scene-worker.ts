/// <reference lib="webworker" />
import { type FrameChunks, frameBoxes, frameChunks } from '#lib/geometry/frame-chunks.ts'
import { type PickTrees, pickTrees } from '#lib/geometry/pick.ts'
import { buildScene, type Scene } from '#lib/geometry/scene.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import type { Finding, ViewerModel } from '#lib/model/schema.ts'
import { storeysOf } from '#lib/model/storeys.ts'
import {
  arrayOf,
  type ColourBy,
  type ElementKind,
  type ElementRef,
  type Facet,
  type Filters,
  type FoundElement,
} from './elements.ts'
import { type ModelIndex, modelIndex } from './model-index.ts'
import type {
  FileKind,
  Listing,
  Placed,
  QuantitiesAnswer,
  QuantityKey,
  TableAnswer,
  TableFile,
  TableRefs,
} from './table-types.ts'
import type { Tables } from './tables.ts'

/** Holds the model: fetches and parses it, makes the scene, answers what the page asks. The page itself keeps typed arrays only. */

export type Loaded =
  | { state: 'unchanged' }
  | { state: 'refused'; status: number }
  | {
      state: 'loaded'
      summary: ModelSummary
      scene: Scene
      trees: PickTrees
      chunks: FrameChunks
      changed: { kind: ElementKind; id: string; index: number }[]
    }

export type ModelSummary = {
  id: string | null
  name: string
  revision: number | null
  units: ViewerModel['units']
  counts: Record<ElementKind, number>
  storeys: { label: string; elevation: number }[]
  bounds: ViewerModel['bounds']
}

export type Questions = {
  load: { ask: { address: string }; answer: Loaded }
  find: { ask: { refs: ElementRef[] }; answer: ReturnType<ModelIndex['find']> }
  drawnBy: { ask: { refs: ElementRef[] }; answer: ReturnType<ModelIndex['find']> }
  isolated: { ask: { refs: ElementRef[] }; answer: ReturnType<ModelIndex['isolated']> }
  idOf: { ask: { refs: { kind: ElementKind; index: number }[] }; answer: (string | null)[] }
  describe: { ask: { kind: ElementKind; index: number }; answer: ReturnType<ModelIndex['describe']> }
  summarise: { ask: { refs: FoundElement[] }; answer: ReturnType<ModelIndex['summarise']> }
  group: {
    ask: { by: Facet; value: string; from: number; count: number }
    answer: ReturnType<ModelIndex['group']>
  }
  list: { ask: { kind: ElementKind; from: number; count: number }; answer: ReturnType<ModelIndex['list']> }
  search: { ask: { query: string; limit: number }; answer: ReturnType<ModelIndex['search']> }
  facets: { ask: Record<string, never>; answer: ReturnType<ModelIndex['facets']> }
  shown: { ask: { out: Filters }; answer: ReturnType<ModelIndex['shown']> }
  colours: { ask: { by: ColourBy; findings?: Finding[] }; answer: ReturnType<ModelIndex['colours']> }
  labels: { ask: { kind: 'node' | 'frame' | 'area'; indices: number[]; what: 'label' | 'section' }; answer: string[] }
  points: { ask: { nodes: number[] }; answer: Vec[] }
  table: { ask: { listing: Listing; from: number; count: number; findings?: Finding[] }; answer: TableAnswer }
  placed: { ask: { listing: Listing; indices: readonly number[]; findings?: Finding[] }; answer: Placed }
  tableRefs: { ask: { listing: Listing; from?: number; count?: number }; answer: TableRefs }
  tableFile: {
    ask: { listing: Listing; keys: readonly string[]; kind: FileKind; name: string; findings?: Finding[] }
    answer: TableFile
  }
  quantities: { ask: { by: QuantityKey; refs: ElementRef[] | null }; answer: QuantitiesAnswer }
}
export type Question = keyof Questions
export type Progress = { received: number; isParsing: boolean }

let model: ViewerModel | null = null
let index: ModelIndex | null = null
let tables: Promise<Tables> | null = null
let etag: string | null = null
let origin: Vec | undefined

const answers: { [Q in Question]: (ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']> | Questions[Q]['answer'] } = {
  load,
  find: ({ refs }) => ask().find(refs),
  drawnBy: ({ refs }) => ask().drawnBy(refs),
  isolated: ({ refs }) => ask().isolated(refs),
  idOf: ({ refs }) => refs.map(({ kind, index: k }) => ask().idOf(kind, k)),
  describe: ({ kind, index: k }) => ask().describe(kind, k),
  summarise: ({ refs }) => ask().summarise(refs),
  group: ({ by, value, from, count }) => ask().group(by, value, from, count),
  list: ({ kind, from, count }) => ask().list(kind, from, count),
  search: ({ query, limit }) => ask().search(query, limit),
  facets: () => ask().facets(),
  shown: ({ out }) => ask().shown(out),
  colours: ({ by, findings }) => ask().colours(by, findings),
  labels: ({ kind, indices, what }) => {
    const elements = model ? arrayOf(model, kind) : []
    const sections = new Map((model?.sections ?? []).map(({ id, name }) => [id, name || id]))
    return indices.map((k) => {
      const element = elements[k] as { id: string; label?: string | null; sectionId?: string | null } | undefined
      if (!element) return ''
      return what === 'section' ? (sections.get(element.sectionId ?? '') ?? '') : element.label || element.id
    })
  },
  points: ({ nodes }) =>
    nodes.map((k): Vec => {
      const { x, y, z } = model?.nodes[k]?.position ?? { x: 0, y: 0, z: 0 }
      return [x, y, z]
    }),
  table: async ({ listing, from, count, findings }) => (await tablesHere()).table(listing, from, count, findings),
  placed: async ({ listing, indices, findings }) => (await tablesHere()).placed(listing, indices, findings),
  tableRefs: async ({ listing, from, count }) => (await tablesHere()).refs(listing, from, count),
  tableFile: async ({ listing, keys, ...file }) => (await tablesHere()).file(listing, keys, file),
  quantities: async ({ by, refs }) => (await tablesHere()).quantities(by, refs && ask().drawnBy(refs)),
}

/** Comes when the first table does: most visits open none. */
function tablesHere(): Promise<Tables> {
  const now = model
  if (!now) throw new Error('no model yet')
  tables ??= import('./tables.ts').then(({ tablesOf }) => tablesOf(now))
  return tables
}

function ask(): ModelIndex {
  if (!model) throw new Error('no model yet')
  index ??= modelIndex(model) // after the scene has gone to the page: the picture comes first
  return index
}

async function load({ address }: { address: string }): Promise<Loaded> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', ...(etag && { 'if-none-match': etag }) },
    cache: 'no-store',
  })
  if (response.status === 304) return { state: 'unchanged' }
  if (!response.ok) return { state: 'refused', status: response.status }
  const next = JSON.parse(await textOf(response)) as ViewerModel
  const before = model
  model = next
  index = null
  tables = null
  etag = response.headers.get('etag')
  const scene = buildScene(next, origin)
  origin = scene.origin
  const boxes = frameBoxes(scene)
  const trees = pickTrees(scene, boxes)
  const chunks = frameChunks(scene.frames, boxes, trees.frames)
  const counts = Object.fromEntries(
    (['node', 'frame', 'member', 'area', 'support', 'section', 'material', 'gridLine'] as const).map((kind) => [
      kind,
      arrayOf(next, kind).length,
    ]),
  ) as Record<ElementKind, number>
  return {
    state: 'loaded',
    summary: {
      id: next.id ?? null,
      name: next.name,
      revision: next.revision ?? null,
      units: next.units,
      counts,
      storeys: storeysOf(next),
      bounds: next.bounds,
    },
    scene,
    trees,
    chunks,
    changed: before ? ask().changedSince(before) : [],
  }
}

async function textOf(response: Response) {
  const tell = (progress: Progress) => self.postMessage({ progress })
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  let received = 0
  let told = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    received += value.byteLength
    text += decoder.decode(value, { stream: true })
    if (received - told > 500_000) {
      told = received
      tell({ received, isParsing: false })
    }
  }
  tell({ received, isParsing: true })
  return text + decoder.decode()
}

/** The buffers of an answer change hands instead of being copied. */
function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (Array.isArray(value)) {
    // Arrays hold points and names; typed arrays lie in objects only.
  } else if (value && typeof value === 'object') for (const part of Object.values(value)) buffersIn(part, found)
  return found
}

self.onmessage = async ({ data }: MessageEvent<{ id: number; question: Question; ask: never }>) => {
  const { id, question } = data
  try {
    const answer = await answers[question](data.ask)
    self.postMessage({ id, answer }, { transfer: [...buffersIn(answer)] })
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
}
