import { env } from '#lib/env.ts'
import { ButtonLink } from './_ui/button.tsx'
import type { Theme } from './session.ts'
import styles from './welcome.module.css'

/** `theme`: chosen by the person; else the system's. */
export function Welcome({ theme }: { theme: Theme | undefined }) {
  return (
    <main id="main" className={styles.welcome}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>Structural models by REST and MCP, on screen in 3D</h1>
          <p>
            Nodes, frames, members, sections, materials, supports, areas and grid lines: stored with every revision, checked as a
            whole, drawn in 3D in the browser.
          </p>
          <div className={styles.doors}>
            {env.REGISTRATION === 'open' && (
              <ButtonLink href="/sign-up" look="primary">
                Sign up
              </ButtonLink>
            )}
            <ButtonLink href="/sign-in" look={env.REGISTRATION === 'open' ? 'secondary' : 'primary'}>
              Sign in
            </ButtonLink>
          </div>
        </div>
        <picture>
          {!theme && <source srcSet="/pictures/viewer-dark.jpg" media="(prefers-color-scheme: dark)" />}
          <img
            className={styles.picture}
            src={`/pictures/viewer-${theme ?? 'light'}.jpg`}
            width={1280}
            height={720}
            alt="A five-storey steel frame with slabs, a concrete core, supports, grid lines and levels in the viewer"
          />
        </picture>
      </section>
      <ul className={styles.points}>
        <li>
          <h2>REST</h2>
          <p>
            Batches of elements, all or nothing. Every problem is told with its path, before anything is saved.{' '}
            <a href="/docs">API reference</a>
          </p>
        </li>
        <li>
          <h2>MCP</h2>
          <p>
            Claude, ChatGPT, Cursor and other clients build and read models over a remote endpoint with OAuth 2.0.{' '}
            <a href="/connect">Connect a client</a>
          </p>
        </li>
        <li>
          <h2>Viewer</h2>
          <p>Sections at true size, supports, grid lines and labels. An open model follows each new revision.</p>
        </li>
      </ul>
    </main>
  )
}
