import { expect, it } from 'vitest'
import { shortened } from './shader-texts.mjs'

it('takes comments, indents and blank lines from shaders, and leaves each directive its line', () => {
  const source = `/** What it is. */
export const FACE = /* glsl */ \`
#ifdef AROUND
  // Sides ask most of the tables.
  float half = 1.0 / 2.0; // of it

#endif
\``
  expect(shortened(source)).toBe('\nexport const FACE= `\n#ifdef AROUND\nfloat half=1.0 / 2.0;\n#endif\n`')
})
