import { z } from 'zod'
import { shareUrl } from '#lib/http/viewer-url.ts'
import { type FreeForm, rules } from '#lib/schema/lenient-types.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import {
  changeShareLink,
  listShareLinks,
  makeShareLink,
  NO_PASSWORD,
  revokeShareLink,
  type ShareLink,
} from '#lib/service/sharing/share-links.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused } from '../request-parts.ts'

/** What the owner of a model does with the links by which others see it. People, section 3. */

const YEARS = 5
const MOST_ORIGINS = 20

const fields = {
  name: z.string().max(100).optional().describe('For yourself: whom it is for'),
  expiresAt: z.iso.datetime({ offset: true }).nullish().describe(`At most ${YEARS} years from now; null: when it is revoked`),
  password: z.string().min(8).max(200).nullish().describe('Asked for before the model is shown; null: none'),
  comments: z.boolean().optional().describe('Whether comments are shown, with the names of their authors'),
  origins: z
    .array(z.string().max(300))
    .max(MOST_ORIGINS)
    .optional()
    .describe('Sites that may show the model in a frame: https origins, http ones on loopback, or *'),
}

const toIssue = (type: string, loc: Issue['loc'], msg: string, ctx?: Issue['ctx']): Issue => ({
  type,
  loc,
  msg,
  ...(ctx && { ctx }),
})

/** A moment in time with its zone, as RFC 3339 writes it. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i

function expiryIssues(value: unknown): Issue[] {
  if (typeof value !== 'string') return []
  const time = MOMENT.test(value) ? new Date(value.replace(' ', 'T')) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime())) {
    const error = 'a date and time with its zone, such as 2027-01-31T00:00:00Z'
    return [toIssue('datetime_parsing', ['expiresAt'], `Input should be a valid datetime, ${error}`, { error })]
  }
  const latest = new Date()
  if (time <= latest) {
    return [toIssue('greater_than', ['expiresAt'], 'Input should be greater than the present', { gt: 'the present' })]
  }
  latest.setFullYear(latest.getFullYear() + YEARS)
  if (time <= latest) return []
  const le = `${YEARS} years from the present`
  return [toIssue('less_than_equal', ['expiresAt'], `Input should be less than or equal to ${le}`, { le })]
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** What stands in a policy as it is: a host of a URL may hold characters that end a directive. */
const HOST = /^(?:[a-z\d.-]+|\[[\da-f:]+\])$/

