import { plural } from '#lib/values/count-text.ts'

/** The words of notes, by action and code: files, section 2. `places`: how many tables, or other places, the count is of. */

type Words = (count: number, places: number) => string
/** `isLoss`: a file is refused for it where it must come in as it is (`strict`). */
export type NoteText = { words: Words; isLoss?: true }
type Codes = Readonly<Record<string, NoteText>>
export type NoteCodes = Readonly<Record<'dropped' | 'guessed' | 'kept' | 'converted', Codes>>

const text = (words: Words): NoteText => ({ words })
const loss = (words: Words): NoteText => ({ words, isLoss: true })

/** `of('frame', 'has', 'have')`: "1 frame has …", "2 frames have …". */
const of =
  (noun: string, one: string, many: string, rest: string): Words =>
  (count) =>
    `${plural(count, noun)} ${count === 1 ? one : many} ${rest}`
const was = (noun: string, rest: string) => of(noun, 'was', 'were', rest)
const is = (noun: string, rest: string) => of(noun, 'is', 'are', rest)
const has = (noun: string, rest: string) => of(noun, 'has', 'have', rest)
const rows =
  (what: string): Words =>
  (count, places) =>
    `${plural(count, 'row')} of ${what} in ${plural(places, 'table')}`
/** What a format knows nothing of; and what of an element it knows nothing of. */
const noPlace = (noun: string) => text(has(noun, 'no place in the format'))
const noPlaceFor = (noun: string, what: string) => text(has(noun, `${what} that the format has no place for`))

export const IMPORT_NOTES = {
  converted: {
    axes_turned: text(was('node', 'turned: another axis points up in the file')),
    coordinates_converted: text(was('node', 'told in cylindrical coordinates or a turned system')),
    orientation_converted: text(has('frame', 'a rotation from a vector in the file')),
    insertion_point_converted: text(has('frame', 'an offset from the insertion point in the file')),
    outline_from_shape: text(has('section', 'an outline as polygon: no section type has its shape')),
    curve_divided: text(was('curve', 'cut into straight pieces')),
    member_divided: text(is('member', 'made of several frames')),
    points_joined: text(was('node', 'made of several ends that lie at one place')),
    layer_as_section: text(was('layer', 'taken as a section')),
    opening_matched: text(was('opening', 'given to its area')),
    edge_support_at_nodes: text(was('line support', 'told as supports of its two end nodes')),
    deck_as_slab: text(was('deck', 'taken as a slab of its whole depth')),
    profile_resolved: text(has('section', 'the sizes of the profile of that name')),
    ids_restored: text(has('element', 'the id of this service again')),
    id_changed: text(has('element', 'another id than in the file')),
    text_cut: text(was('text', 'too long and cut')),
    curve_made_straight: loss(is('frame', 'curved in the file and straight here')),
  },
  guessed: {
    units_missing: loss(() => 'the file says no units; the usual ones were taken'),
    encoding_guessed: text(() => 'the encoding of the file was guessed'),
    axes_unknown: loss(() => 'the file does not say which axis points up'),
    section_axes_unknown: loss(() => 'the file does not say which axes its sections have'),
    flat_drawing: loss(() => 'everything lies in z = 0; import with up=y if this is an elevation'),
    orientation_guessed: loss(of('frame', 'lets', 'let', 'its rotation open; 0 was taken')),
    direction: loss(is('frame', 'drawn against the usual direction, where the rotation may mean another side')),
    thickness_averaged: loss(has('area', 'a thickness that varies; the mean was taken')),
    curve_as_polyline: loss(was('curve', 'drawn through its nodes')),
    restraint_unknown: loss(has('support', 'flexible or one-way directions, stored as not stated')),
    restraint_axes: loss(has('support', 'turned axes; its directions were taken as global')),
    value_missing: loss(was('value', 'no number and read as absent')),
  },
  kept: {
    material_properties: text(has('material', 'properties; kept in source')),
    releases: text(has('frame', 'end releases; kept in source.releases')),
    spring: text(has('support', 'springs; kept in source.stiffness')),
    diaphragm: text(is('node', 'in a diaphragm; kept in source.diaphragms')),
    behaviour: text(has('element', 'a behaviour in analysis; kept in source')),
    section_by_name_only: text(is('section', 'known by name only, without an outline')),
    section_without_outline: text(has('section', 'a shape without an outline here; its properties are kept in source')),
    section_is_a_list: text(is('section', 'a list to choose from; kept by name')),
    section_varies: text(of('section', 'varies', 'vary', 'along the frame; kept in source.nonprismatic')),
    section_without_thickness: text(has('area section', 'no thickness in the file')),
    section_impossible: text(has('section', 'sizes that cannot be; kept in source.dimensions')),
    insertion_point_without_outline: text(
      has('frame', 'an insertion point and no outline to measure it on; kept in source.cardinalPoint'),
    ),
  },
  dropped: {
    reference_missing: loss((count) => `${plural(count, 'row')} ${count === 1 ? 'names' : 'name'} what is not in the file`),
    duplicate_row: loss(of('row', 'repeats', 'repeat', 'an id that the file has already')),
    line_not_understood: loss(was('line', 'not understood')),
    grid_line: loss(of('grid line', 'belongs', 'belong', 'to a turned or curved system')),
    section_voids: loss(has('section', 'voids; its outer outline was taken')),
    section_varies: loss(of('section', 'varies', 'vary', 'along the frame; the first was taken')),
    opening: loss(of('opening', 'lies', 'lie', 'outside the area')),
    opening_without_area: loss(of('opening', 'lies', 'lie', 'in no area')),
    curve: loss(was('curve', 'left out')),
    area_shape: loss(has('area', 'a shape that is no flat outline with a thickness')),
    mirror: loss(is('frame', 'mirrored in the file')),
    offset_along_axis: loss(has('frame', 'an offset along its own axis')),
    partial_fixity: loss(has('end', 'a partial fixity')),
    structural_eccentricity: text(has('frame', 'another eccentricity in the structural model')),
    area_axes: text(has('area', 'turned local axes')),
    area_eccentricity: loss(has('area', 'an eccentricity')),
    support_not_at_node: loss(is('support', 'not at a node')),
    spring: loss(was('spring', 'left out')),
    element_type: loss(is('element', 'of a type that a model has no place for')),
    command_not_understood: loss(was('command', 'not understood; nothing is run')),
    entity_type: loss(is('entity', 'no line, face or point')),
    zero_length: loss(has('line', 'no length')),
    loads: text(rows('loads')),
    analysis: text(rows('analysis settings')),
    design: text(rows('design settings')),
    groups: text(rows('groups')),
    constraints: text(rows('constraints')),
    property_data: text(rows('further properties of materials and sections')),
    assignments: text(rows('further assignments')),
    unknown: text(rows('unknown tables')),
    links: loss(rows('links')),
    cables: loss(rows('cables')),
    tendons: text(rows('tendons')),
    solids: loss(rows('solids')),
    connections: loss(rows('connections')),
    ribs: loss(rows('ribs')),
    regions: text(rows('regions')),
    internal_edges: text(rows('internal edges')),
    proxies: text(rows('proxies')),
    bridge_objects: text(rows('bridge objects')),
    other_view: text(is('product', 'of the view that was not read')),
  },
} as const satisfies NoteCodes

