import { answerCached, type CachedBytes, cacheCompressed } from '#lib/http/cached-bytes.ts'
import { requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { problem } from '#lib/http/problem.ts'
import { rates } from '#lib/http/rate-limit.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { apiVersion } from '#lib/runtime/version.ts'
import { GB, KB, MB } from '#lib/values/bytes.ts'
import { grouped } from '#lib/values/count-text.ts'
import { operations } from '../operations.ts'
import { GROUPS } from '../reference-pages.ts'
import { describeOperation } from './openapi-operation.ts'
import { ERRORS, HEADERS, type Json, PARAMETERS, RESPONSES } from './openapi-parts.ts'
import { Schemas } from './openapi-schemas.ts'

/** OpenAPI 3.1, made from the operations and the schemas that also parse and answer. */

const description = () =>
  `
A store for structural models: nodes, frames, members, sections, materials, supports, areas, grid lines and units.

**Conventions.** X, Y, Z are right-handed, Z is up, angles are degrees. Each model has its own units; they are labels, and no stored
number is ever converted. Ids are the client's, unique per kind, compared exactly.

**Writing.** A batch is applied whole or not at all, and makes one new revision. What exists is replaced whole. References may go to
the model or to the same batch, in any order. Everything that is wrong is told at once: 422 with FastAPI's items, in the order of the
schema, at most ${limits.issues}, then one \`too_many_errors\`. Numbers may also be sent as text and truth values as 1, 0, "yes" or "no".

**Safe repeats.** \`Idempotency-Key\` on every POST and PUT: one effect per key and caller for 24 hours, and the first answer again.
\`If-Match\` with the ETag last seen: 412 and no effect when somebody else wrote in between. Every answer has an \`X-Request-Id\`.

**Limits.** Body ${limits.bodyBytes / MB} MB, uncompressed; ${grouped(limits.batchElements)} elements in a batch; ${limits.fieldsBytes / MB} MB in an edit and in what holds no elements; ${grouped(limits.modelElements)} and ${limits.modelBytes / MB} MB of JSON in a model;
4,096 characters in a text, 200 keys in \`dimensions\`; ${limits.nesting} levels of
nesting; \`source\` ${limits.sourceBytes / KB} kB an element. An account: ${grouped(limits.accountModels)} models, ${limits.accountBytes / GB} GB (old revisions count), ${limits.userStreams} event streams at a time.${ratesTold()}
`.trim()

/** As the section on rate limits of the reference tells it. */
const ratesTold = () =>
  env.RATE_LIMIT === 'off'
    ? ''
    : ` Per minute and caller ${rates.read.points} requests that read and ${rates.write.points} that write; beyond, 429 with
\`Retry-After\`.`

export function openApiDocument(): Json {
  const schemas = new Schemas()
  const paths: Record<string, Json> = {}
  for (const one of operations) {
    paths[one.path] ??= {}
    paths[one.path]![one.method.toLowerCase()] = describeOperation(one, schemas)
  }
  const cookie = `${env.APP_URL.startsWith('https:') ? '__Host-' : ''}next-auth.session-token`
  return {
    openapi: '3.1.0',
    info: {
      title: 'Structural Model Service',
      version: apiVersion,
      description: description(),
      license: { name: 'Proprietary', url: env.APP_URL },
    },
    servers: [{ url: env.APP_URL }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components(), ...ERRORS },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (smk_…) from Settings, or an OAuth access token' },
        oauth: {
          type: 'oauth2',
          description: 'Authorization code with PKCE (S256), public clients',
          flows: {
            authorizationCode: {
              authorizationUrl: `${env.APP_URL}/oauth/authorize`,
              tokenUrl: `${env.APP_URL}/oauth/token`,
              refreshUrl: `${env.APP_URL}/oauth/token`,
              scopes: {
                'mcp:models:read': 'Return viewer payloads of models',
                'mcp:models:write': 'Create models and add elements',
              },
            },
          },
        },
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of a browser, from our own pages only' },
      },
    },
  }
}

let cached: Promise<CachedBytes> | undefined

/** Made once: the operations do not change while we run. */
const document = () => {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' }
  cached ??= cacheCompressed(Buffer.from(JSON.stringify(openApiDocument())), headers)
  return cached
}

/** `/openapi.json`, for everyone. */
export const describe = async (request: Incoming): Promise<Response> => answerWith(request, await document())

function answerWith(request: Incoming, document: CachedBytes): Response {
  const { method, headers } = request
  const allow = { Allow: 'GET, HEAD, OPTIONS', 'X-Request-Id': requestId(headers) }
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: allow })
  if (method !== 'GET' && method !== 'HEAD') return problem(405, 'Method Not Allowed', allow)
  const response = answerCached(request, document)
  response.headers.set('X-Request-Id', allow['X-Request-Id'])
  return response
}
