import { describe, expect, it } from 'vitest'
import { BridgeError, METHOD_NOT_FOUND, type Message, openBridge } from './bridge.ts'

/** A line whose other end is the test, and whose clock it turns. */
function line(answers: Parameters<typeof openBridge>[1] = {}) {
  const host = {}
  const said: Message[] = []
  const late = new Set<() => void>()
  let listener: (event: { source: unknown; data: unknown }) => void = () => {}
  const bridge = openBridge(
    {
      ...{ host, say: (message) => void said.push(message) },
      listen(to) {
        listener = to
        return () => {
          listener = () => {}
        }
      },
      after(_, then) {
        late.add(then)
        return () => void late.delete(then)
      },
    },
    answers,
  )
  const hears = (data: unknown, source: unknown = host) => listener({ source, data })
  return { bridge, said, hears, timeOut: () => late.forEach((then) => void then()), late }
}

describe('the bridge', () => {
  it('pairs answers with requests, whatever their order and whether ids come back as text', async () => {
    const { bridge, said, hears, late } = line()
    const [one, two] = [bridge.request('tools/call', { name: 'a' }), bridge.request('tools/call', { name: 'b' })]
    expect(said).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'b' } },
    ])
    hears({ jsonrpc: '2.0', id: '2', result: { of: 'b' } })
    hears({ jsonrpc: '2.0', id: 1, result: { of: 'a' } })
    expect(await Promise.all([one, two])).toEqual([{ of: 'a' }, { of: 'b' }])
    expect(late.size).toBe(0)
  })

  it('rejects with what the host refused, and what it never answered', async () => {
    const { bridge, hears, timeOut } = line()
    const refused = bridge.request('ui/message', {})
    hears({ jsonrpc: '2.0', id: 1, error: { code: METHOD_NOT_FOUND, message: 'no' } })
    await expect(refused).rejects.toEqual(new BridgeError(METHOD_NOT_FOUND, 'no'))
    const silent = bridge.request('ui/initialize', {})
    timeOut()
    await expect(silent).rejects.toMatchObject({ code: 'timeout' })
    hears({ jsonrpc: '2.0', id: 2, result: {} }) // too late: nobody waits
  })

  it('answers what it is asked, and says so of what it does not know', () => {
    const heard: unknown[] = []
    const { said, hears } = line({ ping: () => ({}), 'ui/notifications/tool-result': (params) => heard.push(params) })
    hears({ jsonrpc: '2.0', id: 'x', method: 'ping' })
    hears({ jsonrpc: '2.0', id: 7, method: 'constructor' })
    hears({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { isError: false } })
    hears({ jsonrpc: '2.0', method: 'ui/notifications/none', params: 1 })
    expect(said).toEqual([
      { jsonrpc: '2.0', id: 'x', result: {} },
      { jsonrpc: '2.0', id: 7, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } },
    ])
    expect(heard).toEqual([{ isError: false }])
  })

  it('hears nobody but its host, and nothing that is no message', () => {
    const heard: unknown[] = []
    const { said, hears, bridge } = line({ ping: () => heard.push('ping') })
    hears({ jsonrpc: '2.0', id: 1, method: 'ping' }, {})
    for (const other of [null, 'text', 1, [], {}, { jsonrpc: '1.0', method: 'ping' }, { jsonrpc: '2.0', method: 5 }]) hears(other)
    expect([heard, said]).toEqual([[], []])
    bridge.close()
    hears({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(said).toEqual([])
  })
})
