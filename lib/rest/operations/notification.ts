import { z } from 'zod'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { env } from '#lib/runtime/env.ts'
import {
  listNotifications,
  NOTIFICATION_DAYS,
  NOTIFICATION_KINDS,
  readNotifications,
} from '#lib/service/accounts/notifications.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Page } from './model.ts'

/** What happened to whoever asks: the bell. People, section 10. */

const NotificationItem = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    kind: z.enum(NOTIFICATION_KINDS),
    by: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('Who did it, the last where there are others'),
    client: z.string().nullable().describe('The AI client that did it in their name, which may be the caller’s own'),
    others: z.int().describe('How many more did the same on this model before it was read: that is one notification'),
    modelId: z.string().nullable(),
    modelName: z.string().nullable().describe('As it was called then; null where it was not told'),
    role: z.string().nullable().describe('That was given; null where none was'),
    message: z.string().nullable(),
    comment: z.int().nullable().describe('The number of the comment thread that it is about'),
    commentId: z.string().nullable(),
    offer: z
      .string()
      .nullable()
      .describe('Of an invitation, or of a model that is offered: the `token` by which this account accepts or declines it'),
    url: z.url().nullable(),
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Notification' })

export const listOwnNotifications = operation({
  id: 'list_notifications',
  method: 'GET',
  path: '/api/account/notifications',
  tag: 'Account',
  summary: 'List notifications',
  description: `What others did that concerns the caller: requests for access and their answers, roles, invitations, offers of a model, comments. One of a kind for each model, of comments for each thread, while it is unread, with the latest state. The latest first, kept for ${NOTIFICATION_DAYS} days. For browser sessions.`,
  needs: 'read',
  forPeople: 'signed in',
  query: Page.extend({ unread: z.boolean().optional().describe('true: only what was not read') }),
  answer: z
    .object({
      items: z.array(NotificationItem),
      unread: z.int().describe('All that was not read'),
      nextCursor: z.string().nullable(),
    })
    .meta({ id: 'NotificationList' }),
  example: { answer: example.notifications },
  async run({ caller, query }) {
    const { items, ...rest } = await listNotifications(caller.userId, query)
    const urlOf = ({ modelId, offer, comment }: (typeof items)[number]) => {
      if (offer !== null) return `${env.APP_URL}/invite/${offer}`
      const model = modelId && viewerUrl(modelId)
      return model && comment !== null ? `${model}?comment=${comment}` : model
    }
    return json({ items: items.map((item) => ({ ...item, url: urlOf(item) })), ...rest })
  },
})

const Read = z
  .strictObject({ ids: z.array(z.string()).max(200).optional().describe('Those; all, where none are named') })
  .meta({ id: 'NotificationsRead' })

export const readOwnNotifications = operation({
  id: 'read_notifications',
  method: 'POST',
  path: '/api/account/notifications/read',
  tag: 'Account',
  summary: 'Mark notifications as read',
  description: 'Those that are named, or all of them.',
  needs: 'read',
  scope: 'write',
  forPeople: 'signed in',
  body: Read,
  status: 204,
  example: { body: { ids: ['cm3x8k2v'] } },
  async run({ caller, body: { ids } }) {
    await readNotifications(caller.userId, ids)
    return done
  },
})
