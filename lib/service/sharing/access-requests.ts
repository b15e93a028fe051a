import type { Caller } from '#lib/access/caller.ts'
import { answerRequest as answerStored } from '#lib/sharing/access-requests.ts'
import { announceRights } from '#lib/storage/announce.ts'
import type { OpenModel } from '../models/open-model.ts'
import { withinPeople } from './people-limit.ts'

export { askForAccess } from '#lib/sharing/access-requests.ts'

/** The owner's answer to who asked for a role; false where nobody has. Throws `invalid` for one person too many. */
export async function answerRequest(
  model: OpenModel,
  caller: Caller,
  answer: Parameters<typeof answerStored>[2],
): Promise<boolean> {
  const isAnswered = await withinPeople(answerStored(model, caller, answer))
  if (isAnswered) announceRights(model.id)
  return isAnswered
}
