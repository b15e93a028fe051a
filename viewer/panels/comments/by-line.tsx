import { authorOf } from '../../session/comments/comments.ts'
import type { CommentReply } from '../../session/comments/comments-state.ts'
import { Ago } from '../ago.tsx'
import styles from './comments-panel.module.css'

/** Who said it, through which app. */
export function Author({ comment }: { comment: CommentReply }) {
  const { name, client } = authorOf(comment)
  return (
    <>
      <bdi className={styles.author}>{name}</bdi>
      <Via client={client} />
    </>
  )
}

/** The app that did it in somebody's name, where one did. */
export const Via = ({ client }: { client: string | null | undefined }) =>
  client ? (
    <>
      {' '}
      via <bdi>{client}</bdi>
    </>
  ) : null

export const ByLine = ({ comment }: { comment: CommentReply }) => (
  <span className={styles.by}>
    <Author comment={comment} /> · <Ago at={comment.createdAt} />
  </span>
)
