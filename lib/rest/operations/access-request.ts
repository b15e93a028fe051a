import { z } from 'zod'
import { ASSIGNABLE_ROLES } from '#lib/access/roles.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { answerRequest, askForAccess } from '#lib/service/sharing/access-requests.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused } from '../request-parts.ts'
import { Message } from './invitation-fields.ts'

/** Who asks for a role on a model, and what the owner answers. People, sections 2 and 6. */

const NewAccessRequest = z.strictObject({ message: Message }).meta({ id: 'NewAccessRequest' })

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
  body: NewAccessRequest,
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
  .strictObject({ role: z.enum(ASSIGNABLE_ROLES).nullable().describe('null: no; the person is not heard again for seven days') })
  .meta({ id: 'AccessAnswer' })

export const answerAccessRequest = operation({
  id: 'answer_access_request',
  method: 'POST',
  path: '/api/construct-models/{model_id}/access-requests/{user_id}',
  tag: 'Sharing',
  summary: 'Answer a request for access',
  description:
    'Gives whoever asked a role, or says no; a greater role that they have by now stays. A role given in any other way answers the request, too.',
  needs: 'own',
  forPeople: true,
  body: Answer,
  status: 204,
  example: { body: { role: 'viewer' } },
  async run({ caller, model, parameters: { user_id: userId }, body: { role } }) {
    if (!(await answerRequest(model, caller, { userId, role }))) throw new Refused(404, 'Access request not found')
    return done
  },
})
