import { z } from 'zod'
import { TOOL_NAME_STYLES } from '#lib/access/tool-name-style.ts'
import { logAccountEvent } from '#lib/accounts/account-event.ts'
import { type AccountOperation, bodyOf, Invalid, mustBeSignedIn, Refused } from '#lib/accounts/serve.ts'
import {
  chooseToolNameStyle,
  connectedApps,
  deleteManualClient,
  disconnect,
  MAX_MANUAL_CLIENTS,
  makeManualClient,
} from './connected-apps.ts'

/** Settings → Connected apps. A client_id may be an address, so it stands in the query and not in the path. */

const done = () => new Response(null, { status: 204 })
const notConnected = () => new Refused(404, 'This application is not connected to your account.')
const clientIdOf = (request: Request) => new URL(request.url).searchParams.get('client_id') ?? ''

/** What is connected by now, the latest first. */
export const listApps: AccountOperation = async (request) => {
  const apps = await connectedApps(await mustBeSignedIn(request))
  const items = apps.map(({ clientId, name, scopes, since, latestAt, lastUsedAt }) => ({
    clientId,
    name,
    scopes,
    since,
    latestAt,
    lastUsedAt,
  }))
  return Response.json({ items })
}

export const disconnectApp: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  const clientId = clientIdOf(request)
  if (!(await disconnect(userId, clientId))) throw notConnected()
  await logAccountEvent(request.headers, { userId, action: 'account.disconnect_app', about: { clientId } })
  return done()
}

const Style = z.object({ toolNameStyle: z.enum(TOOL_NAME_STYLES, 'Choose dots or underscores.') })

export const changeToolNameStyle: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  const { toolNameStyle } = await bodyOf(request, Style)
  if (!(await chooseToolNameStyle(userId, clientIdOf(request), toolNameStyle))) throw notConnected()
  return done()
}

const NewClient = z.object({
  name: z
    .string('Send text.')
    .trim()
    .min(1, 'Name the application, so that you know it again.')
    .max(100, 'Use at most 100 characters.'),
  redirectUris: z
    .array(z.string())
    .min(1, 'Enter the address that the application returns to; its documentation says which.')
    .max(10, 'Enter ten at most.'),
})

export const makeClient: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  const { name, redirectUris } = await bodyOf(request, NewClient)
  const client = await makeManualClient(userId, name, redirectUris)
  if (client === 'too_many') throw new Refused(409, `You have ${MAX_MANUAL_CLIENTS} applications. Delete one first.`)
  if ('error' in client) {
    throw new Invalid([{ field: client.error === 'invalid_redirect_uri' ? 'redirectUris' : 'name', msg: client.description }])
  }
  return Response.json({ clientId: client.id, name: client.name, redirectUris: client.redirectUris }, { status: 201 })
}

export const deleteClient: AccountOperation = async (request, { client_id = '' }) => {
  const { userId } = await mustBeSignedIn(request)
  if (!(await deleteManualClient(userId, client_id))) throw new Refused(404, 'There is no such application of yours.')
  return done()
}
