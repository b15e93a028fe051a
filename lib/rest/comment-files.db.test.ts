import { unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { CAN_JUDGE, complaintsOf, WHY_NOT } from '#lib/fixtures/bcf-schemas.ts'
import { giveRole, logOf, newPerson, type Person, toldTo } from '#lib/fixtures/people.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { askRest, newModel } from '#lib/fixtures/rest.ts'
import { limits } from '#lib/runtime/limits.ts'

const MODELS = '/api/construct-models'
const at = (id: string, rest = '') => `${MODELS}/${id}/comments${rest}`
const HIGHLIGHT = '#e0106e'
const SKETCH_RED = '#d02d2d'

const people = {} as Record<'owner' | 'editor' | 'viewer', Person>
beforeAll(async () => {
  for (const role of ['owner', 'editor', 'viewer'] as const) people[role] = await newPerson()
  await db().user.update({ where: { id: people.owner.userId }, data: { name: 'Ada' } })
  await db().user.update({ where: { id: people.editor.userId }, data: { name: 'Bo' } })
})

async function sharedModel(model: object = portalFrame()): Promise<string> {
  const id = await newModel(people.owner.rest, model)
  for (const role of ['editor', 'viewer'] as const) await giveRole(people.owner, id, people[role].email, role)
  await db().notification.deleteMany({ where: { modelId: id } })
  return id
}

const say = async (by: Person, id: string, body: object) =>
  (await by.rest('POST', at(id), { body: { text: 'Deeper.', ...body } })).json

async function saved(
  by: Person,
  id: string,
  query = '',
): Promise<{ bytes: Uint8Array; headers: Headers; files: Record<string, string> }> {
  const answer = await askRest('GET', at(id, `.bcf${query}`), { key: by.key })
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()] as const)
  return { bytes, headers: answer.headers, files: Object.fromEntries(files) }
}

const bringIn = (by: Person, id: string, bytes: Uint8Array, more: object = {}) =>
  by.rest('POST', at(id, '/import'), { body: bytes, contentType: 'application/octet-stream', ...more })

/** The same archive with one of its files changed. */
function changed(bytes: Uint8Array, name: string, change: (text: string) => string): Uint8Array {
  const files = unzipSync(bytes)
  files[name] = new TextEncoder().encode(change(Buffer.from(files[name] ?? []).toString()))
  return zipSync(files)
}

const isNear = (colour: string, wanted: string) =>
  [1, 3, 5].every((i) => Math.abs(Number.parseInt(colour.slice(i, i + 2), 16) - Number.parseInt(wanted.slice(i, i + 2), 16)) < 40)

function highlightedIn({ width, height, at: colourAt }: ReturnType<typeof pngPixels>): number {
  let count = 0
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isNear(colourAt(x, y), HIGHLIGHT)) count++
  return count
}

/** Pictures are work. */
const SMALL = { width: 600, height: 400 }
const VIEW = {
  view: 'camera=12,-14,9,3,0,2&selected=f:B1&hidden=f:C2&section=,,,,,4.5',
  viewport: SMALL,
}

async function discussed(): Promise<{ id: string; thread: string }> {
  const id = await sharedModel()
  const sketch = [
    {
      type: 'arrow',
      points: [
        { x: 40, y: 40 },
        { x: 200, y: 160 },
      ],
    },
  ]
  const anchor = { elements: [{ kind: 'frame', id: 'B1' }], ...VIEW, sketch }
  const text = `Deeper, please & <soon>.\nThe span is 9 m. @${people.editor.email}`
  const { id: thread } = await say(people.owner, id, { text, anchor, assignee: people.editor.email, due: '2026-12-01' })
  await say(people.editor, id, { text: 'By how much?', replyTo: '1' })
  await say(people.owner, id, {
    text: 'Is this column needed?',
    anchor: { elements: [{ kind: 'frame', id: 'C1' }], viewport: SMALL },
  })
  await people.owner.rest('POST', at(id, '/2/resolve'), { body: {} })
  await say(people.owner, id, { text: '…', anchor: { viewport: SMALL } })
  return { id, thread }
}

