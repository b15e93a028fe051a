import { z } from 'zod'
import { ROLES } from '#lib/access/roles.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { acceptInvitation, declineInvitation } from '#lib/service/sharing/invitations.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused } from '../request-parts.ts'

/** What somebody does with an invitation to a role, or with a model that is offered. People, sections 2 and 6. */

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
    const accepted = await acceptInvitation(token, caller)
    if (accepted === 'gone') throw new Refused(404, NO_INVITATION)
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
