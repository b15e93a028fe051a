import { describe, expect, it } from 'vitest'
import { readMessage } from '#lib/mcp/advice/pack-message.ts'
import { limits } from '#lib/runtime/limits.ts'
import { readFields } from './pack-batch.ts'

/** An edit is operations; elements beyond its length go as a batch, which no thread hands on as objects. */

const edit = (nodes: number) => ({
  ops: [{ add: { nodes: Array.from({ length: nodes }, (_, i) => ({ id: `N${i}`, position: { x: i, y: 0, z: 0 } })) } }],
})
const bytesOf = (value: unknown) => new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))
const [SHORT, LONG] = [edit(1000), edit(60_000)]
const tooLong = { type: 'limit_exceeded', loc: [], ctx: { limit: limits.fieldsBytes, actual: expect.any(Number) } }

describe('an edit that is longer than an edit may be', () => {
  it('is refused by REST before anything of it leaves the thread', async () => {
    const { output } = await readFields({ schema: 'EditModel', bytes: bytesOf(LONG) })
    expect(output).toMatchObject({ issues: [tooLong], total: 1 })
    expect((await readFields({ schema: 'EditModel', bytes: bytesOf(SHORT) })).output).toHaveProperty('fields')
  })

  it.each(['service.edit_model', 'service_edit_model'])(
    'is refused as %s over MCP, with a beginning of it for the log',
    async (name) => {
      const call = (input: object) =>
        bytesOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { modelId: 'm_1', ...input } } })
      const { output } = await readMessage({ bytes: call(LONG) }, () => {})
      expect(output).toMatchObject({ tooLong, message: { id: 1, params: { name, arguments: { modelId: 'm_1' } } } })
      expect(JSON.stringify(output).length).toBeLessThan(200_000)
      expect((await readMessage({ bytes: call(SHORT) }, () => {})).output).not.toHaveProperty('tooLong')
    },
  )
})
