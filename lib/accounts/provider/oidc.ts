import {
  type BaseClient,
  type CallbackParamsType,
  custom,
  type IdTokenClaims,
  Issuer,
  type OpenIDCallbackChecks,
  type TokenSet,
} from 'openid-client'
import { request } from 'undici'
import { z } from 'zod'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { KB } from '#lib/values/bytes.ts'
import { HOUR_MS } from '#lib/values/durations.ts'

/**
 * The office's own OpenID Connect provider, as far as next-auth leaves it to us: its discovery document is kept for an hour, the ID token is
 * checked with the newest keys, and what the ID token does not say is asked at the userinfo endpoint.
 */

const DISCOVERY_MS = HOUR_MS
/** A person waits for it behind the button. */
const PATIENCE_MS = 4000
const USERINFO_MS = 5000
const USERINFO_BYTES = 64 * KB

type Discovered = { issuer: Issuer; from: string; until: number }
const state: { discovered: Discovered | undefined } = { discovered: undefined }

/** Throws where the provider does not answer, or makes no sense. */
export async function discover(now = Date.now()): Promise<Issuer> {
  const from = env.OIDC_ISSUER
  if (from === undefined) throw new Error('no OIDC_ISSUER')
  const known = state.discovered
  if (known?.from === from && now < known.until) return known.issuer
  const issuer = await within(PATIENCE_MS, Issuer.discover(`${from.replace(/\/$/, '')}/.well-known/openid-configuration`))
  if (!issuer.metadata.authorization_endpoint || !issuer.metadata.token_endpoint) throw new Error('it names no endpoints')
  state.discovered = { issuer, from, until: now + DISCOVERY_MS }
  return issuer
}

/** It is asked for anew by whoever needs it next. */
export function forgetDiscovery(): void {
  state.discovered = undefined
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function clientOf(issuer: Issuer): BaseClient {
  const client = new issuer.Client({
    client_id: env.OIDC_ID ?? '',
    client_secret: env.OIDC_SECRET ?? '',
    id_token_signed_response_alg: signingAlgorithm(issuer),
  })
  client[custom.clock_tolerance] = 10
  return client
}

/** RS256, which each provider must have (OpenID Connect Discovery, section 3), unless it says that it signs otherwise. */
function signingAlgorithm({ metadata }: Issuer): string {
  const { id_token_signing_alg_values_supported: supported } = metadata
  const algorithms = z.array(z.string()).catch([]).parse(supported)
  const signs = algorithms.filter((name) => /^(RS|PS|ES|Ed)/.test(name))
  return signs.includes('RS256') ? 'RS256' : (signs[0] ?? 'RS256')
}

/**
 * The code's tokens, with the ID token checked: signature, issuer, audience, end, nonce, and the issuer that came with the code. A signature by
 * a key that nobody knows may mean that the provider has moved its keys: its discovery document is asked once more.
 */
export async function exchangeCode(
  callbackUrl: string,
  answer: CallbackParamsType,
  checks: OpenIDCallbackChecks,
): Promise<TokenSet> {
  const client = clientOf(await discover())
  let received: TokenSet | undefined
  const grant = client.grant.bind(client)
  client.grant = async (...args) => {
    received = await grant(...args)
    return received
  }
  try {
    return await client.callback(callbackUrl, answer, checks)
  } catch (error) {
    if (!received?.id_token || !isUnknownKey(error)) throw error
    const again = { id_token: received.id_token, ...(checks.state !== undefined && { state: checks.state }) }
    forgetDiscovery()
    await clientOf(await discover()).callback(callbackUrl, again, { ...checks, response_type: 'id_token' })
    return received
  }
}

const isUnknownKey = (error: unknown) => error instanceof Error && error.message.startsWith('no valid key found')

const Text = z.string().min(1).optional().catch(undefined)
const Claims = z.object({
  sub: z.string(),
  iss: z.string(),
  /** The provider's own session. */
  sid: Text,
  name: Text,
  preferred_username: Text,
  email: Text,
  email_verified: z.unknown().optional(),
  /** Entra's: whether the owner of the address's domain has verified it. */
  xms_edov: z.unknown().optional(),
})

/** What the provider says of somebody. `isOtherSubject`: the userinfo endpoint spoke of another person than the ID token. */
export type OidcClaims = z.output<typeof Claims> & { isOtherSubject?: true }

const WANTED = ['email', 'email_verified', 'name'] as const

/** The ID token's, and of userinfo what that does not say. The ID token is signed, so it wins. */
export async function claimsOf(tokens: Pick<TokenSet, 'access_token' | 'claims'>): Promise<OidcClaims> {
  const claims = tokens.claims()
  const own = Claims.parse(claims)
  const { userinfo_endpoint: endpoint } = (await discover()).metadata
  if (endpoint === undefined || tokens.access_token === undefined || WANTED.every((name) => claims[name] !== undefined))
    return own
  const more = await askUserinfo(endpoint, tokens.access_token)
  if (!more) return own
  if (more.sub !== claims.sub) return { ...own, isOtherSubject: true }
  return Claims.parse({ ...withoutProofOfAnother(more, claims), ...claims })
}

/** That an address is verified is said of that very address. */
function withoutProofOfAnother(more: Userinfo, { email }: IdTokenClaims): Userinfo {
  if (email === undefined || more.email === email) return more
  const { email_verified: _, xms_edov: __, ...rest } = more
  return rest
}

type Userinfo = z.output<typeof Userinfo>
const Userinfo = z.looseObject({ sub: z.string() })

/** Null where there is nothing to be had; the log says why. */
async function askUserinfo(endpoint: string, accessToken: string): Promise<Userinfo | null> {
  const none = (reason: string) => {
    log.warn('the userinfo endpoint of the provider was of no use', { reason })
    return null
  }
  try {
    const { statusCode, body } = await request(endpoint, {
      signal: AbortSignal.timeout(USERINFO_MS),
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}`, 'user-agent': 'structural-model-service' },
    })
    if (statusCode !== 200) {
      await body.dump()
      return none(`it answered ${statusCode}`)
    }
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > USERINFO_BYTES) return none(`it is over ${USERINFO_BYTES} bytes`)
      chunks.push(chunk)
    }
    return Userinfo.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch (error) {
    return none(error instanceof Error ? error.message : String(error))
  }
}
