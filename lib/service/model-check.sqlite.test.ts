import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { checkModel, findAll, toFinding } from '#lib/model/check/check.ts'
import type { Finding, ViewerModel } from '#lib/schema/schema.ts'
import { startPool } from '#lib/work/pool.ts'
import { forgetResults } from '#lib/work/result-cache.ts'
import { type Pool, Scheduler, setScheduler } from '#lib/work/scheduler.ts'
import type { CheckAnswer } from './model-check.ts'

/** The model check by groups, filters and pages, at both doors. */

let rest: Rest
let key: string
let id: string
const threads = startPool(1)
beforeAll(async () => {
  ;({ rest, key } = await newCaller())
  id = await newModel(rest, troubled())
})
afterEach(() => setScheduler(undefined))
afterAll(() => threads.close())

const node = (name: string, x: number, y: number, z: number) => ({ id: name, position: { x, y, z } })
const LOOSE = 1234

/** Two rows of 60 braces, each crossing one of the other, without sections, 1,234 loose nodes, two frames without length; one row is held in its plane alone. */
function troubled() {
  const nodes = Array.from({ length: 61 }, (_, i) => [node(`A${i}`, 4 * i, 0, 0), node(`B${i}`, 4 * i, 0, 3)]).flat()
  const brace = (name: string, startNodeId: string, endNodeId: string) => ({ id: name, startNodeId, endNodeId })
  const frames = Array.from({ length: 60 }, (_, i) => [
    brace(`U${i}`, `A${i}`, `B${i + 1}`),
    brace(`D${i}`, `B${i}`, `A${i + 1}`),
  ]).flat()
  frames.push(brace('Z1', 'A0', 'A0'), brace('Z2', 'A1', 'A1'))
  nodes.push(...Array.from({ length: LOOSE }, (_, i) => node(`L${i}`, i, 50, 0)))
  const held = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
  const supports = [
    { id: 'S', nodeId: 'A0', restraints: held },
    { id: 'P', nodeId: 'A1', restraints: { ...held, u2: false, r1: false, r3: false } },
  ]
  return { name: 'Troubled', units: { length: 'm' }, nodes, frames, supports }
}

type Ask = (question: object) => Promise<CheckAnswer>
const at = () => `/api/construct-models/${id}`
const byRest: Ask = async (body) => {
  const { status, json } = await rest('POST', `${at()}/check`, { body })
  expect([status, json.detail]).toEqual([200, undefined])
  return json
}
const byTool: Ask = async (question) => {
  const { data, text } = await callTool(key, 'service.check_model', { modelId: id, ...question })
  expect(data, text).toBeDefined()
  const whole = (summary: object) => ({ error: 0, warning: 0, info: 0, ...summary })
  // What can be sent stands beside the words here.
  const findings = data.findings?.map(({ call, ...finding }: Finding & { call?: { ops: object[] } }) => toFinding({ ...finding, ...(call && { op: { ...call.ops[0] } }) })) // biome-ignore format: short
  return { ...data, ...(findings && { findings }), summary: whole(data.summary), ...(data.of && { of: whole(data.of) }) }
}

/** Every finding of the model, by the check itself. */
async function everything(): Promise<Finding[]> {
  const model: ViewerModel = (await rest('GET', at())).json
  return findAll(model, { most: Number.POSITIVE_INFINITY }).flatMap(({ findings }) => findings.map(toFinding))
}

async function readThrough(ask: Ask, question: object): Promise<{ found: Finding[]; pages: number }> {
  const found: Finding[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await ask({ ...question, detail: 'all', ...(cursor && { cursor }) })
    found.push(...page.findings!)
    cursor = page.nextCursor
    pages++
  } while (cursor)
  return { found, pages }
}

