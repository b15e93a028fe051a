import { z } from 'zod'
import { csv } from '#lib/http/csv.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { readTime } from '#lib/schema/read-time.ts'
import { exportAccount } from '#lib/service/account-export.ts'
import { type ActivityFilter, activityTable, listActivity, RESULTS } from '#lib/service/accounts/activity.ts'
import { listModelActivity } from '#lib/service/revisions/revisions.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { json } from '../reply.ts'
import { Refused } from '../request-parts.ts'
import { Page } from './model.ts'

const Entry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    user: z.object({ id: z.string(), name: z.string().nullable() }),
    via: z.enum(['mcp', 'rest', 'web', 'admin']),
    client: z.string().nullable().describe('The application, API key or browser that it came through'),
    scopes: z.array(z.string()),
    action: z.string().describe('A tool, an operation that writes, or account.sign_in and the like'),
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
  model: z.string().optional().describe('The id of a model, or a part of its name'),
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
    'What was done through MCP for the caller, what was written by REST, and what happened to the account: sign-ins, wrong passwords, password and key changes. The latest first. `Accept: text/csv` or `format=csv` gives a table. Not for connected apps.',
  needs: 'read',
  forPeople: true,
  query: Page.extend(ActivityQuery.shape).extend({ format: z.enum(['json', 'csv']).optional() }),
  answer: z.object({ items: z.array(Entry), nextCursor: z.string().nullable() }).meta({ id: 'ActivityList' }),
  example: { answer: example.activityList },
  async run({ caller, query: { format, cursor, limit, ...query }, request }) {
    const { items, nextCursor } = await listActivity(caller.userId, { ...readFilter(query), cursor, limit })
    if ((format ?? (wantsCsv(request) ? 'csv' : 'json')) === 'csv') return csv('activity.csv', activityTable(items))
    return json({ items, nextCursor })
  },
})

export const exportAccountData = operation({
  id: 'export_account',
  method: 'GET',
  path: '/api/account/export',
  tag: 'Account',
  summary: 'Download all data',
  description:
    'A ZIP, made while it is sent: `account.json` (profile, keys without secrets, connected apps), of each own model `models/ID.json` ' +
    'and `models/ID.revisions.json`, and `activity.csv`. Twice an hour. Not for connected apps.',
  needs: 'read',
  forPeople: true,
  mediaType: 'application/zip',
  async run({ caller, request: { headers, method } }) {
    const about = {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="structural-models.zip"',
    }
    if (method === 'HEAD') return { status: 200, headers: about, body: null }
    const ticket = await takeTicket('accountExport', caller.userId)
    if (ticket) throw new Refused(429, 'Too Many Requests', { 'Retry-After': String(ticket.retryAfter) })
    return { status: 200, headers: about, body: await exportAccount(caller, headers) }
  },
})

const ModelEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    user: z.object({ id: z.string(), name: z.string().nullable() }).nullable().describe('name: null when the account is gone'),
    via: z.enum(['rest', 'mcp', 'web', 'admin']),
    client: z.string().nullable().describe('The application or API key that it came through'),
    action: z.string().describe('`revision.` and the verb of a write; role.given, link.made, model.duplicated and the like'),
    detail: z.looseObject({}),
  })
  .meta({ id: 'ModelActivityEntry' })

const { model: _, result: __, ...ofModel } = ActivityQuery.shape

export const listModelActivityOperation = operation({
  id: 'list_model_activity',
  method: 'GET',
  path: '/api/construct-models/{model_id}/activity',
  tag: 'Revisions',
  summary: 'List the activity of a model',
  description:
    'What happened to the model, whoever did it: its revisions, and who was given or lost access, links, copies, the bin. The latest first. `Accept: text/csv` or `format=csv` gives a table. For the owner and editors.',
  needs: 'write',
  scope: 'read',
  query: Page.extend(ofModel).extend({ format: z.enum(['json', 'csv']).optional() }),
  answer: z.object({ items: z.array(ModelEntry), nextCursor: z.string().nullable() }).meta({ id: 'ModelActivityList' }),
  example: { answer: example.modelActivity },
  async run({ model, query: { format, cursor, limit, action, from, to }, request }) {
    const { from: first, to: last } = readFilter({ from, to })
    const { items, nextCursor } = await listModelActivity(model, { action, from: first, to: last, cursor, limit })
    if ((format ?? (wantsCsv(request) ? 'csv' : 'json')) === 'csv') {
      const columns = ['at', 'action', 'user', 'via', 'client', 'detail', 'id'] as const
      const rows = items.map(({ user, detail, at, ...row }) =>
        columns.map((column) => {
          if (column === 'at') return at.toISOString()
          if (column === 'user') return user ? (user.name ?? user.id) : ''
          return column === 'detail' ? JSON.stringify(detail) : (row[column] ?? '')
        }),
      )
      return csv('activity.csv', [[...columns], ...rows])
    }
    return json({ items, nextCursor })
  },
})

const wantsCsv = (request: Incoming) => (request.headers.get('accept') ?? '').includes('text/csv')

/** The filters as they stand in an address. Throws ModelError for a moment that cannot be read. */
export function readFilter({ from, to, ...others }: z.output<typeof ActivityQuery>): Omit<ActivityFilter, 'limit'> {
  const first = from === undefined ? undefined : readTime('from', from, 'query').time
  const last = to === undefined ? undefined : readTime('to', to, 'query')
  return { ...others, from: first, to: last && (last.isDay ? new Date(last.time.getTime() + DAY_MS) : last.time) }
}
