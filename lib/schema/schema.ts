import { z } from 'zod'
import { gridLineIssues, withAxis } from './grid-line-rules.ts'
import { byKind, KIND_OF, KINDS, type Kind } from './kinds.ts'
import { defaults, derivable, ElementId, FreeForm, Num, otherForms, Reference, rules, shortForms, Text } from './lenient-types.ts'
import { Combination, Diaphragm, Load, LoadCase } from './loads.ts'
import { valueError } from './model-error.ts'
import { readReleases, releaseIssues } from './releases.ts'
import { readRestraints, readStiffness } from './restraints.ts'
import { AREA_ROLES, FRAME_ROLES } from './roles.ts'

/**
 * The specification's section 2: names, order, nullability, defaults and minimum lengths, and what is answered beside elements.
 * The one place where a field is written; REST's and MCP's parsers, OpenAPI and the tools' schemas are made from it. Field order
 * is error order. What requests send is put together of it in `request-bodies.ts`.
 */

export type Vector3 = z.output<typeof Vector3>
export const Vector3 = z.object({ x: Num, y: Num, z: Num }).meta({ id: 'Vector3' })

export type Point2 = z.output<typeof Point2>
export const Point2 = z.object({ x: Num, y: Num }).meta({ id: 'Point2' })

export type ViewerNode = z.output<typeof ViewerNode>
export const ViewerNode = z
  .object({
    id: ElementId,
    position: Vector3.describe("The point in global axes, Z up, in the model's length unit"),
    label: Text.nullish(),
    radius: Num.nullish().describe('Display size'),
    source: FreeForm.nullish(),
    mass: Num.gte(0).nullish().describe('kg; moves along X, Y and Z, and has no weight'),
  })
  .meta({ id: 'ViewerNode' })

const Release = z.union([z.boolean(), Num.gt(0)]).nullish()
export type EndReleases = z.output<typeof EndReleases>
export const EndReleases = z
  .object({ p: Release, v2: Release, v3: Release, t: Release, m2: Release, m3: Release })
  .describe('true released; a number: stiffness of an elastic joint; false, null or absent: joined')
  .meta({ id: 'EndReleases' })

export type FrameReleases = z.output<typeof FrameReleases>
export const FrameReleases = z
  .object({ start: EndReleases.nullish(), end: EndReleases.nullish() })
  .describe('In local axes. Stiffness of p v2 v3: force per length; of t m2 m3: force times length per radian')
  .meta({ id: 'FrameReleases' })
shortForms.set(FrameReleases, {
  read: readReleases,
  words: '"pinned" (m2 m3 at both ends), "truss" (and t at the start), or {start: {m3: true}, end: {…}} of p v2 v3 t m2 m3',
  forms: [{ type: 'string', description: '"pinned": m2 m3 at both ends; "truss": that, and t at the start' }],
})
rules.set(FrameReleases, releaseIssues)

export type ViewerFrame = z.output<typeof ViewerFrame>
export const ViewerFrame = z
  .object({
    id: ElementId,
    startNodeId: Reference.describe('Node at which local axis 1 begins'),
    endNodeId: Reference.describe('Node at which local axis 1 points'),
    label: Text.nullish(),
    length: Num.nullish().describe('A label, kept as sent; never computed'),
    materialId: Reference.nullish(),
    memberId: Text.nullish().describe('A label; the frame list of the member is the truth'),
    role: z.enum(FRAME_ROLES).nullish().describe('What it is for; absent: guessed by its slope'),
    rotation: Num.default(0).describe('Degrees about local axis 1, counter-clockwise with 1 pointing at the eye'),
    sectionId: Reference.nullish(),
    sectionOffset: Point2.nullish().describe(
      "Where the outline's origin lies from the node line: x along local 3, y along local 2, in the model's length unit",
    ),
    source: FreeForm.nullish(),
    releases: FrameReleases.nullish(),
    endSectionId: Reference.nullish().describe('Section at the end of a taper, which begins with the section'),
    endSectionOffset: Point2.nullish().describe('sectionOffset at the end node, linear between; absent: the same all along'),
    taper: z
      .array(Num.gte(0).lte(1))
      .min(2)
      .max(2)
      .nullish()
      .describe('[at the start node, at the end node] of the way from section to end section; absent: [0, 1]'),
  })
  .meta({ id: 'ViewerFrame' })
