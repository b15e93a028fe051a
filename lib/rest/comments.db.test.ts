import { beforeAll, describe, expect, it } from 'vitest'
import type { AssignableRole } from '#lib/access/roles.ts'
import { SCOPES } from '#lib/access/scopes.ts'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { giveRole, logOf, newPerson, type Person, takeRole, toldTo } from '#lib/fixtures/people.ts'
import { type Answered, askRest, callRest, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { pruneComments } from '#lib/storage/comments/threads.ts'

const MODELS = '/api/construct-models'
const at = (id: string, rest = '') => `${MODELS}/${id}/comments${rest}`
const BEAM = { elements: [{ kind: 'frame', id: 'B1' }] }

const ARROW = {
  type: 'arrow',
  points: [
    { x: 1, y: 1 },
    { x: 2, y: 2 },
  ],
}

const people = {} as Record<'owner' | AssignableRole | 'stranger', Person>
beforeAll(async () => {
  for (const role of ['owner', 'editor', 'commenter', 'viewer', 'stranger'] as const) people[role] = await newPerson()
  await db().user.update({ where: { id: people.owner.userId }, data: { name: 'Ada' } })
  await db().user.update({ where: { id: people.commenter.userId }, data: { name: 'Cy' } })
})

async function sharedModel(): Promise<string> {
  const id = await newModel(people.owner.rest, portalFrame())
  for (const role of ['editor', 'commenter', 'viewer'] as const) await giveRole(people.owner, id, people[role].email, role)
  await db().notification.deleteMany({ where: { modelId: id } })
  return id
}

const say = (by: Person, id: string, body: object = {}) => by.rest('POST', at(id), { body: { text: 'Deeper, please.', ...body } })
const list = async (by: Person, id: string, query = '') => (await by.rest('GET', at(id, query))).json
const edit = (id: string, ...ops: object[]) => people.owner.rest('POST', `${MODELS}/${id}/edit`, { body: { ops } })
const kindsFor = async (who: Person, id: string) =>
  (await toldTo(who)).filter(({ modelId }) => modelId === id).map(({ kind }) => kind)

describe('comments', () => {
  it('are threads pinned to what they are about, with replies, and no revisions', async () => {
    const id = await sharedModel()
    const anchor = { ...BEAM, view: '?camera=1,2,3,0,0,0&selected=f:B1', viewport: { width: 1500, height: 1000 } }
    const made = await say(people.commenter, id, { anchor, assignee: people.editor.email, due: '2026-12-01' })
    expect([made.status, made.headers.get('location')]).toEqual([201, `${env.APP_URL}${at(id, '/1')}`])
    expect(made.json).toMatchObject({
      ...{ number: 1, status: 'open', revision: 1, via: 'rest', deleted: false, text: 'Deeper, please.', due: '2026-12-01' },
      author: { id: people.commenter.userId, name: 'Cy' },
      anchor: {
        elements: [{ kind: 'frame', id: 'B1', exists: true }],
        ...{ point: { x: 3, y: 0, z: 4 }, view: 'camera=1,2,3,0,0,0&selected=f:B1', state: 'whole' },
      },
      assignee: { id: people.editor.userId },
      ...{ mayChange: true, mayDelete: true, mayResolve: true, replies: [], url: `${env.APP_URL}/models/${id}?comment=1` },
    })
    expect(made.json.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const before = (await people.owner.rest('GET', `${MODELS}/${id}`)).json
    const replied = await say(people.owner, id, { text: 'By how much?', replyTo: '1' })
    expect(replied.json).toMatchObject({
      number: 1,
      replies: [{ text: 'By how much?', author: { name: 'Ada' }, threadId: made.json.id }],
    })
    expect(replied.json.seq).toBeGreaterThan(made.json.seq)
    const after = (await people.owner.rest('GET', `${MODELS}/${id}`)).json
    expect([after.revision, after.updatedAt]).toEqual([before.revision, before.updatedAt])
    for (const name of ['1', made.json.id, replied.json.replies[0].id])
      expect((await people.viewer.rest('GET', at(id, `/${name}`))).json).toMatchObject({
        number: 1,
        mayChange: false,
        mayResolve: false,
      })
    expect((await people.viewer.rest('GET', at(id, '/2'))).json.detail).toBe('Comment not found')
    expect((await people.stranger.rest('GET', at(id))).status).toBe(404)
  })

  it.each<[string, object, unknown[], string]>([
    ['a text that nobody sees', { text: '\u200b\u2060 \u3164\n' }, ['text'], 'value_error'],
    ['a control character', { text: 'Deeper\u000b, please.' }, ['text'], 'value_error'],
    ['a view that is none', { anchor: { view: 'javascript:alert(1)' } }, ['anchor', 'view'], 'value_error'],
    ['a camera of five numbers', { anchor: { view: 'camera=1,2,3,4,5' } }, ['anchor', 'view'], 'value_error'],
    ['a camera beyond all pictures', { anchor: { view: 'camera=-1e200,2,3,4,5,6' } }, ['anchor', 'view'], 'value_error'],
    ['a comparison with a revision to come', { anchor: { view: 'compare=1..9' } }, ['anchor', 'view'], 'reference_not_found'],
    [
      'a sketch over a view without a camera',
      { anchor: { view: 'colour=section', viewport: { width: 9, height: 9 }, sketch: [ARROW] } },
      ['anchor', 'view'],
      'value_error',
    ],
    ['a day before the calendar', { due: '0000-01-01' }, ['due'], 'value_error'],
    ['a day that nobody will see', { due: '9999-12-31' }, ['due'], 'value_error'],
    ['no text', { text: '' }, ['text'], 'string_too_short'],
    ['10,001 characters', { text: 'x'.repeat(10_001) }, ['text'], 'string_too_long'],
    ['a field that there is not', { colour: 'red' }, ['colour'], 'extra_forbidden'],
    ['201 elements', { anchor: { elements: Array(201).fill(BEAM.elements[0]) } }, ['anchor', 'elements'], 'too_long'],
    [
      'an element that there is not',
      { anchor: { elements: [{ kind: 'frame', id: 'B2' }] } },
      ['anchor', 'elements', 0, 'id'],
      'reference_not_found',
    ],
    [
      'a kind that there is not',
      { anchor: { elements: [{ kind: 'beam', id: 'B1' }] } },
      ['anchor', 'elements', 0, 'kind'],
      'literal_error',
    ],
    [
      'a viewport of nothing',
      { anchor: { viewport: { width: 0, height: 5 } } },
      ['anchor', 'viewport', 'width'],
      'greater_than_equal',
    ],
    [
      'a cloud far beyond its view',
      {
        anchor: {
          ...{ view: 'a', viewport: { width: 9, height: 9 } },
          sketch: [
            {
              type: 'cloud',
              points: [
                { x: -1e7, y: 0 },
                { x: 9, y: 9 },
              ],
            },
          ],
        },
      },
      ['anchor', 'sketch', 0, 'points', 0, 'x'],
      'greater_than_equal',
    ],
    [
      'a sketch without a view',
      {
        anchor: {
          sketch: [
            {
              type: 'arrow',
              points: [
                { x: 1, y: 1 },
                { x: 2, y: 2 },
              ],
            },
          ],
        },
      },
      ['anchor', 'sketch'],
      'value_error',
    ],
    [
      'an arrow of one point',
      { anchor: { view: 'a', viewport: { width: 9, height: 9 }, sketch: [{ type: 'arrow', points: [{ x: 1, y: 1 }] }] } },
      ['anchor', 'sketch', 0, 'points'],
      'value_error',
    ],
    ['an assignee without access', { assignee: 'bo@example.com' }, ['assignee'], 'value_error'],
    ['no day', { due: '2026-13-01' }, ['due'], 'value_error'],
    ['a revision to come', { revision: 9 }, ['revision'], 'reference_not_found'],
    ['a thread that there is not', { replyTo: '14' }, ['replyTo'], 'reference_not_found'],
  ])('are refused with %s', async (_, body, loc, type) => {
    const id = await sharedModel()
    const { status, json } = await say(people.owner, id, body)
    expect([status, json.detail]).toEqual([422, [expect.objectContaining({ type, loc: ['body', ...loc] })]])
    expect((await list(people.owner, id)).items).toEqual([])
  })

  it('say what is wrong in the words of the specification, all at once', async () => {
    const id = await sharedModel()
    await people.owner.rest('POST', `${MODELS}/${id}/nodes`, {
      body: { nodes: [{ id: 'Ridge', position: { x: 3, y: 0, z: 5 } }] },
    })
    const wrong = { anchor: { elements: [{ kind: 'node', id: 'Rigde' }] }, assignee: 'bo@example.com', due: 'soon', revision: 7 }
    const { json } = await say(people.owner, id, wrong)
    expect(json.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
      "no node 'Rigde' in this model; did you mean 'Ridge'?",
      'Value error, bo@example.com has no access to this model',
      'Value error, write a day, such as 2026-12-01',
      'no revision 7 in this model',
    ])
    await say(people.owner, id)
    const reply = await say(people.owner, id, { replyTo: '1', anchor: BEAM, assignee: people.editor.email, due: '2026-12-01' })
    expect(reply.json.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
      'Value error, a reply has no anchor',
      'Value error, a reply has no assignee',
      'Value error, a reply has no due date',
    ])
  })

  it('name each element once, and keep of a view what is part of one', async () => {
    const id = await sharedModel()
    const anchor = { elements: Array(200).fill(BEAM.elements[0]), view: '?camera=1,2,3,0,0,0&comment=7&utm_source=mail' }
    const { json } = await say(people.owner, id, { anchor })
    expect(json.anchor).toMatchObject({
      ...{ elements: [{ kind: 'frame', id: 'B1', exists: true }], view: 'camera=1,2,3,0,0,0', comparison: null },
    })
    expect((await say(people.owner, id, { anchor: { view: '' } })).json.anchor.view).toBeNull()
  })

  it('are pinned to the comparison of two revisions, as they were then, and listed by the revision that was seen', async () => {
    const id = await sharedModel()
    const turn = (rotation: number) => edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, set: { rotation } })
    await say(people.owner, id)
    await turn(90)
    await turn(45)
    const made = await say(people.editor, id, { anchor: { view: 'camera=1,2,3,0,0,0&compare=1..&how=slider' } })
    expect(made.json).toMatchObject({
      ...{ revision: 3, anchor: { view: 'camera=1,2,3,0,0,0&compare=1..3&how=slider', comparison: { from: 1, to: 3 } } },
    })
    await turn(0)
    await say(people.owner, id)
    expect((await list(people.viewer, id, '/2')).anchor.comparison).toEqual({ from: 1, to: 3 })
    const numbers = async (query: string) =>
      (await list(people.viewer, id, query)).items.map((one: { number: number }) => one.number)
    expect(await numbers('?from_revision=2&to_revision=3')).toEqual([2])
    expect(await numbers('?from_revision=3')).toEqual([3, 2])
    expect(await numbers('?to_revision=1')).toEqual([1])
  })

  it('are pinned to what their author saw, also where it is gone by now', async () => {
    const id = await sharedModel()
    await edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, remove: true })
    expect((await say(people.owner, id, { anchor: BEAM })).status).toBe(422)
    const { json } = await say(people.owner, id, { anchor: BEAM, revision: 1 })
    expect(json.anchor).toMatchObject({ state: 'orphaned', point: { x: 3, y: 0, z: 4 }, elements: [{ id: 'B1', removedIn: 2 }] })
  })

  it('tell who assigns a viewer that a viewer can only look', async () => {
    const id = await sharedModel()
    const { json } = await say(people.owner, id, { assignee: people.viewer.email })
    expect(json.assignee.id).toBe(people.viewer.userId)
    expect(json.warnings).toEqual([expect.stringMatching(/is a viewer of this model and can neither answer nor resolve/)])
    const changed = await people.owner.rest('PATCH', at(id, '/1'), { body: { assignee: people.commenter.email } })
    expect(changed.json.warnings).toBeUndefined()
  })

  it('come in pages of so many bytes, however large sketches and replies are', async () => {
    const id = await sharedModel()
    const points = Array.from({ length: 500 }, (_, k) => ({ x: 1234.56789 + k, y: 2345.67891 + k }))
    const sketch = Array(60).fill({ type: 'line', points })
    const anchor = { view: 'camera=1,2,3,0,0,0', viewport: { width: 1500, height: 1000 }, sketch }
    for (let k = 0; k < 6; k++) expect((await say(people.owner, id, { anchor })).status).toBe(201)
    for (const first of ['?limit=200', '?limit=200&since=0']) {
      const seen: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: Answered = await people.owner.rest('GET', at(id, `${first}${cursor && `&cursor=${cursor}`}`))
        expect(JSON.stringify(answer.json).length).toBeLessThan(5_000_000)
        seen.push(...answer.json.items.map((one: { number: number }) => one.number))
        cursor = answer.json.nextCursor
      }
      expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
    }
  })

  it('mention people by their address, which only owner and editors see again', async () => {
    const id = await sharedModel()
    const text = `Look, @${people.commenter.email}, and @nobody@example.com.`
    const { json } = await say(people.owner, id, { text })
    expect(json).toMatchObject({
      text,
      mentions: [{ id: people.commenter.userId, name: 'Cy' }],
      warnings: ['nobody@example.com has no access to this model and was not told'],
    })
    expect((await list(people.viewer, id)).items[0].text).toBe('Look, @Cy, and @nobody@example.com.')
    expect((await list(people.editor, id)).items[0].text).toBe(text)
    expect(await kindsFor(people.commenter, id)).toEqual(['comment.mentioned'])
    const [told] = (await toldTo(people.commenter)).filter(({ modelId }) => modelId === id)
    expect(told?.message).toBe('Look, @Cy, and @nobody@example.com.')
  })

  it('mention people by their ids too, which who sees no addresses can tell', async () => {
    const id = await sharedModel()
    const { userId, email } = people.editor
    const text = `Look, <@${userId}>, and <@nobody>.`
    const { json } = await say(people.commenter, id, { text })
    const [{ name }] = json.mentions
    expect(json).toMatchObject({ text: `Look, @${name}, and <@nobody>.`, mentions: [{ id: userId }] })
    expect((await list(people.owner, id)).items[0].text).toBe(`Look, @${email}, and <@nobody>.`)
    expect(await kindsFor(people.editor, id)).toEqual(['comment.mentioned'])
    const again = { text: `${text} Please.` }
    expect((await people.commenter.rest('PATCH', at(id, '/1'), { body: again })).json.mentions).toHaveLength(1)
  })

  it('are resolved once and deleted once, however many do it at once', async () => {
    const id = await sharedModel()
    const { owner, editor, commenter } = people
    await say(commenter, id)
    const all = <T>(work: (by: Person) => Promise<T>) => Promise.all([owner, editor, owner, editor, owner, editor].map(work))
    for (const { status } of await all((by) => by.rest('POST', at(id, '/1/resolve'), { body: {} }))) expect(status).toBe(200)
    expect((await logOf(owner, id)).filter(([action]) => action === 'comment.resolved')).toHaveLength(1)
    for (let number = 2; number < 8; number++) {
      await say(owner, id)
      const [deleted, ...others] = await Promise.all([
        owner.rest('DELETE', at(id, `/${number}`)),
        owner.rest('PATCH', at(id, `/${number}`), { body: { text: 'Longer.' } }),
        owner.rest('DELETE', at(id, `/${number}`)),
        editor.rest('POST', at(id, `/${number}/resolve`), { body: { text: 'Done.' } }),
      ])
      expect([204, 404]).toContain(deleted?.status)
      for (const { status } of others) expect([200, 204, 404]).toContain(status)
    }
    const rows = await db().comment.findMany({ where: { modelId: id, deletedAt: { not: null } } })
    expect(rows.length).toBeGreaterThan(0)
    for (const { text, authorId } of rows) expect([text, authorId]).toEqual([null, null])
  })

  it('that mention everybody over and over do not fill the bells, and nobody hears of whom they have blocked', async () => {
    const id = await sharedModel()
    const { owner, commenter } = people
    const crowd = Array.from({ length: 190 }, (_, k) => `crowd-${id.slice(-6)}-${k}`.replaceAll('_', '-'))
    await db().user.createMany({ data: crowd.map((name) => ({ id: name, name, email: `${name}@example.com`.toLowerCase() })) })
    await db().collaborator.createMany({
      data: crowd.map((userId) => ({ modelId: id, userId, role: 'viewer', addedBy: owner.userId, createdAt: new Date() })),
    })
    const [first = '', second = ''] = crowd
    await db().block.create({ data: { userId: second, blockedId: commenter.userId, createdAt: new Date() } })
    const text = crowd.map((userId) => `<@${userId}>`).join(' ')
    for (let n = 1; n <= 25; n++) expect((await say(commenter, id, { text })).json.mentions).toHaveLength(190)
    await say(commenter, id, { text: `Again, <@${first}>`, replyTo: '25' })
    const of = async (userId: string) =>
      (await db().notification.findMany({ where: { userId, modelId: id }, orderBy: { at: 'asc' } })).map(({ data }) =>
        JSON.parse(data),
      )
    const told = await of(first)
    expect(told.map(({ comment }) => comment)).toEqual(Array.from({ length: 20 }, (_, k) => k + 6))
    expect(told.at(-1).message).toMatch(/^Again/)
    expect(await of(second)).toEqual([])
    expect(await db().notification.count({ where: { modelId: id, kind: 'comment.mentioned' } })).toBe(189 * 20)
    // What was read makes room.
    await db().notification.updateMany({ where: { userId: first }, data: { readAt: new Date() } })
    await say(commenter, id, { text })
    expect((await of(first)).filter(({ comment }) => comment === 26)).toHaveLength(1)
    expect(await of(first)).toHaveLength(21)
  })

  it('warn of the first twenty of the people whom nobody told', async () => {
    const id = await sharedModel()
    const text = Array.from({ length: 400 }, (_, k) => `@s${k}@example.com`).join(' ')
    const { warnings } = (await say(people.commenter, id, { text })).json
    expect(warnings).toHaveLength(21)
    expect(warnings.slice(-2)).toEqual([
      's19@example.com has no access to this model and was not told',
      'and 380 more, who have no access to this model and were not told',
    ])
  })

  it('stand or are refused while what they are about is deleted and brought back, and never break', async () => {
    const id = await sharedModel()
    const { owner, editor, commenter } = people
    const remove = () => edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, remove: true })
    const undo = () => editor.rest('POST', `${MODELS}/${id}/undo`, { body: {} })
    const made: Answered[] = []
    for (let round = 0; round < 4; round++) {
      const [one, other, seen, resolved, ...writes] = await Promise.all([
        say(commenter, id, { anchor: BEAM }),
        say(owner, id, { anchor: BEAM }),
        say(editor, id, { anchor: BEAM, revision: 1 }), // they saw it there
        say(commenter, id, { text: 'Is it gone?' }).then(({ json: { number } }) =>
          editor.rest('POST', at(id, `/${number}/resolve`), { body: { text: '#frame:B1 is what it was.' } }),
        ),
        round % 2 === 0 ? remove() : undo(),
        round % 2 === 0 ? undo() : remove(),
      ])
      expect([seen.status, resolved.status]).toEqual([201, 200])
      for (const { status, json } of [one, other]) {
        if (status !== 201)
          expect(json.detail).toMatchObject([{ type: 'reference_not_found', loc: ['body', 'anchor', 'elements', 0, 'id'] }])
      }
      for (const { status } of writes) expect([200, 409, 422]).toContain(status)
      made.push(...[one, other, seen, resolved].filter(({ status }) => status < 300))
    }
    const { items, seq } = await list(owner, id)
    const numbers = items.map(({ number }: { number: number }) => number)
    expect(numbers).toEqual(Array.from({ length: made.length }, (_, k) => made.length - k))
    expect(seq).toBeGreaterThanOrEqual(made.length)
    for (const { anchor } of items) {
      expect(['whole', 'orphaned', 'free']).toContain(anchor.state)
      for (const { exists, removedIn } of anchor.elements) expect(typeof removedIn).toBe(exists ? 'undefined' : 'number')
    }
    const late = say(commenter, id)
    const [{ status }] = await Promise.all([late, owner.rest('DELETE', `${MODELS}/${id}`)])
    expect([201, 404]).toContain(status)
  })

  it('notify each person once, by the first reason that fits, and nobody of what they did', async () => {
    const id = await sharedModel()
    const { editor, commenter, owner, viewer } = people
    await say(commenter, id, { text: `@${editor.email} look`, assignee: editor.email })
    expect(await Promise.all([owner, editor, commenter].map((who) => kindsFor(who, id)))).toEqual([
      ['comment.made'],
      ['comment.assigned'],
      [],
    ])
    await say(editor, id, { text: 'Done.', replyTo: '1' })
    expect(await kindsFor(commenter, id)).toEqual(['comment.replied'])
    await takeRole(owner, id, commenter.email)
    await db().notification.deleteMany({ where: { userId: commenter.userId } })
    await editor.rest('POST', at(id, '/1/resolve'), { body: {} })
    expect(await kindsFor(commenter, id)).toEqual([])
    expect(await kindsFor(viewer, id)).toEqual([])
    const [told] = (await toldTo(owner)).filter(({ modelId }) => modelId === id)
    expect(told).toMatchObject({ comment: 1, by: commenter.userId, model: 'Portal frame' })
  })

  it('are resolved and reopened by editors, their author and their assignee, once however often', async () => {
    const id = await sharedModel()
    const { owner, editor, commenter, viewer } = people
    const resolve = (by: Person, number: number, body: object = {}, verb = 'resolve') =>
      by.rest('POST', at(id, `/${number}/${verb}`), { body })
    await say(owner, id)
    await say(owner, id, { assignee: commenter.email })
    expect(await resolve(commenter, 1)).toMatchObject({ status: 403, json: { role: 'commenter', needs: 'editor' } })
    expect((await resolve(viewer, 1)).status).toBe(403)
    expect((await resolve(commenter, 2)).json).toMatchObject({ status: 'resolved', resolvedBy: { name: 'Cy' } })
    const text = 'B1 is IPE 450 now (revision 2).'
    const first = (await resolve(editor, 1, { text })).json
    const second = (await resolve(editor, 1, { text })).json
    expect(first).toMatchObject({ status: 'resolved', replies: [{ text }] })
    expect(second).toEqual(first)
    expect((await resolve(editor, 1, {}, 'reopen')).json).toMatchObject({ status: 'open', resolvedAt: null, resolvedBy: null })
    expect((await resolve(owner, 9)).status).toBe(404)
    const events = (await logOf(owner, id)).map(([action]) => action).filter((action) => action.startsWith('comment.'))
    expect(events).toEqual(['comment.made', 'comment.made', 'comment.resolved', 'comment.resolved', 'comment.reopened'])
    await say(owner, id, { text: 'Thanks.', replyTo: '1' })
    expect((await logOf(owner, id)).map(([action]) => action)).toContain('comment.replied')
  })

  it('are changed by their author alone, assigned by who may resolve, and deleted by the owner too, but not by an app', async () => {
    const id = await sharedModel()
    const { owner, editor, commenter } = people
    await say(commenter, id)
    const change = (by: Person, body: object) => by.rest('PATCH', at(id, '/1'), { body })
    expect((await change(owner, { text: 'Mine.' })).status).toBe(403)
    const before = (await list(owner, id)).seq
    expect((await change(editor, { assignee: editor.email, due: '2026-12-24' })).json).toMatchObject({
      assignee: { id: editor.userId },
    })
    expect((await change(editor, { assignee: editor.email })).json.seq).toBe(before + 1)
    expect((await change(commenter, { text: 'Deeper still.', due: null })).json).toMatchObject({
      text: 'Deeper still.',
      due: null,
      changedAt: expect.any(String),
    })
    const remove = (rest: Rest) => rest('DELETE', at(id, '/1'))
    expect(await remove(editor.rest)).toMatchObject({ status: 403, json: { needs: 'owner' } })
    const { tokens } = await authorizeClient({ user: { id: owner.userId, email: '' }, scopes: SCOPES })
    const app: Rest = (method, path) => callRest(method, path, { key: tokens.access_token })
    expect(await remove(app)).toMatchObject({ status: 403, json: { detail: expect.stringContaining('This is for people') } })
    await say(editor, id, { text: 'Why?', replyTo: '1' })
    expect((await remove(owner.rest)).status).toBe(204)
    const [thread] = (await list(owner, id)).items
    expect(thread).toMatchObject({ text: null, deleted: true, mayDelete: false, replies: [{ text: 'Why?' }] })
    expect((await editor.rest('DELETE', at(id, `/${thread.replies[0].id}`))).status).toBe(204)
    expect((await list(owner, id)).items).toEqual([])
    expect((await remove(owner.rest)).status).toBe(404)
    const row = await db().comment.findFirstOrThrow({ where: { modelId: id, number: 1 } })
    expect([row.text, row.elements, row.authorId]).toEqual([null, '[]', null])
  })

  it('tell what changed since a number, what was deleted too, until it is long ago', async () => {
    const id = await sharedModel()
    for (const text of ['one', 'two', 'three']) await say(people.owner, id, { text })
    const { seq } = await list(people.owner, id)
    expect(await list(people.owner, id, `?since=${seq}`)).toEqual({ items: [], nextCursor: null, seq })
    await say(people.owner, id, { text: 'one more', replyTo: '1' })
    await people.owner.rest('DELETE', at(id, '/2'))
    const changed = await list(people.owner, id, `?since=${seq}`)
    expect(changed.items).toMatchObject([
      { number: 1, replies: [{ text: 'one more' }] },
      { number: 2, deleted: true },
    ])
    expect(Object.keys(changed.items[1]).sort()).toEqual(['deleted', 'id', 'number', 'seq', 'threadId'])
    const [first] = (await list(people.owner, id, `?since=${seq}&limit=1`)).items
    expect(first.number).toBe(1)
    await pruneComments(new Date(Date.now() + 31 * 24 * 3600 * 1000))
    expect((await list(people.owner, id, `?since=${seq}`)).items).toMatchObject([{ number: 1 }])
    expect((await say(people.owner, id)).json.number).toBe(4)
  })

  it('are listed by status, element, assignee and day, page by page', async () => {
    const id = await sharedModel()
    const { owner, commenter, viewer } = people
    await say(owner, id, { text: '1', anchor: BEAM, due: '2026-12-01' })
    await say(owner, id, { text: '2', assignee: commenter.email, due: '2026-12-05' })
    await say(owner, id, { text: '3', anchor: { elements: [{ kind: 'node', id: 'N1' }] } })
    await owner.rest('POST', at(id, '/3/resolve'), { body: {} })
    const texts = async (query: string, by = owner) => (await list(by, id, query)).items.map(({ text }: { text: string }) => text)
    expect(await texts('')).toEqual(['3', '2', '1'])
    expect(await texts('?status=open')).toEqual(['2', '1'])
    expect(await texts('?status=resolved')).toEqual(['3'])
    expect(await texts('?element=frame:B1')).toEqual(['1'])
    expect(await texts('?element=frame:b1')).toEqual([])
    expect(await texts('?assignee=me', commenter)).toEqual(['2'])
    expect(await texts(`?assignee=${commenter.userId}`, viewer)).toEqual(['2'])
    expect(await texts(`?assignee=${commenter.email.toUpperCase()}`)).toEqual(['2'])
    // Who sees no addresses cannot try them out.
    expect(await texts(`?assignee=${commenter.email}`, viewer)).toEqual([])
    expect(await texts('?assignee=nobody@example.com')).toEqual([])
    expect(await texts('?due_before=2026-12-05')).toEqual(['1'])
    const page = await list(owner, id, '?limit=2')
    expect(await texts(`?limit=2&cursor=${page.nextCursor}`)).toEqual(['1'])
    const wrong = await owner.rest('GET', at(id, '?element=B1&due_before=soon&cursor=x'))
    expect(wrong.json.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc, msg])).toEqual([
      [['query', 'element'], 'Value error, write kind:id, such as frame:B1'],
      [['query', 'due_before'], 'Value error, write a day, such as 2026-12-01'],
      [['query', 'cursor'], 'Value error, unknown cursor'],
    ])
  })

  it('are open again where what resolved them is undone, say by whom they were resolved, and are resolved again where it is redone', async () => {
    const id = await sharedModel()
    const set = (frame: string, sectionId: string) =>
      edit(id, { select: { kinds: ['frames'], ids: [frame] }, set: { sectionId } })
    const restore = (revision: number) =>
      people.editor.rest('POST', `${MODELS}/${id}/revisions/${revision}/restore`, { body: {} })
    const resolve = (number: number, body: object = {}) => people.owner.rest('POST', at(id, `/${number}/resolve`), { body })
    const numbersOf = async (query: string) =>
      (await list(people.owner, id, query)).items.map(({ number }: { number: number }) => number)
    await say(people.commenter, id, { anchor: BEAM })
    await say(people.commenter, id, { text: 'And the other one?' })
    await say(people.commenter, id, { text: 'Which steel is it?' })
    await resolve(3, { text: 'S355.' }) // nothing was changed for it
    await set('B1', 'HEB 200')
    await set('C1', 'IPE 300')
    await resolve(1, { text: 'B1 is HEB 200 now (revision 2).' })
    await resolve(2)
    expect(await numbersOf('?status=open')).toEqual([])
    const { seq } = await list(people.owner, id)

    // One write undone: that of the second thread. The first says that its own was revision 2.
    expect((await people.editor.rest('POST', `${MODELS}/${id}/undo`, { body: {} })).status).toBe(200)
    expect([await numbersOf('?status=open'), await numbersOf('?status=resolved')]).toEqual([[2], [3, 1]])
    const second = (await people.viewer.rest('GET', at(id, '/2'))).json
    expect(second).toMatchObject({
      ...{ status: 'open', resolvedAt: null, resolvedBy: null },
      wasResolved: { by: { name: 'Ada' }, undoneIn: 4, at: expect.stringMatching(/^20/) },
    })
    const changed = await list(people.owner, id, `?since=${seq}`)
    expect(changed.items.map(({ number, status }: { number: number; status: string }) => [number, status])).toEqual([[2, 'open']])

    await restore(1)
    expect(await numbersOf('?status=open')).toEqual([2, 1])
    expect((await people.owner.rest('GET', at(id, '/1'))).json.wasResolved).toMatchObject({ undoneIn: 5 })
    await restore(3)
    expect(await numbersOf('?status=open')).toEqual([])
    expect((await people.owner.rest('GET', at(id, '/1'))).json).toMatchObject({
      status: 'resolved',
      wasResolved: null,
      resolvedBy: { name: 'Ada' },
    })

    await restore(1)
    const again = await resolve(1, { text: 'Revision 1 is what we want.' })
    expect(again.json).toMatchObject({ status: 'resolved', wasResolved: null })
    expect(await numbersOf('?status=open')).toEqual([2])
  })

  it('stand in the log with what was said last, by its id', async () => {
    const id = await sharedModel()
    await say(people.owner, id)
    const [reply] = (await say(people.editor, id, { text: 'By how much?', replyTo: '1' })).json.replies
    const [, last] = (await people.owner.rest('POST', at(id, '/1/resolve'), { body: { text: 'Done.' } })).json.replies
    await people.owner.rest('POST', at(id, '/1/reopen'), { body: {} })
    expect((await logOf(people.owner, id)).filter(([action]) => action.startsWith('comment.'))).toEqual([
      ['comment.made', { number: 1 }],
      ['comment.replied', { number: 1, commentId: reply.id }],
      ['comment.resolved', { number: 1, commentId: last.id }],
      ['comment.reopened', { number: 1 }],
    ])
  })

  it('name elements with blanks without quotes: the longest id that there is', async () => {
    const id = await sharedModel()
    const node = (name: string, x: number) => ({ id: name, position: { x, y: 0, z: 9 } })
    const ids = ['Beam', 'Beam 1', 'Beam 1 BC, 3', 'Beam (x)', 'B.1']
    const nodes = [node('P', 0), node('Q', 1), node('Beam 1 BC, 3', 2)]
    const frames = ids.map((name) => ({ id: name, startNodeId: 'P', endNodeId: 'Q', sectionId: 'IPE 300' }))
    expect((await people.owner.rest('POST', `${MODELS}/${id}/elements`, { body: { nodes, frames } })).status).toBe(200)
    const kept = async (text: string) => (await say(people.commenter, id, { text })).json.text
    expect(await kept('Is #frame:Beam 1 BC, 3, or #frame:Beam 1, or #frame:Beam the one?')).toBe(
      'Is #frame:"Beam 1 BC, 3", or #frame:"Beam 1", or #frame:Beam the one?',
    )
    expect(await kept('#node:Beam 1 BC, 3.\n#frame:Beam (x)!')).toBe('#node:"Beam 1 BC, 3".\n#frame:"Beam (x)"!')
    for (const text of [
      '#frame:B.1 is fine.',
      '#frame:Nothing of the kind, or so',
      '#frame:"Beam 1" and 2',
      '#beam:Beam 1',
      '#frame:',
    ])
      expect(await kept(text)).toBe(text)
    const [reply] = (await say(people.commenter, id, { text: '#frame:Beam 1 BC, 3 it is', replyTo: '1' })).json.replies
    expect(reply.text).toBe('#frame:"Beam 1 BC, 3" it is')
    const changed = await people.commenter.rest('PATCH', at(id, `/${reply.id}`), { body: { text: 'No, #frame:Beam 1' } })
    expect(changed.json.replies[0].text).toBe('No, #frame:"Beam 1"')
    const resolved = await people.owner.rest('POST', at(id, '/1/resolve'), { body: { text: '#frame:Beam 1 is gone' } })
    expect(resolved.json.replies[1].text).toBe('#frame:"Beam 1" is gone')
  })

  it('that are reopened say by whom they had been resolved, until they are resolved again', async () => {
    const id = await sharedModel()
    await say(people.commenter, id)
    await people.owner.rest('POST', at(id, '/1/resolve'), { body: {} })
    const reopened = await people.commenter.rest('POST', at(id, '/1/reopen'), { body: { text: 'Not yet.' } })
    expect(reopened.json).toMatchObject({
      status: 'open',
      resolvedAt: null,
      wasResolved: { by: { name: 'Ada' }, undoneIn: null },
    })
    const resolved = await people.owner.rest('POST', at(id, '/1/resolve'), { body: {} })
    expect(resolved.json).toMatchObject({ status: 'resolved', wasResolved: null })
  })

  it('lose their elements and get them back, and survive restores and undos', async () => {
    const id = await sharedModel()
    await say(people.owner, id, { anchor: { elements: [...BEAM.elements, { kind: 'node', id: 'N1' }] } })
    const state = async () => (await list(people.owner, id)).items[0].anchor.state
    expect(await state()).toBe('whole')
    await edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, remove: true })
    expect(await state()).toBe('partly')
    expect((await list(people.owner, id, '?element=frame:B1')).items[0].anchor.elements[0]).toEqual({
      kind: 'frame',
      id: 'B1',
      exists: false,
      removedIn: 2,
    })
    await people.owner.rest('POST', `${MODELS}/${id}/undo`, { body: {} })
    expect(await state()).toBe('whole')
    // Gone again in a revision that restored an earlier one.
    await people.owner.rest('POST', `${MODELS}/${id}/revisions/2/restore`, { body: {} })
    await people.owner.rest('PATCH', `${MODELS}/${id}`, { body: { name: 'Hall' } })
    const [{ anchor }] = (await list(people.owner, id)).items
    expect(anchor.elements).toEqual([
      { kind: 'frame', id: 'B1', exists: false, removedIn: 4 },
      { kind: 'node', id: 'N1', exists: true },
    ])
    await say(people.owner, id, { text: 'Of nothing.' })
    expect(await state()).toBe('free')
  })

  it('stay where they are when the lengths of the model are converted, and for links to what it was', async () => {
    const id = await sharedModel()
    await say(people.owner, id, { anchor: { point: { x: 1, y: 2, z: 3.5 } } })
    await edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, set: { rotation: 0 } })
    const link = await people.owner.rest('POST', `${MODELS}/${id}/share-links`, {
      body: { name: 'Then', comments: true, revision: 1 },
    })
    expect((await edit(id, { scale: { to: 'mm' } })).status).toBe(200)
    await say(people.owner, id, { anchor: BEAM })
    const points = async () =>
      (await list(people.owner, id)).items.map(({ anchor }: { anchor: { point: object } }) => anchor.point)
    expect(await points()).toEqual([
      { x: 3000, y: 0, z: 4000 },
      { x: 1000, y: 2000, z: 3500 },
    ])
    const token = link.json.url.split('/').at(-1)
    const shared = await people.owner.rest('GET', `/api/share/${token}/comments`, { key: null })
    expect(shared.json.items.map(({ anchor }: { anchor: { point: object } }) => anchor.point)).toEqual([{ x: 1, y: 2, z: 3.5 }])
    await edit(id, { scale: { to: 'm' } })
    expect((await points()).at(-1)).toEqual({ x: 1, y: 2, z: 3.5 })
  })

  it('number threads without a gap, however many write at once, and stop at the limit', async () => {
    const id = await sharedModel()
    const made = await Promise.all(Array.from({ length: 20 }, (_, k) => say(people.owner, id, { text: `${k}` })))
    const numbers = made.map(({ json }) => json.number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, k) => k + 1))
    expect(new Set(made.map(({ json }) => json.seq)).size).toBe(20)
    const before = [limits.commentThreads, limits.commentReplies] as const
    Object.assign(limits, { commentThreads: 20, commentReplies: 1 })
    try {
      const msg = 'the model would have 21 threads, the limit is 20'
      const { json } = await say(people.owner, id)
      expect(json.detail).toEqual([{ type: 'limit_exceeded', loc: ['body'], msg, ctx: { limit: 20 } }])
      await say(people.owner, id, { replyTo: '1' })
      expect((await say(people.owner, id, { replyTo: '1' })).json.detail[0].msg).toBe(
        'the thread would have 2 replies, the limit is 1',
      )
    } finally {
      Object.assign(limits, { commentThreads: before[0], commentReplies: before[1] })
    }
    expect((await say(people.owner, id)).json.number).toBe(21)
  })

  it('do what a key of idempotency says once, and are not written against an old revision', async () => {
    const id = await sharedModel()
    const headers = { 'idempotency-key': `k-${id}` }
    const once = () => people.owner.rest('POST', at(id), { body: { text: 'Once.' }, headers })
    const [first, second] = [await once(), await once()]
    expect([first.json.id, second.headers.get('idempotent-replayed')]).toEqual([second.json.id, 'true'])
    expect((await people.owner.rest('POST', at(id), { body: { text: 'Old.' }, headers: { 'if-match': '"9"' } })).status).toBe(412)
    expect((await list(people.owner, id)).items).toHaveLength(1)
  })
})

