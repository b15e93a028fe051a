import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#lib/access/roles.ts'
import { log } from '#lib/runtime/log.ts'
import type { Ending, Standing } from '#lib/service/revisions/listen.ts'
import type { ModelEvent, RevisionEvent } from '#lib/storage/announce.ts'
import { eventStream } from './event-stream.ts'

const event = (revision: number): RevisionEvent => ({ revision, changed: {} })

/** A model whose past is given when the test says so; `hear` is what somebody writes meanwhile. */
function fakeModel() {
  let tell: (heard: ModelEvent) => void = () => {}
  const asked: { told: number | undefined; give(revisions: number[]): void; fail(): void }[] = []
  const model = {
    asked,
    isHeard: false,
    role: 'owner' as Role,
    standing: async (): Promise<Standing | Ending> => ({ revision: 7, role: 'owner' }),
    hear: (heard: ModelEvent) => tell(heard),
    subscribe(hear: (heard: ModelEvent) => void) {
      tell = hear
      model.isHeard = true
      return () => {
        model.isHeard = false
      }
    },
    before: (told: number | undefined) =>
      new Promise<RevisionEvent[]>((resolve, reject) => {
        asked.push({
          told,
          give: (revisions) => resolve(revisions.map(event)),
          fail: () => reject(new Error('the database is away')),
        })
      }),
  }
  return model
}

/** What the stream says, an event each: the revision, or the name and the data. */
function reader(stream: ReadableStream<Uint8Array>) {
  const from = stream.getReader()
  const said: (number | string)[] = []
  let hasEnded = false
  async function read(): Promise<boolean> {
    const { done, value } = await from.read()
    if (done) hasEnded = true
    for (const one of Buffer.from(value ?? [])
      .toString()
      .split('\n\n')) {
      const [, id, name, data] = /^(?:id: (\d+)\n)?event: (\w+)\ndata: (.*)$/.exec(one) ?? []
      if (name === 'revision') said.push(Number(id))
      else if (name) said.push(`${id ?? ''}${name} ${data}`)
    }
    return !hasEnded
  }
  const all = async () => {
    while (await read());
  }
  return { said, read, all, hasEnded: () => hasEnded, cancel: () => from.cancel() }
}

const turns = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a stream that begins while somebody writes', () => {
  it.each([
    { name: 'says the revision that came between read and listen', heard: [8], says: [7, 8] },
    { name: 'says a revision once that was read and heard', heard: [7, 8], says: [7, 8] },
    { name: 'says revisions in order that were heard out of it', heard: [9, 8], says: [7, 8, 9] },
  ])('$name', async ({ heard, says }) => {
    const model = fakeModel()
    const { said, all } = reader(eventStream(model))
    void all()
    await turns()
    for (const revision of heard) model.hear(event(revision))
    model.asked[0]?.give([7])
    await expect.poll(() => said).toEqual(says)
    model.hear(event(10))
    await expect.poll(() => said).toEqual([...says, 10])
  })

  it('reads the log once more when one before those that it heard is missing', async () => {
    const model = fakeModel()
    const { said, all } = reader(eventStream(model))
    void all()
    await turns()
    model.hear(event(9))
    model.asked[0]?.give([7])
    await expect.poll(() => model.asked[1]?.told).toBe(7)
    model.asked[1]?.give([8, 9])
    await expect.poll(() => said).toEqual([7, 8, 9])
  })

  it('gives all of a long past, a page at a time', async () => {
    const model = fakeModel()
    const { said, all } = reader(eventStream(model, 0))
    void all()
    const revisions = Array.from({ length: 1200 }, (_, i) => i + 1)
    for (const from of [0, 500, 1000]) {
      await expect.poll(() => model.asked.at(-1)?.told).toBe(from)
      model.asked.at(-1)?.give(revisions.slice(from, from + 500))
    }
    await expect.poll(() => said).toEqual(revisions)
    expect(model.asked).toHaveLength(3)
  })

  it('ends when the past cannot be read, so that the client comes back', async () => {
    vi.spyOn(log, 'warn').mockReturnValue()
    const model = fakeModel()
    const { all, hasEnded } = reader(eventStream(model, 3))
    void all()
    await turns()
    model.asked[0]?.fail()
    await expect.poll(hasEnded).toBe(true)
    expect(model.isHeard).toBe(false)
  })

  it('says that the model is gone when it went before its past was read', async () => {
    const model = fakeModel()
    model.standing = async () => ({ purgeAt: null })
    const { said, all, hasEnded } = reader(eventStream(model))
    void all()
    await turns()
    model.asked[0]?.fail()
    await expect.poll(hasEnded).toBe(true)
    expect(said).toEqual(['deleted {"purgeAt":null}'])
  })
})

