import type { ViewerSession } from '../session/session.ts'
import styles from './bars/toolbar.module.css'
import { Icon } from './icon.tsx'

/** From a frame to the page of its link, with the view as it is at that moment. */
export function OpenInTab({ session: { host, address } }: { session: ViewerSession }) {
  const label = 'Open in a tab'
  const link = () => host.address.link(address()) ?? ''
  // The camera moves without this being drawn anew; a press, by whatever means, begins with one of these.
  const follow = ({ currentTarget }: { currentTarget: HTMLAnchorElement }) => {
    currentTarget.href = link()
  }
  return (
    <a
      className={styles.tool}
      href={link()}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      onPointerDown={follow}
      onClick={follow}
    >
      <Icon name="tab" />
    </a>
  )
}
