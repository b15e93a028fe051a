/**
 * Shaders are texts of a script, which no minifier looks into. All materials of the viewer are raw (`app/_viewer/picture/drawing.ts`),
 * so those of three's own materials are for nobody: a sixth of what the viewer weighs. Who wants them takes them from three's sources
 * (`app/bench/instanced.ts`).
 * @param {string} source of three's build
 */
export const withoutShaders = (source) =>
  source.replaceAll(/^((?:var|const) [\w$]+ = )"(?:[^"\\\n]|\\.)*\\n(?:[^"\\\n]|\\.)*";$/gm, '$1"";')

/**
 * Our own lose their comments, and what is blank but for the lines of directives. Nothing in these files has `//` but a comment.
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
