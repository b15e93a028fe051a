import { describe, expect, it } from 'vitest'
import { compareText, readCompare, readRevision } from '#lib/model/view-query.ts'
import { shownRevision } from './time.ts'
import { createView } from './view-state.ts'
import { readView, writeView } from './view-text.ts'

describe('which revisions an address asks for', () => {
  it.each([
    ['5..8', { from: 5, to: 8 }],
    ['5..', { from: 5, to: null }],
    ['..8', { from: null, to: 8 }],
    ['8..5', { from: 8, to: 5 }],
  ])('%s', (text, ends) => {
    expect(readCompare(text)).toEqual(ends)
    expect(compareText(ends)).toBe(text)
  })

  it.each(['', '..', '5', '0..8', '5..x', '5...8', '-1..2', '5..8..9', '5.5..8'])('“%s” makes no sense', (text) => {
    expect(readCompare(text)).toBeNull()
  })

  it.each(['0', '-1', '1.5', 'x', '', '12345678901'])('nor does revision “%s”', (text) => {
    expect(readRevision(text)).toBeNull()
  })

  it('survives the address, and a comparison shows its later end', () => {
    const { state } = readView(new URLSearchParams('compare=5..&how=slider&revision=3'))
    expect(state).toMatchObject({ revision: 3, compare: { from: 5, to: null }, how: 'slider' })
    expect(writeView(createView(state).get(), null).toString()).toBe('revision=3&compare=5..&how=slider')
    expect(shownRevision({ revision: 3, compare: { from: 5, to: null } })).toBeNull()
    expect(shownRevision({ revision: 3, compare: null })).toBe(3)
  })
})
