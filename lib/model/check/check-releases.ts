import { RELEASED, releaseIssues } from '#lib/schema/releases.ts'
import type { FrameReleases } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { asPattern } from '../validate/references.ts'
import { listed, plural, type RuleFinding, refs } from './check-finding.ts'
import type { Structure } from './structure.ts'

/** Releases that an import kept in the source of frames, where no analysis looks; a finding for each kind of them. */
export function* releasesInSource({ model }: Structure): Iterable<RuleFinding> {
  const frames = new Map<string, { releases: FrameReleases; ids: string[] }>()
  for (const { id, releases: own, source } of model.frames ?? []) {
    const releases = own ? undefined : statedReleases(source?.releases)
    if (!releases) continue
    const key = JSON.stringify(releases)
    const known = frames.get(key)
    if (known) known.ids.push(id)
    else frames.set(key, { releases, ids: [id] })
  }
  for (const { releases, ids } of frames.values()) {
    const [issue] = releaseIssues(releases)
    const what = `${plural(ids.length, 'frame')} ${ids.length === 1 ? 'has' : 'have'} releases in source alone, and ${ids.length === 1 ? 'counts' : 'count'} as joined: ${listed(ids)}`
    const elements = refs('frame', ids)
    if (issue) {
      const why = issue.msg.replace('Value error, ', '')
      yield { message: `${what}; ${why}`, elements, fix: 'Set what is released, so that the frame stays held.' }
      continue
    }
    const op = { select: { kinds: ['frames'], ids: ids.map(asPattern) }, set: { releases } }
    yield { message: what, elements, fix: 'Set them as releases.', op }
  }
}

/** In the form of the field; undefined where nothing is released. */
function statedReleases(stated: unknown): FrameReleases | undefined {
  if (!isDictionary(stated)) return undefined
  const of = (end: unknown) =>
    Object.fromEntries(
      RELEASED.flatMap((freedom) => {
        const value = isDictionary(end) ? end[freedom] : undefined
        return value === true || (typeof value === 'number' && value > 0 && Number.isFinite(value)) ? [[freedom, value]] : []
      }),
    )
  const [start, end] = [of(stated.start), of(stated.end)]
  return Object.keys(start).length + Object.keys(end).length > 0 ? { start, end } : undefined
}
