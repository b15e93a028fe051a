import type { Metadata } from 'next'
import { rates } from '#lib/http/rate-limit.ts'
import { HEADER_NAMES } from '#lib/rest/openapi/openapi-parts.ts'
import { groupHref } from '#lib/rest/reference-pages.ts'
import { env } from '#lib/runtime/env.ts'
import { Code } from './code.tsx'
import { curlOf, KEY } from './curl.ts'
import { type Components, describedApi, operationsOf } from './described.ts'
import { withMarks } from './marks.tsx'
import { NamedRows } from './named-rows.tsx'
import { ParameterRows } from './operation.tsx'
import styles from './reference.module.css'

export const metadata: Metadata = { title: 'API reference' }

const LIST = '/api/construct-models?limit=5'

const typescript = () => `const response = await fetch('${env.APP_URL}${LIST}', {
  headers: { Authorization: 'Bearer ${KEY}' },
})
if (!response.ok) throw new Error(await response.text())
for (const { id, name } of (await response.json()).items) console.log(id, name)`

const python = () => `import json, urllib.request

request = urllib.request.Request(
    "${env.APP_URL}${LIST}",
    headers={"Authorization": "Bearer ${KEY}"},
)
for model in json.load(urllib.request.urlopen(request))["items"]:
    print(model["id"], model["name"])`

/** The reference for people; programs read `/openapi.json`. Begins with what everybody needs first. */
export default function ReferencePage() {
  const document = describedApi()
  const operations = operationsOf(document)
  return (
    <main id="main" className={styles.content}>
      <h1>API reference</h1>
      <Authenticate />
      <section id="operations" className={styles.operation}>
        <h2>Operations</h2>
        <p>
          To begin: <a href="/docs/first-model">your first model</a> by curl, TypeScript or Python. For programs:{' '}
          <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
        <dl className={styles.groups}>
          {document.tags.map(({ name, description }) => (
            <div key={name}>
              <dt>
                <a href={groupHref(name)}>{name}</a>
              </dt>
              <dd>
                {description}: {operations.filter(({ tags }) => tags.includes(name)).length} operations
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Headers of={document.components} />
      <RateLimits />
      <section id="conventions" className={styles.operation}>
        <h2>Conventions</h2>
        {document.info.description.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{withMarks(paragraph)}</p>
        ))}
      </section>
    </main>
  )
}

function Authenticate() {
  return (
    <section id="authenticate" className={styles.operation}>
      <h2>Authenticate</h2>
      <p>
        Make a key under <a href="/settings/api-keys">Settings → API keys</a> and send it with each request, as{' '}
        <code>Authorization: Bearer {KEY}</code>. It is shown once. This lists your first models; put your key in place of{' '}
        <code>{KEY}</code>:
      </p>
      <Code label="curl" text={curlOf({ origin: env.APP_URL, method: 'GET', path: LIST })} />
      <h3>TypeScript</h3>
      <Code label="TypeScript" text={typescript()} />
      <h3>Python</h3>
      <Code label="Python" text={python()} />
      <p>
        <b>Scopes.</b> A key has one or both: <code>mcp:models:read</code> reads models, <code>mcp:models:write</code> makes and
        changes them. On top of the scope it takes a role on the model: an owner, an editor, a commenter or a viewer may do what
        the person may. A key may also end on a day, and be revoked under Settings.
      </p>
      <p>
        <b>401</b> <code>not_authenticated</code>: there is no key, or it is unknown, expired or revoked. Make a new one.{' '}
        <b>403</b> <code>insufficient_scope</code>: the key lacks the scope. <b>403</b> <code>forbidden</code>: your role on the
        model does not do; <code>needs</code> says which would. A model that you may not see at all is 404, as if there were none.
        All of them: <a href="/docs/errors">Errors</a>.
      </p>
      <p>
        <b>Programs that act for other people</b> use OAuth 2.0 (authorization code with PKCE, no secret): its addresses are in{' '}
        <a href="/.well-known/oauth-authorization-server">the server’s metadata</a>, and a token is sent as a key is. What gives a
        model away (roles, links, transfer, purge) is closed to such tokens.
      </p>
    </section>
  )
}

/** Of what operations share, once for all of them. */
function Headers({ of: { parameters, headers } }: { of: Components }) {
  return (
    <section id="headers" className={styles.operation}>
      <h2>Headers</h2>
      <p>Of requests; each operation names those that it takes:</p>
      <ParameterRows of={Object.values(parameters).filter(({ in: place }) => place === 'header')} />
      <p>Of answers:</p>
      <NamedRows
        heads={['Name', 'Example']}
        rows={Object.entries(headers).map(([name, { description, example = '' }]) => [
          HEADER_NAMES[name] ?? name,
          example,
          description,
        ])}
      />
    </section>
  )
}

function RateLimits() {
  const { read, write } = rates
  return (
    <section id="rate-limits" className={styles.operation}>
      <h2>Rate limits</h2>
      {env.RATE_LIMIT === 'off' ? (
        <p>This server counts no requests.</p>
      ) : (
        <>
          <p>
            A key may send {read.points} requests a minute that read and {write.points} that write. Each answer to a request that
            was counted says what is left (<code>r</code>) and after how many seconds there is as much as before (<code>t</code>):
          </p>
          <pre className={styles.code}>
            {`RateLimit-Policy: "reads";q=${read.points};w=${read.duration}\nRateLimit: "reads";r=${read.points - 10};t=42`}
          </pre>
          <p>
            The groups are <code>reads</code>, <code>writes</code> and, at <code>/mcp</code>, <code>mcp</code>. One request more
            is <a href="/docs/errors#rate-limited">429</a> with <code>Retry-After</code>. The two headers follow
            draft-ietf-httpapi-ratelimit-headers-11, which is still a draft: do not build on their spelling alone.
          </p>
        </>
      )}
    </section>
  )
}
