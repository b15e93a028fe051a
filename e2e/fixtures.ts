import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { HALL } from './viewer-page.ts'

/** Verbs for tests from outside: HTTP and Chromium only. Each test gets its own browser and makes its own accounts. */

export type Account = { email: string; password: string }
export type Scope = 'mcp:models:read' | 'mcp:models:write'

type Verbs = {
  /** A new account, signed in in this test's browser. */
  signUp(): Promise<Account>
  /** Signs this test's browser in, by the form. */
  signIn(account: Account): Promise<void>
  /** An API key of the account that this test's browser is signed in to. */
  apiKey(scopes?: Scope[]): Promise<string>
  /** HTTP as a program with that key (none: as nobody). */
  asProgram(key?: string): Promise<APIRequestContext>
  /** A model of the account that this test's browser is signed in to; what is given beside the name is in it. */
  newModel(
    body?: { name?: string } & Record<string, unknown>,
  ): Promise<{ id: string; revision: number } & Record<string, unknown>>
  /** The id of `HALL`, a model of a new account that this test's browser is signed in to. */
  hall: string
}

const PASSWORD = 'nine brown columns, 2 braces'

/** Signs up by the address that the form uses; `person` then holds the session's cookie. */
export async function signUpAs(
  person: APIRequestContext,
  address: string,
  email: string,
  name = 'Erika Mustermann',
): Promise<Account> {
  const answer = await person.post(`${address}/api/account/sign-up`, {
    data: { email, password: PASSWORD, name },
    headers: { origin: address },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return { email, password: PASSWORD }
}

/** An API key, made by a signed-in person. */
export async function newApiKey(
  person: APIRequestContext,
  address: string,
  scopes: Scope[] = ['mcp:models:read', 'mcp:models:write'],
): Promise<string> {
  const answer = await person.post(`${address}/api/account/api-keys`, {
    data: { name: 'a test', scopes, expiresInDays: 1 },
    headers: { origin: address },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).key
}

export const test = base.extend<Verbs & { address: string }>({
  address: async ({ baseURL }, use) => use(baseURL ?? ''),

  signUp: async ({ context, address }, use, { testId, repeatEachIndex, retry }) => {
    let people = 0
    await use(() => {
      people += 1
      return signUpAs(context.request, address, `p${people}-${testId}-${repeatEachIndex}-${retry}@example.com`)
    })
  },

  signIn: async ({ page }, use) => {
    await use(async ({ email, password }) => {
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL((url) => url.pathname !== '/sign-in')
    })
  },

  apiKey: async ({ context, address }, use) => {
    await use((scopes) => newApiKey(context.request, address, scopes))
  },

  asProgram: async ({ playwright, address }, use) => {
    const programs: APIRequestContext[] = []
    await use(async (key) => {
      const program = await playwright.request.newContext({
        baseURL: address,
        extraHTTPHeaders: key ? { authorization: `Bearer ${key}` } : {},
      })
      programs.push(program)
      return program
    })
    for (const program of programs) await program.dispose()
  },

  newModel: async ({ context, address }, use) => {
    await use(async (body = {}) => {
      const answer = await context.request.post(`${address}/api/construct-models`, {
        data: { name: 'A model of a test', ...body },
        headers: { origin: address },
      })
      expect(answer.status(), await answer.text()).toBe(201)
      return answer.json()
    })
  },

  hall: async ({ signUp, newModel }, use) => {
    await signUp()
    await use((await newModel(HALL)).id)
  },
})

export { expect }
