/**
 * Shaders are texts of a script, which no minifier looks into: they lose their comments, and what is blank but for the lines of
 * directives. Nothing in these files has `//` but a comment.
 * @param {string} source
 */
export const shortened = (source) =>
  source
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\/\/.*/g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/^(?!#).+/gm, (line) => line.replaceAll(/ ?([=*<>?:,;{}()&|]) ?/g, '$1'))

/**
 * For Turbopack, which asks it for each of our files of shaders; three's have `three-parts.mjs`.
 * @param {string} source
 */
export default function shaderTexts(source) {
  return shortened(source)
}
