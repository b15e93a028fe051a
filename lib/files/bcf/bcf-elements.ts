import type { Ref } from '#lib/model/validate/refs-text.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { ANCHOR_KINDS, isAnchorKind } from '#lib/schema/comment-words.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type GuidKind, ifcGuidOf } from '../guid.ts'
import { type BcfComponent, SYSTEM } from './bcf-topic.ts'

/** Elements of a model as components of BCF, which name them by the GlobalId of an IFC file, by an id of their program, or by both. */

/** Kinds as a view's address names them; those that comments are not pinned to have none. */
const ANCHOR_KIND: Partial<Record<Ref['kind'], AnchorElement['kind']>> = {
  node: 'node',
  frame: 'frame',
  area: 'area',
  support: 'support',
  gridLine: 'grid_line',
}
export const toAnchorElements = (refs: readonly Ref[]): AnchorElement[] =>
  refs.flatMap(({ kind, id }) => {
    const known = ANCHOR_KIND[kind]
    return known ? [{ kind: known, id }] : []
  })

export const toRef = ({ kind, id }: AnchorElement): Ref => ({ kind: kind === 'grid_line' ? 'gridLine' : kind, id })

/** `globalId`: of the IFC file that the model came from. */
type WithSource = { id: string; source?: Record<string, unknown> | null | undefined }
const globalIdOf = ({ source }: WithSource): string | undefined =>
  isDictionary(source) && typeof source.globalId === 'string' && /^[0-9A-Za-z_$]{22}$/.test(source.globalId)
    ? source.globalId
    : undefined

/** Those that an IFC file of this model has, whichever view it shows. */
const GUID_KINDS = [
  ['frame', 'frames', ['frame', 'structural-frame']],
  ['area', 'areas', ['area', 'structural-area']],
  ['node', 'nodes', ['node']],
] as const satisfies readonly (readonly [AnchorElement['kind'], 'frames' | 'areas' | 'nodes', readonly GuidKind[]])[]

/** Looks elements up both ways; what it needs of the model is made when it is first asked. */
export class ElementComponents {
  readonly #sources = new Map<'frames' | 'areas', Map<string, string>>()
  #byGuid: Map<string, AnchorElement> | undefined
  readonly #ids = new Map<AnchorElement['kind'], ReadonlySet<string>>()

  constructor(
    readonly model: ViewerModel,
    readonly modelId: string,
  ) {}

  toComponent({ kind, id }: AnchorElement): BcfComponent {
    return { ...this.#guidOf(kind, id), system: SYSTEM, toolId: `${kind}:${id}` }
  }

  /** Others hold the IFC file that the model came from, where it came from one; else the one that it was exported to. */
  #guidOf(kind: AnchorElement['kind'], id: string): { ifcGuid?: string } {
    if (kind !== 'frame' && kind !== 'area') return {}
    const list = ANCHOR_KINDS[kind]
    let sources = this.#sources.get(list)
    if (!sources) {
      sources = new Map(withGlobalIds(this.model[list] ?? []))
      this.#sources.set(list, sources)
    }
    return { ifcGuid: sources.get(id) ?? ifcGuidOf(this.modelId, kind, id) }
  }

  has({ kind, id }: AnchorElement): boolean {
    let ids = this.#ids.get(kind)
    if (!ids) {
      const list: readonly { id: string }[] = this.model[ANCHOR_KINDS[kind]] ?? []
      ids = new Set(list.map((one) => one.id))
      this.#ids.set(kind, ids)
    }
    return ids.has(id)
  }

  /** The element that a component means; undefined: none of this model. */
  toElement({ ifcGuid, system, toolId }: BcfComponent): AnchorElement | undefined {
    const named = toolId !== undefined && (system === undefined || system === SYSTEM) ? elementOf(toolId) : undefined
    if (named && this.has(named)) return named
    return ifcGuid === undefined ? undefined : this.#elementsByGuid().get(ifcGuid)
  }

  #elementsByGuid(): Map<string, AnchorElement> {
    if (this.#byGuid) return this.#byGuid
    const found = new Map<string, AnchorElement>()
    for (const [kind, list, guidKinds] of GUID_KINDS) {
      const elements: readonly WithSource[] = this.model[list] ?? []
      for (const element of elements) {
        for (const guidKind of guidKinds) found.set(ifcGuidOf(this.modelId, guidKind, element.id), { kind, id: element.id })
        const own = globalIdOf(element)
        if (own !== undefined) found.set(own, { kind, id: element.id })
      }
    }
    this.#byGuid = found
    return found
  }
}

function* withGlobalIds(elements: readonly WithSource[]): Generator<[string, string]> {
  for (const element of elements) {
    const guid = globalIdOf(element)
    if (guid !== undefined) yield [element.id, guid]
  }
}

/** `frame:B1`; an id may hold colons. */
function elementOf(toolId: string): AnchorElement | undefined {
  const colon = toolId.indexOf(':')
  const [kind, id] = [toolId.slice(0, colon), toolId.slice(colon + 1)]
  return colon > 0 && id !== '' && isAnchorKind(kind) ? { kind, id } : undefined
}