export function isFramer(origin: string): boolean {
  if (origin === '*') return true
  if (!URL.canParse(origin)) return false
  const { origin: own, protocol, hostname } = new URL(origin)
  if (own !== origin || !HOST.test(hostname)) return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

const originIssues = (value: unknown): Issue[] =>
  (Array.isArray(value) ? value.slice(0, MOST_ORIGINS) : []).flatMap((one, i) =>
    typeof one !== 'string' || isFramer(one)
      ? []
      : [valueError(['origins', i], 'not an origin such as https://example.com, http://localhost:8080 or *')],
  )

const linkRule = ({ expiresAt, origins, password }: FreeForm): Issue[] => [
  ...expiryIssues(expiresAt),
  // A frame of another site has no cookies of ours.
  ...(typeof password === 'string' && Array.isArray(origins) && origins.length > 0
    ? [valueError(['password'], NO_PASSWORD)]
    : []),
  ...originIssues(origins),
]

const NewShareLink = z
  .strictObject({
    ...fields,
    revision: z.int().min(1).nullish().describe('Always shows this one; null: the newest, as it changes'),
  })
  .meta({ id: 'NewShareLink' })
const ShareLinkChange = z.strictObject(fields).meta({ id: 'ShareLinkChange' })
rules.set(NewShareLink, linkRule)
rules.set(ShareLinkChange, linkRule)

const ShareLinkItem = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('The last characters of its address'),
    expiresAt: z.iso.datetime().nullable(),
    hasPassword: z.boolean(),
    comments: z.boolean(),
    revision: z.int().nullable(),
    origins: z.array(z.string()),
    opens: z.int().describe('How often it was opened; once per network in half an hour'),
    lastOpenedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ShareLink' })
const ShareLinkMade = ShareLinkItem.extend({
  url: z.string().nullable().describe('Told this once; null in the first answer again (Idempotency-Key)'),
}).meta({ id: 'ShareLinkMade' })

/** In the order of the schema; nothing beside it. */
const toShareLinkItem = ({
  id,
  name,
  hint,
  expiresAt,
  hasPassword,
  comments,
  revision,
  origins,
  opens,
  lastOpenedAt,
}: ShareLink) => ({
  ...{ id, name, hint, expiresAt, hasPassword, comments, revision, origins, opens, lastOpenedAt },
})

const noSuchLink = () => new Refused(404, 'Share link not found')

const OF_MODEL = '/api/construct-models/{model_id}/share-links'
const OF_LINK = `${OF_MODEL}/{link_id}` as const

export const makeModelShareLink = operation({
  id: 'make_share_link',
  method: 'POST',
  path: OF_MODEL,
  tag: 'Share links',
  summary: 'Create a share link',
  description:
    'A link by which whoever has it sees the model, without an account: all of it, live or at one revision, read-only; they can copy it. `url` is told in this answer only.',
  needs: 'own',
  forPeople: true,
  body: NewShareLink,
  status: 201,
  answer: ShareLinkMade,
  example: { body: example.newShareLink, answer: { ...example.shareLink, url: example.shareUrl } },
  async run({ caller, model, body }) {
    const expiresAt = body.expiresAt == null ? null : new Date(body.expiresAt)
    const made = await makeShareLink(model, caller, { ...body, expiresAt })
    const { id, name: called, hint, ...rest } = toShareLinkItem(made.link)
    const answer = (url: string | null) => ({ id, name: called, url, hint, ...rest })
    // What is kept for a repeat must not hold in clear what the table of links has as a hash.
    return { ...json(answer(shareUrl(made.token))), status: 201, repeat: Buffer.from(JSON.stringify(answer(null))) }
  },
})

export const listModelShareLinks = operation({
  id: 'list_share_links',
  method: 'GET',
  path: OF_MODEL,
  tag: 'Share links',
  summary: 'List share links',
  description: 'The links that were not revoked, the newest first; also those that have expired, which can be given more time.',
  needs: 'own',
  forPeople: true,
  answer: z.object({ items: z.array(ShareLinkItem) }).meta({ id: 'ShareLinkList' }),
  example: { answer: { items: [example.shareLink] } },
  run: async ({ model }) => json({ items: (await listShareLinks(model.id)).map(toShareLinkItem) }),
})

export const changeModelShareLink = operation({
  id: 'change_share_link',
  method: 'PATCH',
  path: OF_LINK,
  tag: 'Share links',
  summary: 'Change a share link',
  description:
    'Changes what is given; revision and address stay as they are. A new password, or one taken away, holds for what is open by the link too.',
  needs: 'own',
  forPeople: true,
  body: ShareLinkChange,
  answer: ShareLinkItem,
  example: { body: { name: 'For the checking engineer' }, answer: { ...example.shareLink, name: 'For the checking engineer' } },
  async run({ caller, model, body: { name, comments, origins, expiresAt, password }, parameters: { link_id } }) {
    const fields = {
      password,
      ...(name !== undefined && { name }),
      ...(comments !== undefined && { comments }),
      ...(origins !== undefined && { origins }),
      ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    }
    const changed = await changeShareLink(model, caller, link_id, fields)
    if (changed === 'gone') throw noSuchLink()
    return json(toShareLinkItem(changed))
  },
})

export const revokeModelShareLink = operation({
  id: 'revoke_share_link',
  method: 'DELETE',
  path: OF_LINK,
  tag: 'Share links',
  summary: 'Revoke a share link',
  description: 'It stops working at once, and what is open by it ends. This cannot be undone.',
  needs: 'own',
  forPeople: true,
  status: 204,
  async run({ caller, model, parameters: { link_id } }) {
    if (!(await revokeShareLink(model, caller, link_id))) throw noSuchLink()
    return done
  },
})
