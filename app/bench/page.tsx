import type { Metadata } from 'next'
import styles from './bench.module.css'
import { Bench } from './bench.tsx'

export const metadata: Metadata = {
  title: 'Speed of the viewer',
  description: 'Draws buildings of a thousand to ten million frames in your browser, and measures.',
  robots: { index: false },
}

/** For everybody: what the viewer does on this very machine, beside what one writes with three. */
export default function BenchPage() {
  return (
    <main id="main" className={styles.bench}>
      <h1>Speed of the viewer</h1>
      <p className={styles.lead}>
        Your browser makes a regular building of columns and beams over twelve sections and draws it twice: by the viewer, and by
        three.js with one InstancedMesh for each section under two lights. Nothing is sent anywhere. Leave the page in front while
        it runs.
      </p>
      <Bench />
    </main>
  )
}
