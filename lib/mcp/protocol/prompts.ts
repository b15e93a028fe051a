import { INVALID_PARAMS, type Params, RpcError } from './json-rpc.ts'

/** The usual starts, offered by clients as commands. Arguments are text and may be left out. */

type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } }

export type Prompt = {
  name: string
  title?: string
  description: string
  arguments?: { name: string; description: string; required?: boolean }[]
  get(args: Record<string, string>, params: Params): Record<string, unknown>
}

const saying = (...contents: Content[]) => ({ messages: contents.map((content) => ({ role: 'user', content })) })

const FINISH =
  'Then run the model check and mend every error and warning, look at a rendering, and give me the viewer link with a short summary of what you built and assumed.'

export const prompts: Prompt[] = [
  {
    name: 'portal_frame',
    title: 'Build a portal frame',
    description: 'A single-bay portal frame: columns, rafters, bases, sections, units',
    arguments: [
      { name: 'span', description: 'Span with its unit, such as 20 m' },
      { name: 'height', description: 'Height to the eaves, such as 6 m' },
      { name: 'frames', description: 'How many frames, and their spacing, such as 5 at 6 m' },
    ],
    get: ({ span = '20 m', height = '6 m', frames = '1' }) =>
      saying({
        type: 'text',
        text: `Build a portal frame as a new structural model: span ${span}, height to the eaves ${height}, number of frames ${frames}, roof pitch 6 degrees, pinned bases, steel. Put the frame in the XZ plane with the span along X, Z up, and repeat it along Y (repeat in one call) if there are several, joined by purlins at eaves and ridge. State the units, give columns and rafters I-sections by profile (such as HEA 240, IPE 330 or W14X90) and a material, group each rafter pair's frames into members where that helps, and add grid lines. Columns take their depth in the plane of the frame: a vertical frame has axis 2 along +X, so rotation 0 is right. ${FINISH}`,
      }),
  },
  {
    name: 'multi_storey_frame',
    title: 'Build a multi-storey frame',
    description: 'A regular building frame: grid, columns, beams, slabs, bases',
    arguments: [
      { name: 'bays', description: 'Bays in X and Y, such as 3 x 6 m by 2 x 5 m' },
      { name: 'storeys', description: 'Storeys and their height, such as 4 at 3.5 m' },
      { name: 'material', description: 'Concrete or steel' },
    ],
    get: ({ bays = '3 x 6 m by 2 x 5 m', storeys = '4 at 3.5 m', material = 'concrete' }) =>
      saying({
        type: 'text',
        text: `Build a multi-storey frame as a new structural model: bays ${bays}, storeys ${storeys}, ${material}. Z up; name nodes by grid and level (such as A1-0). Send it in one call, nodes, frames, areas, supports and grid lines by repeat over grid and level, common fields by defaults. State the units. Columns run from level to level, beams join the columns at every level in both directions, one slab area per bay with its thickness and cardinalPoint TOP, fixed bases. Beams get sectionOffset {"x":0,"y":-depth/2}: their top is at the top of the slab. Add grid lines (axis X lettered, axis Y numbered) and a Z grid line per level. Choose sections for span and storeys, standard ones by profile (find_sections knows them). ${FINISH}`,
      }),
  },
  {
    name: 'check_my_model',
    title: 'Check my model',
    description: 'Run the model check, explain the findings, propose repairs',
    arguments: [{ name: 'model', description: 'Name or id of the model' }],
    get: ({ model }) =>
      saying({
        type: 'text',
        text: `Check ${model ? `my structural model "${model}"` : 'my structural model (list my models and ask me which)'}. Find it, run the model check, look at a rendering, and tell me the findings in order of weight: what each means for an analysis, which elements it concerns, and how to mend it. Propose the repairs as a list and change nothing until I agree. Give me the viewer link.`,
      }),
  },
]

const byName = new Map(prompts.map((prompt) => [prompt.name, prompt]))

export function promptNamed(name: unknown): Prompt {
  const prompt = typeof name === 'string' ? byName.get(name) : undefined
  if (!prompt) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${String(name).slice(0, 128)}`)
  return prompt
}
