import styles from './panel.module.css'

/** Parts that are fetched when they are first shown, or before that by `fetchLater`: then there may be no network any more. */

export const tablesDock = () => import('./tables-dock.tsx').then(({ TablesDock }) => TablesDock)
export const sectionPicture = () => import('./section-picture.tsx').then(({ SectionPicture }) => ({ default: SectionPicture }))

/** In place of a part that did not come, so that the page stands. */
export function NotHere() {
  return (
    <p className={styles.empty} role="alert">
      This part could not be fetched. Load the page again once there is a connection.
    </p>
  )
}

/** What does not come is asked for again when it is shown. */
export const fetchLater = () => void Promise.allSettled([tablesDock(), sectionPicture()])
