import { ModelError, valueError } from '#lib/schema/model-error.ts'

/** Where a page of a list ended that is sorted by a time, newest first: the time and the id of its last row. */
export const toCursor = (time: Date, id: string) => Buffer.from(`${time.getTime()} ${id}`).toString('base64url')

export function readCursor(cursor: string): { at: Date; id: string } {
  const [, time, id] = /^(\d{1,15}) ([\w-]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (time && id) return { at: new Date(Number(time)), id }
  throw new ModelError('invalid', [{ ...valueError(['cursor'], 'unknown cursor'), at: 'query' }])
}