describe.each([
  ['REST', byRest],
  ['MCP', byTool],
])('asked over %s', (_, ask) => {
  it('groups by code, with the true counts and a few examples', async () => {
    const { groups = [], summary, of, nextCursor, revision } = await ask({})
    expect(groups.map(({ severity, code, count = 1 }) => `${severity} ${code} ${count}`)).toEqual([
      'error zero_length_frame 2',
      'warning unstable 1',
      `warning isolated_node ${LOOSE}`,
      'warning disconnected_parts 1',
      'warning frame_without_section 122',
      'warning missing_material 122',
      'warning free_end 1',
      'info crossing_frames 1',
    ])
    expect(groups[2]).toMatchObject({
      message: "Node 'L0' belongs to no frame, area or opening",
      ...(ask === byTool
        ? { ids: { nodes: ['L0', 'L1', 'L2', 'L3', 'L4'] } }
        : { examples: [0, 1, 2, 3, 4].map((i) => [{ kind: 'node', id: `L${i}` }]) }),
      fix: expect.stringMatching(/^Remove the node/),
    })
    expect(summary).toEqual({ error: 2, warning: LOOSE + 247, info: 1 })
    expect([of, nextCursor, revision]).toEqual([undefined, undefined, 1])
  })

  it('gives every finding once, in the order of the check, however long the pages', async () => {
    const all = await everything()
    for (const limit of [1000, 333]) expect((await readThrough(ask, { limit })).found).toEqual(all)
  })

  it('filters by code, severity and element, and says of how many', async () => {
    const all = await everything()
    const { groups, summary, of } = await ask({ codes: 'crossing_frames', severity: ['info'] })
    expect(groups?.map(({ code }) => code)).toEqual(['crossing_frames'])
    expect(summary).toEqual({ error: 0, warning: 0, info: 1 })
    expect(of).toEqual({ error: 2, warning: LOOSE + 247, info: 1 })
    const select = { kinds: ['frames'], ids: ['U1*', 'Z*'] }
    const wanted = all.filter(({ elements }) => elements.some(({ kind, id }) => kind === 'frame' && /^(U1|Z)/.test(id)))
    expect((await readThrough(ask, { select, limit: 7 })).found).toEqual(wanted)
    expect((await ask({ severity: 'error', select: { ids: ['U*'] } })).groups).toEqual([])
  })

  it('finds the same on a thread, and what is kept there is asked again', async () => {
    forgetResults()
    setScheduler(new Scheduler(threads))
    const all = await everything()
    expect((await readThrough(ask, {})).found).toEqual(all)
    const loose = { select: { ids: ['L*'] } }
    expect((await ask(loose)).summary).toEqual({ error: 0, warning: LOOSE, info: 0 })
    expect((await readThrough(ask, { ...loose, limit: 1000 })).found).toHaveLength(LOOSE)
  })

  it('stays with the revision that its first page was of, and reads older ones', async () => {
    const first = await ask({ detail: 'all', limit: 3 })
    const { revision } = (await rest('POST', `${at()}/elements/delete`, { body: { frames: ['Z1'] } })).json
    const second = await ask({ detail: 'all', limit: 3, cursor: first.nextCursor })
    expect(second.revision).toBe(first.revision)
    const now = await ask({ severity: 'error' })
    expect([now.revision, now.summary.error]).toEqual([revision, 1])
    expect((await ask({ severity: 'error', revision: first.revision })).summary.error).toBe(2)
    await rest('POST', `${at()}/revisions/${first.revision}/restore`)
    id = await newModel(rest, troubled())
  })
})

describe('what it refuses', () => {
  const refused = async (body: object) => {
    const { status, json } = await rest('POST', `${at()}/check`, { body })
    return [status, ...(json.detail ?? [])]
  }
  it('names a code that is none, a field that is none, elements that are none', async () => {
    expect(await refused({ codes: ['isolated_nodes'] })).toMatchObject([
      422,
      { type: 'literal_error', loc: ['body', 'codes', 0] },
    ])
    expect(await refused({ kind: 'frame' })).toMatchObject([422, { type: 'extra_forbidden', loc: ['body', 'kind'] }])
    expect(await refused({ select: { ids: ['U1', 'none'] } })).toMatchObject([
      422,
      { type: 'reference_not_found', loc: ['body', 'select', 'ids', 1] },
    ])
    expect(await refused({ select: { role: ['column'] } })).toMatchObject([
      422,
      { type: 'nothing_selected', loc: ['body', 'select', 'role'] },
    ])
    expect(await refused({ limit: 0 })).toMatchObject([422, { loc: ['body', 'limit'] }])
  })

  it('a revision that never was, and a cursor of another question', async () => {
    expect((await rest('POST', `${at()}/check`, { body: { revision: 99 } })).status).toBe(404)
    const { nextCursor } = await byRest({ detail: 'all', limit: 1 })
    expect(await refused({ cursor: nextCursor })).toMatchObject([422, { type: 'value_error', loc: ['body', 'cursor'] }])
    expect(await refused({ detail: 'all', cursor: nextCursor, severity: 'info' })).toMatchObject([
      422,
      { loc: ['body', 'cursor'] },
    ])
  })

  it('on MCP says which argument was meant', async () => {
    const told = async (input: object) =>
      JSON.parse((await callTool(key, 'service.check_model', { modelId: id, ...input })).text).detail
    expect(await told({ codes: ['isolated_nodes'] })).toMatchObject([{ send: { codes: ['isolated_node'] } }])
    expect(await told({ kinds: ['frames'] })).toMatchObject([
      { type: 'extra_forbidden', send: { select: { kinds: ['frames'] } }, drop: ['kinds'] },
    ])
    expect(await told({ section: 'HEA' })).toMatchObject([{ fix: 'send "select": {"section":"HEA"}' }]) // of which there is none
    expect(await told({ code: 'unstable' })).toMatchObject([{ send: { codes: 'unstable' }, drop: ['code'] }])
    expect(await told({ wings: 2 })).toMatchObject([{ fix: expect.stringMatching(/^arguments here: modelId, codes, severity,/) }])
  })

  it('takes no idempotency key: the same question is answered anew', async () => {
    const headers = { 'Idempotency-Key': 'again' }
    const one = await rest('POST', `${at()}/check`, { body: {}, headers })
    const other = await rest('POST', `${at()}/check`, { body: { severity: 'info' }, headers })
    expect([one.status, other.status, other.headers.get('idempotent-replayed')]).toEqual([200, 200, null])
  })
})

