import { type BcfComment, type BcfComponent, type BcfTopic, cleanText } from '#lib/files/bcf/bcf-topic.ts'
import type { FromViewpoint } from '#lib/files/bcf/bcf-viewpoint.ts'
import { dayFault } from '#lib/schema/comment-bodies.ts'
import { findPerson, type PersonOfModel } from '#lib/sharing/people-of-model.ts'
import { type CommentRow, type StoredAnchor, type StoredPoint, toThread } from '#lib/storage/comments/comment-row.ts'
import type { CommentUpdate, ImportedComment, ThreadUpdate, ThreadWrite } from '#lib/storage/comments/import-threads.ts'
import { decodeMentions, encodeMentions } from '#lib/storage/comments/mentions.ts'
import { isVisible, plainName } from '#lib/values/display-name.ts'

/**
 * What becomes of a topic of a file, pure. A topic and a comment are known by their GUIDs: what is there already is changed where the file
 * has it later, what is not is added, and what the file lacks stays. Texts of people with an account are their own: nobody else's file
 * changes them.
 */

/** What is kept of a viewpoint that is another one than here. */
export type PlacedViewpoint = FromViewpoint & { point: StoredPoint | null; isCameraSame: boolean }

export type Counts = { added: number; updated: number; unchanged: number }
export const emptyCounts = (): Counts => ({ added: 0, updated: 0, unchanged: 0 })

type Context = {
  /** The Guids of all topics of the file, and of the comments that were taken from it so far. */
  taken: Set<string>
  /** Rows of all ids in the file, those deleted among them. */
  known: ReadonlyMap<string, CommentRow>
  people: ReadonlyMap<string, PersonOfModel>
  importer: { userId: string; name: string }
  /** Where the viewpoint is another one than here. */
  view: PlacedViewpoint | undefined
}

export type Merged = {
  /** Of the thread that is there. */
  number: number | null
  write: ThreadWrite | null
  /** Null: the topic was not taken at all. */
  threads: keyof Counts | null
  comments: Counts
  warnings: string[]
}

const MOST_TEXT = 10_000

export function mergeTopic(topic: BcfTopic, context: Context): Merged {
  const row = context.known.get(topic.guid)
  if (row && (row.number === null || row.deletedAt !== null)) {
    const why = row.deletedAt === null ? 'not taken: a reply here has its Guid' : 'not taken: it was deleted here'
    return { number: row.number, write: null, threads: null, comments: emptyCounts(), warnings: [why] }
  }
  const merging = new Merging(topic, context)
  return row ? merging.withThread(row) : merging.asNew()
}

/**
 * Of two versions the later one counts; times may come back without their milliseconds. A clock that runs ahead would win over every
 * later change here, so a date still to come counts for none.
 */
function isLater(modified: string | null | undefined, created: string, here: Date): boolean {
  const time = Date.parse(modified ?? '')
  const there = time <= Date.now() ? time : Math.min(Date.parse(created), Date.now())
  return Math.floor(there / 1000) >= Math.floor(here.getTime() / 1000)
}

class Merging {
  readonly #topic: BcfTopic
  readonly #context: Context
  readonly #comments = emptyCounts()
  readonly #warnings: string[] = []
  readonly #replies: ImportedComment[] = []
  readonly #changed: CommentUpdate[] = []

  constructor(topic: BcfTopic, context: Context) {
    this.#topic = topic
    this.#context = context
  }

  asNew(): Merged {
    const { guid, author, created } = this.#topic
    const own = this.#topic.comments.find((comment) => comment.guid === guid)
    this.#mergeReplies()
    this.#comments.added++
    const thread = {
      id: guid,
      author: this.#authorWords(author),
      createdAt: new Date(created),
      ...this.#encoded(own && isVisible(own.text) ? own.text : this.#textOfTopic()),
      anchor: this.#anchor(NO_ANCHOR),
      assigneeId: this.#assignee(null) ?? null,
      due: this.#due(),
      isResolved: this.#isResolved(),
    }
    return this.#merged(null, { is: 'new', id: guid, thread, replies: this.#replies, changed: this.#changed }, 'added')
  }

