import { isElement, piecesOf } from '#lib/schema/named-elements.ts'
import { attempt } from '../../session/attempt.ts'
import { toRefs } from '../../session/comments/comments.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'
import styles from './comments-panel.module.css'

/** What somebody said; elements that it names as `#frame:B1`, and revisions as `revision 4`, are a press away. */
export function CommentText({ session, text }: { session: ViewerSession; text: string }) {
  const newest = useStore(session.model.state, (state) => state.newest)
  const hasRevision = (revision: number) => session.host.can.has('history') && revision <= newest
  const toPress = (piece: ReturnType<typeof piecesOf>[number]): (() => void) | null => {
    if (typeof piece === 'string') return null
    if (isElement(piece)) return () => void attempt(session, selectByRef(session, toRefs([piece]), { fly: true }))
    const { revision } = piece
    if (!hasRevision(revision)) return null
    return () => session.view.set({ revision: revision === newest ? null : revision, compare: null })
  }
  return (
    <bdi className={styles.text}>
      {piecesOf(text).map((piece, place) => {
        const onPress = toPress(piece)
        const words = typeof piece === 'string' ? piece : piece.text
        if (!onPress) return words
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may name the same twice
          <button key={place} type="button" className={styles.named} onClick={onPress}>
            {words}
          </button>
        )
      })}
    </bdi>
  )
}
