import { demoCounts } from '#lib/examples/demo.ts'
import { opensSignUp } from '#lib/service/accounts/sign-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import { countsText } from '#ui/counts-text.ts'
import { LiveDemo } from './live-demo.tsx'
import styles from './welcome.module.css'

export function Welcome() {
  const isOpen = opensSignUp()
  return (
    <main id="main" className={styles.welcome}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>Describe your structure. See it in 3D.</h1>
          <p>
            Frames, slabs, walls and supports of your structure, built in plain words by your AI client, by your own program, or
            from a template, and drawn at true size as they come.
          </p>
          <div className={styles.doors}>
            {isOpen && (
              <ButtonLink href="/sign-up" look="primary">
                Sign up
              </ButtonLink>
            )}
            <ButtonLink href="/demo" look={isOpen ? 'secondary' : 'primary'} prefetch={false}>
              Open the demo building
            </ButtonLink>
            <ButtonLink href="/sign-in" look="quiet">
              Sign in
            </ButtonLink>
          </div>
        </div>
        <LiveDemo says={countsText(demoCounts())}>
          {/* biome-ignore lint/performance/noImgElement: made by our own renderer in the size that is shown */}
          <img
            className={styles.picture}
            src="/pictures/demo-building.png"
            width={1280}
            height={800}
            alt="A five-storey frame of steel and concrete with slabs, a concrete core, a canopy and a link bridge, on its supports"
          />
        </LiveDemo>
      </section>
      <ul className={styles.points}>
        <li>
          <h2>Drawn as it is built</h2>
          <p>
            Every section in its true outline, turned and offset as you set it; slabs with their openings, supports told apart by
            what they hold, grid lines, levels, plans and elevations.
          </p>
        </li>
        <li>
          <h2>Checked before you analyse</h2>
          <p>
            Beams that miss their column, frames without a section, mechanisms, doubled nodes, lengths in the wrong unit: each
            finding leads to its place and says how to mend it.
          </p>
        </li>
        <li>
          <h2>Nothing is lost</h2>
          <p>
            Each change is a revision with who made it, when and how. Compare any two, restore any, and let an open model follow
            while somebody else works on it.
          </p>
        </li>
      </ul>
      <section className={styles.programs} aria-labelledby="programs">
        <h2 id="programs">For programs</h2>
        <p>
          REST with OpenAPI, batches that are taken whole or not at all, errors with the path of each problem; a remote MCP
          endpoint with OAuth 2.0 for Claude, ChatGPT, Cursor and others. <a href="/docs">API reference</a> ·{' '}
          <a href="/connect">Connect a client</a>
        </p>
      </section>
    </main>
  )
}
