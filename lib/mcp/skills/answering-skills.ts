import { skillOf } from './skill.ts'

/** How questions about a model are answered, and how it goes to other programs. */

export const answeringSkills = [
  skillOf({
    name: 'structural-quantities',
    description:
      'Take quantities off a structural model: counts, lengths, areas, volumes, tonnes, formwork, carbon, cost, by section, storey or material. Use for bills of quantities and questions of how much or how many.',
    references: ['grades', 'axes-and-units'],
    body: `
# Quantities

query_model answers numbers; never read the elements and add them up yourself.

| question | call |
|---|---|
| tonnes of steel by section | \`groupBy\` ["section"], \`show\` ["count", "length", "mass"], \`unit\` ["t"] |
| concrete by storey | \`select\` {"material": "C*"}, \`groupBy\` ["storey"], \`show\` ["netVolume", "formwork"] |
| how many beams, how long | \`by\` "run": pieces in line between supports and columns are one beam |
| columns longer than 4 m | \`select\` {"role": "column", "length": [4, null]}, \`fields\` ["length", "sectionId"] |
| load on each column | \`select\` {"role": "column"}, \`fields\` ["tributary"] |
| carbon, cost | \`factors\`: {"carbon": {"per": "kg", "values": {"S355": 1.2}, "unit": "kg CO2e"}}, values that the user gives |

- Volumes are gross by element; \`netVolume\` counts what two share once, by the rule that the answer states. Say which one you report.
- Masses need densities: from the grade of the material's name, from \`source.properties\`, or sent as \`densities\`. What has none is told; do not invent one.
- Lengths are between nodes. Say the revision with the numbers.`,
  }),
  skillOf({
    name: 'analyse-structural-model',
    description:
      'Say whether a structural model stands and how far it moves: load cases, loads, combinations, linear elastic screening, reading results and mechanisms. Use for questions of stability, deflection, drift, reactions, stress.',
    references: ['supports-areas-grids', 'grades', 'axes-and-units'],
    body: `
# Does it stand?

A screening: linear, elastic, first order, frames only. No code check, no buckling; areas load and weigh, they do not stiffen. Say so.

1. The model needs force and length units, sections with sizes, materials with a known grade or \`source.properties\` (E, density), supports.
2. Without load cases the own weight is analysed. Loads: edit_model \`add\` with \`loadCases\` ({"id": "D", "nature": "dead", "selfWeight": 1}, {"id": "L", "nature": "live"}),
   then the verb \`load\`: {"select": {"role": "floor"}, "load": {"caseId": "L", "force": {"z": -3}}}. Z is up, so downward is negative. Units are the model's.
3. \`combinations\`: {"id": "ULS", "terms": [{"caseId": "D", "factor": 1.35}, {"caseId": "L", "factor": 1.5}]}. Use the user's factors.
4. analyse_model. Without \`show\` it is a summary: stands, weight, deflection, drift, stress, periods.
5. "stands": "no" names the motion: node, direction, the hinges that let it go. Mend the cause: a missing support, bracing or moment joint. \`releases\` at both ends
   of all bars that meet at a node leave it free to spin.
6. "cannot tell": areas would have to stiffen what moves, or carry a load that reaches them alone. Say that, do not guess.
7. Rows by \`show\` and \`select\`; \`compareWith\` an earlier revision says what a change did.

render_model with \`loads\` shows a load case: look whether arrows point where they should.`,
  }),
  skillOf({
    name: 'export-structural-model',
    description:
      'Bring a structural model in from another program or give it to one: SAP2000 s2k, ETABS e2k, SAF, IFC, OpenSees, DXF, spreadsheets, glTF. Use when the user has or wants a file.',
    references: ['axes-and-units', 'sections'],
    body: `
# Files in and out

## Out

export_model with \`format\`: s2k (SAP2000), e2k (ETABS), saf (SCIA, RFEM and others), ifc (BIM), opensees, dxf, xlsx, csv, glb, json. It answers a link for the
user, good for 15 minutes, and what the format cannot hold. Give the link and say what is left out. A model that names no unit of length needs \`units\`.

## In

1. import_model without arguments answers \`uploadUrl\`: the user drops the file there, or you PUT its bytes if you can.
2. Call again with \`upload\` and \`dryRun\`: true: the report says what comes, in which units, what is guessed and what is dropped.
3. Tell the user what the report says. Wrong units or way up: \`units\`, \`up\`.
4. Call without \`dryRun\`; then check_model, render_model, and give the viewerUrl.

A short file that you have as text goes in by \`text\`. Never build a model by retyping a file.`,
  }),
]
