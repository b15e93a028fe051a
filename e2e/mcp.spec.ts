import { once } from 'node:events'
import { createServer } from 'node:http'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Page } from '@playwright/test'
import { portOf } from '#lib/start/front/port-of.ts'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** An application that knows the endpoint's address and nothing else. Where it sends its person to is kept for the test. */
function application(name: string, redirectUri: string) {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; asked?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { provider, kept }
}

async function loopback() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Connected</title><h1>Connected</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { redirectUri: `http://127.0.0.1:${portOf(server)}/callback`, close: () => server.close() }
}

const PORTAL = {
  nodes: [
    { id: 'N1', position: { x: 0, y: 0, z: 0 } },
    { id: 'N2', position: { x: 0, y: 0, z: 4 } },
    { id: 'N3', position: { x: 6, y: 0, z: 4 } },
    { id: 'N4', position: { x: 6, y: 0, z: 0 } },
  ],
  frames: [
    { id: 'Column left', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'HEA', materialId: 'S355' },
    { id: 'Rafter', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'HEA', materialId: 'S355' },
    { id: 'Column right', startNodeId: 'N4', endNodeId: 'N3', sectionId: 'HEA', materialId: 'S355' },
  ],
  sections: [{ id: 'HEA', type: 'i_wide_flange', dimensions: { t3: 0.19, t2: 0.2, tf: 0.01, tw: 0.0065 } }],
  materials: [{ id: 'S355', name: 'Steel S355' }],
  supports: ['N1', 'N4'].map((nodeId) => ({
    id: `Base ${nodeId}`,
    nodeId,
    restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true },
  })),
}

/** Signs up by the form that the authorization server leads to, and says yes. Gives the code of the answer. */
async function signUpAndAllow(page: Page, asked: URL, redirectUri: string, email: string): Promise<string> {
  await page.goto(asked.href)
  await page.getByRole('link', { name: 'Sign up', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible() // both forms have fields of these names
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('nine brown columns, 2 braces')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(email).last()).toBeVisible()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  return new URL(page.url()).searchParams.get('code') ?? ''
}

test("from nothing but the endpoint's address: sign up, allow, build, check, and see the model", async ({
  page,
  address,
}, info) => {
  const endpoint = new URL(`${address}/mcp`)
  const { redirectUri, close } = await loopback()
  const { provider, kept } = application('Story client', redirectUri)

  const first = new StreamableHTTPClientTransport(endpoint, { authProvider: provider })
  // 401, the two discovery documents, registration, and the address to send the person to.
  await expect(new Client({ name: 'story', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  expect(kept.client?.client_id).toBeTruthy()
  expect(kept.asked?.searchParams.get('resource')).toBe(endpoint.href)
  const email = `mcp-${info.testId}-${info.repeatEachIndex}-${info.retry}@example.com`
  await first.finishAuth(await signUpAndAllow(page, kept.asked!, redirectUri, email))
  expect(kept.tokens).toMatchObject({
    access_token: expect.stringMatching(/^smt_at_/),
    scope: 'mcp:models:read mcp:models:write',
  })

  const client = new Client({ name: 'story', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(endpoint, { authProvider: provider }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('service.create_model')
  const call = async (name: string, input: Record<string, unknown>) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: input })
    expect(isError ?? false, JSON.stringify(content)).toBe(false)
    // biome-ignore lint/suspicious/noExplicitAny: whatever the test goes on to look at
    return structuredContent as any
  }
  const { modelId, viewerUrl } = await call('service.create_model', { name: 'Portal by an AI', units: { current: 'kN, m, C' } })
  const added = await call('service.add_model_elements', { modelId, ...PORTAL })
  expect(added).toMatchObject({ revision: 2, added: { nodes: 4, frames: 3, supports: 2 } })
  expect(await call('service.check_model', { modelId })).toMatchObject({ groups: [] })
  const viewed = await call('service.get_viewer_model', { modelId })
  expect(viewed.model.frames).toHaveLength(3)
  expect(viewed.viewerUrl).toBe(viewerUrl)

  // The person's own browser, in which they signed up, opens the link.
  await page.goto(viewerUrl)
  await expect(page).toHaveTitle(/Portal by an AI/)
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByRole('option', { name: /Rafter/ }).first()).toBeAttached()

  // The newer revision of the protocol, with the same token.
  const modern = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${kept.tokens?.access_token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'service_list_models',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 'a',
      method: 'tools/call',
      params: {
        name: 'service_list_models',
        arguments: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  expect((await modern.json()).result).toMatchObject({
    resultType: 'complete',
    structuredContent: { items: [{ id: modelId, name: 'Portal by an AI', revision: 2 }] },
  })
  await client.close()
  close()
})

test('the activity page tells what was called, and its input on demand', async ({ page, address, signUp, apiKey }) => {
  await signUp()
  const key = await apiKey()
  const client = new Client({ name: 'story', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }))
  const created = await client.callTool({ name: 'service.create_model', arguments: { name: 'In the log', nodes: PORTAL.nodes } })
  const { modelId } = created.structuredContent as { modelId: string }
  await client.callTool({ name: 'service.add_model_elements', arguments: { modelId, nodes: [{ id: 1 }] } })
  for (let i = 0; i < 26; i++) await client.callTool({ name: 'service.list_models', arguments: {} })
  await client.close()

  const calls = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  const older = page.getByRole('link', { name: 'Older' })
  // They are written behind the answers.
  await expect(async () => {
    await page.goto('/settings/activity')
    expect(await older.count()).toBe(1)
    await page.goto((await older.getAttribute('href')) ?? '')
    expect(await calls.count()).toBe(5)
  }).toPass()
  await page.goto('/settings/activity')
  await expect(calls).toHaveCount(25)
  await older.click()
  await expect(calls).toHaveCount(5)
  await expect(calls.last()).toContainText('Sign-up')
  await expect(calls.nth(3)).toContainText('API key created')
  await expect(calls.nth(2)).toContainText('service.create_model')
  await expect(calls.nth(2).getByRole('link', { name: 'In the log' })).toHaveAttribute('href', `/models/${modelId}`)
  await expect(calls.nth(1)).toContainText('refused')
  await calls.nth(2).getByRole('link', { name: 'Show the input of service.create_model' }).click()
  await expect(page.getByRole('region', { name: 'Input of service.create_model' })).toContainText('"In the log"')

  await isAccessibleInBothThemes(page)

  await page.goto('/settings/activity')
  await page.getByLabel('Result').selectOption('refused')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(calls).toHaveCount(1)
  await expect(calls).toContainText('service.add_model_elements')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(calls).toHaveCount(25)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as a table' }).click()
  expect((await download).suggestedFilename()).toBe('activity.csv')
})
