import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import config from '../../next.config.ts'
import { PARTS } from './three-parts.mjs'

const three = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(`three/src/renderers/${path}`)), 'utf8')

/** By the file, who imports it. */
const ASKING: Record<string, string> = {
  'WebGLLights.js': 'webgl/WebGLRenderStates.js',
  'ShaderChunk.js': 'webgl/WebGLProgram.js',
  'ShaderLib.js': 'webgl/WebGLPrograms.js',
}
const FOLDERS: Record<string, string> = {
  'WebXRManager.js': 'webxr',
  'ShaderChunk.js': 'shaders',
  'ShaderLib.js': 'shaders',
  'DFGLUTData.js': 'shaders',
}

it.each(Object.entries(PARTS))('in place of %s stands what has its name, and is imported', (file, part) => {
  const asking = three(ASKING[file] ?? 'WebGLRenderer.js')
  const name = asking.match(
    new RegExp(`import \\{ (\\w+) \\} from '[./]+[\\w/]*/${file}'|import \\{ (\\w+) \\} from '\\./${file}'`),
  )
  const exported = name?.[1] ?? name?.[2]
  expect(exported).toBeDefined()
  const whole = three(`${FOLDERS[file] ?? 'webgl'}/${file}`)
  expect(whole).toMatch(new RegExp(`export (const |function )?[{ ]*${exported}\\b`))
  expect(part).toMatch(new RegExp(`^ *export (class|function|const) ${exported}\\b`, 'm'))
})

it('lights that are none say of all that the whole ones say', async () => {
  const { WebGLLights } = await import(`data:text/javascript,${encodeURIComponent(PARTS['WebGLLights.js']!)}`)
  const told = Object.keys(new WebGLLights().state)
  const [, state = ''] = three('webgl/WebGLLights.js').match(/const state = \{([\s\S]*?)\n\t\};/) ?? []
  const names = [...state.matchAll(/^\t\t(\w+):/gm)].map(([, name]) => name).filter((name) => name !== 'hash')
  expect(names.length).toBeGreaterThan(20)
  expect(told.toSorted()).toEqual(names.toSorted())
})

it('are those that the build asks for', () => {
  const asked = Object.keys(config.turbopack.rules).find((glob) => glob.includes('WebXRManager'))
  expect(
    asked
      ?.match(/\w+(?=[,}])/g)
      ?.map((name) => `${name}.js`)
      .toSorted(),
  ).toEqual(Object.keys(PARTS).toSorted())
})
