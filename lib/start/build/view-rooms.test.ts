import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { root } from '#lib/runtime/program.mjs'
import { VIEW_ROOMS } from './builds.mjs'

it('a start knows every room of which the view is made, so that it is made anew with each', async () => {
  const { metafile } = await build({
    ...{ entryPoints: ['viewer/chat/main.ts', 'viewer/chat/view.css'], absWorkingDir: root, outdir: 'unwritten' },
    ...{ bundle: true, write: false, metafile: true },
  })
  const own = Object.keys(metafile.inputs).filter((file) => !file.startsWith('node_modules/'))
  expect(own.filter((file) => !VIEW_ROOMS.some((room) => file.startsWith(`${room}/`)))).toEqual([])
})
