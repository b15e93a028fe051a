import { isSelection } from '#lib/edit/select/select-text.ts'
import { buildSceneInSteps, gridShown, type Scene } from '#lib/geometry/scene.ts'
import { type ModelColumns, placeOfNode } from '#lib/model/columns.ts'
import { storeysShown } from '#lib/model/display-axes.ts'
import { notesIn } from '#lib/model/notes.ts'
import { type Vec, ZERO } from '#lib/model/shape/vector.ts'
import { guessUp, type Up } from '#lib/model/up-axis.ts'
import { keyed } from '#lib/values/object-keys.ts'
import { comparisons } from './compare/compare-answers.ts'
import { ELEMENT_KINDS } from './elements.ts'
import { countOf, type HeldModel } from './held-model.ts'
import { type Loaders, laterParts, type SeldomLoaders } from './later-parts.ts'
import type { LoadAnswers } from './loads/loads.ts'
import { type ModelIndex, modelIndex } from './model-index.ts'
import type { MeasuredAnswers } from './properties/open-measured.ts'
import type { Answers, LoadAnswer, ModelSummary, Places, Questions, RequestedPlaces, TurnedGrid } from './questions.ts'
import { hold, type ReadModel } from './read-model.ts'
import type { PlacedResults } from './results/placed-results.ts'
import { copyForLookup, drawnSteps, type Lookup, sceneSteps } from './scene-steps.ts'
import type { SearchHit } from './search.ts'
import type { Sheets } from './sheets.ts'
import type { Run } from './steps.ts'

type Surroundings = Loaders & SeldomLoaders & { read: ReadModel; run: Run }

/**
 * Holds the model: parses it, makes the scene, answers what is asked about it. Whoever asks keeps typed arrays only. A thread
 * wraps it (`thread.ts`); where there is none it runs on the page's own (`inline.ts`).
 */
export function modelAnswers({ read, run, loadLoads, loadResults, ...loaders }: Surroundings): Answers {
  let model: HeldModel | null = null
  let index: ModelIndex | null = null
  const seldom = loadLoads ? { loadLoads } : {}
  let parts = laterParts({ ...loaders, ...seldom })
  let up: Up | null = null
  /** The box of the scene, for grid lines around it. */
  let box: Pick<Scene, 'origin' | 'low' | 'high'> | null = null

  const scenes = scenesOf(run)
  const here = () => there(model)
  function ask(): ModelIndex {
    index ??= modelIndex(here(), up) // after the scene has gone to the page: the picture comes first
    return index
  }
  function measuredHere(): Promise<MeasuredAnswers> {
    return parts.measured(here().whole())
  }
  function sheetsHere(): Promise<Sheets> {
    return parts.sheets(here().columns, ask(), up)
  }
  async function search({ query, limit }: Questions['search']['ask']): Promise<SearchHit> {
    const selections = model && isSelection(query) ? await parts.selections(model.whole()) : null
    if (!selections) return ask().search(query, limit)
    const selected = selections.search(query, limit)
    if (selected.total > 0) return selected
    const called = ask().search(query, limit) // an id may look like a condition
    return called.total > 0 ? called : selected
  }
  async function load({ source, ...wanted }: Questions['load']['ask']): Promise<LoadAnswer> {
    const found = await read(source)
    if (found.state !== 'read') return found
    const next = await run(hold(found))
    const before = model
    const made = await scenes.make(next.columns, before ? box : null)
    model = next
    index = null
    parts = laterParts({ ...loaders, ...seldom })
    comparing.forget()
    box = { origin: made.scene.origin, low: made.scene.low, high: made.scene.high }
    up = wanted.up
    if (up) made.scene.grid = gridShown(next.columns, up, box)
    const changed = before ? ask().changedSince(before) : []
    return { state: 'loaded', summary: summaryOf(next.columns, up), ...made, changed, places: placesOf(ask, wanted), up }
  }
  function turned(request: Questions['turned']['ask']): TurnedGrid {
    if (!box) throw new Error('no model yet')
    up = request.up
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
    labels: (request) => (model ? labelsOf(model, request) : []),
    points: ({ nodes }) => nodes.map((k) => placeOf(model, k)),
    table: async ({ listing, from, count, findings }) => (await measuredHere()).table(listing, from, count, findings),
    placed: async ({ listing, indices, findings }) => (await measuredHere()).placed(listing, indices, findings),
    tableRefs: async ({ listing, from, count }) => (await measuredHere()).refs(listing, from, count),
    tableFile: async ({ listing, keys, ...file }) => (await measuredHere()).file(listing, keys, file),
    sheet: async (request) => (await sheetsHere()).draw(request),
    results: (request) => placed(loadResults, request.isOlder ? comparing.before() : here(), box?.origin ?? ZERO, request),
    ...loadAnswers(() => parts.loads(here(), box?.origin ?? ZERO)),
    quantities: async ({ by, refs }) => (await measuredHere()).quantities(by, refs && ask().drawnBy(refs)),
    quantityElements: async ({ by, refs, key }) => (await measuredHere()).quantityElements(by, refs && ask().drawnBy(refs), key),
    quantitiesFile: async ({ by, refs, ...file }) => (await measuredHere()).quantitiesFile(by, refs && ask().drawnBy(refs), file),
  }
}

