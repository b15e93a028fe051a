import type { Kind } from '#lib/schema/schema.ts'

/**
 * What the arrays of a batch hold, in words: the fields of every kind written out as a schema would take as many characters as
 * all other tools together. `?` stands behind what may be left out.
 */
export const ELEMENT_DESCRIPTIONS: Readonly<Record<Kind | 'repeat', string>> = {
  areas:
    'id, nodeIds around, thickness?, below the nodes with cardinalPoint? TOP (MIDDLE, BOTTOM), kind?, openingNodeIds? [[loop]], sectionId?, materialId?, role?',
  combinations: 'id, terms [{caseId, factor}]',
  diaphragms: 'id, gridLineId or nodeIds',
  frames:
    'id, startNodeId, endNodeId, sectionId?, endSectionId? (taper), materialId?, rotation?, sectionOffset? {x along 3, y along 2}, label?, role?, releases? "pinned"',
  gridLines: 'id, axis X|Y|Z (Z is a level) and coordinate, or line {from,to} or arc {center,radius,from,to°}; label?',
  loadCases: 'id, nature? dead live…, selfWeight? 1',
  loads:
    'id, caseId, nodeId, frameId (force per length; type point: at 0…1) or areaId (per area), force {x,y,z}, moment?, axes? local',
  materials: 'id, name "S355", "C30/37"; source? {properties: {density, E, fy MPa}}',
  members: 'id, frameIds in order, sectionId?, materialId?',
  nodes: 'id, position {x,y,z}, mass? kg',
  sections: 'id, profile? "W14X90", or type and dimensions {t3,…}, materialId?, polygon? [{x, y}]',
  supports: 'id, nodeId, restraints "fixed", "pinned", "111000" (u1 u2 u3 r1 r2 r3; 1 held) or ["u3"]; stiffness? {u3: 5000}',
  repeat:
    'for {variable: "0..4", "8..0 by -2" or list; first outermost}, let? {variable: expression}, if?, arrays as here; in a list {"for":…,"each":ITEM} is many',
}
