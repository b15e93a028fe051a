import { randomBytes } from 'node:crypto'
import { SCOPES, type Scope, scopesOf, scopeText } from '#lib/access/scopes.ts'
import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { db } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { type ClientMetadata, GRANT_TYPES, type GrantType } from './client-metadata.ts'
import { isDocumentAddress, readDocument } from './client-metadata-document.ts'
import { fetchDocument, type Network } from './document-fetch.ts'
import { isRegistered } from './redirect-uri.ts'
import { defaultToolNameStyle } from './tool-name-style.ts'
import { CURSOR_REDIRECT_URIS, vendorDocument } from './vendor-documents.ts'

/** Applications that may ask for a user's approval. They come four ways; all are public (RFC 6749 §2.1). */

export type Client = {
  id: string
  /** `document`: described by a Client ID Metadata Document, whose address is the id. */
  origin: 'preregistered' | 'dynamic' | 'document' | 'manual'
  name: string
  redirectUris: readonly string[]
  grantTypes: readonly GrantType[]
  /** As registered: kept and told, and no limit to what a request may ask for. */
  scopes: readonly Scope[]
  toolNameStyle: ToolNameStyle
  /** As registered or published, in RFC 7591's names. */
  metadata: Record<string, unknown>
}

/**
 * Nobody but its author vouches for it. RFC 9700 §4.11.2: who registers by himself could make this server send people anywhere, so
 * such a client's errors are told after a sign-in only.
 */
export const isSelfRegistered = (client: Client) => client.origin !== 'preregistered'

/** The specification's one public client, used by an editor application (section 5, point 5). */
const PREREGISTERED: Client[] = [
  {
    id: 'cursor',
    origin: 'preregistered',
    name: 'Cursor',
    redirectUris: CURSOR_REDIRECT_URIS,
    grantTypes: GRANT_TYPES,
    scopes: SCOPES,
    toolNameStyle: 'underscore',
    metadata: { client_name: 'Cursor', client_uri: 'https://cursor.com' },
  },
]

/** The client as we know it now, without asking anybody; of two versions of a document, the one that lists the redirect URI. */
export async function findClient(id: string, redirectUri?: string): Promise<Client | null> {
  const known = knownClient(id)
  if (known && (redirectUri === undefined || lists(known, redirectUri))) return known
  return (await storedClient(id))?.client ?? known
}

const lists = (client: Client, redirectUri: string | undefined) =>
  client.origin === 'preregistered' || (redirectUri !== undefined && isRegistered(redirectUri, client.redirectUris))

/** Clients that need no row to be known: the pre-registered, and the vendors' documents. */
function knownClient(id: string): Client | null {
  const vendor = vendorDocument(id)
  if (!vendor) return PREREGISTERED.find((client) => client.id === id) ?? null
  const { client_name, redirect_uris } = vendor
  return documentClient(id, {
    name: client_name,
    redirectUris: redirect_uris,
    grantTypes: [...GRANT_TYPES],
    scopes: [...SCOPES],
    registered: vendor,
  })
}

const documentClient = (id: string, { name, redirectUris, grantTypes, scopes, registered }: ClientMetadata): Client => ({
  id,
  origin: 'document',
  name,
  redirectUris,
  grantTypes,
  scopes,
  toolNameStyle: defaultToolNameStyle({ id, name, redirectUris }),
  metadata: registered,
})

async function storedClient(id: string): Promise<{ client: Client; expiresAt: Date | null } | null> {
  // What no client_id can be, and no text column can hold.
  if (id.length > 2048 || !/^[\x20-\x7e]+$/.test(id)) return null
  const row = await db().oAuthClient.findUnique({ where: { id } })
  if (!row) return null
  const { origin, name, redirectUris, grantTypes, scopes, toolNameStyle, metadata, expiresAt } = row
  return {
    // Our own columns: written by `rowOf`, from a Client.
    client: {
      id,
      origin: origin as Client['origin'],
      name,
      redirectUris: JSON.parse(redirectUris),
      grantTypes: JSON.parse(grantTypes),
      scopes: scopesOf(scopes),
      toolNameStyle: toolNameStyle as ToolNameStyle,
      metadata: JSON.parse(metadata),
    },
    expiresAt,
  }
}

const rowOf = ({ id, origin, name, redirectUris, grantTypes, scopes, toolNameStyle, metadata }: Client) => ({
  id,
  origin,
  name,
  redirectUris: JSON.stringify(redirectUris),
  grantTypes: JSON.stringify(grantTypes),
  scopes: scopeText(scopes),
  toolNameStyle,
  metadata: JSON.stringify(metadata),
})

/** Makes sure that an approval can name its client: idempotent, and up to date with what the client says now. */
export async function storeClient(client: Client, expiresAt: Date | null = null): Promise<void> {
  const { id, ...data } = rowOf(client)
  await db().oAuthClient.upsert({
    where: { id },
    create: { id, ...data, createdAt: new Date(), expiresAt },
    update: { ...data, ...(expiresAt && { expiresAt }) },
  })
}

/** A new client that registered itself or that a user made in Settings; its id is always new, and never an address. */
export async function addClient(origin: 'dynamic' | 'manual', metadata: ClientMetadata, ownerId: string | null): Promise<Client> {
  const { name, redirectUris, grantTypes, scopes, registered } = metadata
  const id = `smc_${randomBytes(16).toString('base64url')}`
  const toolNameStyle = defaultToolNameStyle({ id, name, redirectUris })
  const client: Client = { id, origin, name, redirectUris, grantTypes, scopes, toolNameStyle, metadata: registered }
  await db().oAuthClient.create({ data: { ...rowOf(client), createdAt: new Date(), ownerId } })
  return client
}

export type ForAuthorization = Client | 'unknown' | 'sign_in_first'

/**
 * The client of an authorization request. A document is fetched only when we have no fresh copy (of a vendor's: none that lists the
 * redirect URI), and only for somebody who signed in and may fetch now: else anybody could send us to any address.
 */
export async function clientForAuthorization(
  id: string,
  redirectUri: string | undefined,
  mayFetch: () => Promise<boolean | 'sign_in_first'>,
  network: Network,
): Promise<ForAuthorization> {
  const known = knownClient(id)
  if (known && lists(known, redirectUri)) return known

  const stored = await storedClient(id)
  if (stored && (stored.client.origin !== 'document' || (stored.expiresAt && stored.expiresAt > new Date()))) return stored.client
  if (!isDocumentAddress(id)) return 'unknown'

  const may = await mayFetch()
  if (may === 'sign_in_first') return may
  const fetched =
    may && (await fetchDocument(id, network, (reason) => log.info('client document refused', { clientId: id, reason })))
  const metadata = fetched && readDocument(id, fetched.text)
  if (!metadata) return known ?? 'unknown' // with a vendor's copy the redirect URI is what will be refused
  const client = documentClient(id, metadata)
  await storeClient(client, new Date(Date.now() + fetched.cacheSeconds * 1000))
  return client
}
