import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metadata } from 'next'
import Link from 'next/link'
import { connection } from 'next/server'
import { env } from '#lib/runtime/env.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import styles from '../reference.module.css'
import own from './guide.module.css'

export const metadata: Metadata = { title: 'Your first model' }

/** Each runs as it stands; the tests run them. */
const GUIDES = [
  { id: 'curl', name: 'curl', file: 'first-model.sh', run: 'sh first-model.sh' },
  { id: 'typescript', name: 'TypeScript', file: 'first-model.mts', run: 'npx tsx first-model.mts' },
  { id: 'python', name: 'Python', file: 'first-model.py', run: 'python3 first-model.py' },
] as const

const textOf = (file: string) => readFileSync(join(process.cwd(), 'public/guides', file), 'utf8')

export default async function FirstModelPage() {
  await connection() // the address is that of this server, not of the build
  const setUp = `export MODELS_URL=${env.APP_URL}\nexport MODELS_KEY=smk_…`
  return (
    <main id="main" className={styles.content}>
      <h1>Your first model</h1>
      <p>
        A portal frame of steel, from nothing to the viewer: make the model, send its elements in one batch, see what a mistake
        looks like, ask the check. Make an <Link href="/settings/api-keys">API key</Link> with both scopes first, and put it where
        the program finds it:
      </p>
      <pre className={styles.code}>{setUp}</pre>
      <nav aria-label="Guides" className={styles.group}>
        {GUIDES.map(({ id, name }) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      {GUIDES.map(({ id, name, file, run }) => {
        const text = textOf(file)
        return (
          <section key={id} id={id} className={styles.operation} aria-labelledby={`${id}-name`}>
            <h2 id={`${id}-name`}>{name}</h2>
            <p>
              <a href={`/guides/${file}`} download>
                {file}
              </a>
              , to be run with <code>{run}</code>.
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <section className={own.listing} tabIndex={0} aria-label={file}>
              <pre>{text}</pre>
            </section>
            <CopyButton text={text} label="Copy the program" />
          </section>
        )
      })}
    </main>
  )
}
