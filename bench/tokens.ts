import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Failure, type Input, repair } from '#lib/fixtures/repair.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { callTool, read, type Service, signUp } from '#lib/fixtures/service.ts'
import { say } from '#lib/start/progress.mjs'
import { type Length, lengthsOfAnswers } from './tokens/answers.ts'
import { bay } from './tokens/bay.ts'
import { bridge } from './tokens/bridge.ts'
import { type Answer, changes } from './tokens/changes.ts'
import { mast, ORIENT } from './tokens/mast.ts'
import { BEFORE, type Mistake, mistakes } from './tokens/mistakes.ts'
import { office } from './tokens/office.ts'
import { questions } from './tokens/questions.ts'
import { spaceFrame } from './tokens/space-frame.ts'
import { tower } from './tokens/tower.ts'
import { drop, etabsFile, heightsOf, LEVELS, RAISE } from './tokens/trip.ts'
import { type Building, difference, type Item, KINDS, nothing, type Typed } from './tokens/typed.ts'
import { warehouse } from './tokens/warehouse.ts'
import { writePart } from './write-part.ts'

/**
 * `npm run bench -- tokens`: what a language model writes and reads for eleven jobs over MCP, replayed against a fresh service. The calls
 * are written from the texts of the tools alone: ids as people choose them, units and materials stated, sections by profile. Each model
 * is compared element by element with one typed out by plain loops.
 */

/** Characters a token: of JSON it is fewer, so real counts are 20 to 40 % higher, before and after alike. */
const CHARACTERS = 3.5

type Row = {
  job: string
  before?: string
  calls: number
  out: number
  in: number
  most?: { out?: number; in?: number }
  wrong?: string
}
type Reply = { out: number; in: number; isError: boolean; text: string; answer: Answer }

const BUILDINGS: { job: string; building: Building; before: string; most?: number; edit?: object }[] = [
  { job: '1 warehouse 30 × 60 m', building: warehouse, before: '15,300', most: 700 },
  { job: '2 office, 4 storeys', building: office, before: '10,500', most: 800 },
  { job: '3 tower, 25 storeys', building: tower, before: '77,000', most: 1000 },
  { job: '4a Pratt bridge', building: bridge, before: '2,900' },
  { job: '4b transmission mast, legs turned', building: mast, before: '4,700', edit: ORIENT },
  { job: '4c space frame', building: spaceFrame, before: '15,400', most: 400 },
  { job: '5 bay in inches', building: bay, before: '510' },
]
const MOST_OF_A_CHANGE = { out: 100 }
const MOST_OF_AN_ANSWER = { in: 300 }
const MOST_OF_A_FAILURE = { in: 500 }
/** Of what is written and read together. */
const MOST_OF_A_TRIP = 1500

