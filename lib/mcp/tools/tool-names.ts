import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'

/**
 * `service.create_model` is the name; some clients drop or refuse a name with a dot, and one such name can withhold the whole
 * list. They are shown `service_create_model`, and a call may use either.
 */

export const styledName = (name: string, style: ToolNameStyle = 'dotted') =>
  style === 'underscore' ? name.replaceAll('.', '_') : name

/** Tools by each of their spellings. A Map, so that `constructor` names no tool. */
export function byEitherName<T extends { name: string }>(tools: readonly T[]): ReadonlyMap<string, T> {
  return new Map(tools.flatMap((tool) => [tool.name, styledName(tool.name, 'underscore')].map((name) => [name, tool] as const)))
}

/** The call that takes a model out of the bin, as text. */
export const bringingBack = (modelId: string, style: ToolNameStyle) =>
  `${styledName('service.restore_revision', style)} ${JSON.stringify({ modelId, fromBin: true })}`
