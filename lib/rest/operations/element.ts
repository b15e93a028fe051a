import { z } from 'zod'
import { byKind } from '#lib/schema/kinds.ts'
import { Combination, Diaphragm, Load, LoadCase } from '#lib/schema/loads.ts'
import {
  AreasBatch,
  CombinationsBatch,
  ConstructModelElementsBatch,
  DiaphragmsBatch,
  elementArrays,
  FramesBatch,
  GridLinesBatch,
  LoadCasesBatch,
  LoadsBatch,
  MaterialsBatch,
  MembersBatch,
  NodesBatch,
  ReadElements,
  RemoveElements,
  SectionsBatch,
  SupportsBatch,
} from '#lib/schema/request-bodies.ts'
import {
  ConstructMember,
  ViewerArea,
  ViewerFrame,
  ViewerGridLine,
  ViewerMaterial,
  ViewerNode,
  ViewerSection,
  ViewerSupport,
  WholeModel,
} from '#lib/schema/schema.ts'
import { addElements, judgeElements, notThere, readElements, removeElements } from '#lib/service/elements/elements.ts'
import * as example from '../openapi/examples.ts'
import { batchOperation, operation } from '../operation.ts'
import { json, replyWithOutcome, shows } from '../reply.ts'

const ALL_OR_NOTHING =
  'All or nothing, as one new revision. An element whose id exists in its kind is replaced whole and keeps its place; new ones go ' +
  'to the end. References are resolved against the model and this batch together, in any order.'

export const addModelElements = batchOperation({
  id: 'add_model_elements',
  method: 'POST',
  path: '/api/construct-models/{model_id}/elements',
  tag: 'Elements',
  summary: 'Add Model Elements',
  description: `Adds or replaces elements of any kinds in one batch and returns the whole model. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: ConstructModelElementsBatch,
  answer: WholeModel,
  example: { body: example.elements, answer: example.portalFrame },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('model', writing, (writing) => addElements(model, batch, writing)),
})

export const addSections = batchOperation({
  id: 'add_sections',
  method: 'POST',
  path: '/api/construct-models/{model_id}/sections',
  tag: 'Elements',
  summary: 'Add Sections',
  description:
    'Adds or replaces sections and returns them with their outline: the submitted polygon, else the one that type and dimensions ' +
    `give (x along local 3, y along local 2), else []. Lengths are in the model's length unit. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: SectionsBatch,
  answer: z.array(ViewerSection),
  example: { body: { sections: [example.column] }, answer: [example.columnReturned] },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('sections', writing, (writing) => addElements(model, batch, writing)),
})

export const addSupports = batchOperation({
  id: 'add_supports',
  method: 'POST',
  path: '/api/construct-models/{model_id}/supports',
  tag: 'Elements',
  summary: 'Add Supports',
  description:
    'Adds or replaces supports. u1, u2, u3 are translations along, r1, r2, r3 rotations about global X, Y, Z: true held, false free, ' +
    `null not stated. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: SupportsBatch,
  answer: z.array(ViewerSupport),
  example: { body: { supports: example.supports }, answer: example.supports },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('supports', writing, (writing) => addElements(model, batch, writing)),
})

export const addNodes = batchOperation({
  id: 'add_nodes',
  method: 'POST',
  path: '/api/construct-models/{model_id}/nodes',
  tag: 'Elements',
  summary: 'Add Nodes',
  description: `Adds or replaces nodes: points in global axes, Z up, in the model's length unit. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: NodesBatch,
  answer: z.array(ViewerNode),
  example: { body: { nodes: example.nodes }, answer: example.nodes },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('nodes', writing, (writing) => addElements(model, batch, writing)),
})

export const setMembers = batchOperation({
  id: 'set_members',
  method: 'POST',
  path: '/api/construct-models/{model_id}/members',
  tag: 'Elements',
  summary: 'Set Members',
  description:
    'Sets members: frames that act as one. The frame list of a member is the truth; a frame without section or material takes its ' +
    `member's in the returned model, and no frame is in two members. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: MembersBatch,
  answer: z.array(ConstructMember),
  example: { body: { members: example.members }, answer: example.members },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('members', writing, (writing) => addElements(model, batch, writing)),
})

export const addMaterials = batchOperation({
  id: 'add_materials',
  method: 'POST',
  path: '/api/construct-models/{model_id}/materials',
  tag: 'Elements',
  summary: 'Add Materials',
  description: `Adds or replaces materials. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: MaterialsBatch,
  answer: z.array(ViewerMaterial),
  example: { body: { materials: example.materials }, answer: example.materials },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('materials', writing, (writing) => addElements(model, batch, writing)),
})

export const addFrames = batchOperation({
  id: 'add_frames',
  method: 'POST',
  path: '/api/construct-models/{model_id}/frames',
  tag: 'Elements',
  summary: 'Add Frames',
  description:
    'Adds or replaces frames. Local axis 1 runs from start to end node; rotation is in degrees about it, counter-clockwise with 1 ' +
    `pointing at the eye. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: FramesBatch,
  answer: z.array(ViewerFrame),
  example: { body: { frames: example.frames }, answer: example.framesReturned },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('frames', writing, (writing) => addElements(model, batch, writing)),
})

export const addAreas = batchOperation({
  id: 'add_areas',
  method: 'POST',
  path: '/api/construct-models/{model_id}/areas',
  tag: 'Elements',
  summary: 'Add Areas',
  description:
    'Adds or replaces areas: slabs, walls and ramps by their outline nodes in order, with openings as loops of node ids. ' +
    `cardinalPoint says where the node plane lies in the thickness: TOP, MIDDLE or BOTTOM. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: AreasBatch,
  answer: z.array(ViewerArea),
  example: { body: { areas: example.areas }, answer: example.areas },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('areas', writing, (writing) => addElements(model, batch, writing)),
})

