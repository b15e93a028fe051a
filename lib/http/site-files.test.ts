import { afterEach, expect, it } from 'vitest'
import { through } from '#lib/fixtures/through.ts'
import { env } from '#lib/runtime/env.ts'
import { siteFileRoutes } from './site-files.ts'

const files = through(siteFileRoutes)

const ask = async (path: string, method = 'GET') => {
  const answer = await files(new Request(`${env.APP_URL}${path}`, { method }))
  if (!answer) throw new Error(`no such file: ${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text(), headers: answer.headers }
}

afterEach(() => {
  env.SECURITY_CONTACT = undefined
  env.OPENAI_APPS_CHALLENGE = undefined
})

it('names no contact where there is none', async () => {
  expect((await ask('/.well-known/security.txt')).status).toBe(404)
})

it('names each contact, and a day in the future', async () => {
  env.SECURITY_CONTACT = 'mailto:security@example.com, https://example.com/report'
  const { status, type, text } = await ask('/.well-known/security.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('Contact: mailto:security@example.com\nContact: https://example.com/report\n')
  expect(text).toContain(`Canonical: ${env.APP_URL}/.well-known/security.txt\n`)
  expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now())
})

it('keeps crawlers from what is not theirs, and takes nothing', async () => {
  expect((await ask('/robots.txt')).text).toContain('User-agent: *\nDisallow: /api/\n')
  expect((await ask('/robots.txt', 'HEAD')).text).toBe('')
  const post = await ask('/robots.txt', 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('answers the challenge of ChatGPT’s plugin directory where there is one', async () => {
  expect((await ask('/.well-known/openai-apps-challenge')).status).toBe(404)
  env.OPENAI_APPS_CHALLENGE = 'a-token-of-theirs'
  const { status, type, text } = await ask('/.well-known/openai-apps-challenge')
  expect([status, type, text]).toEqual([200, 'text/plain; charset=utf-8', 'a-token-of-theirs\n'])
})
