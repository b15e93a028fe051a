import type { Scope } from './scopes.ts'
import type { ToolNameStyle } from './tool-name-style.ts'

/** Who asks. What they may do to a model is their scopes and, on top, their role on it. */
export type Caller = {
  userId: string
  via: 'session' | 'api_key' | 'oauth'
  /** A session has both. */
  scopes: ReadonlySet<Scope>
  /** Who rate limits and idempotency keys count: `user:ID`, `key:ID`, `client:ID:USER`. */
  principal: string
  clientId?: string
  clientName?: string
  /** How `tools/list` spells names to it; `dotted` when it says nothing. */
  toolNameStyle?: ToolNameStyle
}

/** Who has come by a share link, with or without an account: a viewer of one model. */
export type LinkCaller = {
  via: 'link'
  modelId: string
  linkId: string
  /** The revision that the link shows; null for the present one. */
  revision: number | null
  comments: boolean
  /** Who rate limits count: `link:MODEL:ID`. */
  principal: string
}

/** Whoever may open a model. */
export type Reader = Caller | LinkCaller
