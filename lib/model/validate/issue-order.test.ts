import { describe, expect, it } from 'vitest'
import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { compareLocs, limitIssues, mergeIssues } from './issue-order.ts'

type Loc = Issue['loc']
const issue = (...loc: Loc): Issue => ({ type: 't', loc, msg: '' })

describe('the order of errors', () => {
  it.each<[string, Loc[]]>([
    ['fields of the body as the schema has them', [['name'], ['metadata'], ['units'], ['areas'], ['frames'], ['nodes'], ['supports']]],
    ['what stands above before what stands in it', [['nodes'], ['nodes', 0], ['nodes', 0, 'id']]],
    ['by ordinal, not by text', [['nodes', 2], ['nodes', 10]]],
    ['fields of an element as the schema has them', [['frames', 0, 'id'], ['frames', 0, 'startNodeId'], ['frames', 0, 'endNodeId'], ['frames', 0, 'rotation']]],
    ['fields that nobody knows by the alphabet', [['frames', 0, 'aaa'], ['frames', 0, 'bbb']]],
    ['inner fields by the alphabet', [['nodes', 0, 'position', 'x'], ['nodes', 0, 'position', 'y'], ['nodes', 0, 'position', 'z']]],
    ['of the model’s own source by the alphabet', [['source', 'a'], ['source', 'b']]],
    ['of defaults as of elements', [['defaults', 'frames', 'startNodeId'], ['defaults', 'frames', 'endNodeId'], ['defaults', 'frames', 'materialId'], ['defaults', 'frames', 'rotation'], ['defaults', 'frames', 'sectionId']]],
    ['of templates: loops, variables, condition, then elements', [['repeat', 0, 'for'], ['repeat', 0, 'let'], ['repeat', 0, 'if'], ['repeat', 0, 'areas'], ['repeat', 0, 'nodes']]],
    ['of elements in a template as of elements', [['repeat', 0, 'frames', 0, 'startNodeId'], ['repeat', 0, 'frames', 0, 'endNodeId'], ['repeat', 0, 'frames', 1, 'id']]],
  ])('%s', (_, locs) => {
    for (let i = 0; i < locs.length; i++)
      for (let j = 0; j < locs.length; j++) expect(Math.sign(compareLocs(locs[i]!, locs[j]!))).toBe(Math.sign(i - j))
  }) // biome-ignore format: a line each

  it('is as sent in objects of the client’s own', () => {
    expect(compareLocs(['sections', 0, 'dimensions', 'b'], ['sections', 0, 'dimensions', 'a'])).toBe(0)
    expect(compareLocs(['metadata', 'b'], ['metadata', 'a'])).toBe(0)
    expect(compareLocs(['nodes', 0, 'source', 'b'], ['nodes', 0, 'source', 'a'])).toBe(0)
  })

  it('two lists in order are one', () => {
    const one = [issue('frames', 0), issue('nodes', 0), issue('nodes', 2)]
    const other = [issue('frames', 1), issue('nodes', 1), issue('nodes', 2), issue('supports', 0)]
    expect(mergeIssues(one, other).map(({ loc }) => loc.join('.'))).toEqual(['frames.0', 'frames.1', 'nodes.0', 'nodes.1', 'nodes.2', 'nodes.2', 'supports.0']) // biome-ignore format: short
    expect(mergeIssues([issue('nodes', 2)], [issue('nodes', 2, 'id')]).map(({ loc }) => loc.length)).toEqual([2, 3])
    expect(mergeIssues([], one)).toEqual(one)
    expect(mergeIssues(one, [])).toEqual(one)
  })

  it('ends with how many more there are', () => {
    const many = Array.from({ length: limits.issues + 3 }, (_, k) => issue('nodes', k))
    expect(limitIssues(many.slice(3))).toEqual(many.slice(3))
    expect(limitIssues(many)).toEqual([
      ...many.slice(0, limits.issues),
      { type: 'too_many_errors', loc: [], msg: '103 errors, 3 of them not shown', ctx: { total: 103, shown: 100 } },
    ])
    expect(limitIssues(many.slice(0, 100), 250).at(-1)!.msg).toBe('250 errors, 150 of them not shown')
  })
})