describe('comments as BCF', () => {
  it('are a file with a folder for each thread, its view and a picture of it', async () => {
    const { id, thread } = await discussed()
    const { headers, files, bytes } = await saved(people.owner, id)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toContain('filename="Portal frame.bcf"')
    expect(Object.keys(files).filter((name) => name.startsWith(thread))).toEqual(
      ['markup.bcf', 'viewpoint.bcfv', 'snapshot.png'].map((name) => `${thread}/${name}`),
    )
    expect(files['project.bcfp']).toContain(`ProjectId="${id}"`)
    const markup = files[`${thread}/markup.bcf`]
    for (const part of [
      `<Topic Guid="${thread}" ServerAssignedId="1" TopicType="Comment" TopicStatus="Open">`,
      '<Title>Deeper, please &amp; &lt;soon&gt;.</Title>',
      `<CreationAuthor>${people.owner.email}</CreationAuthor>`,
      '<DueDate>2026-12-01T00:00:00Z</DueDate>',
      `<AssignedTo>${people.editor.email}</AssignedTo>`,
      `?comment=1</ReferenceLink>`,
      '<Comment>By how much?</Comment>',
    ])
      expect(markup).toContain(part)
    const view = files[`${thread}/viewpoint.bcfv`]
    for (const part of [
      '<AuthoringToolId>frame:B1</AuthoringToolId>',
      '<Visibility DefaultVisibility="true">',
      '<AuthoringToolId>frame:C2</AuthoringToolId>',
      '<FieldOfView>35</FieldOfView>',
      '<ClippingPlane>',
    ])
      expect(view).toContain(part)
    const picture = pngPixels(unzipSync(bytes)[`${thread}/snapshot.png`] ?? new Uint8Array())
    expect([picture.width, picture.height]).toEqual([600, 400])
    expect(isNear(picture.at(120, 100), SKETCH_RED)).toBe(true)
    expect(highlightedIn(picture)).toBeGreaterThan(100)
    const resolved = Object.entries(files).find(([, text]) => text.includes('Is this column needed?'))?.[1]
    expect(resolved).toContain('TopicStatus="Closed"')
    expect((await logOf(people.owner, id)).at(-1)).toEqual(['comment.exported', { threads: 3 }])
  })

  it.skipIf(!CAN_JUDGE)(`are what the schemas of BCF 3.0 allow (${CAN_JUDGE ? 'by xmllint' : WHY_NOT})`, async () => {
    const { id } = await discussed()
    const nothing = await newModel(people.owner.rest, { ...portalFrame(), name: ' ' })
    for (const model of [id, nothing]) expect(complaintsOf((await saved(people.owner, model)).bytes)).toEqual([])
  })

  it('have threads open whose resolution was undone, and a file of before does not close them', async () => {
    const id = await sharedModel()
    await say(people.owner, id, { anchor: { elements: [{ kind: 'frame', id: 'B1' }] } })
    const ops = [{ select: { kinds: ['frames'], ids: ['B1'] }, set: { sectionId: 'HEB 200' } }]
    await people.editor.rest('POST', `${MODELS}/${id}/edit`, { body: { ops } })
    await people.editor.rest('POST', at(id, '/1/resolve'), { body: {} })
    const before = await saved(people.owner, id)
    expect(Object.values(before.files).join('')).toContain('TopicStatus="Closed"')
    await people.editor.rest('POST', `${MODELS}/${id}/undo`, { body: {} })
    const { bytes, files } = await saved(people.owner, id)
    expect(Object.values(files).join('')).toContain('TopicStatus="Open"')
    expect((await bringIn(people.editor, id, bytes)).json.threads).toEqual({ added: 0, updated: 0, unchanged: 1 })
    // Files say when in seconds, and an undo may come within one.
    const earlier = new Date(Date.now() - 60_000).toISOString()
    const aMinuteAgo = changed(
      before.bytes,
      Object.keys(before.files).find((name) => name.endsWith('markup.bcf')) ?? '',
      (text) => text.replace(/<ModifiedDate>[^<]*/, `<ModifiedDate>${earlier}`),
    )
    const { warnings, threads } = (await bringIn(people.editor, id, aMinuteAgo)).json
    expect([threads, warnings]).toEqual([
      { added: 0, updated: 0, unchanged: 1 },
      ['Comment 1: changed here since the file was written, and kept as it is'],
    ])
    const closed = changed(bytes, Object.keys(files).find((name) => name.endsWith('markup.bcf')) ?? '', (text) =>
      text
        .replace('TopicStatus="Open"', 'TopicStatus="Closed"')
        .replace(/<ModifiedDate>[^<]*/, `<ModifiedDate>${new Date().toISOString()}`),
    )
    expect((await bringIn(people.editor, id, closed)).json.threads).toEqual({ added: 0, updated: 1, unchanged: 0 })
    expect((await people.owner.rest('GET', at(id, '/1'))).json).toMatchObject({ status: 'resolved', wasResolved: null })
  })

  it('look at the point of a thread that names no elements, which keeps it when the file comes back', async () => {
    const id = await sharedModel()
    const { id: thread } = await say(people.owner, id, { anchor: { point: { x: 0, y: 0, z: 4 } } })
    const { bytes, files } = await saved(people.owner, id)
    const vector = (name: string): [number, number, number] => {
      const [, x, y, z] =
        new RegExp(`<${name}>\\s*<X>(.*)</X>\\s*<Y>(.*)</Y>\\s*<Z>(.*)</Z>`).exec(files[`${thread}/viewpoint.bcfv`] ?? '') ?? []
      return [Number(x), Number(y), Number(z)]
    }
    const [[x, y, z], direction] = [vector('CameraViewPoint'), vector('CameraDirection')]
    const far = Math.hypot(x, y, z - 4)
    for (const [k, place] of [x, y, z].entries()) expect(place + far * (direction[k] ?? 0)).toBeCloseTo(k === 2 ? 4 : 0, 3)
    expect(far).toBeLessThan(3) // the whole portal is seen from 18 m
    const moved = changed(bytes, `${thread}/viewpoint.bcfv`, (text) => text.replace(`<X>${x}</X>`, `<X>${x + 1}</X>`))
    expect((await bringIn(people.owner, id, moved)).json.threads).toEqual({ added: 0, updated: 1, unchanged: 0 })
    expect((await people.owner.rest('GET', at(id, '/1'))).json.anchor.point).toEqual({ x: 0, y: 0, z: 4 })
  })

  it('have pictures of the model as it was when they were written, also of a thread with nothing but a view', async () => {
    const id = await sharedModel()
    const view = 'camera=12,-14,9,3,0,2'
    const beam = [{ kind: 'frame', id: 'B1' }]
    await say(people.owner, id, { anchor: { elements: beam, view, viewport: SMALL } })
    await say(people.owner, id, { anchor: { view, viewport: SMALL } })
    await say(people.owner, id, { anchor: { view: `${view}&revision=1`, viewport: SMALL } })
    await people.owner.rest('POST', `${MODELS}/${id}/elements/delete`, { body: { frames: ['B1'] } })
    await say(people.owner, id, { anchor: { view, viewport: SMALL } })
    await say(people.owner, id, { anchor: { view: `${view}&revision=1`, viewport: SMALL } })
    const { bytes, files } = await saved(people.owner, id)
    const pictures = Object.fromEntries(
      Object.entries(files).flatMap(([name, text]) => {
        const number = /ServerAssignedId="(\d+)"/.exec(text)?.[1]
        return number ? [[number, unzipSync(bytes)[name.replace('markup.bcf', 'snapshot.png')] ?? new Uint8Array()]] : []
      }),
    )
    expect(highlightedIn(pngPixels(pictures[1] ?? new Uint8Array()))).toBeGreaterThan(100)
    expect(pictures[2]?.length).toBeGreaterThan(1000)
    expect(pictures[2]).toEqual(pictures[3])
    expect(pictures[5]).toEqual(pictures[2])
    expect(pictures[4]).not.toEqual(pictures[2])
  })

  it('name their authors to who sees no addresses', async () => {
    const { id, thread } = await discussed()
    const { files } = await saved(people.viewer, id)
    expect(files[`${thread}/markup.bcf`]).toContain('<CreationAuthor>Ada</CreationAuthor>')
    expect(JSON.stringify(files)).not.toContain('@example')
    expect(JSON.stringify(files)).not.toContain(people.editor.email)
  })

  it('come by status and from a number on', async () => {
    const { id } = await discussed()
    const folders = async (query: string) =>
      Object.keys((await saved(people.owner, id, query)).files).filter((name) => name.endsWith('markup.bcf')).length
    expect([
      await folders(''),
      await folders('?status=open'),
      await folders('?status=resolved'),
      await folders('?from=2'),
    ]).toEqual([3, 2, 1, 2])
  })

  it('need a length unit', async () => {
    const id = await newModel(people.owner.rest, { ...portalFrame(), units: {} })
    const { status, json } = await people.owner.rest('GET', at(id, '.bcf'))
    expect([status, json.detail[0].type, json.detail[0].msg]).toEqual([
      422,
      'unit_unknown',
      'the model has no readable length unit, BCF is in metres',
    ])
  })
})

