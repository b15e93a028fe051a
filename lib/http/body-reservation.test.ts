import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KB } from '#lib/values/bytes.ts'
import { readBody } from './body.ts'
import { Bodies, BodyReservation } from './body-reservation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Room for 4 bodies of 64. */
function roomOf(most = 256) {
  const bodies = new Bodies(most, 64)
  const come: string[] = []
  const take = (user: string, bytes: number, name: string, signal?: AbortSignal) =>
    bodies.take(user, bytes, signal).then(
      () => void come.push(name),
      (error) => void come.push(`${name}: ${error.status} ${error.detail} ${error.retryAfter}`),
    )
  return { bodies, come, take }
}

it('lets a body wait until there is room, first who holds least, then who came first', async () => {
  const { bodies, come, take } = roomOf()
  for (const name of ['a1', 'a2', 'a3']) void take('a', 64, name)
  await settle()
  expect([come, bodies.taken]).toEqual([['a1', 'a2', 'a3'], 192])
  void take('a', 64, 'a4') // the last quarter is for somebody else
  void take('b', 64, 'b1')
  void take('b', 64, 'b2')
  void take('c', 10, 'c1')
  await settle()
  expect(come.splice(3)).toEqual(['b1'])
  bodies.give('a', 64)
  await settle()
  expect(come.splice(3)).toEqual(['c1'])
  bodies.give('c', 10)
  await settle()
  expect(come.splice(3)).toEqual(['b2'])
  bodies.give('b', 128)
  await settle()
  expect([come.splice(3), bodies.taken]).toEqual([['a4'], 192])
})

it('refuses after ten seconds, and forgets a client that leaves', async () => {
  const { bodies, come, take } = roomOf(64)
  void take('a', 64, 'a1')
  void take('b', 1, 'b1')
  const client = new AbortController()
  void take('c', 1, 'c1', client.signal)
  await settle()
  client.abort()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(come).toEqual(['a1', 'c1: 503 Service Unavailable 5'])
  await vi.advanceTimersByTimeAsync(1)
  expect(come.at(-1)).toBe('b1: 503 Service Unavailable 5')
  bodies.give('a', 64)
  await take('d', 100, 'd1') // alone anything goes
  expect(come.at(-1)).toBe('d1')
})

function upload(chunks: number[], length?: number) {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = chunks[read++]
        if (next === undefined) controller.close()
        else controller.enqueue(new Uint8Array(next))
      },
    },
    { highWaterMark: 0 },
  )
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  const request = new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  return { request, read: () => read }
}

it('reads nothing of a large body before there is room, and as much of one of unknown length as a small one has', async () => {
  const bodies = new Bodies(1000 * KB, 600 * KB)
  await bodies.take('a', 900 * KB)
  const told = upload([300 * KB], 300 * KB)
  const untold = upload([200 * KB, 100 * KB, 100 * KB])
  const small = upload([200 * KB], 200 * KB)
  const rooms = ['b', 'c', 'd'].map((user) => new BodyReservation(bodies, user))
  const [first, second, third] = [told, untold, small].map(({ request }, i) => readBody(request, 600 * KB, rooms[i]))
  expect(await third).toHaveLength(200 * KB)
  await vi.waitUntil(() => untold.read() === 2)
  await settle()
  expect([told.read(), untold.read(), bodies.taken]).toEqual([0, 2, 900 * KB])
  bodies.give('a', 900 * KB)
  expect([await first, await second].map((bytes) => bytes?.length)).toEqual([300 * KB, 400 * KB])
  expect(bodies.taken).toBe(700 * KB)
  for (const room of rooms) room.release()
  expect(bodies.taken).toBe(0)
})
