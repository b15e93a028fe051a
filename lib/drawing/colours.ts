import { asHex, inTurn, ofHex } from './palette.ts'

/** For sections, members and storeys: neighbours differ in hue and in lightness. */
export const CATEGORIES = [
  '#4d7fb3', '#cc7f37', '#4f9d69', '#b4574c', '#8466ad', '#8c7356', '#c77ba5', '#7c8894', '#a8a13a', '#3f9fae',
  '#2f5f8f', '#e0a868', '#2f7a4d', '#d98880', '#b79fd6', '#b89a74', '#93406f', '#a9b6c2', '#6f7320', '#7ccad6',
  '#6a8fd8', '#9c5a1b', '#86c19a', '#7e2f27',
] as const // biome-ignore format: a palette

export const SEVERITY_COLOURS = ['#aeb6be', '#d0453b', '#e0a030', '#4d8fd0'] as const

/** A material as an eye knows it, by what its name or grade says. */
const MATERIALS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/timber|wood|glulam|\bgl ?\d\d|\bc\d\d(?!\d*\s*\/)\b.*soft|spruce|oak|clt|lvl/i, ['#c99a5b', '#b07f43', '#d8b483']],
  [/concrete|beton|béton|hormig|\bc\d\d\s*\/\s*\d\d|\b\d{3,5} ?psi|fc ?\d/i, ['#a7a49b', '#8f8d86', '#bdb9ae', '#7f8384']],
  [/rebar|reinf|\bb ?[45]\d\d/i, ['#8a5a4a']],
  [
    /steel|stahl|acier|acero|\bs ?(235|275|355|420|450|460|690)|\ba ?(36|53|500|572|913|992)|\bq ?(235|345)/i,
    ['#6d8cab', '#54759a', '#8aa5bf', '#46617f'],
  ],
  [/masonry|brick|block/i, ['#b2654c', '#c5816a']],
  [/alumin|\b60(61|82)/i, ['#b9c6cf']],
  [/glass/i, ['#8fc7c9']],
]

/**
 * The colour of a member or storey by its ordinal in the model: the same in every view, picture and revision, as an element keeps
 * its place.
 */
export const categoryColour = (ordinal: number): string => asHex(inTurn(CATEGORY_COLOURS, ordinal))

const CATEGORY_COLOURS = CATEGORIES.map(ofHex)

/** The first shade of its family that no other material has taken; else a colour of its own. */
export function colourOfMaterial(name: string, taken: ReadonlySet<string>, k: number): string {
  const shades = MATERIALS.find(([says]) => says.test(name))?.[1] ?? CATEGORIES.slice(k % CATEGORIES.length)
  return shades.find((shade) => !taken.has(shade)) ?? shades[0] ?? CATEGORIES[0]
}
