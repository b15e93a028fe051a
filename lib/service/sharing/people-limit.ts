import { limits } from '#lib/runtime/limits.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { TooManyPeople } from '#lib/sharing/rights.ts'

/** What gives somebody a role, at whichever address: the limit of people is told in the same words. Throws `invalid`. */
export async function withinPeople<T>(giving: Promise<T>): Promise<T> {
  try {
    return await giving
  } catch (error) {
    if (!(error instanceof TooManyPeople)) throw error
    const { collaborators: limit } = limits
    const msg = `the model would have ${limit + 1} collaborators, the limit is ${limit}`
    throw new ModelError('invalid', [{ type: 'limit_exceeded', loc: [], msg, ctx: { limit } }])
  }
}
