import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { routeFile } from '#lib/http/routes.ts'
import { doors, routeAt } from './routes.ts'

const root = join(import.meta.dirname, '../..')
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'] as const

const routes = Object.values(doors).flat()
const fileOf = (path: string) => join('app', path.replace('{...}', '[...unknown]').replace(/\{(\w+)\}/g, '[$1]'), 'route.ts')

it('names the most exact address, whatever else lies above it', () => {
  const found = (pathname: string) => [routeAt(pathname)?.door, routeAt(pathname)?.path]
  expect(found('/api/construct-models')).toEqual(['rest', '/api/construct-models'])
  expect(found('/api/construct-models/a%20b/nodes')).toEqual(['rest', '/api/construct-models/{model_id}/nodes'])
  expect(found('/api/construct-models/a/b/c/d')).toEqual(['rest', '/api/{...}'])
  expect(found('/api/account/activity')).toEqual(['rest', '/api/account/activity'])
  expect(found('/api/account/api-keys')).toEqual(['page', '/api/account/{...}'])
  expect(found('/api/auth/csrf')).toEqual(['page', '/api/auth/{...}'])
  expect(found('/.well-known/mcp/catalog.json')).toEqual(['mcp', '/.well-known/mcp/catalog.json'])
  expect(found('/.well-known/openid-configuration')).toEqual(['oauth', '/.well-known/{...}'])
  expect(found('/share/t/preview.png')).toEqual(['rest', '/share/{token}/preview.png'])
  for (const page of ['/', '/share/t', '/share/t/previewxpng', '/apix', '/mcp/', '/demo', '/__proto__', '/oauth/consent'])
    expect(routeAt(page), page).toBeUndefined()
})

it('has each address once, and a route file for each that exports the same answer for every method', async () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  for (const { path, answer } of routes) {
    if (!answer || path === '/api') continue
    const file = fileOf(path)
    expect(existsSync(join(root, file)), file).toBe(true)
    const exported = await import(join(root, file))
    for (const method of METHODS) expect(exported[method], `${file}: ${method}`).toBe(routeFile(answer)[method])
  }
})

it('knows every route file', () => {
  const known = new Set(routes.map(({ path }) => fileOf(path)))
  const isOfApp = (file: string) => /^app\/(?:api\/(?:account|auth)\/|\.well-known\/mcp-registry-auth\/)/.test(file)
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts'))
    .map((file) => join('app', file))
  expect(files.filter((file) => !known.has(file) && !isOfApp(file))).toEqual([])
})