rules.set(ViewerFrame, ({ endSectionId, taper }) =>
  taper != null && endSectionId == null ? [valueError(['taper'], 'taper is of frames with an endSectionId')] : [],
)

export type ConstructMember = z.output<typeof ConstructMember>
export const ConstructMember = z
  .object({
    id: ElementId,
    frameIds: z.array(Reference).min(1).describe('The frames that act as one, in order'),
    materialId: Reference.nullish(),
    role: z.enum(FRAME_ROLES).nullish(),
    sectionId: Reference.nullish(),
  })
  .meta({ id: 'ConstructMember' })

export type SectionType = z.output<typeof SectionType>
export const SectionType = z.enum([
  'rectangular',
  'pipe',
  'i_wide_flange',
  'channel',
  'angle',
  'shell',
  'custom',
  'section_designer',
])

export type Dimensions = z.output<typeof Dimensions>
export const Dimensions = z
  .record(z.string(), Num)
  .describe('Lengths by key: t3 depth, t2 width, tf flange, tw web or wall, t2b, tfb, r, thickness')
  .meta({ maxProperties: 200 }) // zod counts no keys; `parse.ts` does

const TypeOrRectangular = SectionType.optional().meta({ default: 'rectangular' })
defaults.set(TypeOrRectangular, { value: 'rectangular', unless: 'profile' })

/** As submitted, and as stored. `type` is absent where a profile says it. */
export type ConstructSectionCreate = z.output<typeof ConstructSectionCreate> & {
  /** Never sent: what the profile was when the section was written. */
  resolved?: ResolvedSection | undefined
}
export const ConstructSectionCreate = z
  .object({
    id: ElementId,
    type: TypeOrRectangular,
    dimensions: Dimensions.optional(),
    materialId: Reference.nullish(),
    name: Text.nullish(),
    polygon: z
      .array(Point2)
      .nullish()
      .describe('Outer outline, x along local 3 and y along local 2; null or [] lets type and dimensions decide'),
    shape: Text.nullish().describe('A label; it never changes the outline'),
    thickness: Num.nullish().describe('Wall of a hollow shape, or thickness of a shell'),
    source: FreeForm.nullish(),
    profile: z.string().min(1).max(128).nullish().describe('"W14X90", "HEA 200": for type and dimensions'),
  })
  .meta({ id: 'ConstructSectionCreate' })

/** A profile in the length unit that the model had then: reading asks no table, so a later table changes no model. */
export type ResolvedSection = {
  type: SectionType
  /** Those sent, and behind them those of the profile. */
  dimensions: Dimensions
  /** Of tees, which no type draws. */
  polygon?: Point2[]
  designation: string
  standard: string | null
  family: string
  area: number
  /** kg/m; absent where the material is open. */
  massPerMetre?: number
}

export type ViewerSection = z.output<typeof ViewerSection>
export const ViewerSection = z
  .object({
    id: ElementId,
    materialId: Reference.nullish(),
    name: Text.nullish(),
    polygon: z.array(Point2).describe('Outer outline, x along local 3 and y along local 2; [] when none can be derived'),
    shape: Text.nullish(),
    source: FreeForm.nullish(),
    thickness: Num.nullish(),
  })
  .meta({ id: 'ViewerSection' })

export type ViewerMaterial = z.output<typeof ViewerMaterial>
export const ViewerMaterial = z
  .object({ id: ElementId, name: Text.nullish(), source: FreeForm.nullish() })
  .meta({ id: 'ViewerMaterial' })

const Restraint = z.boolean().nullish()
export type ViewerSupportRestraints = z.output<typeof ViewerSupportRestraints>
export const ViewerSupportRestraints = z
  .object({ r1: Restraint, r2: Restraint, r3: Restraint, u1: Restraint, u2: Restraint, u3: Restraint })
  .describe('u along, r about global X, Y, Z: true held, false free, null not stated')
  .meta({ id: 'ViewerSupportRestraints' })
shortForms.set(ViewerSupportRestraints, {
  read: readRestraints,
  words:
    '"fixed", "pinned", "free", "111000" (u1 u2 u3 r1 r2 r3 along, then about global X Y Z; 1 = held), or those held: ["u3"]',
  forms: [
    { type: 'string', description: '"fixed", "pinned" (u1 u2 u3), "free", or "111000": u1 u2 u3 r1 r2 r3, 1 = held' },
    { type: 'array', items: { type: 'string' }, description: 'Those held, the others free: ["u1","u3"]' },
  ],
})