  withThread(row: CommentRow): Merged {
    this.#mergeReplies()
    const { modified, created } = this.#topic
    const update = isLater(modified, created, row.modifiedAt ?? row.createdAt) ? this.#updateOf(row) : this.#olderWarning(row)
    this.#comments[update.text ? 'updated' : 'unchanged']++
    const isChanged = Object.keys(update).length > 0 || this.#replies.length > 0 || this.#changed.length > 0
    if (!isChanged) return this.#merged(row.number, null, 'unchanged')
    return this.#merged(
      row.number,
      { is: 'known', id: row.id, update, replies: this.#replies, changed: this.#changed },
      'updated',
    )
  }

  #merged(number: number | null, write: ThreadWrite | null, threads: keyof Counts): Merged {
    return { number, write, threads, comments: this.#comments, warnings: this.#warnings }
  }

  #olderWarning(row: CommentRow): ThreadUpdate {
    const differs = this.#isResolved() !== (row.resolvedAt !== null) || (this.#due() ?? row.due) !== row.due
    if (differs) this.#warnings.push('changed here since the file was written, and kept as it is')
    return {}
  }

  #updateOf(row: CommentRow): ThreadUpdate {
    const text = this.#changedText(row)
    const [isResolved, due, assigneeId] = [this.#isResolved(), this.#due(), this.#assignee(row.assigneeId)]
    return {
      ...(text !== undefined && { text }),
      ...(isResolved !== (row.resolvedAt !== null) && { isResolved }),
      ...(due !== null && due !== row.due && { due }),
      ...(assigneeId !== undefined && assigneeId !== row.assigneeId && { assigneeId }),
      ...(this.#context.view && { anchor: this.#anchor(toThread(row, []).anchor) }),
    }
  }

  /** Of a thread the text stands twice, as the topic's description and as its first comment: whichever somebody has changed. */
  #changedText(row: CommentRow): ThreadUpdate['text'] | undefined {
    const own = this.#topic.comments.find(({ guid }) => guid === row.id)
    const texts = [own?.text, this.#topic.description ?? undefined].filter((text) => text !== undefined && text.trim() !== '')
    const changed = texts.find((text) => text !== undefined && !this.#isSameText(text, row) && !this.#isFirstLines(text, row))
    if (changed === undefined || row.text === null) return undefined
    return this.#mayChange(row) ? this.#encoded(changed) : undefined
  }

  /** An imported topic has its title and description in one text. */
  #isFirstLines(text: string, row: CommentRow): boolean {
    return this.#isSameText(`${this.#topic.title}\n\n${text}`, row)
  }

  #mayChange({ authorId }: CommentRow): boolean {
    if (authorId === null || authorId === this.#context.importer.userId) return true
    this.#warnings.push('the text that was changed in the file was written by somebody with an account here, and stays')
    return false
  }

  /** Mentions stand as addresses for who may see them, else as names. */
  #isSameText(text: string, { text: stored, mentions }: CommentRow): boolean {
    if (stored === null) return false
    const ids: string[] = JSON.parse(mentions)
    const { people } = this.#context
    const texts = [
      decodeMentions(stored, ids, (id) => people.get(id)?.email ?? 'Deleted account'),
      decodeMentions(stored, ids, (id) => people.get(id)?.name ?? 'somebody'),
    ]
    return plain(this.#cut(text).text) === plain(stored) || texts.some((one) => plain(cleanText(one)) === plain(text))
  }

  #textOfTopic(): string {
    const { title, description } = this.#topic
    if (description === null) return title
    return plain(description).startsWith(plain(title)) ? description : `${title}\n\n${description}`
  }

  #encoded(text: string): { text: string; mentions: string[] } {
    const { length, ...kept } = this.#cut(text)
    if (length > MOST_TEXT) this.#warnings.push(`a text of ${length} characters was cut to ${MOST_TEXT}`)
    return kept
  }

  /** As it would be stored. */
  #cut(text: string): { text: string; mentions: string[]; length: number } {
    const points = [...text.replaceAll('\r\n', '\n')]
    const idOf = (name: string) => findPerson(this.#context.people, name)?.id
    return { ...encodeMentions(points.slice(0, MOST_TEXT).join(''), idOf), length: points.length }
  }

  #authorWords(author: string): string {
    const who = isVisible(author) ? plainName(author) : 'Somebody'
    return `${who} (imported by ${plainName(this.#context.importer.name)})`
  }

  #mergeReplies(): void {
    const { guid, comments } = this.#topic
    const { taken } = this.#context
    for (const comment of comments) {
      if (taken.has(comment.guid)) {
        if (comment.guid !== guid) this.#warnings.push(`comment ${comment.guid} stands in the file twice, one was taken`)
        continue
      }
      taken.add(comment.guid)
      if (!isVisible(comment.text)) this.#warnings.push('a comment without a text was not taken')
      else this.#mergeReply(comment)
    }
    this.#replies.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  }

  #mergeReply({ guid, author, date, text, modified }: BcfComment): void {
    const row = this.#context.known.get(guid)
    if (!row) {
      this.#comments.added++
      const createdAt = new Date(date)
      this.#replies.push({ id: guid, author: this.#authorWords(author), createdAt, ...this.#encoded(text) })
      return
    }
    if (row.threadId !== this.#topic.guid || row.deletedAt !== null || row.text === null) {
      const why = row.threadId === this.#topic.guid ? 'was deleted here' : 'is one of another thread here'
      this.#warnings.push(`comment ${guid} was not taken: it ${why}`)
      return
    }
    if (this.#isSameText(text, row) || !isLater(modified, date, row.changedAt ?? row.createdAt) || !this.#mayChange(row)) {
      this.#comments.unchanged++
      return
    }
    this.#comments.updated++
    this.#changed.push({ id: guid, ...this.#encoded(text) })
  }

  #isResolved(): boolean {
    const status = this.#topic.status.toLowerCase()
    const isKnown = OPEN.has(status) || RESOLVED.has(status) || status === ''
    const warning = `its status '${this.#topic.status}' was taken for open`
    if (!isKnown && !this.#warnings.includes(warning)) this.#warnings.push(warning)
    return RESOLVED.has(status)
  }

  /** Null: the file has none, or one that nobody can mean. */
  #due(): string | null {
    const day = this.#topic.due?.slice(0, 10) ?? null
    return day === null || dayFault(day) !== undefined ? null : day
  }

  /** Undefined: it stays. */
  #assignee(here: string | null): string | null | undefined {
    const { people } = this.#context
    const { assignee } = this.#topic
    if (assignee === null) return undefined // what the file lacks stays
    const known = here === null ? undefined : people.get(here)
    if (known && [known.email, known.name].includes(assignee)) return undefined
    const found = findPerson(people, assignee)
    if (found) return found.id
    this.#warnings.push(`'${assignee.slice(0, 100)}', to whom it is assigned, has no access to this model`)
    return undefined
  }

  #anchor(here: StoredAnchor): StoredAnchor {
    const { view } = this.#context
    if (!view) return here
    const { elements, foreign, isCameraSame, point } = view
    if (here.sketch.length > 0 && !isCameraSame) this.#warnings.push('its sketch was dropped, for the camera was moved')
    return {
      elements,
      point,
      view: view.view,
      viewport: isCameraSame ? here.viewport : view.viewport,
      sketch: isCameraSame ? here.sketch : [],
      foreign: foreign satisfies BcfComponent[],
    }
  }
}

const NO_ANCHOR: StoredAnchor = { elements: [], point: null, view: null, viewport: null, sketch: [], foreign: [] }

/** As programs and people write them, in lower case. */
const RESOLVED = new Set(['closed', 'resolved', 'done', 'solved', 'fixed', 'approved', 'completed'])
const OPEN = new Set([
  'open',
  'opened',
  'active',
  'reopened',
  're-opened',
  'assigned',
  'new',
  'in progress',
  'inprogress',
  'error',
  'warning',
  'info',
  'unknown',
])

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
