import { type Vec, vec } from '#lib/model/shape/vector.ts'
import { offsetsOf } from '#lib/model/taper.ts'
import type { Point2, SectionDefinition, ViewerArea, ViewerFrame, ViewerSection, ViewerSupport } from '#lib/schema/schema.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { outlineSize, pointOf, type Shape, shapeOf } from '../frame-of-reference.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { type NameRule, Names } from '../names.ts'
import { type Holdable, noteLosses } from '../note-losses.ts'
import { springOf } from '../stiffnesses.ts'
import { type SectionToWrite, sectionToWrite } from './csi-shapes.ts'
import { type CsiUnits, unitsToWrite } from './csi-units.ts'
import { type Insertion, insertionOf } from './frame-insertion.ts'

/** What both of CSI's formats say of a section. */
export type PlannedSection = {
  section: ViewerSection
  definition: SectionDefinition | undefined
  shape: Shape
  toWrite: SectionToWrite
}

/** A section of areas: one of the model's, or one made for areas with a thickness of their own. */
export type Shell = { name: string; thickness: number; materialId: string | null | undefined }

/** What both formats hold, or is noted here in more detail. */
const HELD: readonly Holdable[] = [
  ...([
    'labels',
    'gridLines',
    'levels',
    'skewGridLines',
    'members',
    'areas',
    'openings',
    'diaphragms',
    'sources',
    'metadata',
  ] as const),
  ...(['releases', 'springs', 'loads'] as const),
]

/** ETABS's own words for kinds of areas. */
const AREA_WORDS = new Set(['FLOOR', 'PANEL'])

const DIRECTIONS = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The supports of a node as one. */
export type PlannedSupport = {
  id: string
  nodeId: string
  held: ReadonlySet<Direction>
  stiffness: ReadonlyMap<Direction, number>
}

/** Walks a model once and takes the notes that both formats share. */
export class CsiPlan {
  readonly units: CsiUnits
  readonly names: Names
  readonly sections = new Map<string, PlannedSection>()
  readonly frameSections: PlannedSection[] = []
  readonly shells = new Map<string, Shell>()
  readonly #shellOfArea = new Map<string, string>()
  readonly supports: PlannedSupport[] = []
  readonly areasById: ReadonlyMap<string, ViewerArea>
  #places: ReadonlyMap<string, Vec> | undefined

  constructor(
    readonly file: ModelToWrite,
    rule: NameRule,
    /** Openings and cardinal points of areas, and labels that are names of the file. */
    readonly holdsAreas: boolean,
  ) {
    const { model, unit, report } = file
    this.units = unitsToWrite(model.units, unit)
    if (this.units.isGuessed) report.note('guessed', 'units_missing', { example: this.units.force })
    this.names = new Names(rule)
    this.areasById = new Map((model.areas ?? []).map((area) => [area.id, area]))
    for (const { id } of model.materials ?? []) this.names.nameOf('materials', id)
    this.#planSections()
    this.#planShells()
    this.#planSupports()
    this.#noteLosses()
  }