describe('a client that does not read', () => {
  it('is told nothing meanwhile, and all of it from the log when it reads again', async () => {
    const model = fakeModel()
    const { said, read, all } = reader(eventStream(model, 0))
    await turns()
    model.asked[0]?.give([])
    await turns()
    // Some 50 bytes each, and 64 kB wait for a client at most.
    for (let revision = 1; revision <= 5000; revision++) model.hear(event(revision))
    while (model.asked.length === 1) await read()
    const last = Number(said.at(-1))
    expect(last).toBeLessThan(2000)
    void all()
    const { told, give } = model.asked[1]!
    const more = Array.from({ length: 499 }, (_, i) => (told ?? 0) + 1 + i)
    give(more)
    await expect.poll(() => said.at(-1)).toBe((told ?? 0) + 499)
    expect(said).toEqual(said.map((_, i) => i + 1))
  })
})

describe('each ten seconds', () => {
  async function opened(standing: () => Promise<Standing | Ending>) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const model = { ...fakeModel(), standing }
    const stream = reader(eventStream(model))
    void stream.all()
    await turns()
    model.asked[0]?.give([7])
    return { model, ...stream }
  }

  it('a beat names the present revision, without an id', async () => {
    const { said } = await opened(async () => ({ revision: 9, role: 'owner' }))
    for (const _ of [1, 2]) await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(() => said).toEqual([7, 'beat {"revision":9,"role":"owner"}', 'beat {"revision":9,"role":"owner"}'])
  })

  it.each([
    ['signed_out', 'signed_out', '{}'],
    ['access', 'access', '{"role":null}'],
    ['deleted', { purgeAt: null }, '{"purgeAt":null}'],
  ] as const)('it is asked who may listen: %s is the last word', async (event, ending, data) => {
    const { said, hasEnded } = await opened(async () => ending)
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(hasEnded).toBe(true)
    expect(said).toEqual([7, `${event} ${data}`])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a database that is away ends nothing', async () => {
    vi.spyOn(log, 'warn').mockReturnValue()
    let isAway = true
    const { said } = await opened(async () => {
      if (isAway) throw new Error('away')
      return { revision: 7, role: 'owner' }
    })
    await vi.advanceTimersByTimeAsync(10_000)
    isAway = false
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(() => said).toEqual([7, 'beat {"revision":7,"role":"owner"}'])
  })
})

describe('when rights change', () => {
  async function heard(answers: (Standing | Ending)[]) {
    const model = fakeModel()
    model.standing = async () => answers.shift() ?? 'signed_out'
    const stream = reader(eventStream(model))
    void stream.all()
    await turns()
    model.asked[0]?.give([7])
    await expect.poll(() => stream.said).toEqual([7])
    model.hear({ accessSeq: 1 })
    return { ...stream, model }
  }

  it('another role is told, and the same one is not', async () => {
    const { said, hasEnded, model } = await heard([
      { revision: 7, role: 'viewer' },
      { revision: 7, role: 'viewer' },
      { revision: 7, role: 'editor' },
    ])
    await expect.poll(() => said).toEqual([7, 'access {"role":"viewer"}'])
    for (const accessSeq of [2, 3]) {
      await turns()
      model.hear({ accessSeq })
    }
    await expect.poll(() => said).toEqual([7, 'access {"role":"viewer"}', 'access {"role":"editor"}'])
    expect(hasEnded()).toBe(false)
  })

  it('a role that was taken away ends the stream at once', async () => {
    const { said, hasEnded } = await heard(['access'])
    await expect.poll(hasEnded).toBe(true)
    expect(said).toEqual([7, 'access {"role":null}'])
  })
})

it('ends at once when the model is deleted', async () => {
  const model = fakeModel()
  const { said, all, hasEnded } = reader(eventStream(model))
  void all()
  await turns()
  model.hear({ purgeAt: new Date('2026-12-21T10:00:00Z') })
  await expect.poll(hasEnded).toBe(true)
  expect(said).toEqual(['deleted {"purgeAt":"2026-12-21T10:00:00.000Z"}'])
  model.asked[0]?.give([7])
  model.hear(event(8))
  await turns()
  expect(model.isHeard).toBe(false)
})

it('asks at once who may listen when that may have changed, and once more when it was asking already', async () => {
  const answers: ((now: Standing | Ending) => void)[] = []
  const model = { ...fakeModel(), standing: () => new Promise<Standing | Ending>((give) => answers.push(give)) }
  const { said, all, hasEnded } = reader(eventStream(model))
  void all()
  await turns()
  model.asked[0]?.give([7])
  model.hear({ accessSeq: 1 })
  await expect.poll(() => answers.length).toBe(1)
  model.hear({ accessSeq: 2 })
  answers[0]?.({ revision: 7, role: 'owner' })
  await expect.poll(() => answers.length).toBe(2)
  expect(hasEnded()).toBe(false)
  answers[1]?.('access')
  await expect.poll(hasEnded).toBe(true)
  expect(said).toEqual([7, 'access {"role":null}'])
})

it('stops listening when the client leaves', async () => {
  const model = fakeModel()
  const { cancel } = reader(eventStream(model))
  await turns()
  expect(model.isHeard).toBe(true)
  await cancel()
  expect(model.isHeard).toBe(false)
})
