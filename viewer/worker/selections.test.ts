import { describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { selectionsOf } from './selections.ts'

describe('a selection typed into the search', () => {
  const model = returnedModel(demoBuilding())
  const { search } = selectionsOf(model)
  const kinds = ({ found }: ReturnType<typeof search>) => [...new Set(found.map(({ kind }) => kind))]

  it('finds what the same words select over REST and MCP, the first of it and how many there are', () => {
    const columns = search('role:column', 5)
    expect(columns).toMatchObject({ isSelection: true })
    expect(columns.found).toHaveLength(5)
    expect(columns.total).toBe(search('{"role":["column"]}', 1_000_000).found.length)
    expect(kinds(columns)).toEqual(['frame'])
    expect(columns.found[0]).toMatchObject({ id: model.frames![columns.found[0]!.index]!.id, text: expect.stringContaining('→') })
    const others = search('kind:frame -role:column', 10)
    expect(others.total + columns.total).toBe(model.frames!.length)
  })

  it('says why it leaves nothing, and what cannot be read', () => {
    expect(search('role:column length:1000..', 10)).toMatchObject({
      total: 0,
      words: expect.stringMatching(/ columns, none .* long/),
    })
    expect(search('on:nowhere', 10).words).toMatch(/^on: no grid line 'nowhere' in the model/)
    expect(search('role:pillar', 10).words).toMatch(/^role: Input should be 'column'/)
    expect(search('role:', 10).words).toMatch(/^write conditions such as/)
  })
})
