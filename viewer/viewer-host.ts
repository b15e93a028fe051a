import type { Issue } from '#lib/schema/model-error.ts'
import type { Finding } from '#lib/schema/schema.ts'
import type { Engine, Progress } from './worker/questions.ts'
import type { Source } from './worker/source.ts'

/**
 * What the viewer needs from the place it stands in: a page, a share link, a frame on another site, a view inside a chat. It
 * asks for nothing else: no fetch, no history, no storage. `hosts/web-host.ts` is the one of pages.
 */
export interface ViewerHost {
  readonly place: 'page' | 'share' | 'embed' | 'app'
  /** What this reader may do here: a control whose ability is missing is not drawn. */
  readonly can: ReadonlySet<Ability>
  /**
   * Holds the model and answers questions. `wake`: somebody has waited long for an answer; an engine that has said nothing for long
   * is given up.
   */
  engine(onProgress: (progress: Progress) => void): Engine & { wake?: () => void }
  /** Where the bytes of a revision are; of the newest without a number. */
  load(revision?: number): Source
  /** The state of the line, then all that happens to the model, until the returned function is called. */
  changes(listener: (change: Change) => void): () => void
  /** Of the newest revision, or of this one. */
  check(revision?: number, signal?: AbortSignal): Promise<Finding[]>
  /** At every revision, or only while findings colour the picture. */
  readonly checks: 'always' | 'for_colours'
  /** Any other operation, by its id in OpenAPI; the place adds model and credentials. Fails with a `HostError`. */
  ask<Answer>(operation: string, input: object, signal?: AbortSignal): Promise<Answer>
  readonly address: Address
  /** False: files cannot be saved, or text copied, from here; the control says what to do instead. */
  save(name: string, file: Blob): Promise<boolean>
  copy(text: string): Promise<boolean>
  /** Prints what the page has prepared. False: printing is not possible from here. */
  print(): boolean
  /** A small setting of this reader; null where nothing is or can be kept. With a value it is kept, an empty one forgotten. */
  setting(name: string, value?: string): string | null
}

/**
 * `history`: old revisions and what differs; `activity`: all of the model's log; `views`: those that were saved; `comments`: what was said, `comment`: to say something; `visits`: it is kept when this reader was here last; `file`: pictures,
 * sheets and tables can be saved; `analyse`: the structure can be analysed; `clipboard`: a link can be copied that leads back here; `tab`: the view opens on a page of its own.
 */
export type Ability =
  | 'history'
  | 'activity'
  | 'restore'
  | 'views'
  | 'comments'
  | 'comment'
  | 'visits'
  | 'write'
  | 'analyse'
  | 'file'
  | 'clipboard'
  | 'tab'

/** What is heard of the model and of the line on which it is heard. The last three are the last that is heard. */
export type Change =
  /** `connecting`: it broke; a second time: it was refused, or could not be made, and reading the model says which. */
  | { type: 'line'; state: 'connecting' | 'live' | 'silent' | 'offline' }
  | { type: 'revision'; revision: number }
  /** Saved views were made, changed or deleted. */
  | { type: 'views' }
  /** Something about comments has changed. */
  | { type: 'comments' }
  | { type: 'access'; role: string | null }
  | { type: 'deleted'; purgeAt: string | null }
  | { type: 'signed_out' }

/** Where the view is kept. `link`: what a reader can send on; null where there is nothing to send. */
export type Address = {
  /** As `?…`, or nothing. */
  read(): string
  write(query: string, how: 'replace' | 'push'): void
  /** Calls when somebody went back or forward, until the returned function is called. */
  back(listener: (query: string) => void): () => void
  link(query: string): string | null
}

/**
 * The only error that a host throws; `after`: seconds before it is worth asking again, `says`: what is wrong with what was asked.
 * `stopped`: the engine is not there any more; the next question that loads a model begins another.
 */
export class HostError extends Error {
  readonly says: string | null
  /** All that is wrong, as the API tells it. */
  readonly issues: readonly Issue[]
  constructor(
    readonly reason: 'offline' | 'busy' | 'signed_out' | 'gone' | 'forbidden' | 'refused' | 'failed' | 'stopped',
    readonly after = 0,
    { says = null, issues = [], ...options }: ErrorOptions & { says?: string | null; issues?: readonly Issue[] } = {},
  ) {
    super(reason, options)
    this.says = says
    this.issues = issues
  }
}

/** What an answer of HTTP that is none means to whoever asked. */
export function reasonOf(status: number): HostError['reason'] {
  if (status === 401) return 'signed_out'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status === 503 ? 'busy' : 'failed'
}
