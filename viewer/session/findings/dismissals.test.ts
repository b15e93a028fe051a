import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Finding } from '#lib/schema/schema.ts'
import { createStore } from '../store.ts'
import { dismiss } from './dismiss.ts'
import { dismissedBecause, findingKey, loadDismissals, readDismissals, standing } from './dismissals.ts'

const finding = (code: string, id = 'N', more: Partial<Finding> = {}): Finding => ({
  severity: 'warning',
  code,
  message: '',
  elements: [{ kind: 'node', id }],
  ...more,
})

function opened(kept = new Map<string, string>()) {
  const setting = (name: string, value?: string) => {
    if (value !== undefined) kept.set(name, value)
    return kept.get(name) || null
  }
  const session = {
    host: { setting },
    model: { state: { get: () => ({ drawn: { summary: { id: 'm_1' } } }) } },
    dismissals: createStore({ by: {} }),
  } as unknown as Parameters<typeof loadDismissals>[0]
  loadDismissals(session)
  return session
}

it('puts aside all of a code, or those on one element, and keeps it for the next visit', () => {
  const kept = new Map<string, string>()
  const session = opened(kept)
  dismiss(session, 'isolated_node', 'for later')
  dismiss(session, 'frame_without_section:node:N:1', 'a rod')
  const { by } = opened(kept).dismissals.get()
  expect(dismissedBecause(finding('isolated_node', 'any'), by)).toBe('for later')
  expect(dismissedBecause(finding('frame_without_section', 'N:1'), by)).toBe('a rod')
  expect(dismissedBecause(finding('frame_without_section', 'N:2'), by)).toBeNull()
  expect(standing([finding('isolated_node'), finding('unstable')], by).map(({ place }) => place)).toEqual([1])
  dismiss(session, 'isolated_node', null)
  dismiss(session, 'frame_without_section:node:N:1', null)
  expect(kept.get('dismissed-m_1')).toBe('')
})

it('names a finding without elements by its code', () => {
  expect(findingKey(finding('unstable', 'N', { elements: [] }))).toBe('unstable')
})

it('reads whatever was kept without a word', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const reason of Object.values(readDismissals(text))) expect(typeof reason).toBe('string')
    }),
  )
})
