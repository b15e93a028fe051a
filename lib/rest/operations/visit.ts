import { z } from 'zod'
import { noteVisit, readVisit } from '#lib/service/visit.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'

/** When a person last looked at a model, and what is new since. People, section 13. */

const VISIT = '/api/construct-models/{model_id}/visit'

const People = z
  .array(z.string())
  .describe(
    'Names of those who did it, at most five; `your client NAME` of what was done through a client in the name of the caller',
  )
const Visit = z
  .object({
    at: z.iso.datetime().nullable().describe('When the caller last saw the model; null: never'),
    revision: z.int().nullable().describe('What they saw then'),
    commentSeq: z.int().nullable(),
    revisions: z
      .object({ count: z.int(), people: People, added: z.int(), changed: z.int(), removed: z.int() })
      .describe('Since, but for what the caller did by hand: elements added up over the revisions, the last 1,000 of them'),
    comments: z
      .object({ threads: z.int(), replies: z.int(), resolved: z.int(), people: People })
      .describe('Since, but for what the caller did by hand'),
  })
  .meta({ id: 'Visit' })

export const readModelVisit = operation({
  id: 'read_visit',
  method: 'GET',
  path: VISIT,
  tag: 'Revisions',
  summary: 'What is new since the last visit',
  description:
    'What others, and clients and programs in the name of the caller, changed and said since they last saw the model, as `PUT` keeps it. What the caller did by hand, in a browser, is not counted. Closed to apps.',
  needs: 'read',
  forPeople: true,
  answer: Visit,
  example: { answer: example.visit },
  run: async ({ caller, model }) => json(await readVisit(model, caller)),
})

export const keepModelVisit = operation({
  id: 'keep_visit',
  method: 'PUT',
  path: VISIT,
  tag: 'Revisions',
  summary: 'Note that one has seen the model',
  description: 'From now on only what comes later is new to the caller. It changes nothing that others see. Closed to apps.',
  needs: 'read',
  forPeople: true,
  status: 204,
  async run({ caller, model }) {
    await noteVisit(model, caller)
    return done
  },
})
