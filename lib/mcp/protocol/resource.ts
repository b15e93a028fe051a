export type Resource = {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType: string
  text?: string
  blob?: string
  _meta?: Record<string, unknown>
}

export type ResourceTemplate = {
  uriTemplate: string
  name: string
  title?: string
  description?: string
  mimeType: string
  /** Null when this address is not one of the template's. */
  read(uri: string): Contents | null
}

export type Contents = { uri: string; mimeType: string; text?: string; blob?: string; _meta?: Record<string, unknown> }
