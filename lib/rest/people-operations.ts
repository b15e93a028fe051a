import { z } from 'zod'
import { answerRequest, askForAccess } from '#lib/access/access-requests.ts'
import { giveRole, isOwnAddress, listCollaborators, readAddress, takeRole } from '#lib/access/collaborators.ts'
import { type Accepted, acceptInvitation, declineInvitation, offerModel, withdrawModel } from '#lib/access/invitations.ts'
import { GIVEN_ROLES, may, ROLES } from '#lib/access/roles.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import type { Reply } from '#lib/http/reply.ts'
import { limits } from '#lib/limits.ts'
import { type FreeForm, rules } from '#lib/model/lax.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import { announceRights } from '#lib/storage/announce.ts'
import { mayTakeOver } from '#lib/storage/quota.ts'
import { viewerUrl } from '#lib/storage/viewer-url.ts'
import * as example from './examples.ts'
import { operation } from './operation.ts'
import { type Answered, json } from './reply.ts'
import { Refused } from './request-parts.ts'

/** Who may open a model beside its owner. People, sections 2 and 6. */

const issue = (type: string, loc: Issue['loc'], msg: string, ctx?: Issue['ctx']): Issue => ({
  type,
  loc,
  msg,
  ...(ctx && { ctx }),
})
const valueError = (loc: Issue['loc'], msg: string) => issue('value_error', loc, `Value error, ${msg}`, { error: {} })
const inQuery = (one: Issue): Issue => ({ ...one, at: 'query' })
const invalid = (...issues: Issue[]) => new ModelError('invalid', issues)

const NO_ADDRESS = valueError(['email'], 'not a valid e-mail address')
const address = z.string().min(3).max(254).describe('In any case; kept in lower case')
/** A body's `email` is checked beside its other fields. */
const mustHoldAddress = ({ email }: FreeForm): Issue[] =>
  typeof email === 'string' && email.length >= 3 && email.length <= 254 && readAddress(email) === null ? [NO_ADDRESS] : []

const Message = z.string().max(500).optional().describe('A line to whom it is for, plain text')

const done: Reply = { status: 204, headers: {}, body: null }

/** What is kept for a repeat must not hold in clear what the table has as a hash. */
const told = (answer: object): Answered => ({
  ...json(answer),
  ...('inviteUrl' in answer && { repeat: Buffer.from(JSON.stringify({ ...answer, inviteUrl: null })) }),
})

const COLLABORATORS = '/api/construct-models/{model_id}/collaborators'
const INVITE_URL = z.string().nullable().optional()
const INVITE_URL_WORDS =
  'To be sent to them where no mail has gone. Told this once; null in the first answer again (Idempotency-Key)'
const MAILED = z
  .boolean()
  .optional()
  .describe('Whether a letter has gone to the address; absent where this server sends no mail, or had nothing to say')

const Collaborator = z
  .strictObject({ email: address, role: z.enum(GIVEN_ROLES), message: Message })
  .meta({ id: 'NewCollaborator' })
rules.set(Collaborator, mustHoldAddress)

