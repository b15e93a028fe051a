import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import type { Needs } from '#lib/access/roles.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Judgement } from '#lib/model/validate/judge-batch.ts'
import type { Readable } from '#lib/model/validate/parse.ts'
import type { Kind } from '#lib/schema/schema.ts'
import type { Batch } from '#lib/service/elements/batch.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import type { FoundLink } from '#lib/service/sharing/share-links.ts'
import type { Writing } from '#lib/service/write-once.ts'
import type { WorkRequest as LongWork } from '#lib/work/scheduler.ts'
import type { Group } from './reference-pages.ts'
import type { RepeatableReply } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation on a model is asked with that model, on which the caller has the role that the operation needs. */
type ModelOf<Path extends string> = Path extends `${string}{model_id}${string}` ? OpenModel : OfLink<Path, OpenModel>

/** Where the address holds the token of a share link, which opens its model for whoever has it. */
type OfLink<Path extends string, T, Otherwise = undefined> = Path extends `${string}{token}${string}` ? T : Otherwise

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Exclude<Name, 'model_id' | 'token'>]: K extends `${string}_id` ? string : number } & Parameters<Rest>
  : unknown

export type OperationContext<Path extends string, Body, Query> = {
  /** By a share link: who has signed in, where the operation needs somebody. */
  caller: OfLink<Path, Caller | undefined, Caller>
  model: ModelOf<Path>
  link: OfLink<Path, FoundLink>
  body: Body
  /** The body as it came, of an operation that takes a file; else none. */
  bytes: Uint8Array
  query: Query
  /** As the address has it. */
  modelId: string
  /** Path parameters other than the model's id and the token: other ids, and whole numbers. */
  parameters: Parameters<Path>
  writing: Writing
  request: Incoming
  /** Whether a compressed answer would reach the client, and be understood. */
  takesGzip: boolean
  /** For long work: who asks, and until when. */
  workRequest: LongWork
}

/** What OpenAPI says of an operation, and the verb that does it. */
export type OperationOf<Path extends string, Body extends z.ZodType, Query extends z.ZodObject> = {
  id: string
  method: Method
  path: Path
  tag: Group
  summary: string
  description: string
  /** Of the role on the model. */
  needs: Needs
  /** Of the credentials, where it is not as what is needed: reading to read, writing for all else. */
  scope?: 'read' | 'write'
  /** For sessions and API keys, or sessions alone: no connected app may, whatever its scopes. */
  forPeople?: true | 'signed in'
  /** Its owner may ask it of a model in the bin, too. */
  evenInBin?: true
  /** Asked without credentials, of no model that anybody owns: counted by network. */
  forEverybody?: true
  /** By a share link: also before its password was entered. */
  isLocked?: true
  /** A form may send its body, too. */
  takesForm?: true
  /** Its body is a file, whatever media type it is sent as; a repeat with the same Idempotency-Key has the same query, too. */
  takesFile?: true
  /** The model is not opened: whoever asks may have no right to it, nor learn whether there is one. */
  unopened?: true
  query?: Query
  body?: Body
  status?: 200 | 201 | 202 | 204
  /** Where it only says what it would do. */
  dryStatus?: 200
  /** The answer's JSON; absent where there is none, or another media type is named. */
  answer?: z.ZodType
  mediaType?: 'text/event-stream' | 'image/png' | 'application/zip' | 'application/octet-stream'
  /** Answers a file of one of these media types, unless the JSON is asked for. */
  files?: readonly string[]
  /** A large model also as a scene, to who asks for that media type. */
  sceneToo?: true
  /** Says 304 to a client that has this revision. */
  conditional?: true
  /** What the examples of OpenAPI show. */
  example?: { body?: z.input<Body>; answer?: unknown }
  /** What is wrong beyond the fields with a body of which not all fields could be read. */
  judge?: (model: ModelOf<Path>, body: Readable<z.output<Body>>, failed: ReadonlySet<string>) => Judgement | Promise<Judgement>
  run(context: OperationContext<Path, z.output<Body>, z.output<Query>>): Promise<RepeatableReply>
}

/** An operation whose body holds elements gets them as a batch, which may lie packed, and the other fields beside it. */
type BatchOperationOf<Path extends string, Body extends z.ZodType, Query extends z.ZodObject> = Omit<
  OperationOf<Path, Body, Query>,
  'body' | 'judge' | 'run'
> & {
  body: Body
  judge: NonNullable<OperationOf<Path, Body, Query>['judge']>
  run(
    context: Omit<OperationContext<Path, z.output<Body>, z.output<Query>>, 'body'> & {
      batch: Batch
      beside: Omit<z.output<Body>, Kind>
    },
  ): Promise<RepeatableReply>
}

/** What the credentials must allow. */
export const scopeOf = ({ needs, scope }: Pick<Operation, 'needs' | 'scope'>) => scope ?? (needs === 'read' ? 'read' : 'write')

export const NoQuery = z.object({})
export const NoBody = z.unknown()

/** What `serve.ts` gives. */
export type Body = { body: unknown } | { batch: Batch; beside: object }

/** Any of them, for those who treat all alike: `serve.ts` and `openapi.ts`. */
export type Operation = Omit<OperationOf<string, z.ZodType, z.ZodObject>, 'judge' | 'run' | 'example'> & {
  example?: { body?: unknown; answer?: unknown }
  // A method's parameters are compared both ways, so each operation's own types fit; `serve.ts` gives what they ask for.
  judge?(model: OpenModel | undefined, body: unknown, failed: ReadonlySet<string>): Judgement | Promise<Judgement>
  run(context: Omit<OperationContext<string, unknown, Record<string, unknown>>, 'body'> & Body): Promise<RepeatableReply>
}

export function operation<
  const Path extends string,
  Body extends z.ZodType = typeof NoBody,
  Query extends z.ZodObject = typeof NoQuery,
>(one: OperationOf<Path, Body, Query>): Operation {
  return one as Operation // `serve.ts` parses by `body` and `query` and opens the model before it calls `run`
}

export function batchOperation<const Path extends string, Body extends z.ZodType, Query extends z.ZodObject = typeof NoQuery>(
  one: BatchOperationOf<Path, Body, Query>,
): Operation {
  return one as Operation // as above; `judge` tells `serve.ts` that it wants a batch
}
