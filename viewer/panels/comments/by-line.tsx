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
      {client !== null && (
        <>
          {' '}
          via <bdi>{client}</bdi>
        </>
      )}
    </>
  )
}

export const ByLine = ({ comment }: { comment: CommentReply }) => (
  <span className={styles.by}>
    <Author comment={comment} /> · <Ago at={comment.createdAt} />
  </span>
)
