import { type APIRequestContext, expect } from '@playwright/test'

/** A model by REST, as far as these tests look at it. */
export type Model = { id: string; revision: number; nodes: { id: string }[]; metadata?: Record<string, unknown> }

export async function createModel(program: APIRequestContext, address: string): Promise<Model> {
  const answer = await program.post(`${address}/api/construct-models`, { data: { name: 'Many hands' } })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

export async function readModel(program: APIRequestContext, address: string, id: string): Promise<Model> {
  const answer = await program.get(`${address}/api/construct-models/${id}`)
  expect(answer.status()).toBe(200)
  return answer.json()
}
