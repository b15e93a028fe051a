import { z } from 'zod'
import { rules } from '#lib/schema/lenient-types.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { isOwnAddress, readAddress } from '#lib/service/sharing/collaborators.ts'
import { offerModel, withdrawModel } from '#lib/service/sharing/invitations.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done } from '../reply.ts'
import { Refused } from '../request-parts.ts'
import {
  address,
  INVITE_URL,
  INVITE_URL_WORDS,
  invitationReply,
  MAILED,
  mayInvite,
  mustHoldAddress,
} from './invitation-fields.ts'

/** A model is offered to another owner. People, sections 2 and 6. */

const Transfer = z.strictObject({ email: address }).meta({ id: 'NewTransfer' })
rules.set(Transfer, mustHoldAddress)
const TRANSFER = '/api/construct-models/{model_id}/transfer'

export const transferModel = operation({
  id: 'transfer_model',
  method: 'POST',
  path: TRANSFER,
  tag: 'Sharing',
  summary: 'Offer a model',
  description:
    'Offers the model to somebody, who becomes its owner by accepting: send them `inviteUrl`. Whoever owned it is an editor then. Good for 14 days; a second offer ends the first.',
  needs: 'own',
  forPeople: true,
  body: Transfer,
  answer: z
    .object({
      ...{ state: z.literal('pending'), expiresAt: z.iso.datetime() },
      ...{ inviteUrl: INVITE_URL.describe(INVITE_URL_WORDS), mailed: MAILED },
    })
    .meta({ id: 'TransferOffered' }),
  example: { body: { email: 'bo@example.com' }, answer: example.transferOffered },
  async run({ caller, model, body }) {
    const email = readAddress(body.email) ?? '' // checked with the body
    if (await isOwnAddress(caller, email)) throw new ModelError('invalid', [valueError(['email'], 'this is the owner')])
    await mayInvite(caller.userId)
    return invitationReply({ state: 'pending', ...(await offerModel(model, caller, email)) })
  },
})

export const withdrawTransfer = operation({
  id: 'withdraw_transfer',
  method: 'DELETE',
  path: TRANSFER,
  tag: 'Sharing',
  summary: 'Withdraw an offer',
  description: 'Ends the offer of the model, which nobody can accept any more.',
  needs: 'own',
  forPeople: true,
  status: 204,
  async run({ caller, model }) {
    if (!(await withdrawModel(model.id, caller))) throw new Refused(404, 'Transfer not found')
    return done
  },
})
