import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROBLEM_KINDS } from '#lib/http/problem-kinds.ts'
import { API_VERSIONS, apiVersion } from '#lib/runtime/version.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { ERROR_TYPES } from './error-types.ts'
import { openApiDocument } from './openapi/openapi.ts'

/** What a version promises: `docs/interface.md`, section 9. Each released version is a file of lines; later ones may add, never lose. */

type Json = Record<string, unknown>
const inside = (value: unknown, ...names: string[]): unknown =>
  names.reduce((at: unknown, name) => (isDictionary(at) ? at[name] : undefined), value)
const entriesIn = (value: unknown) => (isDictionary(value) ? Object.entries(value) : [])
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** One line for each thing that a client may build on. */
function promisesOf(document: Json): string[] {
  const lines = new Set<string>()
  const resolved = (value: unknown): unknown => {
    const ref = inside(value, '$ref')
    return typeof ref === 'string' ? inside(document, ...ref.slice(2).split('/')) : value
  }
  /** Below `name`: the fields that an answer has, or that a request may have, and the words that stand for something. */
  function schema(name: string, value: unknown, way: 'sends' | 'answers') {
    const ref = inside(value, '$ref')
    if (typeof ref === 'string') {
      const other = ref.split('/').at(-1) ?? ''
      lines.add(`${name} is ${other}`)
      named(other, resolved(value), way)
      return
    }
    const type = inside(value, 'type')
    if (typeof type === 'string' && !inside(value, 'properties')) lines.add(`${name} may be ${type}`)
    const words = [...listIn(type), ...listIn(inside(value, 'enum'))]
    for (const word of words) lines.add(`${name} may be ${JSON.stringify(word)}`)
    if (way === 'answers' && (type === 'null' || words.includes('null'))) lines.add(`demands: ${name} may be null`)
    const required = listIn(inside(value, 'required'))
    for (const [field, below] of entriesIn(inside(value, 'properties'))) {
      lines.add(`${name}.${field}${way === 'answers' && required.includes(field) ? ' is always there' : ''}`)
      schema(`${name}.${field}`, below, way)
    }
    for (const below of ['anyOf', 'oneOf', 'allOf']) for (const one of listIn(inside(value, below))) schema(name, one, way)
    if (inside(value, 'items')) schema(`${name}[]`, inside(value, 'items'), way)
    if (isDictionary(inside(value, 'additionalProperties'))) schema(`${name}{}`, inside(value, 'additionalProperties'), way)
  }
  const told = new Set<string>()
  function named(name: string, value: unknown, way: 'sends' | 'answers') {
    if (told.has(`${way} ${name}`)) return
    told.add(`${way} ${name}`)
    schema(name, value, way)
  }
  for (const [path, methods] of entriesIn(document.paths)) {
    for (const [method, operation] of entriesIn(methods)) {
      const id = String(inside(operation, 'operationId'))
      lines.add(`${id} is ${method.toUpperCase()} ${path}`)
      for (const parameter of listIn(inside(operation, 'parameters')).map(resolved)) {
        const name = `${id} takes ${inside(parameter, 'name')} in ${inside(parameter, 'in')}`
        lines.add(name)
        schema(name, inside(parameter, 'schema'), 'sends')
      }
      for (const [, { schema: body }] of entriesIn(inside(operation, 'requestBody', 'content')) as [string, Json][])
        schema(`${id} body`, body, 'sends')
      for (const [status, response] of entriesIn(inside(operation, 'responses'))) {
        lines.add(`${id} answers ${status}`)
        if (Number(status) >= 400) continue // one form for all of them, told below by code and type
        for (const [type, content] of entriesIn(inside(resolved(response), 'content'))) {
          lines.add(`${id} ${status} is ${type}`)
          schema(`${id} ${status}`, inside(content, 'schema'), 'answers')
        }
      }
    }
  }
  for (const name of ['Problem', 'HTTPValidationError']) named(name, inside(document, 'components', 'schemas', name), 'answers')
  for (const code of Object.keys(PROBLEM_KINDS)) lines.add(`a problem has the code ${code}`)
  for (const type of Object.keys(ERROR_TYPES)) lines.add(`422 has the type ${type}`)
  return [...lines].sort()
}

/** What a request must send: of this nothing may come. */
function demandsOf(document: Json): string[] {
  const demands: string[] = []
  const visit = (name: string, value: unknown) => {
    for (const field of listIn(inside(value, 'required'))) demands.push(`${name} must have ${field}`)
    for (const [field, below] of entriesIn(inside(value, 'properties'))) visit(`${name}.${field}`, below)
    if (inside(value, 'items')) visit(`${name}[]`, inside(value, 'items'))
    for (const one of listIn(inside(value, 'anyOf'))) visit(name, one)
  }
  const schemas = entriesIn(inside(document, 'components', 'schemas'))
  const sent = new Set<string>()
  const reach = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (sent.has(name)) continue
      sent.add(name)
      reach(inside(document, 'components', 'schemas', name))
    }
  }
  for (const [, methods] of entriesIn(document.paths)) {
    for (const [, operation] of entriesIn(methods)) {
      reach(inside(operation, 'requestBody'))
      for (const one of listIn(inside(operation, 'parameters'))) {
        if (inside(one, 'required') === true) demands.push(`${inside(operation, 'operationId')} must have ${inside(one, 'name')}`)
      }
    }
  }
  for (const [name, value] of schemas) if (sent.has(name)) visit(name, value)
  return demands.sort()
}

