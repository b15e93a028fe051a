import styles from '#ui/message.module.css'

export default function DeadLink() {
  return (
    <main id="main" className={styles.message}>
      <h1>This link no longer works</h1>
      <p className="muted">Ask whoever put it here for a new one.</p>
    </main>
  )
}
