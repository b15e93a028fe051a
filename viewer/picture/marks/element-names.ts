import type { Stage } from '../elements/stage.ts'

export type NameOf = (kind: 'node' | 'frame' | 'area', index: number, what: 'label' | 'section') => string | undefined
/** Names to ask for, by `kind what`. */
type Missing = Map<string, { kind: 'node' | 'frame' | 'area'; what: 'label' | 'section'; indices: number[] }>

/** Names come from the worker the first time they are needed by a picture, all missing ones at once. */
export function elementNames() {
  const names = new Map<string, string>()
  let isBusy = false
  let owner: unknown = null
  return (stage: Stage) => {
    if (owner !== stage.drawn) {
      names.clear()
      owner = stage.drawn
    }
    const missing: Missing = new Map()
    const nameOf: NameOf = (kind, index, what) => {
      const key = `${kind} ${what}`
      const name = names.get(`${key} ${index}`)
      if (name === undefined) {
        const batch = missing.get(key) ?? { kind, what, indices: [] }
        batch.indices.push(index)
        missing.set(key, batch)
      }
      return name
    }
    const askForMissing = async () => {
      if (isBusy || !missing.size) return
      isBusy = true
      try {
        for (const [key, wanted] of missing) {
          const found = await stage.model.ask('labels', wanted)
          if (owner !== stage.drawn) break // names of a revision that is gone
          for (const [k, index] of wanted.indices.entries()) names.set(`${key} ${index}`, found[k] ?? '')
        }
        stage.session.redraw()
      } catch (error) {
        console.error(error) // asked again with the next picture, which nothing here calls for
      } finally {
        isBusy = false
      }
    }
    return { nameOf, askForMissing }
  }
}
