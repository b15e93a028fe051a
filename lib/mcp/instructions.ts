/**
 * What a model should know before its first call. Clients cut this and each description at about 2,000 characters; some show
 * the one and not the other, so the rules of writing stand in both.
 */

/** The conventions in one breath; `conventions.ts` has them whole. */
export const CONVENTIONS = `Z is up. Lengths in the model's own unit (say it: units {"current":"kN, m, C"}); angles in degrees; numbers are never converted.
Frame axes: 1 runs start to end node; 2 points up (vertical frame: +X); 3 = 1 x 2. rotation turns 2 and 3 about 1.
Sections: t3 depth along 2, t2 width along 3, tf flange, tw web or wall. rectangular t3 t2 (hollow: tw, tf); pipe t3 = outside diameter, tw; i_wide_flange, channel, angle t3 t2 tf tw; shell thickness; custom needs polygon.
Supports: restraints u1 u2 u3 r1 r2 r3 (along, then about global X Y Z), true = held. Fixed: all six. Pinned: u1 u2 u3. Roller: u3.
Areas: nodeIds around the outline; thickness; openings in openingNodeIds.`

/** What every write does. */
export const WRITING = `All or nothing: on any error nothing is saved and every problem is told. An id that exists is replaced whole; an id twice in one array is an error. References may point at this call or at the model, in any order; one that names nothing is an error.`

export const instructions = `Stores structural models (nodes, frames, members, sections, materials, supports, areas, grid lines), checks them and shows them in 3D. It does not analyse.

${CONVENTIONS}

Ids are yours: any text, unique per kind. ${WRITING}

A good order: create_model with units and as much as you have, add_model_elements for the rest, check_model and mend what it finds, render_model to look, then give the user the viewerUrl. For numbers ask query_model instead of reading the model. Send ids as text and numbers without units. Longer rules: resources structural://conventions/…`
