import { joinWords } from '#lib/values/join-words.ts'

/**
 * A log in which what was said does not hide what was done: lines of comments that follow each other are one, which unfolds. Lines that
 * name no thread, as of files, stay by themselves.
 */

type Logged = { action: string; detail: Record<string, unknown>; user: { name: string | null } | null }
export type CommentRun<Line> = { run: Line[] }

/** A run has two lines or more. */
export function foldComments<Entry extends object>(entries: readonly Entry[]): (Entry | CommentRun<Extract<Entry, Logged>>)[] {
  const folded: (Entry | CommentRun<Extract<Entry, Logged>>)[] = []
  let run: Extract<Entry, Logged>[] = []
  const close = () => {
    folded.push(...(run.length > 1 ? [{ run }] : run))
    run = []
  }
  for (const entry of entries) {
    if (isLogged(entry) && numberOf(entry) !== null) run.push(entry)
    else {
      close()
      folded.push(entry)
    }
  }
  close()
  return folded
}

const isLogged = <Entry extends object>(entry: Entry): entry is Extract<Entry, Logged> => 'action' in entry

/** The thread that a line tells of. */
export const numberOf = ({ action, detail: { number } }: Pick<Logged, 'action' | 'detail'>): number | null =>
  action.startsWith('comment.') && typeof number === 'number' ? number : null

/** The comment whose text a line is about: a reply by its id, else a thread by its number; replies of before have none. */
export function commentOf(line: Pick<Logged, 'action' | 'detail'>): string | null {
  const { commentId } = line.detail
  if (typeof commentId === 'string') return commentId
  const number = numberOf(line)
  return number === null || line.action === 'comment.replied' ? null : String(number)
}

const COUNTED = [
  ['comment.made', 'new', 'new'],
  ['comment.replied', 'reply', 'replies'],
  ['comment.resolved', 'resolved', 'resolved'],
  ['comment.reopened', 'reopened', 'reopened'],
  ['comment.assigned', 'assigned', 'assigned'],
  ['comment.deleted', 'deleted', 'deleted'],
] as const

const MOST_NAMED = 5
const MOST_PEOPLE = 3

/** `Comments 3, 4 and 7`, `5 replies, 3 resolved`, `Ada, Bo`. */
export function runWords(run: readonly Logged[]): { about: string; did: string; by: string } {
  const numbers = [...new Set(run.flatMap((line) => numberOf(line) ?? []))].sort((a, b) => a - b)
  const people = [...new Set(run.map(({ user }) => (user ? (user.name ?? 'Somebody') : 'Nobody')))]
  const counts = COUNTED.flatMap(([action, one, many]) => {
    const count = run.filter((line) => line.action === action).length
    if (count === 0) return []
    // Of one thread a state is said, not counted.
    return numbers.length === 1 && count === 1 && one === many ? one : `${count} ${count === 1 ? one : many}`
  })
  return {
    about: `${numbers.length === 1 ? 'Comment' : 'Comments'} ${listed(numbers.map(String), MOST_NAMED)}`,
    did: counts.join(', '),
    by: listed(people, MOST_PEOPLE),
  }
}

function listed(names: readonly string[], most: number): string {
  const more = names.length - most
  return joinWords(more > 0 ? [...names.slice(0, most), `${more} more`] : names)
}
