import { expect, it } from 'vitest'
import { NOTHING_YET } from './open-session.ts'
import { foundAt, selectColour } from './selection.ts'
import type { ViewerSession } from './session.ts'
import { createStore } from './store.ts'
import { createView } from './view/view-state.ts'

const scene = () => ({ nodes: new Float32Array(4) })

/** A viewer whose worker has read the next revision, in which other elements lie at the same places, before it says what lies there. */
function outrun(isOutrun: boolean) {
  const first = scene()
  const state = createStore({ drawn: { scene: first } as object })
  const ask = async (_: 'idOf', { refs }: { refs: readonly object[] }) => {
    if (isOutrun) state.set({ drawn: { scene: scene() } })
    return refs.map((_, k) => `other ${k}`)
  }
  const colouring = { frames: Uint8Array.of(0, 1, 1), areas: new Uint8Array(), legend: [] }
  const session = { model: { state, ask }, view: createView(), derived: createStore({ ...NOTHING_YET, colouring }) }
  return { first, session: session as unknown as ViewerSession }
}

it('says what lies at places of a scene, and nothing where the next one has others there', async () => {
  const places = [{ kind: 'frame', index: 2 } as const]
  const [still, outdated] = [outrun(false), outrun(true)]
  expect(await foundAt(still.session, still.first, places)).toEqual([{ kind: 'frame', index: 2, id: 'other 0' }])
  expect(await foundAt(outdated.session, outdated.first, places)).toBeNull()
})

it('selects all of a colour, and leaves the selection alone where a revision came meanwhile', async () => {
  const [still, outdated] = [outrun(false), outrun(true)]
  const kept = [{ kind: 'node', id: 'N1', index: 0 } as const]
  for (const { session } of [still, outdated]) {
    session.view.set({ selected: kept.slice() })
    await selectColour(session, 1)
  }
  expect(still.session.view.get().selected.map(({ index }) => index)).toEqual([1, 2])
  expect(outdated.session.view.get().selected).toEqual(kept)
})