export const putCollaborator = operation({
  id: 'put_collaborator',
  method: 'PUT',
  path: COLLABORATORS,
  tag: 'Sharing',
  summary: 'Give a role',
  description:
    'An account that has confirmed the address has the role at once; anybody else gets an invitation, good for 14 days and one use: send them `inviteUrl`. An address is one row: asked again, the role is replaced, or there is a new invitation and the one before ends. Where this server sends mail, both go out by mail too.',
  needs: 'own',
  forPeople: true,
  body: Collaborator,
  answer: z
    .object({
      email: z.string(),
      name: z.string().nullable().optional(),
      userId: z.string().optional(),
      role: z.enum(GIVEN_ROLES),
      state: z.enum(['active', 'invited']),
      expiresAt: z.iso.datetime().optional(),
      inviteUrl: INVITE_URL.describe(INVITE_URL_WORDS),
      mailed: MAILED,
    })
    .meta({ id: 'CollaboratorGiven' }),
  example: { body: example.newCollaborator, answer: example.collaboratorInvited },
  async run({ caller, model, body: { message = null, role, ...body } }) {
    const email = readAddress(body.email) ?? '' // checked with the body
    await mayInvite(caller.userId)
    const given = await giveRole(model, caller, { email, role, message })
    if (given === 'gone') throw new ModelError('not_found')
    if (given === 'is_owner') throw invalid(valueError(['email'], 'this is the owner'))
    if (given === 'too_many') {
      const msg = `the model would have ${limits.collaborators + 1} collaborators, the limit is ${limits.collaborators}`
      throw invalid(issue('limit_exceeded', [], msg, { limit: limits.collaborators }))
    }
    announceRights(model.id)
    return told(given)
  },
})

async function mayInvite(userId: string): Promise<void> {
  const ticket = await takeTicket('invitation', userId)
  if (ticket) throw new Refused(429, 'Too many invitations in an hour', { 'Retry-After': String(ticket.retryAfter) })
}

const By = z.object({ id: z.string(), name: z.string().nullable() })

export const listModelCollaborators = operation({
  id: 'list_collaborators',
  method: 'GET',
  path: COLLABORATORS,
  tag: 'Sharing',
  summary: 'See who has access',
  description:
    'The owner first. Owner and editors see addresses and open invitations, the others names; requests for access are shown to the owner.',
  needs: 'read',
  forPeople: true,
  answer: z
    .object({
      items: z.array(
        z.object({
          userId: z.string().nullable().describe('Null: invited, and not there yet'),
          name: z.string().nullable(),
          email: z.string().optional(),
          role: z.enum(ROLES),
          state: z.enum(['active', 'invited']),
          since: z.iso.datetime(),
          expiresAt: z.iso.datetime().optional().describe('Of an invitation'),
          addedBy: By.nullable(),
        }),
      ),
      requests: z.array(
        z.object({
          userId: z.string(),
          name: z.string().nullable(),
          email: z.string(),
          message: z.string().nullable(),
          at: z.iso.datetime(),
        }),
      ),
    })
    .meta({ id: 'CollaboratorList' }),
  example: { answer: example.collaborators },
  run: async ({ model }) => json(await listCollaborators(model, model.role)),
})

export const deleteCollaborator = operation({
  id: 'delete_collaborator',
  method: 'DELETE',
  path: COLLABORATORS,
  tag: 'Sharing',
  summary: 'Take a role away, or leave',
  description:
    'Ends a role or an open invitation at once; what is open by it ends too. The owner may for everybody; others with their own address: they leave the model.',
  needs: 'read',
  scope: 'write',
  forPeople: true,
  query: z.object({ email: z.string().describe('Whose') }),
  status: 204,
  async run({ caller, model, query }) {
    const email = readAddress(query.email)
    if (email === null) throw invalid(inQuery(NO_ADDRESS))
    const isOwn = await isOwnAddress(caller, email)
    if (!may(model.role, 'own') && !isOwn) throw new ModelError('forbidden', [], { role: model.role, needs: 'owner' })
    if (may(model.role, 'own') && isOwn) {
      throw invalid(inQuery(valueError(['email'], 'the owner cannot leave; give the model to somebody first')))
    }
    if ((await takeRole(model, caller, email)) === 'unknown') throw new Refused(404, 'Collaborator not found')
    announceRights(model.id)
    return done
  },
})

const Asking = z.strictObject({ message: Message }).meta({ id: 'NewAccessRequest' })

