import type { z } from 'zod'
import { WholeModel } from '#lib/schema/schema.ts'
import { SCENE_TYPE } from '#lib/service/models/find-scene.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Operation, scopeOf } from '../operation.ts'
import { ALWAYS, COUNTED, type Json, reference } from './openapi-parts.ts'
import { type Schemas, schemaOf } from './openapi-schemas.ts'

/** What an answer of bytes is. */
const FILES: Record<string, string> = {
  'image/png': 'The picture',
  'application/zip': 'The archive',
  'application/octet-stream': 'The file',
}

/** What is not written as a revision. */
const BESIDE: ReadonlySet<Operation['tag']> = new Set(['Comments', 'Sharing', 'Share links', 'Views'])

export function describeOperation(one: Operation, schemas: Schemas): Json {
  const { path, method, status = 200, dryStatus, query, body, takesFile, files, answer, example } = one
  const { mediaType = 'application/json' } = one
  const [onModel, onLink] = [path.includes('{model_id}'), path.includes('{token}')]
  const isNewModel = status === 201 && (answer === WholeModel || takesFile)
  const scope = scopeOf(one)
  const writes = scope === 'write'
  const showsRevision = one.conditional || (onModel && writes && !BESIDE.has(one.tag))
  const keyed = writes && (method === 'POST' || method === 'PUT')
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  const shared = [
    ...names,
    ...(keyed ? ['IdempotencyKey'] : []),
    ...(onModel ? ['IfMatch'] : []),
    ...(one.conditional ? ['IfNoneMatch'] : []),
    ...(mediaType === 'text/event-stream' ? ['LastEventID'] : []),
    'XRequestId',
  ]
  const problems = [
    ...(onModel || body || takesFile ? [400] : []),
    ...(onLink && !one.forPeople ? [401] : [401, 403]),
    ...(onModel || isNewModel || BESIDE.has(one.tag) ? [404] : []), // the first answer again, of a model that was deleted since
    ...(keyed ? [409] : []),
    ...(onModel ? [412] : []),
    ...(body || takesFile ? [413, 415] : []),
    ...[429, 500, 503],
  ]
  const isEventStream = mediaType === 'text/event-stream'
  const file = FILES[mediaType]
  const schema = file ? {} : answer ? schemas.add(answer, 'output') : { type: 'string' }
  const shown = example?.answer === undefined ? {} : { example: example.answer }
  const headers = {
    ...ALWAYS,
    ...COUNTED,
    ...(showsRevision && status !== 204 && { ETag: reference('headers', 'ETag') }),
    ...(isNewModel && { ETag: reference('headers', 'ETag'), Location: reference('headers', 'Location') }),
    ...(keyed && { 'Idempotent-Replayed': reference('headers', 'IdempotentReplayed') }),
  }
  const scene = one.sceneToo && { [SCENE_TYPE]: { schema: {} } }
  const asFile = Object.fromEntries((files ?? []).map((type) => [type, { schema: {} }]))
  const content = status === 204 ? {} : { content: { ...asFile, [mediaType]: { schema, ...shown }, ...scene } }
  const answers: [number, Json][] = [
    [
      status,
      {
        description: isEventStream ? 'The stream of events' : (file ?? 'Successful Response'),
        headers,
        ...content,
      },
    ],
    ...when(dryStatus, dryStatus ?? 200, { description: 'What it would do', headers: { ...ALWAYS, ...COUNTED }, ...content }),
    ...when(one.conditional, 304, { description: 'The client has this revision', headers }),
    ...problems.map((code): [number, Json] => [code, reference('responses', `Problem${code}`)]),
    ...when(keyed || body || query || one.path.includes('{revision}'), 422, reference('responses', 'ValidationError')),
  ]
  const parameters = [...shared.map((name) => reference('parameters', name)), ...(query ? describeQuery(query) : [])]
  return {
    operationId: one.id,
    tags: [one.tag],
    summary: one.summary,
    description: one.description,
    parameters,
    ...(takesFile && { requestBody: FILE_BODY }),
    ...(body && { requestBody: describeBody(schemas.add(body, 'input'), example?.body) }),
    responses: Object.fromEntries(answers.sort(([a], [b]) => Number(a) - Number(b))),
    security:
      onLink && !one.forPeople
        ? []
        : [
            ...(one.forPeople === 'signed in' ? [] : [{ bearer: [] }]),
            ...(one.forPeople ? [] : [{ oauth: [`mcp:models:${scope}`] }]),
            { session: [] },
          ],
  }
}

/** Of any media type. */
const FILE_BODY = { required: true, content: { 'application/octet-stream': { schema: {} } } }

const when = (is: unknown, status: number, answer: Json): [number, Json][] => (is ? [[status, answer]] : [])

const describeBody = (schema: Json, example: unknown): Json => ({
  required: true,
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

function describeQuery(query: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = isDictionary(property) ? property : {} // never `true` or `false`: each has a type
    return { name, in: 'query', required: required.includes(name), ...(description !== undefined && { description }), schema }
  })
}
