import { skillFiles } from '../skills/skills.ts'
import { conventions } from '../tools/conventions.ts'
import { readAppPage } from './app-page.ts'
import { INVALID_PARAMS, RpcError } from './json-rpc.ts'
import type { Contents, Resource, ResourceTemplate } from './resource.ts'

/** Texts that a client may read: the conventions, for whoever wants more than the descriptions say. */

/** Told as -32602 since 2026-07-28, as -32002 before. */
export class ResourceNotFound extends RpcError {}

export const resources: readonly Resource[] = conventions

export function readResource(
  uri: unknown,
  beside: { resources: readonly Resource[]; resourceTemplates: readonly ResourceTemplate[] },
): Contents {
  const found = [...resources, ...skillFiles, ...beside.resources].find((resource) => resource.uri === uri)
  if (found) {
    const { mimeType, text, blob } = found
    return { uri: found.uri, mimeType, ...(text === undefined ? {} : { text }), ...(blob === undefined ? {} : { blob }) }
  }
  const made =
    typeof uri === 'string' &&
    (readAppPage(uri) ?? beside.resourceTemplates.map((template) => template.read(uri)).find((contents) => contents !== null))
  if (made) return made
  throw new ResourceNotFound(INVALID_PARAMS, 'Resource not found', { uri: String(uri).slice(0, 1024) })
}