describe('comments by a share link', () => {
  const newLink = async (id: string, body: object) =>
    (await people.owner.rest('POST', `${MODELS}/${id}/share-links`, { body: { name: 'Site', ...body } })).json.url
      .split('/')
      .at(-1)

  it('are shown with names alone where the link shows them, else there is none', async () => {
    const id = await sharedModel()
    await say(people.owner, id, { text: `Hello @${people.commenter.email}`, anchor: BEAM, assignee: people.commenter.email })
    const shown = await callRest('GET', `/api/share/${await newLink(id, { comments: true })}/comments`)
    const [thread] = shown.json.items
    expect(thread).toMatchObject({
      ...{ text: 'Hello @Cy', author: { id: null, name: 'Ada' }, assignee: { id: null, name: 'Cy' } },
      anchor: { state: 'whole' },
    })
    expect(shown.text).not.toContain(people.commenter.email)
    expect(shown.text).not.toContain(people.owner.userId)
    for (const field of ['mayChange', 'mayDelete', 'mayResolve', 'client']) expect(thread).not.toHaveProperty(field)
    const hidden = await callRest('GET', `/api/share/${await newLink(id, { comments: false })}/comments`)
    expect([hidden.status, hidden.json.detail]).toEqual([404, 'Share link not found'])
  })

  it('of one revision are those made up to it', async () => {
    const id = await sharedModel()
    await say(people.owner, id, { text: 'then', anchor: BEAM })
    const token = await newLink(id, { comments: true, revision: 1 })
    await edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, remove: true })
    await say(people.owner, id, { text: 'now' })
    const { items } = (await callRest('GET', `/api/share/${token}/comments`)).json
    expect(items).toMatchObject([{ text: 'then', anchor: { state: 'whole' } }])
  })

  it('are heard of where the link shows them', async () => {
    const id = await sharedModel()
    const streams = await Promise.all(
      [true, false].map(async (comments) => askRest('GET', `/api/share/${await newLink(id, { comments })}/events`)),
    )
    const own = await askRest('GET', `${MODELS}/${id}/events`, { key: people.viewer.key })
    const readers = [...streams, own].map((stream) => stream.body!.pipeThrough(new TextDecoderStream()).getReader())
    const texts = readers.map(() => '')
    const readUntil = async (index: number, wanted: string) => {
      while (!texts[index]!.includes(wanted)) texts[index] += (await readers[index]!.read()).value ?? ''
    }
    for (const index of readers.keys()) await readUntil(index, 'event: revision')
    await say(people.owner, id)
    await people.owner.rest('POST', at(id, '/1/resolve'), { body: {} })
    await edit(id, { select: { kinds: ['frames'], ids: ['B1'] }, set: { rotation: 90 } })
    for (const index of [0, 2]) await readUntil(index, 'event: comments\ndata: {"seq":')
    for (const index of readers.keys()) await readUntil(index, '"revision":2')
    expect(texts[1]).not.toContain('comment')
    expect(texts[2]).toContain('"commentSeq":0')
    for (const reader of readers) await reader.cancel()
  })
})
