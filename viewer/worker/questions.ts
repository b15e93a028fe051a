import type { AreaGroups } from '#lib/geometry/area-groups.ts'
import type { FrameChunks } from '#lib/geometry/frame-chunks.ts'
import type { FrameSolid } from '#lib/geometry/frame-solid.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import type { ColourBy } from '#lib/model/colourings.ts'
import type { ModelNote } from '#lib/model/notes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { LengthDisplay } from '#lib/model/units.ts'
import type { Up, UpGuess } from '#lib/model/up-axis.ts'
import type { Finding, ViewerModel } from '#lib/schema/schema.ts'
import type { Change, Compared, Difference, OlderElement, OlderShown, OlderWanted } from './compare/comparison.ts'
import type { ElementKind, ElementRef, Facet, Filters, FoundElement } from './elements.ts'
import type { CaseEntry, ShownLoads } from './loads/shown-loads.ts'
import type { ModelIndex } from './model-index.ts'
import type { Described } from './properties/property-types.ts'
import type { ResultsToPlace } from './results/place-results.ts'
import type { PlacedResults } from './results/placed-results.ts'
import type { Lookup } from './scene-steps.ts'
import type { SearchHit } from './search.ts'
import type { SheetAnswer, SheetAsk } from './sheet-types.ts'
import type { Source } from './source.ts'
import type {
  Cell,
  FileKind,
  Listing,
  PlacedSums,
  QuantitiesAnswer,
  QuantityKey,
  TableAnswer,
  TableFile,
  TableRefs,
} from './tables/table-types.ts'

/** What the worker is asked, and how it answers (`answers.ts`). Types only. */

export type LoadAnswer =
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
export type RequestedPlaces = {
  selected: readonly ElementRef[]
  hidden: readonly ElementRef[]
  isolated: readonly ElementRef[] | null
  up: Up | null
}
/** `asked`: the selection that was asked for; `marked`: what of it is drawn. */
export type Places = {
  requested: readonly ElementRef[]
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
  /** By how much its lengths were converted since it began. */
  scaled: number
  notes?: ModelNote[]
}

export type TurnedGrid = { grid: Scene['grid']; storeys: ModelSummary['storeys'] }

/** What is drawn of one model. */
export type BuiltScene = { scene: Scene; lookup: Lookup; chunks: FrameChunks; solids: FrameSolid[] }
export type ComparedAnswer =
  | Exclude<LoadAnswer, { state: 'loaded' | 'unchanged' }>
  | { state: 'too_large'; elements: number; most: number }
  | Compared<BuiltScene>

export type Questions = {
  load: { ask: { source: Source } & RequestedPlaces; answer: LoadAnswer }
  /** Where all of the model lies that was loaded first, whatever was loaded since. */
  lookup: { ask: Record<string, never>; answer: Lookup }
  /** What of the model that is loaded stands another way with another way up. */
  turned: { ask: { up: Up | null }; answer: TurnedGrid }
  guessUp: { ask: Record<string, never>; answer: UpGuess | null }
  /** The model that is loaded beside another one, which is the earlier. */
  compare: { ask: { source: Source }; answer: ComparedAnswer }
  /** Of the comparison: what became of a kind, equal changes as one. */
  changes: { ask: { kind: ElementKind; from: number; count: number }; answer: { total: number; changes: Change[] } }
  /** Of the comparison: the elements that changed like the first of them, by its row; and all of them in the later model. */
  differences: { ask: { row: number; from: number; count: number }; answer: Difference[] }
  sameChanges: { ask: { row: number }; answer: FoundElement[] }
  /** Of the comparison: all that differs as a table, so many lines of it; as a file. */
  changeTable: { ask: { most: number }; answer: { heads: string[]; rows: Cell[][]; listed: number } }
  changeFile: { ask: { kind: FileKind; name: string }; answer: TableFile }
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
  search: { ask: { query: string; limit: number }; answer: SearchHit }
  facetsOf: { ask: { kind: ElementKind; index: number }; answer: ReturnType<ModelIndex['facetsOf']> }
  facets: { ask: Record<string, never>; answer: ReturnType<ModelIndex['facets']> }
  shown: { ask: { out: Filters }; answer: ReturnType<ModelIndex['shown']> }
  colours: { ask: { by: ColourBy; findings?: Finding[] }; answer: ReturnType<ModelIndex['colours']> }
  labels: { ask: { kind: 'node' | 'frame' | 'area'; indices: number[]; what: 'label' | 'section' }; answer: string[] }
  points: { ask: { nodes: number[] }; answer: Vec[] }
  loadCases: { ask: Record<string, never>; answer: CaseEntry[] }
  /** Of a load case, or of the first that has loads; with hinges, springs and diaphragms. */
  loads: { ask: { caseId: string | null }; answer: ShownLoads }
  /** Of an analysis, beside the frames and nodes of the model, or of the earlier one of a comparison; null where there is none. */
  results: { ask: ResultsToPlace & { isOlder: boolean }; answer: PlacedResults | null }
  table: { ask: { listing: Listing; from: number; count: number; findings?: Finding[] }; answer: TableAnswer }
  placed: { ask: { listing: Listing; indices: readonly number[]; findings?: Finding[] }; answer: PlacedSums }
  tableRefs: { ask: { listing: Listing; from?: number; count?: number }; answer: TableRefs }
  tableFile: {
    ask: { listing: Listing; keys: readonly string[]; kind: FileKind; name: string; findings?: Finding[] }
    answer: TableFile
  }
  quantities: { ask: { by: QuantityKey; refs: ElementRef[] | null }; answer: QuantitiesAnswer }
  /** What is added up in one of these rows. */
  quantityElements: { ask: { by: QuantityKey; refs: ElementRef[] | null; key: string }; answer: FoundElement[] }
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

export type Answers = {
  [Q in Question]: (ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']> | Questions[Q]['answer']
}
