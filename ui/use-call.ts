import { useState } from 'react'
import { type CallResult, call } from './call.ts'

/** What a form or a button calls: whether it is under way, and what the last one came to. `fields`: what is refused at a field. */
export function useCall<T = unknown>() {
  const [answer, setAnswer] = useState<CallResult<T>>()
  const [busy, setBusy] = useState(false)

  async function send(...args: Parameters<typeof call>): Promise<CallResult<T>> {
    setBusy(true)
    const came = await call<T>(...args)
    setAnswer(came)
    setBusy(false)
    return came
  }

  return { send, busy, answer, fields: answer && !answer.ok ? answer.fields : {} }
}
