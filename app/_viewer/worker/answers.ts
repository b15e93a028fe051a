import { isSelection } from '#lib/edit/select-text.ts'
import type { AreaGroups } from '#lib/geometry/area-groups.ts'
import type { FrameChunks } from '#lib/geometry/frame-chunks.ts'
import type { FrameSolid } from '#lib/geometry/frame-solid.ts'
import { buildSceneInSteps, gridShown, type Scene } from '#lib/geometry/scene.ts'
import type { ColourBy } from '#lib/model/colourings.ts'
import { type ModelColumns, placeOfNode } from '#lib/model/columns.ts'
import type { Finding, ViewerModel } from '#lib/model/schema.ts'
import { storeysShown } from '#lib/model/turned.ts'
import type { LengthDisplay } from '#lib/model/units.ts'
import { guessUp, type Up, type UpGuess } from '#lib/model/up-axis.ts'
import type { Vec } from '#lib/model/vector.ts'
import { keyed } from '#lib/values/keyed.ts'
import { madeOnce } from '#lib/values/made-once.ts'
import type { Compared, Difference, OlderElement, OlderShown, OlderWanted } from './comparison.ts'
import { ELEMENT_KINDS, type ElementKind, type ElementRef, type Facet, type Filters, type FoundElement } from './elements.ts'
import { countOf, type HeldModel, holdInSteps } from './held-model.ts'
import { type ModelIndex, modelIndex } from './model-index.ts'
import type { Measured } from './open-measured.ts'
import type { Described } from './property-types.ts'
import { copyForLookup, drawnSteps, type Lookup, sceneSteps } from './scene-steps.ts'
import type { Found } from './search.ts'
import type { Selections } from './selections.ts'
import type { SheetAnswer, SheetAsk } from './sheet-types.ts'
import type { Sheets } from './sheets.ts'
import type { Source } from './source.ts'
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
import type { LoadXlsx } from './tables.ts'

export type Loaded =
  | { state: 'unchanged' }
  /** No answer, or one that broke off. */
  | { state: 'away' }
  | { state: 'refused'; status: number }
  | {
      state: 'loaded'
      summary: ModelSummary
      scene: Scene
      /** Null: it is asked for when it is needed (`lookup`), as the first picture of all does not wait for it. */
      lookup: Lookup | null
      chunks: FrameChunks
      groups: AreaGroups
      solids: FrameSolid[]
      changed: { kind: ElementKind; id: string; index: number }[]
      places: Places
      /** What grid, levels and storeys were made for. */
      up: Up | null
    }

