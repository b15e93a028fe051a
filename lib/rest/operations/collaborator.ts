import { z } from 'zod'
import { ASSIGNABLE_ROLES, ROLES } from '#lib/access/roles.ts'
import { rules } from '#lib/schema/lenient-types.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { giveRole, listCollaborators, readAddress, takeRole } from '#lib/service/sharing/collaborators.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused } from '../request-parts.ts'
import {
  address,
  INVITE_URL,
  INVITE_URL_WORDS,
  invitationReply,
  MAILED,
  Message,
  mayInvite,
  mustHoldAddress,
  NO_ADDRESS,
} from './invitation-fields.ts'

/** Who may open a model beside its owner. People, sections 2 and 6. */

const COLLABORATORS = '/api/construct-models/{model_id}/collaborators'
const Collaborator = z
  .strictObject({ email: address, role: z.enum(ASSIGNABLE_ROLES), message: Message })
  .meta({ id: 'NewCollaborator' })
rules.set(Collaborator, mustHoldAddress)

export const putCollaborator = operation({
  id: 'put_collaborator',
  method: 'PUT',
  path: COLLABORATORS,
  tag: 'Sharing',
  summary: 'Share with a person',
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
      role: z.enum(ASSIGNABLE_ROLES),
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
    return invitationReply(await giveRole(model, caller, { email, role, message }))
  },
})

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
  summary: 'Remove a person, or leave',
  description:
    'Ends a role or an open invitation at once; what is open by it ends too. The owner may for everybody; others with their own address: they leave the model.',
  needs: 'read',
  scope: 'write',
  forPeople: true,
  query: z.object({ email: z.string().describe('Whose') }),
  status: 204,
  async run({ caller, model, query }) {
    const email = readAddress(query.email)
    if (email === null) throw new ModelError('invalid', [{ ...NO_ADDRESS, at: 'query' }])
    const taken = await takeRole(model, caller, email)
    if (taken === 'is_owner') {
      throw new ModelError('invalid', [
        { ...valueError(['email'], 'the owner cannot leave; give the model to somebody first'), at: 'query' },
      ])
    }
    if (taken === 'unknown') throw new Refused(404, 'Collaborator not found')
    return done
  },
})
