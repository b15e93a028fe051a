import { z } from 'zod'
import { type Activity, type ActivityFilter, listActivity, RESULTS } from '#lib/audit.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { ModelError } from '#lib/model/model-error.ts'
import { csv } from './csv.ts'
import * as example from './examples.ts'
import { Page } from './model-operations.ts'
import { operation } from './operation.ts'
import { json } from './reply.ts'

const Entry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    user: z.object({ id: z.string(), name: z.string().nullable() }),
    via: z.enum(['mcp', 'web', 'admin']),
    client: z.string().nullable().describe('The application, API key or browser that it came through'),
    scopes: z.array(z.string()),
    action: z.string().describe('A tool, or account.sign_in and the like'),
    modelId: z.string().nullable(),
    modelName: z.string().nullable(),
    result: z.enum(RESULTS),
    detail: z
      .union([z.looseObject({}), z.string()])
      .describe('What the tool was given, or where the action came from and what it was about; text where it was cut'),
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'ActivityEntry' })

export const ActivityQuery = z.object({
  action: z.string().optional().describe('A tool, or account.sign_in and the like'),
  model: z.string().optional().describe('The id of a model'),
  result: z.enum(RESULTS).optional(),
  from: z.string().optional().describe('A date, or a date and time, in UTC unless it says otherwise'),
  to: z.string().optional().describe('The same; a date counts to its end'),
})

export const listAccountActivity = operation({
  id: 'list_activity',
  method: 'GET',
  path: '/api/account/activity',
  tag: 'Account',
  summary: 'List activity',
  description:
    'What was done through MCP for the caller, and what happened to the account: sign-ins, wrong passwords, password and key changes. The latest first. `Accept: text/csv` or `format=csv` gives a table. Not for connected apps.',
  needs: 'read',
  forPeople: true,
  query: Page.extend(ActivityQuery.shape).extend({ format: z.enum(['json', 'csv']).optional() }),
  answer: z.object({ items: z.array(Entry), nextCursor: z.string().nullable() }).meta({ id: 'ActivityList' }),
  example: { answer: example.activityList },
  async run({ caller, query: { format, cursor, limit, ...query }, request }) {
    const { items, nextCursor } = await listActivity(caller.userId, { ...readFilter(query), cursor, limit })
    if ((format ?? (wantsCsv(request) ? 'csv' : 'json')) === 'csv') return csv('activity.csv', table(items))
    return json({ items, nextCursor })
  },
})

const wantsCsv = (request: Incoming) => (request.headers.get('accept') ?? '').includes('text/csv')

const COLUMNS = [
  'at',
  'action',
  'result',
  'via',
  'client',
  'scopes',
  'modelId',
  'modelName',
  'detail',
  'durationMs',
  'id',
] as const satisfies readonly (keyof Activity)[]

function table(items: Activity[]): string[][] {
  const cell = (value: Activity[keyof Activity]) => {
    if (value === null) return ''
    if (value instanceof Date) return value.toISOString()
    if (Array.isArray(value)) return value.join(' ')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return [[...COLUMNS], ...items.map((item) => COLUMNS.map((column) => cell(item[column])))]
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/
const DAY_MS = 24 * 60 * 60 * 1000

/** The filters as they stand in an address. Throws ModelError for a moment that cannot be read. */
export function readFilter({ from, to, ...others }: z.output<typeof ActivityQuery>): Omit<ActivityFilter, 'limit'> {
  return { ...others, from: moment('from', from), to: moment('to', to, DAY_MS) }
}

function moment(name: string, text: string | undefined, ofDay = 0): Date | undefined {
  if (text === undefined) return undefined
  const isDate = DATE.test(text)
  const at = isDate || TIME.test(text) ? Date.parse(isDate || /Z|[+-]\d{2}:\d{2}$/.test(text) ? text : `${text}Z`) : Number.NaN
  if (!Number.isNaN(at)) return new Date(isDate ? at + ofDay : at)
  const msg = 'Value error, write a date such as 2026-11-20, or a time such as 2026-11-20T09:45:12Z'
  throw new ModelError('invalid', [{ type: 'value_error', at: 'query', loc: [name], msg, ctx: { error: {} } }])
}
