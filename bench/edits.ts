import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, type Service, send, signUp } from '#lib/fixtures/service.ts'
import type { EditAnswer } from '#lib/service/model-edit.ts'
import { say, step } from '#lib/start/progress.mjs'
import { building, countOf } from './building.ts'
import { median, timed } from './measure.ts'
import { writePart } from './write-part.ts'

/**
 * What edits of a large model and questions to it take, through REST, and what a batch by template takes against the same one typed out.
 * Each beside the least that a client would do without the service: the model's JSON read and written again by this process.
 */

export const EDITS = { elements: 100_000, batch: 500_000, turns: 5 }

const all = { all: true }
const frames = { kinds: ['frames'] }
const columns = { role: ['column'] }

/** In their order on one model; where one leaves it changed, `back` undoes it between the turns. */
const WORKS: { what: string; body: object; back?: object[]; asks?: true }[] = [
  {
    what: 'set a section of all frames',
    body: { ops: [{ select: frames, set: { sectionId: 'HEB240' } }] },
    back: [{ select: { kinds: ['frames'], not: columns }, set: { sectionId: 'IPE300' } }],
  },
  { what: 'move all', body: { ops: [{ select: all, move: { z: 1 } }] } },
  { what: 'rotate all by a quarter', body: { ops: [{ select: all, rotate: { about: {}, angle: 90 } }] } },
  { what: 'rotate all by 30 degrees', body: { ops: [{ select: all, rotate: { about: {}, angle: 30 } }] } },
  { what: 'mirror all', body: { ops: [{ select: all, mirror: { plane: 'X', at: 0, copy: false } }] } },
  {
    what: 'copy all',
    body: { ops: [{ select: all, copy: { by: { x: 5000 }, id: '{id}c' } }] },
    back: [{ select: { ids: ['*c'] }, remove: { cascade: true } }],
  },
  { what: 'divide all columns in two', body: { ops: [{ select: columns, divide: { parts: 2 } }] }, back: [] },
  { what: 'remove all beams', body: { ops: [{ select: { role: ['beam'] }, remove: true }] }, back: [] },
  {
    what: 'ask for lengths and masses by section',
    body: { groupBy: ['section'], show: ['count', 'length', 'mass'] },
    asks: true,
  },
  { what: 'ask for counts by storey and role', body: { groupBy: ['storey', 'role'], show: ['count', 'ids'] }, asks: true },
]

const seconds = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

type Row = { what: string; count: string; took: number[]; bare: number[] }

async function measure(service: Service, { elements, turns }: typeof EDITS): Promise<{ rows: Row[]; has: number }> {
  const batch = building(elements)
  const model = `/api/construct-models/${await newModel(service, { units: { length: 'm' }, ...batch })}`
  const post = async (path: string, body: object) =>
    JSON.parse(textOf(await send(service, `${model}${path}`, JSON.stringify(body))))
  const text = textOf(await read(service, model))
  const bareOnce = async () => (await timed(async () => JSON.stringify(JSON.parse(text)))).seconds
  const rows: Row[] = []
  for (const { what, body, back, asks } of WORKS) {
    const row: Row = { what, count: '', took: [], bare: [] }
    await step(what, async () => {
      for (let turn = 0; turn <= turns; turn++) {
        // Each question is another one, or its answer would be known already.
        const sent = asks ? { ...body, limit: 100 + turn } : body
        const bare = await bareOnce()
        const { result, seconds: took } = await timed(() => post(asks ? '/query' : '/edit', sent))
        if (!asks) row.count = `${changedBy(result)} changed`
        if (back?.length === 0) await post('/undo', { count: 1 })
        else if (back) await post('/edit', { ops: back })
        if (turn === 0) continue // the first warms up
        row.took.push(took)
        row.bare.push(bare)
      }
    })
    rows.push(row)
  }
  return { rows, has: countOf(batch) }
}

const changedBy = ({ changed }: Pick<EditAnswer, 'changed'>): number =>
  Object.values(changed).reduce((sum, of) => (of ? sum + of.added + of.replaced + (of.removed ?? 0) : sum), 0)