const folder = join(import.meta.dirname, 'golden')
const fileOf = (version: string) => join(folder, `api-${version}.txt`)
const linesOf = (document: Json) => [...promisesOf(document), ...demandsOf(document).map((line) => `demands: ${line}`)]
const isDemand = (line: string) => line.startsWith('demands: ')

/** What a document breaks of what a released version says. What is new as a whole may demand what it will: nobody has it yet. */
function broken(released: readonly string[], document: Json): string[] {
  const [now, before] = [new Set(linesOf(document)), new Set(released)]
  const gone = released.filter((line) => !isDemand(line) && !now.has(line))
  const known = new Set(released.filter((line) => !isDemand(line)).flatMap(ownersIn))
  const demanded = [...now].filter((line) => isDemand(line) && !before.has(line))
  return [...gone, ...demanded.filter((line) => known.has(line.split(' ')[1] ?? ''))]
}

/** What a line is about, and what that is in: `A.b[].c`, `A.b[]`, `A.b`, `A`. */
function ownersIn(line: string): string[] {
  const [about = ''] = line.split(' ')
  return [...about.matchAll(/(?=[.[{]|$)/g)].map(({ index }) => about.slice(0, index)).concat(about)
}

describe('the API', () => {
  it('has what each released version has, and demands no more', async () => {
    if (!existsSync(fileOf(apiVersion))) {
      // Written when a version is released, and never again: what came is compared from the next run on.
      await expect(`${linesOf(openApiDocument()).join('\n')}\n`).toMatchFileSnapshot(fileOf(apiVersion))
      return
    }
    const files = readdirSync(folder).filter((name) => /^api-1\..*\.txt$/.test(name))
    for (const name of files) {
      const released = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
      expect(released.length).toBeGreaterThan(1000)
      expect(broken(released, openApiDocument()), name).toEqual([])
    }
  })

  it.each<[string, (document: string) => string, RegExp]>([
    ['an operation', (text) => text.replace('"operationId":"undo_writes"', '"operationId":"undo"'), /^undo_writes is POST/],
    ['a field of an answer', (text) => text.replaceAll('"viewerUrl"', '"url"'), /^ViewerModel\.viewerUrl is always there$/],
    ['that a field is always there', (text) => text.replace('"required":["id","startNodeId","endNodeId","rotation"]', '"required":["id"]'), /^ViewerFrame\.rotation is always there$/], // biome-ignore format: a row
    ['a field of a request', (text) => text.replaceAll('"cascade":{', '"casc":{'), /^RemoveElements\.cascade$/],
    ['a word', (text) => text.replaceAll('"pipe",', ''), /type may be "pipe"$/],
    ['a status', (text) => text.replaceAll('"412":', '"418":'), /answers 412$/],
    ['that a field may be left out', (text) => text.replaceAll('"required":["id","position"]', '"required":["id","position","label"]'), /^demands: NodeInput must have label$/], // biome-ignore format: a row
  ])('may not lose %s', (_, change, told) => {
    const text = JSON.stringify(openApiDocument())
    const changed = change(text)
    expect(changed).not.toBe(text)
    const found = broken(linesOf(openApiDocument()), JSON.parse(changed))
    expect(
      found.some((line) => told.test(line)),
      found.slice(0, 5).join('\n'),
    ).toBe(true)
  })

  it('may have what is new, with demands of its own', () => {
    const before = linesOf(openApiDocument()).filter((line) => !line.replace('demands: ', '').startsWith('BlockList'))
    expect(broken(before, openApiDocument())).toEqual([])
    const older = linesOf(openApiDocument()).filter((line) => line !== 'demands: BlockList.items[].name may be null')
    expect(broken(older, openApiDocument())).toEqual(['demands: BlockList.items[].name may be null'])
  })

  it('may have more', () => {
    const more = JSON.stringify(openApiDocument()).replaceAll('"viewerUrl":{', '"more":{"type":"string"},"viewerUrl":{')
    expect(broken(linesOf(openApiDocument()), JSON.parse(more))).toEqual([])
  })

  it('has each version with its day in the list of changes', () => {
    const changes = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
    for (const { version, date } of API_VERSIONS) expect(changes).toContain(`## API ${version}, ${date}\n`)
  })
})