/** What is to be found in the model that is loaded, so that its places come with its scene. */
type Wanted = {
  selected: readonly ElementRef[]
  hidden: readonly ElementRef[]
  isolated: readonly ElementRef[] | null
  up: Up | null
}
/** `asked`: the selection that was asked for; `marked`: what of it is drawn. */
export type Places = {
  asked: readonly ElementRef[]
  selected: FoundElement[]
  marked: FoundElement[]
  hidden: FoundElement[]
  isolated: FoundElement[] | null
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

export type Turned = { grid: Scene['grid']; storeys: ModelSummary['storeys'] }

/** What is drawn of one model. */
type Made = { scene: Scene; lookup: Lookup; chunks: FrameChunks; solids: FrameSolid[] }
export type ComparedAnswer =
  | Exclude<Loaded, { state: 'loaded' | 'unchanged' }>
  | { state: 'too_large'; elements: number; most: number }
  | Compared<Made>

export type Questions = {
  load: { ask: { source: Source } & Wanted; answer: Loaded }
  /** Where all of the model lies that was loaded first, whatever was loaded since. */
  lookup: { ask: Record<string, never>; answer: Lookup }
  /** What of the model that is loaded stands another way with another way up. */
  turned: { ask: { up: Up | null }; answer: Turned }
  guessUp: { ask: Record<string, never>; answer: UpGuess | null }
  /** The model that is loaded beside another one, which is the earlier. */
  compare: { ask: { source: Source }; answer: ComparedAnswer }
  /** Of the comparison: rows of a kind. */
  differences: { ask: { kind: ElementKind; from: number; count: number }; answer: Difference[] }
  /** Of the comparison: what is drawn of a row, in the later model or else in the earlier. */
  differencePlaces: { ask: { row: number }; answer: { now: FoundElement[]; before: FoundElement[] } }
  /** Of the comparison: an element of the earlier model by its place; its properties as they were; what of it the view leaves out. */
  older: { ask: { kind: ElementKind; index: number }; answer: OlderElement | null }
  describeOlder: { ask: { kind: ElementKind; index: number }; answer: Described | null }
  olderShown: { ask: OlderWanted; answer: OlderShown }
  /** What comes with the first element, table or sheet that is looked at is here from now on: by then there may be no network. */
  parts: { ask: Record<string, never>; answer: null }
  find: { ask: { refs: ElementRef[] }; answer: ReturnType<ModelIndex['find']> }
  drawnBy: { ask: { refs: ElementRef[] }; answer: ReturnType<ModelIndex['find']> }
  isolated: { ask: { refs: ElementRef[] }; answer: ReturnType<ModelIndex['isolated']> }
  idOf: { ask: { refs: { kind: ElementKind; index: number }[] }; answer: (string | null)[] }
  describe: { ask: { kind: ElementKind; index: number }; answer: Described | null }
  summarise: { ask: { refs: FoundElement[] }; answer: ReturnType<ModelIndex['summarise']> }
  group: {
    ask: { by: Facet; value: string; from: number; count: number }
    answer: ReturnType<ModelIndex['group']>
  }
  list: { ask: { kind: ElementKind; from: number; count: number }; answer: ReturnType<ModelIndex['list']> }
  search: { ask: { query: string; limit: number }; answer: Found }
  facetsOf: { ask: { kind: ElementKind; index: number }; answer: ReturnType<ModelIndex['facetsOf']> }
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
  /** One at a time, so that other questions are answered between the sheets of a set. */
  sheet: { ask: SheetAsk; answer: SheetAnswer }
  quantitiesFile: {
    ask: { by: QuantityKey; refs: ElementRef[] | null; display: LengthDisplay; kind: FileKind; name: string }
    answer: TableFile
  }
}
export type Question = keyof Questions
export type Ask = <Q extends Question>(question: Q, ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']>
/** Where the model and all its questions are answered: a thread, or the page's own. */
export type Engine = { ask: Ask; close: () => void }
export type Progress = { received: number; isParsing: boolean }

/** What a source gave. */
export type Read = Exclude<Loaded, { state: 'loaded' }> | { state: 'read'; text: string } | { state: 'read'; held: HeldModel }

type Surroundings = {
  /** `isApart`: not the model that is shown. */
  read: (source: Source, isApart?: boolean) => Promise<Read>
  /** Runs to the end: at once on a thread, in slices where somebody waits for the screen. */
  run: <T>(steps: Generator<void, T>) => T | Promise<T>
  /** Comes when the first element or table is looked at: the picture needs none of it. */
  loadMeasured: () => Promise<Pick<typeof import('./open-measured.ts'), 'openMeasured'>>
  /** The same for workbooks, where files can be saved. */
  loadXlsx?: LoadXlsx
  /** The same for drawings on paper; where nothing can be printed there are none. */
  loadSheets?: () => Promise<Pick<typeof import('./sheets.ts'), 'sheetsOf'>>
  /** The same for two revisions beside each other, where there are any. */
  loadComparison?: (() => Promise<Pick<typeof import('./comparison.ts'), 'openComparison'>>) | undefined
  /** The same for selections that are typed into the search; without it names alone are looked for. */
  loadSelections?: () => Promise<Pick<typeof import('./selections.ts'), 'selectionsOf'>>
}

type Opened = Extract<Awaited<ReturnType<typeof import('./comparison.ts').openComparison<Made>>>, { differences: unknown }>

export type Answers = {
  [Q in Question]: (ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']> | Questions[Q]['answer']
}

/**
 * Holds the model: parses it, makes the scene, answers what is asked about it. Whoever asks keeps typed arrays only. A thread
 * wraps it (`thread.ts`); where there is none it runs on the page's own (`inline.ts`).
 */
export function modelAnswers({ read, run, ...loaders }: Surroundings): Answers {
  let model: HeldModel | null = null
  let index: ModelIndex | null = null
  let parts = laterParts(loaders)
  let up: Up | null = null
  /** The box of the scene, for grid lines around it. */
  let box: Pick<Scene, 'origin' | 'low' | 'high'> | null = null

  const scenes = scenesOf(run)
  const here = () => there(model)
  function ask(): ModelIndex {
    index ??= modelIndex(here(), up) // after the scene has gone to the page: the picture comes first
    return index
  }
  function measuredHere(): Promise<Measured> {
    return parts.measured(here().whole())
  }
  function sheetsHere(): Promise<Sheets> {
    return parts.sheets(here().columns, ask(), up)
  }
  async function search({ query, limit }: Questions['search']['ask']): Promise<Found> {
    const selections = model && isSelection(query) ? await parts.selections(model.whole()) : null
    if (!selections) return ask().search(query, limit)
    const selected = selections.search(query, limit)
    if (selected.total > 0) return selected
    const called = ask().search(query, limit) // an id may look like a condition
    return called.total > 0 ? called : selected
  }
  async function load({ source, ...wanted }: Questions['load']['ask']): Promise<Loaded> {
    const found = await read(source)
    if (found.state !== 'read') return found
    const next = await run(hold(found))
    const before = model
    const made = await scenes.make(next.columns, before ? box : null)
    model = next
    index = null
    parts = laterParts(loaders)
    comparing.forget()
    box = { origin: made.scene.origin, low: made.scene.low, high: made.scene.high }
    up = wanted.up
    if (up) made.scene.grid = gridShown(next.columns, up, box)
    const changed = before ? ask().changedSince(before) : []
    return { state: 'loaded', summary: summaryOf(next.columns, up), ...made, changed, places: placesOf(ask, wanted), up }
  }
  function turned(asked: Questions['turned']['ask']): Turned {
    if (!box) throw new Error('no model yet')
    up = asked.up
    index = null
    parts.turned()
    const { columns } = here()
    return { grid: gridShown(columns, up, box), storeys: storeysShown(columns, up) }
  }
  const now = () => ({ model, origin: box?.origin, up })
  const comparing = comparisons({ read, run, ...loaders }, now, ask)
  return {
    load,
    lookup: scenes.lookup,
    turned,
    guessUp: () => model && guessUp(model.columns),
    async parts() {
      // What is missing then is asked for again when it is needed.
      await Promise.allSettled(Object.values(loaders).map((load) => load?.()))
      return null
    },
    ...comparing.answers,
    find: ({ refs }) => ask().find(refs),
    drawnBy: ({ refs }) => ask().drawnBy(refs),
    isolated: ({ refs }) => ask().isolated(refs),
    idOf: ({ refs }) => refs.map(({ kind, index: k }) => ask().idOf(kind, k)),
    describe: async ({ kind, index: k }) => (await measuredHere()).describe(kind, k),
    summarise: ({ refs }) => ask().summarise(refs),
    group: ({ by, value, from, count }) => ask().group(by, value, from, count),
    list: ({ kind, from, count }) => ask().list(kind, from, count),
    search,
    facetsOf: ({ kind, index: k }) => ask().facetsOf(kind, k),
    facets: () => ask().facets(),
    shown: ({ out }) => ask().shown(out),
    colours: ({ by, findings }) => ask().colours(by, findings),
    labels: (asked) => (model ? labelsOf(model, asked) : []),
    points: ({ nodes }) => nodes.map((k) => placeOf(model, k)),
    table: async ({ listing, from, count, findings }) => (await measuredHere()).table(listing, from, count, findings),
    placed: async ({ listing, indices, findings }) => (await measuredHere()).placed(listing, indices, findings),
    tableRefs: async ({ listing, from, count }) => (await measuredHere()).refs(listing, from, count),
    tableFile: async ({ listing, keys, ...file }) => (await measuredHere()).file(listing, keys, file),
    sheet: async (asked) => (await sheetsHere()).draw(asked),
    quantities: async ({ by, refs }) => (await measuredHere()).quantities(by, refs && ask().drawnBy(refs)),
    quantitiesFile: async ({ by, refs, ...file }) => (await measuredHere()).quantitiesFile(by, refs && ask().drawnBy(refs), file),
  }
}

/** The scenes of models that are loaded. Of the first one nothing is told of where it lies until that is asked for. */
function scenesOf(run: Surroundings['run']) {
  let owed: (() => Generator<void, Lookup>) | null = null
  return {
    async make(columns: ModelColumns, before: Pick<Scene, 'origin'> | null) {
      if (before) return run(sceneSteps(columns, before.origin))
      const { drawn, lookup } = await run(drawnSteps(await run(buildSceneInSteps(columns))))
      const scene = copyForLookup(drawn.scene)
      owed = () => lookup(scene)
      return { ...drawn, lookup: null }
    },
    async lookup(): Promise<Lookup> {
      if (!owed) throw new Error('nothing is owed')
      const found = await run(owed())
      owed = null
      return found
    },
  }
}

/** The index is made for them only where there are any: the first picture comes before it. */
const placesOf = (index: () => ModelIndex, { selected, hidden, isolated }: Wanted): Places => ({
  asked: selected,
  selected: selected.length ? index().find(selected) : [],
  marked: selected.length ? index().drawnBy(selected) : [],
  hidden: hidden.length ? index().drawnBy(hidden) : [],
  isolated: isolated && index().isolated(isolated),
})

/** What is made of one model when it is first asked for. */
function laterParts({ loadMeasured, loadXlsx, loadSelections, loadSheets }: Omit<Surroundings, 'read' | 'run'>) {
  const [measured, selections] = [madeOnce<Measured>(), madeOnce<Selections>()]
  let sheets = madeOnce<Sheets>()
  return {
    measured: (model: ViewerModel): Promise<Measured> =>
      measured(async () => (await loadMeasured()).openMeasured(model, loadXlsx)),
    /** Null where only names are looked for. */
    selections: (model: ViewerModel): Promise<Selections> | null =>
      loadSelections ? selections(async () => (await loadSelections()).selectionsOf(model)) : null,
    sheets(model: ModelColumns, index: ModelIndex, up: Up | null): Promise<Sheets> {
      if (!loadSheets) throw new Error('no sheets here')
      return sheets(async () => (await loadSheets()).sheetsOf(model, index, up))
    },
    /** Another way up: plans and levels are others. */
    turned() {
      sheets = madeOnce()
    },
  }
}

const placeOf = (model: HeldModel | null, node: number): Vec => (model && placeOfNode(model.columns.nodes, node + 1)) ?? [0, 0, 0]

/** As the model came: as columns, or as text. */
function* hold(read: Extract<Read, { state: 'read' }>): Generator<void, HeldModel> {
  return 'held' in read ? read.held : yield* holdInSteps(JSON.parse(read.text))
}

type Compare = Pick<Answers, 'compare' | 'differences' | 'differencePlaces' | 'older' | 'describeOlder' | 'olderShown'>

/** The model that is loaded beside another one, for as long as it is. */
function comparisons(
  { read, run, loadComparison, loadMeasured }: Pick<Surroundings, 'read' | 'run' | 'loadComparison' | 'loadMeasured'>,
  now: () => { model: HeldModel | null; origin: Vec | undefined; up: Up | null },
  index: () => ModelIndex,
): { answers: Compare; forget: () => void } {
  let opened: Opened | null = null
  let measured = madeOnce<Measured>()
  const compared = () => {
    if (!opened) throw new Error('nothing is compared')
    return opened
  }
  return {
    forget() {
      opened = null
      measured = madeOnce()
    },
    answers: {
      async compare({ source }) {
        if (!loadComparison) throw new Error('nothing is compared here')
        const [found, { openComparison }] = await Promise.all([read(source, true), loadComparison()])
        const { model, origin } = now()
        if (!model) throw new Error('no model yet')
        if (found.state === 'unchanged') return { state: 'away' }
        if (found.state !== 'read') return found
        const before = await run(hold(found))
        const make = () => run(sceneSteps(before.columns, origin, true))
        const comparison = await openComparison({ before, after: model, make, run, up: () => now().up })
        if (now().model === model && comparison.differences) {
          opened = comparison
          measured = madeOnce()
        }
        return comparison.answer
      },
      differences: ({ kind, from, count }) => compared().differences(kind, from, count),
      differencePlaces: ({ row }) => compared().places(row, index()),
      older: ({ kind, index: k }) => compared().older(kind, k),
      async describeOlder({ kind, index: k }) {
        const { before } = compared()
        const older = await measured(async () => (await loadMeasured()).openMeasured(before.whole()))
        return older.describe(kind, k)
      },
      olderShown: (wanted) => compared().shown(wanted),
    },
  }
}

function there(model: HeldModel | null): HeldModel {
  if (!model) throw new Error('no model yet')
  return model
}

function labelsOf(held: HeldModel, { kind, indices, what }: Questions['labels']['ask']): string[] {
  const sections = new Map((held.columns.head.sections ?? []).map(({ id, name }) => [id, name || id]))
  return indices.map((k) => {
    const element = held.elementAt(kind, k)
    if (!element) return ''
    if (what === 'label') return element.label || element.id
    return sections.get(('sectionId' in element && element.sectionId) || '') ?? ''
  })
}

function summaryOf(columns: ModelColumns, up: Up | null): ModelSummary {
  const { id, name, revision, units, bounds } = columns.head
  const counts = keyed(ELEMENT_KINDS, (kind) => countOf(columns, kind))
  return { id: id ?? null, name, revision: revision ?? null, units, counts, storeys: storeysShown(columns, up), bounds }
}