/** A grid of nodes and frames by templates, and the same written out by plain loops. */
function grid(elements: number) {
  const side = Math.floor(Math.sqrt(elements / 3)) - 1 // (s + 1)² nodes and 2 s (s + 1) frames: at most so many
  const repeat = [
    {
      for: { i: `0..${side}`, j: `0..${side}` },
      nodes: [{ id: 'N{i}-{j}', position: { x: '{1.5*i}', y: '{2.25*j}', z: '{0.125*(i%8)}' } }],
    },
    {
      for: { i: `0..${side - 1}`, j: `0..${side}` },
      frames: [{ id: 'X{i}-{j}', startNodeId: 'N{i}-{j}', endNodeId: 'N{i+1}-{j}' }],
    },
    {
      for: { i: `0..${side}`, j: `0..${side - 1}` },
      frames: [{ id: 'Y{i}-{j}', startNodeId: 'N{i}-{j}', endNodeId: 'N{i}-{j+1}' }],
    },
  ]
  const nodes: object[] = []
  const frames: object[] = []
  for (let i = 0; i <= side; i++)
    for (let j = 0; j <= side; j++) nodes.push({ id: `N${i}-${j}`, position: { x: 1.5 * i, y: 2.25 * j, z: 0.125 * (i % 8) } })
  for (let i = 0; i < side; i++)
    for (let j = 0; j <= side; j++) frames.push({ id: `X${i}-${j}`, startNodeId: `N${i}-${j}`, endNodeId: `N${i + 1}-${j}` })
  for (let i = 0; i <= side; i++)
    for (let j = 0; j < side; j++) frames.push({ id: `Y${i}-${j}`, startNodeId: `N${i}-${j}`, endNodeId: `N${i}-${j + 1}` })
  return { template: JSON.stringify({ repeat }), typed: JSON.stringify({ nodes, frames }), count: nodes.length + frames.length }
}

async function templates(service: Service, { batch, turns }: typeof EDITS) {
  const { template, typed, count } = grid(batch)
  const write = async (body: string) => {
    const id = await newModel(service)
    const { seconds: took } = await timed(() => send(service, `/api/construct-models/${id}/elements`, body))
    const answer = await fetch(`${service.address}/api/construct-models/${id}?purge=true`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.key}` },
    })
    await answer.arrayBuffer()
    return took
  }
  const [made, sent]: [number[], number[]] = [[], []]
  await step(`${count} elements by template and typed out`, async () => {
    await write(template)
    await write(typed)
    for (let turn = 0; turn < turns; turn++) {
      made.push(await write(template))
      sent.push(await write(typed))
    }
  })
  return { made, sent, count, characters: [template.length, typed.length] as const }
}

/** `npm run bench -- edits`: on SQLite, its part of docs/speed.md. The database has little part in it. */
export async function reportEdits(asked: typeof EDITS): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-edits-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const service = await signUp(server.address)
    const { rows, has } = await measure(service, asked)
    const { made, sent, count, characters } = await templates(service, asked)
    const ratio = (ours: readonly number[], bare: readonly number[]) => median(ours.map((took, i) => took / bare[i]!))
    const lines = rows.map(
      ({ what, count, took, bare }) =>
        `| ${what} | ${count} | **${seconds(median(took))} s** | ${seconds(Math.min(...took))} s | ${ratio(took, bare).toFixed(1)} |`,
    )
    const text = `\`npm run bench -- edits\` on ${new Date().toISOString().slice(0, 10)}, SQLite, load average ${loadavg()[0]?.toFixed(1)} at the end. A building of ${has} elements; from the request to the
answer, the revision stored; the median and the best of ${asked.turns} turns. Bare: the model's JSON parsed and written by one thread, in turn.

| one request | elements | median | best | times bare |
|---|---|---|---|---|
${lines.join('\n')}

| ${count} elements in one batch | characters | median | best |
|---|---|---|---|
| by template | ${characters[0]} | **${seconds(median(made))} s** | ${seconds(Math.min(...made))} s |
| typed out | ${characters[1]} | ${seconds(median(sent))} s | ${seconds(Math.min(...sent))} s |
| template to typed, turn by turn | | **${ratio(made, sent).toFixed(2)}** | |
`
    writePart('docs/speed.md', 'edits', text)
    say(`${text}\nWritten to docs/speed.md`)
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