it('counts by group what it tells one by one, whatever the model (property)', () => {
  const coordinate = fc.integer({ min: 0, max: 3 })
  const place = fc.tuple(coordinate, coordinate, coordinate)
  const ends = fc.tuple(fc.nat(7), fc.nat(7))
  fc.assert(
    fc.property(fc.array(place, { minLength: 8, maxLength: 8 }), fc.array(ends, { maxLength: 12 }), (places, pairs) => {
      const model = {
        name: 'Any',
        schemaVersion: 'viewer-model/v1',
        bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 3, y: 3, z: 3 } },
        nodes: places.map(([x, y, z], i) => node(`N${i}`, x, y, z)),
        frames: pairs.map(([a, b], i) => ({ id: `F${i}`, startNodeId: `N${a}`, endNodeId: `N${b}`, rotation: 0 })),
      } as ViewerModel
      const whole = findAll(model)
      expect(whole.reduce((sum, { count }) => sum + count, 0)).toBe(checkModel(model).length)
      for (const { code, severity, count, findings } of whole) {
        expect(findings).toHaveLength(count)
        for (let first = 0; first <= count; first++) {
          const rest = findAll(model, { only: { code, first }, most: 2 }).find((run) => run.severity === severity)
          expect(rest).toMatchObject({ count, findings: findings.slice(first, first + 2) })
        }
      }
    }),
    { numRuns: runs(100) },
  )
})

describe('what was found is kept, and told to nobody who may not ask', () => {
  const pool = startPool(2)
  let made: string[] = []
  const counted: Pool = {
    threads: 2,
    run(task, ...job) {
      made.push(task)
      return pool.run(task, ...job)
    },
  }
  let owner: Awaited<ReturnType<typeof newCaller>>
  let large: string
  beforeEach(async () => {
    owner = await newCaller()
    large = await newModel(owner.rest, { name: 'Large', nodes: Array.from({ length: 2000 }, (_, i) => node(`N${i}`, i, 0, 0)) }) // for a thread
    made = []
    setScheduler(new Scheduler(counted))
  })
  afterAll(() => pool.close())
  const check = (headers: Record<string, string> = {}) => owner.rest('GET', `/api/construct-models/${large}/check`, { headers })

  it('to equal questions at one time, of both doors, by one job', async () => {
    const answers = await Promise.all([check(), check(), check(), callTool(owner.key, 'service.check_model', { modelId: large })])
    expect(made).toEqual(['check'])
    expect(answers[0]!.json.findings.length).toBeGreaterThan(0)
    expect(answers[1]!.json).toEqual(answers[0]!.json)
    expect(answers[3]).toMatchObject({ isError: false, data: { modelId: large, revision: 1 } })
    expect((await check()).json).toEqual(answers[0]!.json)
    expect(made).toEqual(['check'])
  })

  it('anew after a write, and not by the ETag of before', async () => {
    const first = await check()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toBe('"1-check"')
    expect((await check({ 'if-none-match': etag })).status).toBe(304)
    const twin = { nodes: [node('twin', 7, 0, 0)] }
    expect((await owner.rest('POST', `/api/construct-models/${large}/nodes`, { body: twin })).status).toBe(200)
    const second = await check({ 'if-none-match': etag })
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2-check"'])
    const codes = ({ json }: typeof second) => json.findings.map(({ code }: Finding) => code)
    expect(codes(first)).not.toContain('coincident_nodes')
    expect(codes(second)).toContain('coincident_nodes')
    expect(made).toEqual(['check', 'check'])
  })

  it('to its owner of now and no longer to the one before', async () => {
    const next = await newCaller()
    const etag = (await check()).headers.get('etag') ?? ''
    await db().constructModel.update({ where: { id: large }, data: { ownerId: next.userId } })
    expect((await check()).status).toBe(404)
    expect((await check({ 'if-none-match': etag })).status).toBe(404)
    expect((await callTool(owner.key, 'service.check_model', { modelId: large })).isError).toBe(true)
    expect((await next.rest('GET', `/api/construct-models/${large}/check`)).status).toBe(200)
    expect(made).toEqual(['check'])
  })
})
