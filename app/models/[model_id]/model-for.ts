import { cache } from 'react'
import type { Needs } from '#lib/access/roles.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { callerOfSession } from '#lib/service/authenticate.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { session } from '../../session.ts'

/** Null for a model that is unknown, or that this account may not open as far as is needed: one and the same page. */
export const modelFor = cache(async (id: string, needs: Needs) => {
  const who = await session()
  if (!who) return null
  return openModel(callerOfSession(who), id, needs).catch((error: unknown) => {
    if (error instanceof ModelError) return null
    throw error
  })
})

export async function idOf(params: Promise<{ model_id: string }>): Promise<string> {
  const { model_id } = await params
  try {
    return decodeURIComponent(model_id)
  } catch {
    return model_id // `%zz`: no model is called that
  }
}
