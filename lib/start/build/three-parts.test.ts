import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { expect, it } from 'vitest'
import { PARTS, trimmed } from './three-parts.mjs'

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

it.each([
  'core/Object3D',
  'core/BufferGeometry',
  'materials/Material',
  'materials/ShaderMaterial',
  'textures/Texture',
  'math/Box3',
])('of %s only what writes and reads JSON is left out', (path) => {
  const whole = readFileSync(fileURLToPath(import.meta.resolve(`three/src/${path}.js`)), 'utf8')
  const methods = (source: string) => [...source.matchAll(/^\t(?:static |get |set )*(\w+)\(.*\) \{/gm)].map(([, name]) => name)
  const left = trimmed(whole)
  expect(methods(whole)).toContain('toJSON')
  expect(methods(left)).toEqual(methods(whole).filter((name) => name !== 'toJSON' && name !== 'fromJSON'))
  expect(() => transformSync(left)).not.toThrow()
})

it('of colours only the table of names is left out', async () => {
  const whole = readFileSync(fileURLToPath(import.meta.resolve('three/src/math/Color.js')), 'utf8')
  const [before = '', after = ''] = whole.split(/const _colorKeywords = [^;]*;/)
  expect(before.length).toBeGreaterThan(100)
  expect(trimmed(whole)).toBe(trimmed(`${before}const _colorKeywords = {};${after}`))
  expect(whole.length - trimmed(whole).length).toBeGreaterThan(3000)
})
