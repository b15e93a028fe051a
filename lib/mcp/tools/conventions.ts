import type { Resource } from '../protocol/resource.ts'

/** The structural conventions as texts that a client may read: `resources/read`. */

const text = (name: string, title: string, description: string, body: string): Resource => ({
  uri: `structural://conventions/${name}`,
  name: `conventions-${name}`,
  title,
  description,
  mimeType: 'text/markdown',
  text: `# ${title}\n\n${body.trim()}\n`,
})

export const conventions: readonly Resource[] = [
  text(
    'axes-and-units',
    'Axes, rotation, offsets, units',
    'Global and local axes of frames and areas, rotation, section offset, how unit strings are read',
    `
Global X, Y, Z are right-handed, Z is up, gravity acts along -Z. Angles are degrees.

## Units
All lengths are in the model's length unit; a stored number is never converted, and changing \`units\` changes labels only.
\`units.current\` is normally "force, length, temperature": "kN, m, C", "Kip, in, F", "N, mm, C". The fields \`force\`, \`length\` and
\`temperature\` say one each and win over \`current\`.

## Frames
- Axis 1 runs from the start node to the end node.
- Not vertical: 2 lies in the vertical plane through 1 and points up; 3 is horizontal, 3 = 1 x 2.
- Vertical: 2 points to +X, whether the frame runs up or down.
- \`rotation\` turns 2 and 3 about 1, counter-clockwise when 1 points at you. A column whose depth should lie along Y: 90.

| frame | axis 2 | axis 3 |
|---|---|---|
| beam along +X | +Z | -Y |
| beam along +Y | +Z | +X |
| column up | +X | +Y |
| column up, rotation 90 | +Y | -X |

## Offset
\`sectionOffset\` {x, y} is where the outline's origin lies from the line between the nodes: x along 3, y along 2, in model length
units. Top face of a beam of depth 0.6 at the node line: {"x": 0, "y": -0.3}. Nodes do not move.

## Taper
A frame with \`endSectionId\` goes from its section at the start node to that at the end node: both of one type, both hollow or solid, with as many points. \`taper\` [a, b] is the
part of that way which this frame has, [1, 0] runs backwards; \`endSectionOffset\` the offset at the end node. An I of 0.3 to 0.6 with a level top:
{"sectionOffset": {"x": 0, "y": -0.15}, "endSectionOffset": {"x": 0, "y": -0.3}}. set {"endSectionId": null} makes it a prism.

## Areas
Axis 3 is the normal by the right-hand rule on the node order. A slab whose nodes run counter-clockwise seen from above has
3 = +Z, 1 = +X, 2 = +Y.`,
  ),
  text(
    'sections',
    'Sections and their dimension keys',
    'Which dimension keys each section type needs, the outline made from them, impossible sizes',
    `
\`profile\` ("W14X90", "HEA 200", "UB 457x191x67", "SHS 100x5", "ISMB 300") stands for type and dimensions: the sizes of the standard in the
length unit of the model, which must be stated. find_sections finds names. Sizes that are sent too must agree within 1 %.

The section's depth \`t3\` runs along local 2, its width \`t2\` along local 3. Keys are compared without case, spaces, _ - and dots.

| type | needs | and may have |
|---|---|---|
| rectangular | t3, t2 | tw, tf: hollow, wall thicknesses (tf = tw if left out) |
| pipe | t3 = outside diameter | tw: hollow; else solid |
| i_wide_flange | t3, t2, tf, tw | t2b, tfb: another bottom flange |
| channel | t3, t2, tf, tw | |
| angle | t3, and tf or tw | t2 (= t3 if left out) |
| shell | thickness | no outline |
| custom, section_designer | a polygon | dimensions are kept, never judged |

Accepted too: depth, height, h for t3; width, b, bf for t2; flangeThickness for tf; webThickness for tw; diameter, od, radius for a
pipe; wall, thickness, t for the wall of a pipe or box. Two keys for one size must agree.

Refused: sizes that are not positive; walls or flanges that do not fit (2 tf <= t3 and 2 tw <= t2 for a box, 2 tw <= t3 for a pipe,
tf + tfb < t3 and tw <= t2 for an I, 2 tf < t3 and tw < t2 for a channel, tf < t3 and tw < t2 for an angle). An incomplete set is
kept, without an outline: the frame is drawn as a line and the check says what is missing.

\`polygon\` is the outer outline as [{x, y}, …], x along local 3, y along local 2. It is made from type and dimensions, with the
origin in the middle of its box; a polygon that you send is kept as it is. \`shape\` and \`name\` are labels. Sizes are in the model's
length unit: an IPE 300 in metres is t3 0.3, t2 0.15, tf 0.0107, tw 0.0071; a W12x26 in inches is t3 12.2, t2 6.49, tf 0.38, tw 0.23.

Example: {"id": "IPE300", "type": "i_wide_flange", "dimensions": {"t3": 0.3, "t2": 0.15, "tf": 0.0107, "tw": 0.0071}, "materialId": "S355"}`,
  ),
  text(
    'supports-areas-grids',
    'Supports, areas, members, grid lines',
    'Restraint order, fixed, pinned, roller; slabs, walls and openings; members; grids and levels',
    `
## Supports
\`restraints\`: u1 u2 u3 hold translations along global X, Y, Z; r1 r2 r3 rotations about them. true = held, false = free, left out or
null = not stated, counted as free. Shorter: "fixed", "pinned", "free", six digits in that order ("111000"), or the list of those held
(["u1","u3"]); these state all six. A spring: null; what it is worth may be kept in the support's source.properties.

| support | restraints |
|---|---|
| fixed | u1 u2 u3 r1 r2 r3 true |
| pinned | u1 u2 u3 true |
| roller that carries gravity only | u3 true |
| roller along X | u2 u3 true |

Each support is an element with an id and a \`nodeId\`. Several on one node act together.

## Areas
\`nodeIds\` run around the outline, three or more, the first not repeated. \`thickness\` is the area's, else that of its \`shell\` section.
\`cardinalPoint\` says where the node plane lies: TOP (solid below it), MIDDLE, BOTTOM. \`kind\` is a label: slab, wall, ramp.
\`openingNodeIds\` is a list of loops of node ids, in the plane and inside the outline; the nodes must exist.

## Members
A member lists the frames that act as one, in order: {"id": "B1", "frameIds": ["F1", "F2"], "sectionId": "IPE300"}. A frame belongs to at
most one member. A frame without a section or material takes its member's.

## Grid lines
\`axis\` names the coordinate that is constant: {"id": "GA", "axis": "X", "coordinate": 0, "label": "A"} is the plane x = 0. axis Z is a level.
A \`line\` makes one skew: {"id": "G3", "line": {"from": {"x": 0, "y": 0}, "to": {"x": 8.66, "y": 5}}}, an \`arc\` round: {"id": "P2", "arc": {"center": {"x": 0, "y": 0}, "radius": 20,
"from": 0, "to": 90}} in degrees from +X, counter-clockwise. They take no axis and coordinate; those in answers say what they are counted to, and their middle.
bay ["R0-R1", "P1-P2"] is the sector between two rays and two rings.`,
  ),
  text(
    'writing',
    'Writing, replacing, removing',
    'Upsert, references, all or nothing, removal with cascade, revisions, limits, how errors read',
    `
- Ids are yours: 1 to 256 characters, compared exactly, unique per kind. Node "1" and frame "1" live side by side. Send them as text.
- A call is applied whole or not at all. All problems are told at once, each with its place (\`loc\`), \`type\`, \`msg\`, what was
  received and what would work.
- An id that exists is replaced whole: send all fields of the element, or change single ones with edit_model. It keeps its place.
- The same id twice in one array is an error. References may be to the model or to the same call, in any order.
- Fields of elements that do not exist are ignored and named in \`warnings\`; unknown arguments are refused.
- Removing what others refer to is an error, unless \`cascade\` is true: then those go too.
- Every write that changes something makes a new \`revision\`; restore_revision brings an old one back, or undoes the last ones.
- Limits: 64 MB a call, 500,000 elements a call, 2,000,000 a model, 64 kB \`source\` an element.`,
  ),
  text(
    'repeat',
    'Templates, defaults: many elements in few words',
    'Loops, expressions, functions, and how their errors read',
    `
\`repeat\` is a list of templates, in create_model, add_model_elements and edit_model's add. Each holds arrays of elements, written once for each
combination of its variables:

{"for": {"i": "0..9", "k": "0..16"}, "frames": [{"id": "P{i}-{k}", "startNodeId": "R{i}-{k}", "endNodeId": "R{i+1}-{k}"}]}

- \`for\`: 1 to 6 variables, the first the outermost loop. A range "a..b" or "a..b by s" (whole numbers, both ends included; ends may use
  earlier variables), or a list of numbers, texts, truth values.
- \`let\`: variables computed from these, in order. \`if\`: an expression; where it is false the combination is left out.
- {expression} in any text is computed. A text that is only {expression} becomes its value, a number where numbers belong. Braces: {{ and }}.
- In a list inside an element, {"for": {…}, "each": ITEM, "if": …} stands for many: "frameIds": [{"for": {"k": "0..7"}, "each": "R{i}-{k}"}].
- Expressions: + - * / % **, == != < <= > >= (chains: 1<=i<=4), and or not, in (2,3), a if c else b, c ? a : b, pi, true, false, 'text', in which
  {expressions} are computed too: n==0 ? 'A{i}' : 'T{i}-{n}'.
- Functions: abs sqrt min max floor ceil round(x,n), sin cos tan asin acos atan atan2(y,x) in degrees, letter(i) (0 = A, 26 = AA),
  pick(i,a,b,…) (from 0), pad(i,n) (pad(7,2) = 07), replace(t,a,b).
- \`defaults\`: {"frames": {"materialId": "S355"}} gives those fields to all elements of the call that lack them.
- Errors stand at the template, with the values of the first combination and how often: [first at i=10, k=0; 17 times].`,
  ),
  text(
    'grades',
    'Materials by name',
    'Which names of materials are read as grades, for density, moduli and strength',
    `
The name of a material, else its id, is read for masses; nothing is stored. \`source.properties\` {density in kg/m3, E, G, fy in MPa, nu}
wins, value by value. A word for the kind alone gives the density: steel 7850, concrete 2500, rebar 7850, aluminium 2700.

- Structural steel: S235 to S960 with any suffix (S355JR, S460QL1), "Steel 235", 275, 355, EN 10025, 7850; ASTM A36, A992, A572 Gr.50, A500 Gr.B, A53 Gr.B, A588,
  A913 Gr.65, A1085, 7849
- Concrete: C12/15 to C90/105, EN 1992-1-1, 2500; 4000 psi, f'c 5 ksi, f'c 28 MPa, ACI 318-19, 2403
- Reinforcement: B400 to B600 with letters (B500B), EN 10080; A615 Gr.60, A706 Gr.60
- Timber: C14 to C50, D18 to D80, EN 338; GL20c to GL32h, EN 14080; mean density
- Aluminium: EN AW-6082 T6, 6061-T6

C and two digits alone: C14, C18, C22, C24, C27 are timber; C12, C15, C25, C28, C32, C55 and above are concrete, its density alone; C16, C20,
C30, C35, C40, C45, C50 may be both and are none: write "timber C30" or C30/37. Grade 50, strand, lightweight concrete and masonry
are none: state the density.`,
  ),
  text(
    'model-check',
    'What the model check looks for',
    'Codes of findings and their meaning',
    `
error: cannot be analysed as it is. warning: probably a mistake. info: worth knowing. A distance counts as zero below 1e-5 of the
diagonal of the model.

- error: zero_length_frame, degenerate_area, self_intersecting_area, no_supports, unstable (a part with fewer than six independent
  restraints; the message names the free motions)
- connection: isolated_node, coincident_nodes, close_nodes (within a thousandth of the median frame, at most 5 mm: one node written twice), duplicate_frame (info: pairs with another section or offset, as rails are), overlapping_frames, node_on_frame
  (split the frame there, or the node is not connected), disconnected_parts, crossing_frames (plain X-bracing is one row)
- properties: frame_without_section, section_of_other_kind (an area with a section of frames, a frame with a shell), missing_material, material_incomplete (no E, or no density where own weight counts, is stated or known by the grade: no analysis), profile_material_differs (a steel profile of concrete or timber), unresolved_member, member_section_differs, member_in_pieces (its frames do not touch), member_out_of_order (list frameIds along the line), taper_outlines_differ (drawn and analysed as a prism),
  taper_unusual (one end over 5 times the other), section_without_outline, profile_size_differs (it is called
  like a standard section of another size, or than its profile), outline_invalid, unknown_dimension, thickness_conflict (of an area and its shell section too: the area's counts), unused_section, unused_material,
  releases (kept in source by an import, not in the field)
- supports: multiple_supports, support_without_restraint, column_without_support and free_end (a free foot, of a column or of what slopes, at a level where others are held), support_above_foot (holds up the head of a column that stands on a support, where most heads are free)
- areas: repeated_node (twice in a row, or the first again at the end), warped_area, outline_too_large (drawn by its edges alone), opening_outside_area, invalid_opening, overlapping_openings,
  overlapping_areas (a thicker part of a slab needs an opening in it), area_without_thickness, beam_above_slab (it is centred on the top of the slab: give it a sectionOffset), beam_on_weak_axis (most beams of the floors lie on their side: rotation 0 stands upright)
- units: unit_scale, section_scale and section_unit (sizes that hint at another unit), material_scale (density is kg/m3, E, G, fy are MPa, always), size_outlier (one element of a size that is not built), units_disagree, units_not_stated
- loads: load_case_empty, combination_empty_case, combination_counts_twice (a case by two terms, or the own weight by two cases with selfWeight), combination_factor (above 10, or dead loads that lift), duplicate_load (also slabs whose own weight is a load again), load_on_unused_node, load_into_support, diaphragm_without_nodes, diaphragm_not_level (nodes of several heights in one), load_sign (a dead, live or snow case, or a load in it, acts upward or sideways), load_scale
  (a case over 100 times or under 0.001 of the own weight, or one load far beyond all: another unit; or a selfWeight below 0.1 or above 3: it is a factor, 1 is the own weight)
- the way up: maybe_y_up, maybe_z_down

check_model groups by code: count, the first message, a few elements. Filter with codes, severity and select; detail "all" tells them
one by one, page by page.`,
  ),
]
