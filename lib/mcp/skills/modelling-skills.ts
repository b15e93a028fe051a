import { skillOf } from './skill.ts'

/** How models are built, checked and changed. */

export const modellingSkills = [
  skillOf({
    name: 'build-structural-model',
    description:
      'Build a structural model (frame, hall, building, truss, tower) from a description: units, grid, sections, supports, check, picture, link. Use when the user wants a new structural model.',
    references: ['axes-and-units', 'sections', 'supports-areas-grids', 'writing', 'repeat', 'grades'],
    body: `
# Build a structural model

## Order of work

1. Settle what decides the shape: spans, storeys and heights, spacing, material, bases, unit of length. Ask only for what you cannot
   assume; say what you assumed.
2. find_sections for the sizes that you do not know by name. A \`profile\` ("HEA 240", "W14X90") needs no sizes.
3. create_model with \`units\` ("kN, m, C") and, in the same call, all nodes, frames, areas, sections, materials, supports and grid lines.
   Write what is regular by \`repeat\`, what is common by \`defaults\`. Parts that come later go in by add_model_elements.
4. check_model. Mend every error and warning, by the \`call\` of a finding where it has one, and check again.
5. render_model, and look: are all parts there, do columns stand, do sections lie as they should?
6. Give the user the \`viewerUrl\` with a short summary: what was built, what was assumed.

Name nodes by grid and level (A1-0, A1-1): selections by grid line, level and pattern then find them.

## A portal frame

Frames in the XZ plane, span along X, repeated along Y. Columns and rafters I-sections, ridge in the middle, bases pinned, purlins at
eaves and ridge along Y. A vertical frame has axis 2 along +X, so a column's depth lies in the plane of the frame at rotation 0.

\`\`\`json
{"name": "Portal", "units": {"current": "kN, m, C"},
 "materials": [{"id": "S355", "name": "S355"}],
 "sections": [{"id": "C", "profile": "HEA 300", "materialId": "S355"}, {"id": "R", "profile": "IPE 360", "materialId": "S355"},
              {"id": "P", "profile": "IPE 160", "materialId": "S355"}],
 "repeat": [
  {"for": {"k": "0..4"}, "let": {"y": "6*k"},
   "nodes": [{"id": "A{k}-0", "position": {"x": 0, "y": "{y}", "z": 0}}, {"id": "A{k}-1", "position": {"x": 0, "y": "{y}", "z": 6}},
             {"id": "M{k}", "position": {"x": 10, "y": "{y}", "z": 7.05}},
             {"id": "B{k}-1", "position": {"x": 20, "y": "{y}", "z": 6}}, {"id": "B{k}-0", "position": {"x": 20, "y": "{y}", "z": 0}}],
   "frames": [{"id": "CA{k}", "startNodeId": "A{k}-0", "endNodeId": "A{k}-1", "sectionId": "C"},
              {"id": "RA{k}", "startNodeId": "A{k}-1", "endNodeId": "M{k}", "sectionId": "R"},
              {"id": "RB{k}", "startNodeId": "B{k}-1", "endNodeId": "M{k}", "sectionId": "R"},
              {"id": "CB{k}", "startNodeId": "B{k}-0", "endNodeId": "B{k}-1", "sectionId": "C"}],
   "supports": [{"id": "SA{k}", "nodeId": "A{k}-0", "restraints": "pinned"}, {"id": "SB{k}", "nodeId": "B{k}-0", "restraints": "pinned"}]},
  {"for": {"k": "0..3"},
   "frames": [{"id": "PA{k}", "startNodeId": "A{k}-1", "endNodeId": "A{k+1}-1", "sectionId": "P"},
              {"id": "PM{k}", "startNodeId": "M{k}", "endNodeId": "M{k+1}", "sectionId": "P"},
              {"id": "PB{k}", "startNodeId": "B{k}-1", "endNodeId": "B{k+1}-1", "sectionId": "P"}]}]}
\`\`\`

Along Y such a hall stands by bracing: add it in an end bay, in roof and walls, when the user asks for a whole building.

## A building of several storeys

Columns from level to level, beams between columns at every level in both directions, one area a bay with its thickness and
\`cardinalPoint\` TOP, fixed bases. Beams get \`sectionOffset\` {"x": 0, "y": -depth/2}, so that their top is at the top of the slab. Grid lines: axis X
lettered, axis Y numbered, one of axis Z for each level.`,
  }),
  skillOf({
    name: 'check-structural-model',
    description:
      'Check a structural model and mend it: what findings mean, which repairs are safe, what to ask first. Use when the user wants a model reviewed, or after building one.',
    references: ['model-check', 'axes-and-units', 'sections'],
    body: `
# Check a structural model

1. Find the model: list_models. Several fit: ask which.
2. check_model. Errors first, then warnings, then what is only worth knowing.
3. render_model with \`highlight\` of a finding's elements when words do not say where it is.
4. Say for each group what it means for an analysis, which elements it concerns and how to mend it. Change nothing until the user
   agrees, unless they asked for repairs.
5. Mend: a finding with a \`call\` has been tried; send it as it is. \`rest\` counts those that it leaves. Then check_model again, as one repair can show another fault.

Judgement:

- \`coincident_nodes\`, \`close_nodes\`: one joint written twice; merge them. Far from all else: look before you merge.
- \`node_on_frame\`: the frame runs past a node without being joined to it; divide it there, if they are meant to meet.
- \`crossing_frames\` of X bracing is usual; do not divide it unless the bars are joined where they cross.
- \`section_scale\`, \`unit_scale\`: sizes that fit another unit. Never scale the whole model to silence it: find the wrong element or the wrong
  unit, and ask when both are possible.
- \`column_without_support\`: supports like its neighbours', or a column that ends on a beam that is missing.
- Never delete what somebody built in order to lose a finding; say what you would remove and why.`,
  }),
  skillOf({
    name: 'change-structural-model',
    description:
      'Change an existing structural model safely: select, edit, try first, guard against others, compare, undo. Use when the user wants elements moved, resized, copied, replaced or removed.',
    references: ['writing', 'axes-and-units', 'repeat'],
    body: `
# Change a structural model

1. Know what is there: query_model with the selection that you are about to change (count, sections, ids). Do not read the whole model.
2. edit_model, one op for each step: \`select\` and one verb (set, move, copy, toLevels, mirror, rotate, orient, divide, join, merge, renumber, load,
   remove). Several ops are one revision, all or nothing.
3. \`dryRun\`: true first when much changes or the selection is a guess: it answers what would change and writes nothing.
4. Where others write too, send \`revision\`: the one that you have seen. Outdated: nothing is saved, and you are told what changed meanwhile.
5. list_changes with \`detail\`: "elements" says what became different; render_model shows it. list_changes with \`with\`: another model says what differs there, as in a copy. Tell the user the revision.
6. What a later reader must know, such as an assumption, is a note: edit_model {"ops": [{"note": "wind not considered"}]}. The first reading of a model tells its notes.
7. Wrong: restore_revision with \`undo\`: 1.

Selections: by role, section, storey, grid line (\`on\`), bay (\`bay\`, \`between\`), box, length, run. \`{"role": "column", "on": ["A"]}\` are the columns on line A.
Moved nodes take their frames, areas, supports and loads along; a grid line that moves does not take nodes unless they are selected too.

\`\`\`json
{"modelId": "m_…", "revision": 7, "ops": [{"select": {"role": "column", "on": ["A"]}, "set": {"sectionId": "HEA 320"}}]}
\`\`\`

A section that is not in the model yet goes in by an \`add\` before it: {"add": {"sections": [{"id": "HEA 320", "profile": "HEA 320"}]}}.

Comments: list_comments has what people asked for. Do it, answer with what changed and the revision, resolve only what is done.`,
  }),
]