describe('a BCF file that comes back', () => {
  it('changes nothing, whoever saved it', async () => {
    const { id } = await discussed()
    const before = (await people.owner.rest('GET', at(id))).json
    for (const by of [people.owner, people.viewer]) {
      const { status, json } = await bringIn(people.editor, id, (await saved(by, id)).bytes)
      expect([status, json]).toEqual([
        200,
        {
          threads: { added: 0, updated: 0, unchanged: 3 },
          comments: { added: 0, updated: 0, unchanged: 4 },
          warnings: [],
        },
      ])
    }
    expect((await people.owner.rest('GET', at(id))).json).toEqual(before)
  })

  it('brings what was changed elsewhere, and nobody else’s words', async () => {
    const { id, thread } = await discussed()
    const { bytes } = await saved(people.owner, id)
    const reply =
      '<Comment Guid="7d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4"><Date>2026-11-23T08:00:00Z</Date><Author>boss@firm.example</Author><Comment>300 mm.</Comment></Comment>'
    const later = '2100-01-01T00:00:00Z'
    const edited = changed(bytes, `${thread}/markup.bcf`, (text) =>
      text
        .replace('TopicStatus="Open"', 'TopicStatus="Closed"')
        .replace('2026-12-01T', '2026-12-08T')
        .replace(/<DueDate>/, `<ModifiedDate>${later}</ModifiedDate><DueDate>`)
        .replace('The span is 9 m.', 'The span is 7 m.')
        .replace('<Comment>By how much?</Comment>', `<Comment>By a lot?</Comment><ModifiedDate>${later}</ModifiedDate>`)
        .replace('</Comments>', `${reply}</Comments>`),
    )
    const { json } = await bringIn(people.editor, id, edited)
    expect(json).toMatchObject({
      threads: { added: 0, updated: 1, unchanged: 2 },
      comments: { added: 1, updated: 1, unchanged: 3 },
      warnings: ['Comment 1: the text that was changed in the file was written by somebody with an account here, and stays'],
    })
    const [first] = (await people.owner.rest('GET', at(id, '/1'))).json.replies
    const now = (await people.owner.rest('GET', at(id, '/1'))).json
    expect(now).toMatchObject({ status: 'resolved', due: '2026-12-08', resolvedBy: { name: 'Bo' }, assignee: { name: 'Bo' } })
    expect(now.text).toContain('The span is 9 m.')
    expect(now.replies.map(({ text }: { text: string }) => text).toSorted()).toEqual(['300 mm.', 'By a lot?'])
    expect(first).toBeDefined()
    expect(now.replies.find(({ text }: { text: string }) => text === '300 mm.').author).toEqual({
      id: null,
      name: 'boss@firm.example (imported by Bo)',
    })
    expect((await logOf(people.owner, id)).map(([action]) => action)).toContain('comment.imported')
    expect((await toldTo(people.owner)).filter(({ modelId, kind }) => modelId === id && kind !== 'comment.replied')).toEqual([])
    // Once more it is nothing new.
    expect((await bringIn(people.editor, id, edited)).json.threads).toEqual({ added: 0, updated: 0, unchanged: 3 })
  })

  it('does not undo what happened here since', async () => {
    const { id } = await discussed()
    const { bytes } = await saved(people.owner, id)
    await db().comment.updateMany({ where: { modelId: id }, data: { createdAt: new Date('2026-11-01T00:00:00Z') } })
    await people.owner.rest('POST', at(id, '/1/resolve'), { body: {} })
    const earlier = Object.keys(unzipSync(bytes)).find((name) => name.endsWith('markup.bcf')) ?? ''
    const old = changed(bytes, earlier, (text) => text.replace(/<CreationDate>[^<]*/, '<CreationDate>2026-11-01T00:00:00Z'))
    const { json } = await bringIn(people.owner, id, old)
    expect(json.threads.updated).toBe(0)
    expect(json.warnings).toEqual(['Comment 1: changed here since the file was written, and kept as it is'])
    expect((await people.owner.rest('GET', at(id, '/1'))).json.status).toBe('resolved')
  })

  it('keeps what the file lacks, and takes no clock that runs ahead', async () => {
    const { id, thread } = await discussed()
    const { bytes } = await saved(people.owner, id)
    const bare = changed(bytes, `${thread}/markup.bcf`, (text) =>
      text
        .replace('TopicStatus="Open"', 'TopicStatus="Closed"')
        .replace(/<DueDate>[^<]*<\/DueDate>/, '<ModifiedDate>2999-01-01T00:00:00Z</ModifiedDate>')
        .replace(/<AssignedTo>[^<]*<\/AssignedTo>/, ''),
    )
    expect((await bringIn(people.editor, id, bare)).json.threads).toMatchObject({ updated: 1 })
    const kept = { due: '2026-12-01', assignee: { name: 'Bo' } }
    expect((await people.owner.rest('GET', at(id, '/1'))).json).toMatchObject({ status: 'resolved', ...kept })
    await db().comment.updateMany({ where: { modelId: id }, data: { modifiedAt: new Date(Date.now() + 5000) } })
    await people.owner.rest('POST', at(id, '/1/reopen'), { body: {} })
    await db().comment.updateMany({ where: { modelId: id }, data: { modifiedAt: new Date(Date.now() + 5000) } })
    expect((await bringIn(people.editor, id, bare)).json.threads.updated).toBe(0)
    expect((await people.owner.rest('GET', at(id, '/1'))).json.status).toBe('open')
    const old = changed(bytes, `${thread}/markup.bcf`, (text) =>
      text.replace(/<CreationDate>[^<]*/, '<CreationDate>-000001-01-01T00:00:00Z'),
    )
    expect((await bringIn(people.editor, id, old)).status).toBe(422)
  })

  it('moves the camera, and leaves what was deleted deleted', async () => {
    const { id, thread } = await discussed()
    const { bytes } = await saved(people.owner, id)
    const reply = (await people.owner.rest('GET', at(id, '/1'))).json.replies[0].id
    await people.editor.rest('DELETE', at(id, `/${reply}`))
    await people.owner.rest('DELETE', at(id, '/3'))
    const moved = changed(bytes, `${thread}/viewpoint.bcfv`, (text) => text.replace('<X>12</X>', '<X>13</X>'))
    const { json } = await bringIn(people.owner, id, moved)
    expect(json.threads).toEqual({ added: 0, updated: 1, unchanged: 1 })
    expect(json.warnings).toEqual([
      `Comment 1: comment ${reply} was not taken: it was deleted here`,
      'Comment 1: its sketch was dropped, for the camera was moved',
      'Comment 3: not taken: it was deleted here',
    ])
    const now = (await people.owner.rest('GET', at(id, '/1'))).json
    expect(now.anchor.view).toMatch(/^camera=13%2C-14%2C9%2C/)
    expect(now.anchor.elements).toMatchObject([{ kind: 'frame', id: 'B1' }])
    expect(now.replies).toEqual([])
  })
})