async function ask(service: Service, name: string, args: object): Promise<Reply> {
  const params = { name, arguments: args }
  const message = await callTool(service, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  const { result, error } = JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? message)
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`)
  const texts = (result.content as { type: string; text: string }[]).filter(({ type }) => type === 'text')
  const text = texts.map((one) => one.text).join('')
  const tokens = (characters: number) => Math.round(characters / CHARACTERS)
  return {
    out: tokens(JSON.stringify(args).length),
    in: tokens(text.length),
    isError: Boolean(result.isError),
    text,
    answer: JSON.parse(text),
  }
}

/** A call that must go through. */
async function done(service: Service, name: string, args: object): Promise<Reply> {
  const reply = await ask(service, name, args)
  if (reply.isError) throw new Error(`${name}: ${reply.text}`)
  return reply
}

/** The model as it was submitted: of a section what the typed ones state. */
async function submitted(service: Service, id: string, wanted: Typed): Promise<Typed> {
  const model = JSON.parse(new TextDecoder().decode(await read(service, `/api/construct-models/${id}`)))
  const found = Object.fromEntries(KINDS.map((kind) => [kind, model[kind] ?? []])) as Typed
  const stated = new Map(wanted.sections.map((one) => [one.id, Object.keys(one)]))
  const definitions = new Map((model.sectionDefinitions as Item[]).map((one) => [one.id, one]))
  const sections = found.sections.map((section) => {
    const one: Item = { ...section, ...definitions.get(section.id) }
    return Object.fromEntries((stated.get(one.id) ?? ['id']).map((key) => [key, one[key]])) as Item
  })
  return { ...found, sections }
}

const total = (replies: Reply[]) => ({
  calls: replies.length,
  out: replies.reduce((sum, one) => sum + one.out, 0),
  in: replies.reduce((sum, one) => sum + one.in, 0),
})

async function build(
  service: Service,
  { job, building, before, most, edit }: (typeof BUILDINGS)[number],
): Promise<[Row, string]> {
  const created = await done(service, 'service.create_model', building.call)
  const { modelId } = created.answer
  const replies = [created]
  if (edit) replies.push(await done(service, 'service.edit_model', { modelId, ...edit }))
  replies.push(await done(service, 'service.check_model', { modelId }))
  const { error = 0, warning = 0 } = replies.at(-1)!.answer.summary
  replies.push(await done(service, 'service.render_model', { modelId }))
  const wanted = building.typed()
  const wrong =
    difference(await submitted(service, modelId, wanted), wanted) ??
    (error + warning > 0 ? `the check finds ${JSON.stringify(replies.at(-2)!.answer.groups)}` : undefined)
  return [{ job, before, ...total(replies), ...(most && { most: { out: most } }), ...(wrong && { wrong }) }, modelId]
}

async function change(service: Service, modelId: string): Promise<Row[]> {
  const states = [office.typed()]
  const rows: Row[] = []
  for (const { what, tool, arguments: args, makes, says } of changes) {
    const reply = await done(service, tool, { modelId, ...args })
    let wrong = says && !says(reply.answer) ? reply.text : undefined
    if (makes) {
      const wanted = makes(states)
      states.push(wanted)
      wrong = difference(await submitted(service, modelId, wanted), wanted)
    }
    rows.push({ job: `6 ${what}`, ...total([reply]), most: MOST_OF_A_CHANGE, ...(wrong && { wrong }) })
  }
  return rows
}

async function question(service: Service, modelId: string): Promise<Row[]> {
  const typed = tower.typed()
  const rows: Row[] = []
  for (const { what, arguments: args, is } of questions) {
    const reply = await done(service, 'service.query_model', { modelId, ...args })
    const wrong = is(reply.answer, typed) ? {} : { wrong: reply.text }
    rows.push({ job: `7 ${what}`, ...total([reply]), most: MOST_OF_AN_ANSWER, ...wrong })
  }
  return rows
}

/** "Bring this file in, raise level 2 by 0.5 m, give me it back for SAP2000." */
async function trip(service: Service, of: string): Promise<Row> {
  const file = await etabsFile(service, of)
  const opened = await done(service, 'service.import_model', {})
  await drop(service, opened.answer.uploadUrl, file)
  const imported = await done(service, 'service.import_model', { upload: opened.answer.upload })
  const { modelId } = imported.answer
  const asked = await done(service, 'service.query_model', { modelId, ...LEVELS })
  const raised = await done(service, 'service.edit_model', { modelId, ...RAISE })
  const exported = await done(service, 'service.export_model', { modelId, format: 's2k' })
  const heights = await heightsOf(service, exported.answer.url)
  const all = total([opened, imported, asked, raised, exported])
  const wrong = heights === '0,3.6,7.7,11.3,14.9' ? {} : { wrong: `joints at ${heights}` }
  return { job: '9 a file in, level 2 up, out for SAP2000', ...all, most: { in: MOST_OF_A_TRIP - all.out }, ...wrong }
}

/** A call that stands in a fix as a whole: `… service.edit_model {…}`. */
const CALL = /(service\.\w+) (\{.*\})$/

async function mistake(service: Service, { what, tool, arguments: args, makes, decides }: Mistake): Promise<Row> {
  const name = tool ?? 'service.add_model_elements'
  // Each has a model of its own, gone afterwards: its name must be that of one.
  const { modelId } = (await done(service, 'service.create_model', BEFORE)).answer
  const sent: Input = { modelId, ...args }
  const failed = await ask(service, name, sent)
  const row = { job: `8 ${what}`, ...total([failed]), most: MOST_OF_A_FAILURE }
  const wrong = await outcome()
  await done(service, 'service.delete_model', { modelId, name: BEFORE.name })
  return { ...row, ...(wrong && { wrong }) }

  async function outcome(): Promise<string | undefined> {
    if (!failed.isError) return `went through: ${failed.text}`
    const { detail } = failed.answer as Failure
    const fixes = detail.map(({ fix }) => fix).join('\n')
    if (decides)
      return decides.test(detail.map(({ msg, fix }) => `${msg} ${fix}`).join('\n'))
        ? undefined
        : `does not say what to decide: ${failed.text}`
    const [, other, call] = CALL.exec(fixes) ?? []
    const again =
      other && call ? await ask(service, other, JSON.parse(call)) : await ask(service, name, repair(sent, failed.answer))
    if (again.isError) return `${fixes} does not mend it: ${again.text}`
    const wanted = { ...nothing(), ...makes }
    const found = await submitted(service, modelId, wanted)
    const stated = (kind: keyof Typed) => new Set(wanted[kind].map(({ id }) => id))
    const isEmptied = (kind: keyof Typed) => makes?.[kind]?.length === 0
    const only = KINDS.map((kind) => [kind, found[kind].filter(({ id }) => isEmptied(kind) || stated(kind).has(id))])
    return difference(Object.fromEntries(only), wanted)
  }
}

const isAbove = ({ most, ...row }: Row) => row.out > (most?.out ?? Infinity) || row.in > (most?.in ?? Infinity)

function table(rows: Row[]): string {
  const cell = (value: number, most?: number) =>
    most === undefined ? String(value) : value > most ? `**${value}**, at most ${most}` : `${value} of ${most}`
  const lines = rows.map(
    (row) =>
      `| ${row.job} | ${row.before ?? ''} | ${row.calls} | ${cell(row.out, row.most?.out)} | ${cell(row.in, row.most?.in)} | ${row.wrong ? `**${row.wrong.slice(0, 300).replaceAll('|', '\\|')}**` : 'as wanted'} |`,
  )
  return ['| job | typed out, tokens | calls | out | in | result |', '|---|---|---|---|---|---|', ...lines].join('\n')
}

function lengthTable(lengths: Length[]): string {
  const number = (value: number) => value.toLocaleString('en')
  const lines = lengths.map(({ what, before = '', now, most }) => {
    const told = now > most ? `**${number(now)}**` : number(now)
    return `| ${what} | ${before} | ${told} | ${number(most)} |`
  })
  return ['| answer | before | now | at most |', '|---|---|---|---|', ...lines].join('\n')
}

/** `npm run bench -- tokens`. Throws when a target is missed or a model is wrong. */
export async function reportTokens(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-tokens-'))
  const server = await startServer({ DATA_DIR: folder })
  const rows: Row[] = []
  let lengths: Length[] = []
  try {
    const service = await signUp(server.address)
    lengths = await lengthsOfAnswers(async (tool, args) => (await done(service, `service.${tool}`, args)).text)
    const ids = new Map<Building, string>()
    for (const one of BUILDINGS) {
      const [row, modelId] = await build(service, one)
      rows.push(row)
      ids.set(one.building, modelId)
    }
    const ofFile = await trip(service, ids.get(office)!)
    rows.push(...(await change(service, ids.get(office)!)))
    rows.push(...(await question(service, ids.get(tower)!)))
    for (const one of mistakes) rows.push(await mistake(service, one))
    rows.push(ofFile)
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const text = `\`npm run bench -- tokens\` on ${new Date().toISOString().slice(0, 10)}. What a language model writes (the arguments of its calls, as JSON) and reads (the texts
of the answers; pictures not counted) for each job, in tokens of ${CHARACTERS} characters. Jobs 1 to 5 create, check and render. Each model was
compared with one typed out by plain loops, element by element; each mistake was mended in one go from what its failure says, or says
what a person must decide. "of" says the most that a job may take: the command fails above it. What is read of jobs 1 to 6 has no such
limit; the longest, what changed, tells four writes with counts and ids.

${table(rows)}

Single answers, and what stands in every conversation, in characters. "Before": on 2026-11-23, where it was measured.

${lengthTable(lengths)}
`
  writePart('docs/speed.md', 'tokens', text)
  say(`\n${text}\nWritten to docs/speed.md`)
  const [wrong, above] = [
    rows.filter((row) => row.wrong),
    [...rows.filter(isAbove), ...lengths.filter(({ now, most }) => now > most)],
  ]
  for (const row of wrong) say(`${row.job}: ${row.wrong}`)
  if (wrong.length + above.length > 0) throw new Error(`${wrong.length} wrong, ${above.length} above their target`)
}
