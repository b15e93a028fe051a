import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askToCheck, countedOf, questionAbout, quoted, selectionInWords } from './selection-words.ts'

const frame = (id: string) => ({ kind: 'frame' as const, id, about: 'N2 to N3, 9 m' })
const telling = (elements: ReturnType<typeof frame>[]) =>
  selectionInWords({ modelId: 'm_1', revision: 8, query: 'camera=1', counted: `${elements.length} of 9 frames`, elements })

describe('what the AI is told', () => {
  it('names what is selected, as quoted texts', () => {
    expect(telling([frame('B1')])).toBe(
      `---\nmodel: "m_1"\nrevision: 8\nselected: 1 of 9 frames\nview: "camera=1"\n---\nThe user selected in the 3D view: frame "B1" (N2 to N3, 9 m). "this" and "these" mean them.`,
    )
    expect(telling([])).toBe(`---\nmodel: "m_1"\nrevision: 8\nselected: nothing\nview: "camera=1"\n---`)
  })

  it('stays below 2,000 characters whatever is selected', () => {
    const many = Array.from({ length: 5000 }, (_, i) => frame(`𝔸"${'x'.repeat(i % 300)}`))
    const words = telling(many)
    expect(words.length).toBeLessThanOrEqual(2000)
    expect(words).toMatch(/, and \d+ more\. "this" and "these" mean them\.$/)
    expect(telling(many.slice(0, 25).map((_, i) => frame(`B${i}`)))).toContain('and 5 more')
  })

  it('is whole sentences below 2,000 characters, in which ids are quoted, whatever people called things', () => {
    const ids = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(ids, (called) => {
        const about = (id: string) => `${quoted(id)} to ${quoted(id)}, section ${quoted(id)}`
        const words = telling(called.map((id) => ({ kind: 'frame', id, about: about(id) })))
        expect(words.length).toBeLessThanOrEqual(2000)
        expect(words.isWellFormed()).toBe(true)
        const [, model, revision, selected, view, , sentence, ...others] = words.split('\n')
        expect([model, revision, selected, view]).toEqual([
          ...['model: "m_1"', 'revision: 8', `selected: ${called.length} of 9 frames`, 'view: "camera=1"'],
        ])
        expect(sentence).toMatch(/^The user selected in the 3D view: frame ".* "this" and "these" mean them\.$/)
        expect(others).toEqual([])
      }),
    )
  })

  it('counts them among their kind', () => {
    const counts = {
      node: 350,
      frame: 366,
      member: 0,
      area: 96,
      support: 0,
      section: 0,
      material: 0,
      gridLine: 0,
      loadCase: 0,
      load: 0,
      combination: 0,
      diaphragm: 0,
    }
    expect(countedOf([frame('B1'), frame('B2')], counts)).toBe('2 of 366 frames')
    expect(countedOf([frame('B1'), { kind: 'area', id: 'A1' }], counts)).toBe('2 elements')
  })

  it('cuts ids at code points and keeps markup and quotes inside the text', () => {
    expect(quoted('a"\n---')).toBe('"a\\"\\n---"')
    expect([...JSON.parse(quoted('𝔸'.repeat(99)))]).toHaveLength(64)
  })

  it('speaks as the user would', () => {
    expect(questionAbout('m_1', [frame('B1')])).toBe(
      'What is frame "B1" (N2 to N3, 9 m) in model "m_1" for, and is anything wrong with it?',
    )
    expect(questionAbout('m_1', [frame('B1'), frame('B2')])).toContain('frame "B1" (N2 to N3, 9 m) and 1 more in model')
    expect(askToCheck('m_1')).toBe('Check the model "m_1" and tell me what to mend.')
  })
})
