import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { unavailable } from '#lib/http/unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import { recordCall, type ToolResult } from '#lib/service/accounts/activity.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { complete } from '../complete.ts'
import { skillEntries, skillNamed, skillPages } from '../skills/skills.ts'
import { failure, type ToolEntry } from '../tools/tool.ts'
import { styledName } from '../tools/tool-names.ts'
import { toolNamed, tools } from '../tools/tools.ts'
import { type AppPart, appMeta, appResource, drawsNothing, UI_EXTENSION } from './app-page.ts'
import { INVALID_PARAMS, METHOD_NOT_FOUND, notNow, type Params, RpcError } from './json-rpc.ts'
import { beside } from './offer.ts'
import { promptNamed, prompts } from './prompts.ts'
import { readResource, resources } from './resources.ts'
import type { ToolContext } from './tool-context.ts'

/** What the service does, whichever revision of the protocol asks. */

export type Result = Record<string, unknown>
export type Ask = ToolContext & { requestId: string }

/** Exactly what has a handler. `listChanged` would promise notifications, and there is no stream to send them on. */
export const capabilities = () => ({
  ...{ tools: {}, resources: {}, prompts: {}, completions: {} },
  // The view in the conversation; skills, whose folders are read by their entries and not one by one.
  extensions: { [UI_EXTENSION]: {}, 'io.modelcontextprotocol/skills': {} },
})

const METHODS: Record<string, (params: Params, ask: Ask) => Result | Promise<Result>> = {
  'tools/list': (params, { caller, style }) => {
    refuseCursor(params)
    // A connection is told of all, so that it can ask its person for more; a key can never be allowed more than it is.
    const all = [...tools, ...beside.tools]
    const allowed = caller.via === 'api_key' ? all.filter(({ scope }) => !scope || caller.scopes.has(scope)) : all
    const visible = drawsNothing(caller.clientId) ? allowed.filter(({ app }) => app !== 'only') : allowed
    return {
      tools: visible.map(({ name, listed, app }) => ({ name: styledName(name, style), ...listed, ...withApp(listed, app) })),
    }
  },
  'tools/call': callTool,
  'resources/list': (params) => {
    refuseCursor(params)
    return {
      resources: [...resources, ...skillPages, ...beside.resources, appResource()].map(
        ({ text: _, blob: __, ...listed }) => listed,
      ),
    }
  },
  'resources/templates/list': (params) => {
    refuseCursor(params)
    return { resourceTemplates: beside.resourceTemplates.map(({ read: _, ...listed }) => listed) }
  },
  'resources/read': ({ uri }) => ({ contents: [readResource(uri, beside)] }),
  'skills/list': (params) => {
    refuseCursor(params)
    return { skills: skillEntries }
  },
  'skills/get': ({ uri }) => ({ skill: skillNamed(uri) }),
  'prompts/list': (params) => {
    refuseCursor(params)
    return { prompts: [...prompts, ...beside.prompts].map(({ get: _, ...listed }) => listed) }
  },
  'prompts/get': (params) => {
    const prompt = beside.prompts.find(({ name }) => name === params.name) ?? promptNamed(params.name)
    const args = isDictionary(params.arguments) ? params.arguments : {}
    const missing = (prompt.arguments ?? []).filter(({ name, required }) => required && typeof args[name] !== 'string')
    if (missing.length > 0) {
      throw new RpcError(INVALID_PARAMS, `Missing argument: ${missing.map(({ name }) => name).join(', ')}`)
    }
    return prompt.get(args as Record<string, string>, params)
  },
  'completion/complete': (params, { caller }) => {
    const uris = [...resources, ...skillPages, ...beside.resources, appResource()].map(({ uri }) => uri)
    const templates = beside.resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    return complete(params, caller, { prompts: [...prompts, ...beside.prompts], uris: new Set([...uris, ...templates]) })
  },
}

const withApp = ({ _meta }: ToolEntry['listed'], app: AppPart | undefined) =>
  app ? { _meta: { ..._meta, ...appMeta(app) } } : {}

const handlerOf = (method: string) => (Object.hasOwn(METHODS, method) ? METHODS[method] : undefined)

export const hasMethod = (method: string) => handlerOf(method) !== undefined

export const toolCalled = (name: unknown) => toolNamed(name) ?? beside.tools.find((tool) => tool.name === name)

/**
 * The result of a method, or an `RpcError`; nothing else leaves, because the SDK tells clients whatever is thrown.
 * A request that an `Ask` may not make is refused before, by `scopeNeeded`.
 */
export async function answerMethod(method: string, params: Params, ask: Ask): Promise<Result> {
  const handler = handlerOf(method)
  if (!handler) throw new RpcError(METHOD_NOT_FOUND, 'Method not found', undefined, 404)
  try {
    return await handler(params, ask)
  } catch (error) {
    if (error instanceof RpcError) throw error
    if (unavailable(error)) throw notNow()
    log.error('mcp method failed', { method, requestId: ask.requestId, error })
    throw new RpcError(-32603, 'Internal error', undefined, 500)
  }
}

/** The tool that this call needs a scope for, when the caller lacks it. An unknown tool needs none: it is an error of its own. */
export function lackedScope(method: string, params: Params, { caller }: ToolContext): ToolEntry | undefined {
  if (method !== 'tools/call') return undefined
  const tool = toolCalled(params.name)
  return tool?.scope && !caller.scopes.has(tool.scope) ? tool : undefined
}

async function callTool(params: Params, ask: Ask): Promise<CallToolResult> {
  const tool = toolCalled(params.name)
  if (!tool) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${String(params.name).slice(0, 128)}`)
  const input = params.arguments ?? {}
  const started = performance.now()
  let outcome: ToolResult = 'ok'
  let modelId = isDictionary(input) ? input.modelId : undefined
  try {
    const result = await tool.call(input, ask, params)
    if (result.isError) outcome = 'refused'
    modelId ??= result.structuredContent?.modelId // of a model that was created
    return result
  } catch (error) {
    outcome = 'failed'
    if (error instanceof RpcError) throw error
    if (unavailable(error)) {
      log.warn('could not be served now', { tool: tool.name, requestId: ask.requestId, error })
      throw notNow()
    }
    log.error('tool failed', { tool: tool.name, requestId: ask.requestId, error })
    return failure(
      `Internal error, request ${ask.requestId}. Look at the model before you try again: it may or may not have changed.`,
    )
  } finally {
    if (tool.isLogged?.(input) ?? true)
      await recordCall({
        caller: ask.caller,
        tool: tool.name,
        modelId,
        input,
        result: outcome,
        durationMs: performance.now() - started,
      })
  }
}

/** Every list fits on one page, so no cursor was ever given out. */
function refuseCursor({ cursor }: Params): void {
  if (cursor !== undefined) throw new RpcError(INVALID_PARAMS, 'Unknown cursor')
}