export const askModelAccess = operation({
  id: 'ask_for_access',
  method: 'POST',
  path: '/api/construct-models/{model_id}/access-requests',
  tag: 'Sharing',
  summary: 'Ask for access',
  description:
    'Asks the owner of a model for a role. The answer is the same whether there is such a model or not. One open request per person and model, ten an hour.',
  needs: 'read',
  scope: 'write',
  unopened: true,
  forPeople: 'signed in',
  body: Asking,
  status: 202,
  answer: z.object({}).meta({ id: 'Accepted' }),
  example: { body: { message: 'I check the foundations.' }, answer: {} },
  async run({ caller, modelId, body: { message = null } }) {
    const ticket = await takeTicket('accessRequest', caller.userId)
    if (ticket) {
      throw new Refused(429, 'Too many requests for access in an hour', { 'Retry-After': String(ticket.retryAfter) })
    }
    askForAccess(modelId, caller, message)
    return { ...json({}), status: 202 }
  },
})

const Answer = z
  .strictObject({ role: z.enum(GIVEN_ROLES).nullable().describe('null: no; the person is not heard again for seven days') })
  .meta({ id: 'AccessAnswer' })

export const answerAccessRequest = operation({
  id: 'answer_access_request',
  method: 'POST',
  path: '/api/construct-models/{model_id}/access-requests/{user_id}',
  tag: 'Sharing',
  summary: 'Answer a request for access',
  description: 'Gives whoever asked a role, or says no.',
  needs: 'own',
  forPeople: true,
  body: Answer,
  status: 204,
  example: { body: { role: 'viewer' } },
  async run({ caller, model, parameters: { user_id: userId }, body: { role } }) {
    if (!(await answerRequest(model, caller, { userId, role }))) throw new Refused(404, 'Access request not found')
    announceRights(model.id)
    return done
  },
})

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
    if (await isOwnAddress(caller, email)) throw invalid(valueError(['email'], 'this is the owner'))
    await mayInvite(caller.userId)
    const offered = await offerModel(model, caller, email)
    if (offered === 'gone') throw new ModelError('not_found')
    return told({ state: 'pending', ...offered })
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

const Token = z
  .strictObject({ token: z.string().describe('What the link ends with, or the `offer` of a notification') })
  .meta({ id: 'InvitationToken' })
const NO_INVITATION = 'Invitation not found'

export const acceptModelInvitation = operation({
  id: 'accept_invitation',
  method: 'POST',
  path: '/api/account/invitations/accept',
  tag: 'Sharing',
  summary: 'Accept an invitation',
  description: 'Gives the caller the role, or the model, that the link offers. Whoever has the link may; it is good once.',
  needs: 'write',
  forPeople: true,
  body: Token,
  answer: z
    .object({
      ...{ modelId: z.string(), role: z.enum(ROLES), viewerUrl: z.url() },
      links: z.int().optional().describe('Of a model that has a new owner: how many share links still open it'),
    })
    .meta({ id: 'InvitationAccepted' }),
  example: { body: { token: example.invitationToken }, answer: example.invitationAccepted },
  async run({ caller, body: { token } }) {
    const accepted: Accepted = await acceptInvitation(token, caller, (tx, modelId) => mayTakeOver(tx, caller.userId, modelId))
    if (accepted === 'gone') throw new Refused(404, NO_INVITATION)
    if (accepted === 'is_owner') throw invalid(valueError(['token'], 'the model is yours already'))
    announceRights(accepted.modelId)
    return json({ ...accepted, viewerUrl: viewerUrl(accepted.modelId) })
  },
})

export const declineModelInvitation = operation({
  id: 'decline_invitation',
  method: 'POST',
  path: '/api/account/invitations/decline',
  tag: 'Sharing',
  summary: 'Decline an invitation',
  description: 'Ends the invitation or the offer; nobody can accept it any more.',
  needs: 'write',
  forPeople: true,
  body: Token,
  status: 204,
  example: { body: { token: example.invitationToken } },
  async run({ caller, body: { token } }) {
    if (!(await declineInvitation(token, caller))) throw new Refused(404, NO_INVITATION)
    return done
  },
})
