import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SkillsClient, SkillVerificationError } from '@modelcontextprotocol/client/ext/skills'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, callTool, legacy, modern, serveOverHttp } from '#lib/fixtures/mcp.ts'
import { newCaller } from '#lib/fixtures/rest.ts'
import { tools } from '../tools/tools.ts'
import { skillFiles } from './skills.ts'

let key: string
let server: Awaited<ReturnType<typeof serveOverHttp>>
beforeAll(async () => {
  ;({ key } = await newCaller())
  server = await serveOverHttp()
})
afterAll(() => server.close())

type Send = (url: string | URL, init?: RequestInit) => Promise<Response>

async function skillsClient(send: Send = fetch) {
  const client = new Client({ name: 'skills', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers: bearer(key) }, fetch: send }))
  return new SkillsClient(client)
}

const NAMES = [
  ...['build-structural-model', 'check-structural-model', 'change-structural-model'],
  ...['structural-quantities', 'analyse-structural-model', 'export-structural-model'],
]

describe('skills', () => {
  it('are listed, had and read by the official client, each file with its size and digest', async () => {
    const skills = await skillsClient()
    expect(skills.supported).toBe(true)
    expect(skills.directoryRead).toBe(false)
    const listing = await skills.list()
    expect(listing.skills.map(({ frontmatter }) => frontmatter.name)).toEqual(NAMES)
    expect(listing).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    for (const entry of listing.skills) {
      expect((await skills.get(entry.uri)).skill).toEqual(entry)
      if (entry.resources === 'dynamic') throw new Error('our skills list their files')
      for (const { uri } of entry.resources)
        expect(await skills.read(entry, uri)).toMatchObject({ verified: true, mimeType: 'text/markdown' })
      const { body } = await skills.read(entry)
      const links = [...(body ?? '').matchAll(/\]\((\S+?)\)/g)].map(([, path]) => new URL(path!, entry.uri).href)
      expect(links.toSorted()).toEqual(
        entry.resources
          .slice(1)
          .map(({ uri }) => uri)
          .toSorted(),
      )
    }
  })

  it('are refused by the client when a byte on the way is another', async () => {
    const skills = await skillsClient(async (url, init) => {
      const response = await fetch(url, init)
      const isRead = typeof init?.body === 'string' && JSON.parse(init.body).method === 'resources/read'
      return isRead ? new Response((await response.text()).replace('Order of work', 'Order of worK'), response) : response
    })
    const { skill } = await skills.get('skill://build-structural-model/SKILL.md')
    await expect(skills.read(skill)).rejects.toThrow(SkillVerificationError)
  })

  it.each([
    ['up to 2025-11-25', legacy],
    ['2026-07-28', modern],
  ])('are the same for each revision of the protocol, and refuse what is none (%s)', async (_, ask) => {
    const { skills } = (await ask(key, 'skills/list')).body.result
    expect(skills.map(({ uri }: { uri: string }) => uri)).toEqual(NAMES.map((name) => `skill://${name}/SKILL.md`))
    const { resources } = (await ask(key, 'resources/list')).body.result
    const listed = resources.filter(({ uri }: { uri: string }) => uri.startsWith('skill:'))
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(NAMES)
    for (const uri of ['skill://nothing/SKILL.md', 'skill://build-structural-model/references/writing.md', 7, undefined]) {
      expect((await ask(key, 'skills/get', { uri })).body.error).toMatchObject({
        code: -32602,
        message: `No skill is served at ${String(uri)}`,
      })
    }
    expect((await ask(key, 'skills/list', { cursor: 'x' })).body.error).toMatchObject({ code: -32602, message: 'Unknown cursor' })
  })

  it('name tools that exist, by their bare names', () => {
    const names = new Set(tools.map(({ name }) => name.replace('service.', '')))
    const [verbs] = [
      /\b(?:create|add|edit|list|find|query|check|render|get|remove|restore|delete|duplicate|analyse|export|import|resolve)_[a-z_]+\b/g,
    ]
    for (const { uri, text = '' } of skillFiles) {
      expect(text, uri).not.toMatch(/service[._](?:create|edit|query)/)
      if (!uri.endsWith('/SKILL.md')) continue
      for (const [name] of text.replaceAll('check_my_model', '').matchAll(verbs)) expect(names, `${uri}: ${name}`).toContain(name)
    }
  })

  it('have a first model that is built as it stands and without an error, and calls that are answered about it', async () => {
    const fileOf = (name: string) => skillFiles.find(({ uri }) => uri === `skill://${name}/SKILL.md`)?.text ?? ''
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(fileOf('build-structural-model'))?.[1] ?? '')
    const { data: made } = await callTool(key, 'service.create_model', example)
    expect(made).toMatchObject({ counts: { nodes: 25, frames: 32, supports: 10 } })
    const { data: checked } = await callTool(key, 'service.check_model', { modelId: made.modelId })
    expect(checked.summary?.error ?? 0).toBe(0)

    const rows = fileOf('structural-quantities')
      .split('\n')
      .filter((line) => line.startsWith('|') && line.includes('`'))
    expect(rows.length).toBeGreaterThan(4)
    for (const row of rows) {
      const said =
        row
          .split('|')[2]
          ?.replaceAll('`:', '`')
          .split(/, (?=`)/) ?? []
      const query = Object.fromEntries(
        said.map((part) => [/`(\w+)`/.exec(part)?.[1], JSON.parse(/` (["[{].*["\]}])/.exec(part)?.[1] ?? '')]),
      )
      const { isError, text } = await callTool(key, 'service.query_model', { modelId: made.modelId, ...query })
      expect(isError, `${row}\n${text}`).toBe(false)
    }

    const [edit, load] = [/```json\n([\s\S]*?)```/, /the verb `load`: (.*)\. Z is up/].map((form, i) =>
      JSON.parse(form.exec(fileOf(['change-structural-model', 'analyse-structural-model'][i]!))?.[1] ?? ''),
    )
    const [section] = [{ add: { sections: [{ id: 'HEA 320', profile: 'HEA 320' }] } }]
    const cases = {
      add: { loadCases: [{ id: 'L', nature: 'live' }], gridLines: [{ id: 'A', axis: 'X', coordinate: 0, label: 'A' }] },
    }
    const ops = [section, cases, ...edit.ops, { ...load, select: { role: 'column' }, load: { caseId: 'L', force: { z: -3 } } }]
    const changed = await callTool(key, 'service.edit_model', { modelId: made.modelId, ops })
    expect(changed.isError, changed.text).toBe(false)
  })
})