  #planSections(): void {
    const { sections = [], sectionDefinitions = [], frames = [], areas = [] } = this.file.model
    const ofFrames = new Set(frames.flatMap(({ sectionId, endSectionId }) => [sectionId, endSectionId]))
    const ofAreas = new Set(areas.map(({ sectionId }) => sectionId))
    for (const [i, section] of sections.entries()) {
      const definition = sectionDefinitions[i]
      const planned = {
        ...{ section, definition },
        shape: shapeOf(section, definition),
        toWrite: sectionToWrite(section, definition),
      }
      this.sections.set(section.id, planned)
      if (definition?.type === 'shell' || (ofAreas.has(section.id) && !ofFrames.has(section.id))) {
        this.#addShell(section.id, section)
        if (!ofFrames.has(section.id)) continue
      } else if (ofAreas.has(section.id)) this.#addShell(section.id, section)
      this.names.nameOf('sections', section.id)
      this.frameSections.push(planned)
    }
  }

  #addShell(id: string, { thickness, materialId }: ViewerSection): void {
    this.shells.set(id, { name: this.names.nameOf('shells', id), thickness: thickness ?? 0, materialId })
  }

  /** An area whose thickness is its own gets a section `SHELL 0.2 C30`. */
  #planShells(): void {
    const { model, report } = this.file
    for (const { id, sectionId, thickness, materialId } of model.areas ?? []) {
      const own = sectionId == null ? undefined : this.shells.get(sectionId)
      if ((thickness ?? own?.thickness ?? 0) === 0) report.note('guessed', 'thickness_missing', { example: `area ${id}` })
      if (own && (thickness == null || thickness === own.thickness)) {
        this.#shellOfArea.set(id, sectionId ?? '')
        continue
      }
      if (thickness == null) continue
      const material = materialId ?? own?.materialId
      const key = `SHELL ${thickness}${material == null ? '' : ` ${material}`}`
      const shell = `${key}\0`
      if (!this.shells.has(shell))
        this.shells.set(shell, { name: this.names.nameOf('shells', shell, key), thickness, materialId: material })
      this.#shellOfArea.set(id, shell)
    }
    // Those that were made have no id to come back to.
    const changed = this.names.changed.get('shells')?.filter(([, id]) => !id.endsWith('\0'))
    if (changed) this.names.changed.set('shells', changed)
  }

  /** Where nodes stand, by id; made at the first question. */
  get places(): ReadonlyMap<string, Vec> {
    this.#places ??= new Map(this.file.model.nodes.map(({ id, position }) => [id, vec(position)]))
    return this.#places
  }

  /** Undefined of an area without section and thickness. */
  shellOf = ({ id }: ViewerArea): Shell | undefined => this.shells.get(this.#shellOfArea.get(id) ?? '')

  #planSupports(): void {
    const { model, report } = this.file
    const ofNode = new Map<string, ViewerSupport[]>()
    for (const support of model.supports ?? []) ofNode.set(support.nodeId, [...(ofNode.get(support.nodeId) ?? []), support])
    for (const [nodeId, all] of ofNode) {
      const { id } = getOrThrow(all, 0)
      for (const other of all.slice(1)) report.note('converted', 'supports_merged', { example: `support ${other.id}` })
      const held = new Set(DIRECTIONS.filter((direction) => all.some(({ restraints }) => restraints?.[direction] === true)))
      const stiffness = new Map<Direction, number>()
      for (const direction of DIRECTIONS) {
        const sum = all.reduce((total, support) => total + springOf(support, direction), 0)
        if (sum > 0) stiffness.set(direction, sum * this.units.forceFactor)
      }
      for (const support of all) {
        const isOpen = (direction: Direction) => support.restraints?.[direction] == null && springOf(support, direction) === 0
        if (DIRECTIONS.some(isOpen)) report.note('dropped', 'restraint_not_stated', { example: `support ${support.id}` })
      }
      this.supports.push({ id, nodeId, held, stiffness })
    }
  }

  /** Of tapers, by both sections: the name of the section that varies. */
  readonly varying = new Map<string, { name: string; start: string; end: string; materialId: string | null | undefined }>()

  varyingOf({ sectionId, endSectionId }: ViewerFrame): string | undefined {
    if (sectionId == null || endSectionId == null) return undefined
    const key = JSON.stringify([sectionId, endSectionId])
    const known = this.varying.get(key)
    if (known) return known.name
    const name = this.names.nameOf('varying', key, `${sectionId} to ${endSectionId}`)
    const [start, end] = [this.names.nameOf('sections', sectionId), this.names.nameOf('sections', endSectionId)]
    this.varying.set(key, { name, start, end, materialId: this.sections.get(sectionId)?.section.materialId })
    return name
  }

  /** Along 3 and 2, how far its point is moved at the end. */
  movedAtEnd(frame: ViewerFrame, { point, moved }: Insertion): Point2 {
    if (frame.endSectionId == null && frame.endSectionOffset == null) return moved
    const planned = this.sections.get(frame.endSectionId ?? frame.sectionId ?? '')
    const { x, y } = offsetsOf(frame).end
    const at = planned && pointOf(planned.shape, point)
    const least = 1e-6 * ((planned && outlineSize(planned.shape)) ?? 0)
    const rounded = (value: number) => (Math.abs(value) <= least ? 0 : twelveDigits(value))
    return { x: rounded(x + (at?.x ?? 0)), y: rounded(y + (at?.y ?? 0)) }
  }

  insertionOf(frame: ViewerFrame): Insertion {
    const planned = frame.sectionId == null ? undefined : this.sections.get(frame.sectionId)
    return insertionOf(frame, planned?.shape, planned?.toWrite.is === 'outline')
  }

  #noteLosses(): void {
    const { model, report } = this.file
    noteLosses(model, report, this.holdsAreas ? HELD : [...HELD, 'masses', 'tapers', 'endOffsets'])
    for (const { id, name } of model.diaphragms ?? [])
      if (name && name !== id) report.note('dropped', 'labels', { example: `diaphragm ${id}` })
    for (const { section, toWrite } of this.frameSections) {
      const example = `section ${section.id}`
      if (toWrite.is === 'outline') report.note('converted', 'section_as_properties', { example })
      const isEmpty = toWrite.is === 'name' && Object.keys(toWrite.properties).length === 0
      if (isEmpty) report.note('dropped', 'section_without_outline', { example })
    }
    for (const { id, openingNodeIds, kind, label, cardinalPoint } of model.areas ?? []) {
      const example = `area ${id}`
      const isHeld = (text: string | null | undefined) => !text || (this.holdsAreas && id.startsWith(`${text} `))
      if (!this.holdsAreas) {
        report.note('dropped', 'opening', { count: openingNodeIds?.length ?? 0, example })
        if (cardinalPoint && !/^mid/i.test(cardinalPoint)) report.note('dropped', 'offset', { example })
      }
      if (kind && !(this.holdsAreas && AREA_WORDS.has(kind))) report.note('dropped', 'labels', { example })
      if (!isHeld(label)) report.note('dropped', 'labels', { example })
    }
    for (const { id, label, radius } of model.nodes)
      if ((label && !(this.holdsAreas && id.startsWith(`${label} `))) || radius != null)
        report.note('dropped', 'labels', { example: `node ${id}` })
    for (const { id, label } of model.frames ?? [])
      if (label && !(this.holdsAreas && id.startsWith(`${label} `))) report.note('dropped', 'labels', { example: `frame ${id}` })
    const metadata = Object.keys(model.metadata ?? {}).filter((key) => key !== 'import')
    if (metadata.length > 0) report.note('dropped', 'metadata', { example: getOrThrow(metadata, 0) })
  }
}

/** Whether an element's source says more than a format writes of it. */
export const saysMore = (source: object | null | undefined, written: readonly string[]): boolean =>
  Object.keys(source ?? {}).some((key) => !written.includes(key))
