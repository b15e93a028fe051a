/** By what the elements of a picture are coloured: in the viewer, its addresses, embeds and the view inside a chat. */
export const COLOURINGS = ['kind', 'section', 'material', 'member', 'storey', 'finding'] as const
export type ColourBy = (typeof COLOURINGS)[number]
