import { expect, it } from 'vitest'
import { signDrawing } from '#lib/fixtures/sign-drawings.ts'

it('has the signs of docs/statics.md as a drawing (npm run golden -- lib/drawing/results writes it)', async () => {
  await expect(signDrawing()).toMatchFileSnapshot('../../../public/pictures/statics/signs.svg')
})
