import { type SignedIn, signedIn } from '#lib/accounts/sign-ins.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { env } from '#lib/runtime/env.ts'
import { errorAnswer, judge, only, readParameters } from './authorization-request.ts'
import { clientForAuthorization, isSelfRegistered } from './clients.ts'
import { internet, type Network } from './document-fetch.ts'
import { endpoint } from './endpoint.ts'
import { errorPage, PAGE_HEADERS } from './error-page.ts'
import { purgeNowAndThen } from './housekeeping.ts'
import { storeRequest, waitingRequest } from './store.ts'

/**
 * The authorization endpoint (RFC 6749 §3.1). Client and redirect URI first: while they are in doubt, nobody is sent anywhere.
 * A sound request is kept under a handle, and the person goes to the consent page, which is never skipped.
 *
 * Who is not signed in is sent to sign in and comes back as `/oauth/authorize?continue=HANDLE`, the query being kept here: it may
 * be longer than a cookie, and another provider's sign-in may lie between. A client's request always has a `client_id`, so the
 * two cannot be mistaken.
 */
export const authorizeOver = (network: Network) =>
  endpoint({
    async GET(request) {
      const wait = await takeTicket('oauthRequest', clientNetwork(request.headers))
      if (wait) {
        const retryAfter = String(wait.retryAfter)
        return errorPage(429, 'Too many requests', `Try again in ${retryAfter} seconds.`, { 'Retry-After': retryAfter })
      }
      purgeNowAndThen()
      const query = await queryOf(request)
      if (query === null) return errorPage(400, 'This request has expired', 'It was kept for half an hour, and that is over.')
      const person = await signedIn(request.headers)
      return answer(query, person, network)
    },
  })

export const authorize = authorizeOver(internet)

async function queryOf(request: Incoming): Promise<string | null> {
  const query = new URL(request.url).search.slice(1)
  const parameters = readParameters(query)
  const handle = only(parameters, 'continue')
  return handle !== undefined && !parameters.values.has('client_id') ? waitingRequest(handle) : query
}

async function answer(query: string, person: SignedIn | null, network: Network): Promise<Response> {
  const parameters = readParameters(query)
  const clientId = only(parameters, 'client_id')
  if (clientId === undefined) return refuse('The request does not say, or says more than once, which application it comes from.')
  const mayFetch = async () => (person ? (await takeTicket('oauthDocument', person.userId)) === null : 'sign_in_first')
  const client = await clientForAuthorization(clientId, only(parameters, 'redirect_uri'), mayFetch, network)
  if (client === 'sign_in_first') return toSignIn(query)
  // RFC 6749 §4.1.2.1. The same words whatever is wrong with a document: what was fetched is not for showing.
  if (client === 'unknown')
    return refuse('The application that sent you here is not known, or does not describe itself properly.')

  const judged = judge(parameters, client)
  if (judged.is === 'refused') return refuse(judged.why)
  if (judged.is === 'wrong') {
    if (!person && isSelfRegistered(client)) return toSignIn(query)
    return redirect(errorAnswer(judged, judged.error, judged.description))
  }
  // `prompt=none` of a self-registered client too: else a fresh registration and one link would send anybody anywhere (RFC 9700 §4.11.2).
  if (!person && (isSelfRegistered(client) || !judged.silent)) return toSignIn(query)
  if (!person) return redirect(errorAnswer(judged, 'login_required', 'the user must sign in'))
  // Consent is always asked for, so nothing can happen without the person.
  if (judged.silent) return redirect(errorAnswer(judged, 'interaction_required', 'the user must decide'))
  return redirect(`${env.APP_URL}/oauth/consent?request=${await storeRequest(query, person)}`)
}

const refuse = (why: string) => errorPage(400, 'This connection cannot be made', why)

async function toSignIn(query: string): Promise<Response> {
  return redirect(`${env.APP_URL}${signInPath(await storeRequest(query, null))}`)
}

/** To sign in, or to sign up from there, and straight back to the request kept under this handle. */
export const signInPath = (handle: string) => `/sign-in?callbackUrl=${encodeURIComponent(`/oauth/authorize?continue=${handle}`)}`

/** RFC 9700 §4.12: 303, since 307 would send a form's fields on. */
export const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, ...PAGE_HEADERS } })