describe('a BCF file in another model', () => {
  it('makes its threads there, by authors who are no accounts', async () => {
    const { id } = await discussed()
    const other = await sharedModel()
    const { bytes } = await saved(people.owner, id)
    const { json } = await bringIn(people.editor, other, bytes)
    expect(json).toMatchObject({ threads: { added: 3, updated: 0, unchanged: 0 }, comments: { added: 4 }, warnings: [] })
    const { items } = (await people.owner.rest('GET', at(other))).json
    expect(items.map(({ number, status, due }: Record<string, unknown>) => [number, status, due])).toEqual([
      [3, 'open', null],
      [2, 'resolved', null],
      [1, 'open', '2026-12-01'],
    ])
    const first = items.at(-1)
    expect(first.author).toEqual({ id: null, name: `${people.owner.email} (imported by Bo)` })
    expect(first.mayChange).toBe(false)
    const seen = (await people.viewer.rest('GET', at(other))).json.items.at(-1)
    expect(seen.author.name).toBe(`${people.owner.email.split('@')[0]} (imported by Bo)`)
    expect(first.anchor).toMatchObject({ elements: [{ kind: 'frame', id: 'B1', exists: true }], state: 'whole' })
    expect(first.anchor.view).toMatch(/^camera=12%2C-14%2C9%2C.*&hidden=f%3AC2&section=/)
    expect(first.assignee.id).toBe(people.editor.userId)
    expect(await toldTo(people.editor)).not.toContainEqual(expect.objectContaining({ modelId: other }))
    // What changed can be asked for thread by thread.
    const page = (await people.owner.rest('GET', at(other, '?since=0&limit=2'))).json
    const rest = (await people.owner.rest('GET', at(other, `?since=0&limit=2&cursor=${page.nextCursor}`))).json
    expect([...page.items, ...rest.items].map(({ number }) => number)).toEqual([1, 2, 3])
    expect(rest.nextCursor).toBeNull()
  })

  it('changes nothing when it is brought in once more', async () => {
    const { id } = await discussed()
    await say(people.owner, id, { text: 'The node.', anchor: { elements: [{ kind: 'node', id: 'N2' }], viewport: SMALL } })
    const { bytes } = await saved(people.owner, id)
    const other = await sharedModel()
    expect((await bringIn(people.editor, other, bytes)).json.threads).toEqual({ added: 4, updated: 0, unchanged: 0 })
    const before = (await people.owner.rest('GET', at(other))).json
    expect((await bringIn(people.editor, other, bytes)).json).toMatchObject({
      threads: { added: 0, updated: 0, unchanged: 4 },
      comments: { added: 0, updated: 0, unchanged: 5 },
    })
    expect((await people.owner.rest('GET', at(other))).json.seq).toBe(before.seq)
  })

  it('of another program changes nothing either when it comes again, whatever of it has no place here', async () => {
    const id = await sharedModel()
    const address = people.editor.email.toUpperCase()
    const topic = (k: number, text: string, view: string) => {
      const guid = `1d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d${k}`
      return {
        [`${guid}/markup.bcf`]: `<Markup><Topic Guid="${guid}" TopicType="Clash" TopicStatus="Active"><Title>Beam</Title>
          <CreationDate>2024-03-05T09:12:44Z</CreationDate><CreationAuthor>\u202eboss@firm.example</CreationAuthor><DueDate>0001-01-01T00:00:00Z</DueDate>
          <Description>${text}</Description></Topic>
          <Viewpoints Guid="2d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d${k}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints></Markup>`,
        [`${guid}/v.bcfv`]: `<VisualizationInfo Guid="2d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d${k}">${view}</VisualizationInfo>`,
      }
    }
    const camera = `<PerspectiveCamera><CameraViewPoint><X>10</X><Y>-4.5</Y><Z>3</Z></CameraViewPoint><CameraDirection><X>-2</X><Y>1</Y><Z>0</Z></CameraDirection>
      <CameraUpVector><X>0</X><Y>1</Y><Z>1</Z></CameraUpVector><FieldOfView>60</FieldOfView></PerspectiveCamera>`
    const foreign = '<Component IfcGuid="3vB2YO$MX4xv5uCqZZG05x"/>'
    const components = `<Components><Selection>${foreign}</Selection><Visibility DefaultVisibility="false"><Exceptions>${foreign}</Exceptions></Visibility></Components>`
    const planes = `<ClippingPlanes><ClippingPlane><Location><X>1</X><Y>1</Y><Z>4.5</Z></Location><Direction><X>0</X><Y>0</Y><Z>1</Z></Direction></ClippingPlane>
      <ClippingPlane><Location><X>1</X><Y>1</Y><Z>4.5</Z></Location><Direction><X>1</X><Y>0</Y><Z>1</Z></Direction></ClippingPlane></ClippingPlanes>`
    const files = {
      'bcf.version': '<Version VersionId="2.1"/>',
      ...topic(1, `Look at it, @${address}.`, `${components}${camera}${planes}`),
      ...topic(2, `${'Long. '.repeat(2000)}`, components),
    }
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, new TextEncoder().encode(xml)])))
    const first = await bringIn(people.owner, id, bytes)
    expect(first.json.threads).toEqual({ added: 2, updated: 0, unchanged: 0 })
    const { items, seq } = (await people.owner.rest('GET', at(id))).json
    expect(items.at(-1)).toMatchObject({ author: { name: 'boss@firm.example (imported by Ada)' }, due: null })
    expect((await bringIn(people.owner, id, bytes)).json.threads).toEqual({ added: 0, updated: 0, unchanged: 2 })
    expect((await people.owner.rest('GET', at(id))).json.seq).toBe(seq)
  })

  it('with one Guid in several places is taken with one of them, and says so', async () => {
    const id = await sharedModel()
    const [first, second, reply] = [1, 2, 3].map((k) => `1d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d${k}`)
    const topic = (
      guid: string | undefined,
      ...comments: (string | undefined)[]
    ) => `<Markup><Topic Guid="${guid}" TopicStatus="Open"><Title>Beam</Title>
      <CreationDate>2024-03-05T09:12:44Z</CreationDate><CreationAuthor>boss</CreationAuthor></Topic>
      ${comments.map((one) => `<Comment Guid="${one}"><Date>2024-03-05T09:12:44Z</Date><Author>boss</Author><Comment>Why?</Comment></Comment>`).join('')}</Markup>`
    const files = {
      'bcf.version': '<Version VersionId="2.1"/>',
      [`${first}/markup.bcf`]: topic(first, reply, second),
      [`${second}/markup.bcf`]: topic(second, reply),
    }
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, new TextEncoder().encode(xml)])))
    const { status, json } = await bringIn(people.owner, id, bytes)
    expect([status, json.threads?.added, json.comments?.added]).toEqual([200, 2, 3])
    expect(json.warnings).toEqual([
      `Topic 'Beam': comment ${second} stands in the file twice, one was taken`,
      `Topic 'Beam': comment ${reply} stands in the file twice, one was taken`,
    ])
  })

  it('is taken whole or not at all', async () => {
    const { id } = await discussed()
    const { bytes } = await saved(people.owner, id)
    const other = await sharedModel()
    const before = limits.commentThreads
    limits.commentThreads = 2
    try {
      const { status, json } = await bringIn(people.owner, other, bytes)
      expect([status, json.detail[0].type, json.detail[0].loc]).toEqual([422, 'limit_exceeded', ['body']])
    } finally {
      limits.commentThreads = before
    }
    const entry = Object.keys(unzipSync(bytes)).findLast((name) => name.endsWith('markup.bcf')) ?? ''
    const broken = await bringIn(
      people.owner,
      other,
      changed(bytes, entry, (text) => text.replace('<Title>', '<Nothing>').replace('</Title>', '</Nothing>')),
    )
    expect([broken.status, broken.json.detail]).toEqual([
      422,
      [{ type: 'file_value', loc: ['body', entry], msg: 'the topic has no Title' }],
    ])
    expect((await people.owner.rest('GET', at(other))).json.items).toEqual([])
    expect((await bringIn(people.viewer, other, bytes)).status).toBe(403)
  })

  it('answers a repeat with the same key as the first time', async () => {
    const { id } = await discussed()
    const { bytes } = await saved(people.owner, id)
    const other = await sharedModel()
    const headers = { 'Idempotency-Key': `bcf-${other}` }
    const first = await bringIn(people.owner, other, bytes, { headers })
    const again = await bringIn(people.owner, other, bytes, { headers })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json).toEqual(first.json)
    expect(again.json.threads.added).toBe(3)
  })
})
