import { expect, it } from 'vitest'
import { HostError } from '../viewer-host.ts'
import { attempt } from './attempt.ts'
import { awaitPress, startMeasuring } from './measure/measure-mode.ts'
import { broughtOnce, part } from './part.ts'
import { createView } from './view/view-state.ts'

it('says of a script that does not come that a part is missing, and fetches it when it is asked for again', async () => {
  let tries = 0
  const script = part(async () => {
    if (++tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return 'here'
  })
  const said: string[] = []
  await attempt({ say: (words) => said.push(words) }, script.bring())
  expect(said).toEqual([
    'This could not be done. A part of the viewer could not be fetched. If it still does not come, load the page again.',
  ])
  expect(script.now()).toBeNull()
  expect(await Promise.all([script.bring(), script.bring()])).toEqual(['here', 'here'])
  expect([script.now(), tries]).toEqual(['here', 2])
})

it('leaves to an answer of the engine its own reason', async () => {
  const lookup = broughtOnce(() => Promise.reject(new HostError('stopped')))
  await expect(lookup.bring()).rejects.toMatchObject({ reason: 'stopped' })
})

it('does after a press of measuring what was to be done after it, also where the press came to nothing', async () => {
  const view = createView({ measuring: 'length' })
  awaitPress({ view }, Promise.reject(new Error('nobody answers')))
  startMeasuring({ view }, 'angle')
  await expect.poll(() => view.get().measuring).toBe('angle')
})