export const addGridLines = batchOperation({
  id: 'add_grid_lines',
  method: 'POST',
  path: '/api/construct-models/{model_id}/grid-lines',
  tag: 'Elements',
  summary: 'Add Grid Lines',
  description: `Adds or replaces grid lines: the plane axis = coordinate; a Z grid is a level. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: GridLinesBatch,
  answer: z.array(ViewerGridLine),
  example: { body: { gridLines: example.gridLines }, answer: example.gridLines },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('gridLines', writing, (writing) => addElements(model, batch, writing)),
})

export const addLoadCases = batchOperation({
  id: 'add_load_cases',
  method: 'POST',
  path: '/api/construct-models/{model_id}/load-cases',
  tag: 'Loads',
  summary: 'Add Load Cases',
  description: `Adds or replaces load cases; selfWeight 1 is the own weight of frames and areas, along -Z. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: LoadCasesBatch,
  answer: z.array(LoadCase),
  example: { body: { loadCases: example.loadCases }, answer: example.loadCases },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('loadCases', writing, (writing) => addElements(model, batch, writing)),
})

export const addLoads = batchOperation({
  id: 'add_loads',
  method: 'POST',
  path: '/api/construct-models/{model_id}/loads',
  tag: 'Loads',
  summary: 'Add Loads',
  description:
    'Adds or replaces loads, each on a node, a frame or an area: forces and moments of nodes, distributed and point loads and rises of ' +
    `temperature of frames, pressures of areas, displacements of the ground. Forces are in the force unit of the model, a load downwards has z below 0. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: LoadsBatch,
  answer: z.array(Load),
  example: { body: { loads: example.loads }, answer: example.loads },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('loads', writing, (writing) => addElements(model, batch, writing)),
})

export const addCombinations = batchOperation({
  id: 'add_combinations',
  method: 'POST',
  path: '/api/construct-models/{model_id}/combinations',
  tag: 'Loads',
  summary: 'Add Combinations',
  description: `Adds or replaces combinations: sums of load cases and combinations by factors, or envelopes of them. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: CombinationsBatch,
  answer: z.array(Combination),
  example: { body: { combinations: example.combinations }, answer: example.combinations },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('combinations', writing, (writing) => addElements(model, batch, writing)),
})

export const addDiaphragms = batchOperation({
  id: 'add_diaphragms',
  method: 'POST',
  path: '/api/construct-models/{model_id}/diaphragms',
  tag: 'Loads',
  summary: 'Add Diaphragms',
  description: `Adds or replaces diaphragms: nodes, or all nodes of a level, that move together in plan. ${ALL_OR_NOTHING}`,
  needs: 'write',
  body: DiaphragmsBatch,
  answer: z.array(Diaphragm),
  example: { body: { diaphragms: example.diaphragms }, answer: example.diaphragms },
  judge: judgeElements,
  run: ({ model, batch, writing }) => shows('diaphragms', writing, (writing) => addElements(model, batch, writing)),
})

const Removed = z
  .object({
    removed: z
      .object(byKind(() => z.array(z.string())))
      .describe('The ids that are gone, by kind; with cascade also those of what went with them'),
    notFound: z
      .object(byKind(() => z.array(z.string()).optional()))
      .optional()
      .describe('The ids that were asked for and were not there, by kind; absent where all were'),
    revision: z.int().describe('The revision that the removal made; the present one where nothing was removed'),
  })
  .meta({ id: 'RemovedElements' })

const ElementsRead = z
  .object({
    revision: z.int(),
    elements: z.object({ ...elementArrays, sections: z.array(ViewerSection).optional() }),
  })
  .meta({ id: 'ElementsRead' })

export const readSomeElements = operation({
  id: 'read_elements',
  method: 'POST',
  path: '/api/construct-models/{model_id}/elements/read',
  tag: 'Elements',
  summary: 'Read Elements',
  description:
    'A few elements of a large model by id, at most 200, of one revision and in returned form, in the order of the ids. Ids that are ' +
    'not there are left out. A read: it makes no revision.',
  needs: 'read',
  body: ReadElements,
  answer: ElementsRead,
  example: { body: { supports: example.supports.map(({ id }) => id) }, answer: example.elementsRead },
  run: async ({ model, body }) => json(await readElements(model, body)),
})

export const deleteElements = operation({
  id: 'delete_elements',
  method: 'POST',
  path: '/api/construct-models/{model_id}/elements/delete',
  tag: 'Elements',
  summary: 'Remove Elements',
  description:
    'Removes elements by id, all or nothing. Unknown ids are ignored, and named in notFound. Where something that stays still refers to one, the answer is ' +
    '422 still_referenced; with cascade, what cannot be without it goes too (frames, areas and supports of a node), members lose ' +
    'the removed frames and go with their last one, and optional references are cleared.',
  needs: 'write',
  body: RemoveElements,
  answer: Removed,
  example: { body: { supports: ['S4'], cascade: false }, answer: example.removed },
  run: ({ model, body, writing }) =>
    replyWithOutcome(
      writing,
      (writing) => removeElements(model, body, writing),
      ({ removed, revision }) => {
        const notFound = notThere(body, removed)
        return { removed, ...(Object.keys(notFound).length > 0 && { notFound }), revision }
      },
    ),
})
