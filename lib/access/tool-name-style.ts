import { isOneOf } from '#lib/values/object-keys.ts'

/** How `tools/list` spells tool names to a client or a key: `service.create_model` or `service_create_model`. */
export const TOOL_NAME_STYLES = ['dotted', 'underscore'] as const
export type ToolNameStyle = (typeof TOOL_NAME_STYLES)[number]

export const isToolNameStyle = (value: unknown): value is ToolNameStyle => isOneOf(TOOL_NAME_STYLES, value)