const Stiffness = Num.gte(0).nullish()
export type SupportStiffness = z.output<typeof SupportStiffness>
export const SupportStiffness = z
  .object({ r1: Stiffness, r2: Stiffness, r3: Stiffness, u1: Stiffness, u2: Stiffness, u3: Stiffness })
  .describe('Springs: u force per length along, r force times length per radian about global X, Y, Z; what is held stays held')
  .meta({ id: 'SupportStiffness' })
shortForms.set(SupportStiffness, { read: readStiffness, words: 'springs by u1 u2 u3 r1 r2 r3: {"u3": 5000}', forms: [] })

export type ViewerSupport = z.output<typeof ViewerSupport>
export const ViewerSupport = z
  .object({
    id: ElementId,
    nodeId: Reference.describe('The held node'),
    restraints: ViewerSupportRestraints.optional(),
    source: FreeForm.nullish(),
    stiffness: SupportStiffness.nullish(),
  })
  .meta({ id: 'ViewerSupport' })

export type ViewerArea = z.output<typeof ViewerArea>
export const ViewerArea = z
  .object({
    id: ElementId,
    nodeIds: z.array(Reference).min(3).describe('Outline in order; the right-hand rule gives local axis 3'),
    cardinalPoint: Text.nullish().describe('TOP, MIDDLE or BOTTOM: where the node plane lies in the thickness'),
    diaphragmId: Text.nullish(),
    kind: Text.nullish().describe('A label such as slab, wall or ramp'),
    label: Text.nullish(),
    materialId: Reference.nullish(),
    openingNodeIds: z.array(z.array(Reference)).optional().describe('One loop of node ids per opening'),
    role: z.enum(AREA_ROLES).nullish().describe('What it is for; absent: by kind, else guessed by its slope'),
    sectionId: Reference.nullish(),
    thickness: Num.nullish(),
    source: FreeForm.nullish(),
  })
  .meta({ id: 'ViewerArea' })

export type GridLinePath = z.output<typeof GridLinePath>
export const GridLinePath = z
  .object({ from: Point2, to: Point2.describe('Where the bubble is') })
  .describe('A skew line in plan, drawn from the one point to the other')
  .meta({ id: 'GridLinePath' })

export type GridLineArc = z.output<typeof GridLineArc>
export const GridLineArc = z
  .object({
    center: Point2,
    radius: Num.gt(0),
    from: Num.describe('Degrees from +X'),
    to: Num.describe('Above from by at most 360: the arc runs counter-clockwise'),
  })
  .describe('A ring or a part of one in plan')
  .meta({ id: 'GridLineArc' })

const GridAxis = z.enum(['X', 'Y', 'Z'])

export type ViewerGridLine = z.output<typeof ViewerGridLine>
export const ViewerGridLine = z
  .object({
    id: ElementId,
    axis: derivable(
      GridAxis.describe(
        'The coordinate that is constant on this grid; a Z grid is a level. Of a line or arc: the axis that it is counted to',
      ),
    ),
    coordinate: derivable(Num.describe('Of a line or arc: that of its middle, where none was sent')),
    label: Text.nullish(),
    source: FreeForm.nullish(),
    line: GridLinePath.nullish(),
    arc: GridLineArc.nullish(),
  })
  .meta({ id: 'ViewerGridLine' })
rules.set(ViewerGridLine, gridLineIssues)
otherForms.set(ViewerGridLine, withAxis)

export type ViewerUnits = z.output<typeof ViewerUnits>
export const ViewerUnits = z
  .object({ current: Text.nullish(), force: Text.nullish(), length: Text.nullish(), temperature: Text.nullish() })
  .meta({ id: 'ViewerUnits' })

export type Bounds = z.output<typeof Bounds>
export const Bounds = z.object({ min: Vector3, max: Vector3 }).meta({ id: 'Bounds' })

export type ModelSource = z.output<typeof ModelSource>
export const ModelSource = z.object({ system: Text, version: Text.nullish() }).meta({ id: 'ModelSource' })

