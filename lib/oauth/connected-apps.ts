import { SCOPES, type Scope, scopesOf } from '#lib/access/scopes.ts'
import { isToolNameStyle, type ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { db } from '#lib/db/client.ts'
import { type ClientMetadata, type ClientMetadataError, readClientMetadata } from './client-metadata.ts'
import { addClient, type Client } from './clients.ts'
import { isLoopback, opensApplication, returnsTo } from './redirect-uri.ts'

/** What Settings → Connected apps shows and changes: a user's approvals by client, and the clients that the user made. */

export type ConnectedApp = {
  clientId: string
  name: string
  origin: Client['origin']
  returnsTo: string[]
  scopes: Scope[]
  since: Date
  /** Of the newest connection. */
  latestAt: Date
  lastUsedAt: Date | null
  /** How many times it is connected: on two computers, say. */
  connections: number
  toolNameStyle: ToolNameStyle
}

/** Approvals that still lead somewhere: not ended, and with a token or a fresh code. */
const alive = (userId: string, sessionVersion: number, now = new Date()) => ({
  userId,
  sessionVersion,
  revokedAt: null,
  OR: [
    { tokens: { some: { usedAt: null, expiresAt: { gt: now } } } },
    { codes: { some: { usedAt: null, expiresAt: { gt: now } } } },
  ],
})

export async function connectedApps({ userId, sessionVersion }: Owner): Promise<ConnectedApp[]> {
  const grants = await db().oAuthGrant.findMany({
    where: alive(userId, sessionVersion),
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    include: { client: true },
  })
  const clientIds = [...new Set(grants.map(({ clientId }) => clientId))]
  return clientIds.flatMap((clientId) => {
    const all = grants.filter((grant) => grant.clientId === clientId)
    const [newest, oldest] = [all[0], all.at(-1)]
    if (!newest || !oldest) return []
    const { client, toolNameStyle } = newest
    const used = all.flatMap(({ lastUsedAt }) => (lastUsedAt ? [lastUsedAt.getTime()] : []))
    return {
      clientId,
      name: client.name,
      origin: client.origin as Client['origin'], // our own column
      returnsTo: whereTo(client.redirectUris),
      scopes: SCOPES.filter((scope) => all.some(({ scopes }) => scopesOf(scopes).includes(scope))),
      since: oldest.createdAt,
      latestAt: newest.createdAt,
      lastUsedAt: used.length > 0 ? new Date(used.reduce((latest, index) => Math.max(latest, index))) : null,
      connections: all.length,
      toolNameStyle: isToolNameStyle(toolNameStyle) ? toolNameStyle : (client.toolNameStyle as ToolNameStyle),
    }
  })
}

/** What this user's connections of the client may do by now. */
export async function scopesSoFar({ userId, sessionVersion }: Owner, clientId: string): Promise<Scope[]> {
  const grants = await db().oAuthGrant.findMany({
    where: { ...alive(userId, sessionVersion), clientId },
    select: { scopes: true },
  })
  return SCOPES.filter((scope) => grants.some(({ scopes }) => scopesOf(scopes).includes(scope)))
}

type Owner = { userId: string; sessionVersion: number }

const whereTo = (redirectUris: string): string[] => [
  ...new Set(
    (JSON.parse(redirectUris) as string[]).map((uri) =>
      isLoopback(uri) && !opensApplication(uri) ? 'this computer' : returnsTo(uri),
    ),
  ),
]

/** Ends every approval that the user gave this client: its codes and tokens are refused from now on. */
export async function disconnect(userId: string, clientId: string): Promise<boolean> {
  const ended = await db().oAuthGrant.updateMany({
    where: { userId, clientId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return ended.count > 0
}

/** How this user's connections of the client see tool names; `tools/list` goes by it from the next request on. */
export async function chooseToolNameStyle(userId: string, clientId: string, toolNameStyle: ToolNameStyle): Promise<boolean> {
  const chosen = await db().oAuthGrant.updateMany({ where: { userId, clientId, revokedAt: null }, data: { toolNameStyle } })
  return chosen.count > 0
}

export type ManualClient = { id: string; name: string; redirectUris: string[]; createdAt: Date }

/** More than anybody needs, and few enough for one page. */
export const MAX_MANUAL_CLIENTS = 50

export async function manualClients(ownerId: string): Promise<ManualClient[]> {
  const rows = await db().oAuthClient.findMany({
    where: { origin: 'manual', ownerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  })
  return rows.map(({ id, name, redirectUris, createdAt }) => ({ id, name, redirectUris: JSON.parse(redirectUris), createdAt }))
}

export async function makeManualClient(
  ownerId: string,
  name: string,
  redirectUris: string[],
): Promise<Client | ClientMetadataError | 'too_many'> {
  const metadata: ClientMetadata | ClientMetadataError = readClientMetadata({ client_name: name, redirect_uris: redirectUris })
  if ('error' in metadata) return metadata
  if ((await db().oAuthClient.count({ where: { origin: 'manual', ownerId } })) >= MAX_MANUAL_CLIENTS) return 'too_many'
  return addClient('manual', metadata, ownerId)
}

/** Ends every connection through it, of other users too. */
export async function deleteManualClient(ownerId: string, id: string): Promise<boolean> {
  const deleted = await db().oAuthClient.deleteMany({ where: { id, ownerId, origin: 'manual' } })
  return deleted.count > 0
}
