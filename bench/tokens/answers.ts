import { hallWithMistakes } from '#lib/examples/hall-with-mistakes.ts'
import { instructions } from '#lib/mcp/tools/instructions.ts'
import { tools } from '#lib/mcp/tools/tools.ts'
import { median } from '#lib/values/median.ts'

/** How long single answers are, in characters: each stays in the conversation. `before`: as they were on 2026-11-23. */

export type Length = { what: string; before?: string; now: number; most: number }
/** The text of an answer that went through. */
export type Say = (tool: string, args: object) => Promise<string>

const COLUMNS = 154

const row = {
  name: 'P',
  units: { current: 'kN, m, C' },
  sections: [
    { id: 'COL-A', profile: 'HEB 200' },
    { id: 'COL-A2', profile: 'HEB 220' },
  ],
  materials: [{ id: 'S355' }],
  repeat: [
    {
      for: { i: `0..${COLUMNS - 1}` },
      nodes: [
        { id: 'A{i}', position: { x: '{6*i}', y: 0, z: 0 } },
        { id: 'B{i}', position: { x: '{6*i}', y: 0, z: 4 } },
      ],
      frames: [{ id: 'CA{i}', startNodeId: 'A{i}', endNodeId: 'B{i}', sectionId: 'COL-A', materialId: 'S355' }],
      supports: [{ id: 'SA{i}', nodeId: 'A{i}', restraints: 'fixed' }],
    },
  ],
}

export async function lengthsOfAnswers(say: Say): Promise<Length[]> {
  const created = await say('create_model', row)
  const { modelId } = JSON.parse(created)
  const edits: string[] = []
  for (const op of [
    { select: { role: 'column' }, set: { sectionId: 'COL-A2' } },
    { select: { ids: 'B*' }, move: { z: 1 } },
    { select: { ids: ['CA0', 'CA1'] }, divide: { parts: 2 } },
    { select: { ids: 'CA9' }, remove: true },
  ])
    edits.push(await say('edit_model', { modelId, ops: [op] }))
  const changes = await say('list_changes', { modelId, from: 0 })
  const elements = await say('list_changes', { modelId, from: 1, to: 2, detail: 'elements' })
  const { rows } = JSON.parse(await say('query_model', { modelId, select: { role: 'column' }, fields: ['sectionId'] }))
  const undone = await say('restore_revision', { modelId, undo: 1 })
  const sections = JSON.parse(await say('find_sections', { q: 'W14' })).rows
  const faulty = JSON.parse(await say('create_model', hallWithMistakes())).modelId
  const checked = await say('check_model', { modelId: faulty })
  const longest = (all: unknown[]) => Math.max(...all.map((one) => JSON.stringify(one).length))
  const listed = tools.map(({ name, listed: { description, inputSchema } }) => JSON.stringify({ name, description, inputSchema }))
  return [
    { what: '`create_model`', before: '766', now: created.length, most: 450 },
    {
      what: '`edit_model`, one operation, median of four',
      before: '600',
      now: Math.round(median(edits.map(({ length }) => length))),
      most: 200,
    },
    { what: '`list_changes`, five writes', before: '2,294', now: changes.length, most: 900 },
    { what: `\`list_changes\` with elements, ${COLUMNS} equal changes`, before: '16,000', now: elements.length, most: 300 },
    { what: '`check_model` of a hall with twelve kinds of mistakes', before: '6,530', now: checked.length, most: 3000 },
    { what: '`restore_revision`', now: undone.length, most: 300 },
    { what: 'the longest row of a question with one field', before: '80', now: longest(rows), most: 40 },
    { what: 'the longest row of `find_sections`', now: longest(sections), most: 46 },
    {
      what: 'names, descriptions and input schemas of all tools, with the instructions',
      now: listed.join('').length + instructions.length,
      most: 27_300,
    },
    {
      what: 'output schemas of all tools',
      now: tools.map(({ listed: { outputSchema } }) => JSON.stringify(outputSchema ?? {})).join('').length,
      most: 14_000,
    },
  ]
}
