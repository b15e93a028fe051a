import { heightSeen, readAnchoredView } from '#lib/files/bcf/anchored-view.ts'
import { PlacesOfElements } from '#lib/files/bcf/places-of-elements.ts'
import { sketchFinder } from '#lib/render/under-sketch.ts'
import { unpackModel } from '#lib/storage/read/packed-model.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import type { Sketched, UNDER_SKETCHES } from './sketched-elements.ts'

/** Few enough to be read among other threads. */
const MOST_NAMED = 8

export const lookUnder: RunnerOf<typeof UNDER_SKETCHES> = async ({ model: packed, sketches }, report) => {
  const model = await unpackModel(packed)
  report('read')
  const find = sketchFinder(model)
  const around = new PlacesOfElements(model).around([], null)
  report('scene')
  const output = sketches.map(({ view, viewport, sketch }: Sketched) => {
    if (!viewport) return { elements: [], count: 0 }
    const seen = readAnchoredView(view, viewport, { scaled: model.scaled ?? 1, around })
    const { camera, isParallel, up, only, hidden, section } = seen
    const query = new URLSearchParams(view ?? '')
    const showsNodes = (query.get('layers') ?? '').split(',').includes('nodes') || query.get('style') === 'analytical'
    const found = find({
      projection: isParallel ? 'orthographic' : 'perspective',
      ...{ eye: camera.position, target: camera.target, up, heightSeen: heightSeen(seen) },
      ...{ only, hidden, section, sketch, viewport, showsNodes },
    })
    return { elements: found.slice(0, MOST_NAMED), count: found.length }
  })
  return { output }
}