export const EXPORT_NOTES = {
  converted: {
    id_changed: text(has('element', 'another name in the file')),
    units_scaled: text(() => 'lengths are converted to the unit of the format'),
    direction_reversed: text(was('frame', 'turned round: the program draws it in its own direction')),
    nodes_merged: text(of('node', 'stands', 'stand', 'where another one does, and is one with it in the file')),
    supports_merged: text(is('support', 'one with another on the same node')),
    section_as_properties: text(has('section', 'an outline of its own, told by area and moments of inertia only')),
    area_flattened: text(was('area', 'laid flat: its nodes lie in no plane')),
    load_along_local_axes: text(is('load', 'told along the local axes of its frame')),
    load_along_global_axes: text(is('load', 'told along global axes')),
    loads_added: text(is('load', 'one with another at the same place')),
    projected_as_global: text(is('load', 'told per length or area itself: the format has none as seen along an axis')),
    grid_line_ends: text(has('skew grid line', 'no ends in the format')),
    taper_as_segments: text(is('frame', 'tapered, and several prisms in the file, one behind the other')),
    taper_sections_made: text(was('section', 'made for the ends of a part of a taper')),
    principal_axes: text(was('frame', 'turned to the principal axes of its section')),
  },
  guessed: {
    direction_kept: loss(of('frame', 'keeps', 'keep', 'a direction that the program may turn round')),
    units_missing: loss(() => 'the model says no units that the format has'),
    levels_made: text(
      (count) => `${plural(count, 'level')} ${count === 1 ? 'was' : 'were'} made at heights where something lies level`,
    ),
    levels_too_many: text(() => 'the model has no levels; all lies below one'),
    thickness_missing: loss(has('area', 'no thickness, and 0 in the file')),
    origin_moved: text(() => 'the model lies far from the origin; the file has its centre apart'),
  },
  kept: {},
  dropped: {
    opening: text(of('opening', 'has', 'have', 'no place in the format')),
    grid_line: noPlace('grid line'),
    diaphragm: noPlace('diaphragm'),
    element_type: text(is('element', 'of a kind that the format has no place for')),
    zero_length: text(has('frame', 'no length, and no place in the format')),
    area_shape: text(has('area', 'no plane, and no place in the format')),
    out_of_range: text(of('element', 'lies', 'lie', 'beyond the numbers of the format')),
    offset: text(has('frame', 'an offset that the format cannot hold')),
    taper: loss(is('frame', 'tapered, and a prism of the first section in the file')),
    rotation: text(has('frame', 'a rotation that the format cannot hold')),
    members: noPlace('member'),
    labels: noPlace('label'),
    role: noPlaceFor('element', 'a role'),
    restraint_not_stated: text(has('support', 'directions that are not stated, told as free')),
    section_without_outline: text(has('section', 'no outline, and no sizes in the file')),
    material_unknown: text(has('material', 'no properties that are known')),
    releases: noPlaceFor('frame', 'releases'),
    partial_fixity: loss(has('frame', 'elastic joints, told as releases')),
    spring: noPlaceFor('support', 'springs'),
    mass: noPlaceFor('node', 'a mass'),
    loads: text(of('load, load case or combination', 'has', 'have', 'no place in the format')),
    cell_too_long: text(has('element', 'a text longer than a cell')),
    source: noPlaceFor('element', 'a source'),
    metadata: text(() => "the model's metadata has no place in the format"),
  },
} as const satisfies NoteCodes