const loadAnswers = (loads: () => Promise<LoadAnswers>): Pick<Answers, 'loadCases' | 'loads'> => ({
  loadCases: async () => (await loads()).cases,
  loads: async ({ caseId }) => (await loads()).shown(caseId),
})

async function placed(
  load: SeldomLoaders['loadResults'],
  model: HeldModel | null,
  origin: Vec,
  request: Questions['results']['ask'],
): Promise<PlacedResults | null> {
  return load && model ? (await load()).placeResults(model, origin, request) : null
}

/** The scenes of models that are loaded. Of the first one nothing is told of where it lies until that is asked for. */
function scenesOf(run: Run) {
  let pendingLookup: (() => Generator<void, Lookup>) | null = null
  return {
    async make(columns: ModelColumns, before: Pick<Scene, 'origin'> | null) {
      if (before) return run(sceneSteps(columns, before.origin))
      const { drawn, lookup } = await run(drawnSteps(await run(buildSceneInSteps(columns))))
      const scene = copyForLookup(drawn.scene)
      pendingLookup = () => lookup(scene)
      return { ...drawn, lookup: null }
    },
    async lookup(): Promise<Lookup> {
      if (!pendingLookup) throw new Error('nothing is owed')
      const found = await run(pendingLookup())
      pendingLookup = null
      return found
    },
  }
}

/** The index is made for them only where there are any: the first picture comes before it. */
const placesOf = (index: () => ModelIndex, { selected, hidden, isolated }: RequestedPlaces): Places => ({
  requested: selected,
  selected: selected.length ? index().find(selected) : [],
  marked: selected.length ? index().drawnBy(selected) : [],
  hidden: hidden.length ? index().drawnBy(hidden) : [],
  isolated: isolated && index().isolated(isolated),
})

const placeOf = (model: HeldModel | null, node: number): Vec => (model && placeOfNode(model.columns.nodes, node + 1)) ?? [0, 0, 0]

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
    const [section, end] = [
      'sectionId' in element ? element.sectionId : null,
      'endSectionId' in element ? element.endSectionId : null,
    ].map((id) => sections.get(id ?? '') ?? '')
    return end ? `${section} → ${end}` : (section ?? '')
  })
}

function summaryOf(columns: ModelColumns, up: Up | null): ModelSummary {
  const { id, name, revision, units, bounds, scaled = 1 } = columns.head
  const counts = keyed(ELEMENT_KINDS, (kind) => countOf(columns, kind))
  const storeys = storeysShown(columns, up)
  const notes = notesIn(columns.head.metadata) ?? []
  return {
    id: id ?? null,
    name,
    revision: revision ?? null,
    units,
    counts,
    storeys,
    bounds,
    scaled,
    ...(notes.length > 0 && { notes }),
  }
}
