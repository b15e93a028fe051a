import { SCOPE_WORDS, type Scope } from '#lib/access/scopes.ts'
import { logAccountEvent } from '#lib/accounts/account-event.ts'
import { type SignedIn, signedIn } from '#lib/accounts/sign-ins.ts'
import { transaction } from '#lib/db/client.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { codeAnswer, errorAnswer, judge, only, readParameters, type Sound } from './authorization-request.ts'
import { redirect, signInPath } from './authorize.ts'
import { borrowedName, mixesAlphabets } from './client-name.ts'
import { type Client, findClient, storeClient } from './clients.ts'
import { scopesSoFar } from './connected-apps.ts'
import { endpoint, formParameters, json, oauthError } from './endpoint.ts'
import { errorPage } from './error-page.ts'
import { formActionSource, isLoopback, opensApplication, returnsTo } from './redirect-uri.ts'
import { anyRequest, decideRequest, issueCode, requestOf, storeRequest } from './store.ts'

/** What the consent page shows, and what its form does. Both judge the stored query: nothing that a page carries can change it. */

export type Consent = {
  clientName: string
  /** Who vouches for the name: we do, a host that publishes the client's description, or nobody. */
  vouched: { by: 'us' } | { by: 'host'; host: string } | { by: 'nobody' }
  returnsTo: string
  opensApplication: boolean
  /** The answer goes to a program on this computer, whichever listens there. */
  loopback: boolean
  /** Somebody else's well-known name, when the answer does not go to them. */
  borrowedName: string | null
  mixesAlphabets: boolean
  scopes: { name: string; title: string; detail: string }[]
  /** Said to whom has allowed this client less so far. */
  more: string | null
  /** For the page's own Content-Security-Policy. */
  formAction: string
}

/** What the consent page is to do with this handle. `gone`: unknown, decided, expired, or another person's. */
export async function consentFor(
  handle: string | undefined,
  person: SignedIn | null,
): Promise<{ is: 'gone' } | { is: 'sign_in'; path: string } | { is: 'ask'; consent: Consent }> {
  if (handle === undefined) return { is: 'gone' }
  if (!person) {
    const query = await anyRequest(handle)
    return query === null ? { is: 'gone' } : { is: 'sign_in', path: signInPath(await storeRequest(query, null)) }
  }
  const authorization = await openSound(handle, person)
  if (!authorization) return { is: 'gone' }
  return {
    is: 'ask',
    consent: consentOf(authorization.client, authorization, await scopesSoFar(person, authorization.client.id)),
  }
}

/** The name of the application for which somebody is to sign in; null where this path of ours leads to no request that waits. */
export async function clientWaitingAt(path: string): Promise<string | null> {
  const handle = /^\/oauth\/authorize\?continue=([\w-]+)$/.exec(path)?.[1]
  const query = handle === undefined ? null : await anyRequest(handle)
  if (query === null) return null
  const parameters = readParameters(query)
  const client = await findClient(only(parameters, 'client_id') ?? '', only(parameters, 'redirect_uri'))
  return client?.name ?? null
}

async function openSound(handle: string, person: SignedIn): Promise<(Sound & { client: Client }) | null> {
  const query = await requestOf(handle, person)
  if (query === null) return null
  const parameters = readParameters(query)
  const client = await findClient(only(parameters, 'client_id') ?? '', only(parameters, 'redirect_uri'))
  if (!client) return null // deleted since
  const judged = judge(parameters, client)
  return judged.is === 'sound' ? { ...judged, client } : null
}

function consentOf(client: Client, { redirectUri, scopes }: Sound, soFar: Scope[]): Consent {
  return {
    clientName: client.name,
    vouched:
      client.origin === 'preregistered'
        ? { by: 'us' }
        : client.origin === 'document'
          ? { by: 'host', host: new URL(client.id).host }
          : { by: 'nobody' },
    returnsTo: returnsTo(redirectUri),
    opensApplication: opensApplication(redirectUri),
    loopback: isLoopback(redirectUri),
    borrowedName: client.origin === 'preregistered' ? null : borrowedName(client.name, redirectUri),
    mixesAlphabets: mixesAlphabets(client.name),
    scopes: scopes.map((name) => ({ name, title: SCOPE_WORDS[name].title, detail: SCOPE_WORDS[name].detail })),
    more: whatIsMore(soFar, scopes),
    formAction: `'self' ${formActionSource(redirectUri)}`,
  }
}

function whatIsMore(soFar: Scope[], requested: Scope[]): string | null {
  const verbs = (scopes: Scope[]) => scopes.map((scope) => SCOPE_WORDS[scope].verb).join(' and ')
  const more = requested.filter((scope) => !soFar.includes(scope))
  if (soFar.length === 0 || more.length === 0) return null
  return `It could ${verbs(soFar)} until now; it asks to ${verbs(more)} as well.`
}

/**
 * The consent form's answer. The decision counts once, from the session that was asked. A page with a script asks for JSON and
 * goes on itself; a plain form is redirected.
 */
export const decide = endpoint({
  async POST(request) {
    const wantsJson = (request.headers.get('accept') ?? '').includes('application/json')
    const refuse = (status: number, why: string) =>
      wantsJson ? oauthError(status, 'invalid_request', why) : errorPage(status, 'This decision does not count', why)

    if (!isSameOrigin(request)) return refuse(403, 'It did not come from the page that asked for it.')
    const form = await formParameters(request)
    if (form instanceof Response) return refuse(400, 'The form did not arrive as it was sent.')
    const person = await signedIn(request.headers)
    if (!person) return refuse(403, 'You are signed out.')
    const handle = form.get('request')
    const decision = form.get('decision')
    const authorization = handle === undefined ? null : await openSound(handle, person)
    if (!handle || !authorization || (decision !== 'allow' && decision !== 'deny')) {
      return refuse(400, 'The request is unknown, decided already, expired, or was not yours to decide.')
    }
    const location = await (decision === 'allow' ? allow(handle, person, authorization) : deny(handle, person, authorization))
    if (location === null) return refuse(400, 'The request has been decided already.')
    if (decision === 'allow') {
      const { id: clientId, name } = authorization.client
      const about = { clientId, name, scopes: authorization.scopes }
      await logAccountEvent(request.headers, { userId: person.userId, action: 'account.connect_app', about })
    }
    return wantsJson ? json(200, { redirect_to: location }, { 'Referrer-Policy': 'no-referrer' }) : redirect(location)
  },
})

async function allow(handle: string, person: SignedIn, authorization: Sound & { client: Client }): Promise<string | null> {
  const { client, redirectUri, scopes, resource, codeChallenge } = authorization
  if (client.origin === 'preregistered' || client.origin === 'document') await storeClient(client)
  const code = await transaction(async (tx) =>
    (await decideRequest(tx, handle, person))
      ? issueCode(tx, person, { clientId: client.id, redirectUri, scopes, resource, codeChallenge })
      : null,
  )
  return code && codeAnswer(authorization, code)
}

async function deny(handle: string, person: SignedIn, authorization: Sound): Promise<string | null> {
  const decided = await transaction((tx) => decideRequest(tx, handle, person))
  return decided ? errorAnswer(authorization, 'access_denied', 'the user did not approve') : null
}
