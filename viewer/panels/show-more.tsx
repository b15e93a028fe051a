import styles from './panel.module.css'

/** So many of a long list at a time. */
export const STRETCH = 50

/** The last item of a list that is not shown whole; nothing when it is. */
export const ShowMore = ({ left, onMore }: { left: number; onMore: () => void }) =>
  left > 0 && (
    <li>
      <button type="button" className={styles.small} onClick={onMore}>
        Show {Math.min(left, STRETCH)} more
      </button>
    </li>
  )
