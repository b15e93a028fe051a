import { attempt } from '../../session/attempt.ts'
import { toRefs } from '../../session/comments/comments.ts'
import { piecesOf } from '../../session/comments/named-elements.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import styles from './comments-panel.module.css'

/** What somebody said; elements that it names as `#frame:B1` are a press away. */
export function CommentText({ session, text }: { session: ViewerSession; text: string }) {
  const pieces = piecesOf(text)
  return (
    <bdi className={styles.text}>
      {pieces.map((piece, place) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may name the same twice
            key={place}
            type="button"
            className={styles.named}
            onClick={() => void attempt(session, selectByRef(session, toRefs([piece]), { fly: true }))}
          >
            {piece.text}
          </button>
        ),
      )}
    </bdi>
  )
}