/** A section as submitted: what its outline was derived from. */
export type SectionDefinition = z.output<typeof SectionDefinition>
export const SectionDefinition = z
  .object({
    id: ElementId,
    type: SectionType,
    dimensions: Dimensions.optional(),
    profile: Text.optional().describe('As sent'),
    designation: Text.optional().describe('Our one name for the profile'),
    standard: Text.nullish(),
    family: Text.optional(),
    area: Num.optional().describe("As published, in the model's length unit when the section was written"),
    massPerMetre: Num.optional().describe('kg/m'),
  })
  .meta({ id: 'SectionDefinition' })

export type ViewerModel = z.output<typeof ViewerModel>
export const ViewerModel = z
  .looseObject({
    name: Text,
    bounds: Bounds,
    nodes: z.array(ViewerNode),
    schemaVersion: z.literal('viewer-model/v1').default('viewer-model/v1'),
    id: Text.nullish(),
    areas: z.array(ViewerArea).optional(),
    frames: z.array(ViewerFrame).optional(),
    gridLines: z.array(ViewerGridLine).optional(),
    materials: z.array(ViewerMaterial).optional(),
    sections: z.array(ViewerSection).optional(),
    supports: z.array(ViewerSupport).optional(),
    units: ViewerUnits.optional(),
    metadata: FreeForm.optional(),
    source: ModelSource.nullish(),
    // Ours, by "additional properties are allowed".
    members: z.array(ConstructMember).optional(),
    loadCases: z.array(LoadCase).optional(),
    loads: z.array(Load).optional(),
    combinations: z.array(Combination).optional(),
    diaphragms: z.array(Diaphragm).optional(),
    sectionDefinitions: z.array(SectionDefinition).optional(),
    revision: z.int().optional(),
    viewerUrl: z.string().optional(),
    createdAt: z.string().optional(),
    updatedAt: z.string().optional(),
    copiedFrom: z
      .object({ modelId: z.string(), revision: z.int(), name: z.string(), at: z.string() })
      .optional()
      .describe('The model that this is a copy of'),
    scaled: Num.optional().describe('By how much `scale` has multiplied its lengths since it began; absent: not at all'),
  })
  .meta({ id: 'ViewerModel' })

/** A model as it is answered whole: what the service itself says is always there. A page of a model, over MCP, may lack all of it. */
export const WholeModel = ViewerModel.required({
  areas: true,
  frames: true,
  gridLines: true,
  materials: true,
  sections: true,
  supports: true,
  members: true,
  loadCases: true,
  loads: true,
  combinations: true,
  diaphragms: true,
  sectionDefinitions: true,
  revision: true,
  viewerUrl: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({ id: Text })
  .meta({ id: 'ViewerModel' })

export { type ElementKind, KIND_OF, KINDS, type Kind } from './kinds.ts'

/** An element of each kind, as submitted. */
export const ELEMENT_SCHEMAS = {
  areas: ViewerArea,
  combinations: Combination,
  diaphragms: Diaphragm,
  frames: ViewerFrame,
  gridLines: ViewerGridLine,
  loadCases: LoadCase,
  loads: Load,
  materials: ViewerMaterial,
  members: ConstructMember,
  nodes: ViewerNode,
  sections: ConstructSectionCreate,
  supports: ViewerSupport,
} as const satisfies Record<Kind, z.ZodType>

/** Every field said: `Required` leaves the `undefined` that zod writes beside a `?`. */
export type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> }

/** How many elements of each kind. */
export type Counts = z.output<typeof Counts>
export const Counts = z.object(byKind(() => z.int().min(0))).meta({ id: 'Counts' })
export const elementsIn = (counts: Counts): number => KINDS.reduce((sum, kind) => sum + counts[kind], 0)

/** What one write did, per kind that it touched. */
export type Changes = z.output<typeof Changes>
const KindChange = z.object({ added: z.int(), replaced: z.int(), removed: z.int().optional() })
export const Changes = z.object(byKind(() => KindChange.optional())).meta({ id: 'Changes' })

export type Finding = z.output<typeof Finding>
export const Finding = z
  .object({
    severity: z.enum(['error', 'warning', 'info']),
    code: z.string(),
    message: z.string(),
    elements: z.array(
      z.object({
        kind: z.enum([...Object.values(KIND_OF), 'model']),
        id: z.string(),
      }),
    ),
    fix: z.string().optional(),
    count: z.int().optional().describe('Of one without elements: how many more of its code there are'),
  })
  .meta({ id: 'Finding' })
