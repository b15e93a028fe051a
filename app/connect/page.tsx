import type { Metadata } from 'next'
import { connection } from 'next/server'
import { env } from '#lib/env.ts'
import { CopyButton } from '../_ui/copy-button.tsx'
import styles from '../docs/reference.module.css'
import { aiClients } from './clients.ts'

export const metadata: Metadata = { title: 'Connect an AI client' }

export default async function ConnectPage() {
  await connection() // the addresses are those of this server, not of the build
  const mcpUrl = `${env.APP_URL}/mcp`
  const clients = aiClients(mcpUrl)
  const anchor = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')
  return (
    <div className={styles.page}>
      <nav aria-label="Clients" className={styles.contents}>
        {clients.map(({ name }) => (
          <a key={name} href={`#${anchor(name)}`}>
            {name}
          </a>
        ))}
      </nav>
      <main id="main" className={styles.content}>
        <h1>Connect an AI client</h1>
        <p>
          The assistant builds and reads models in your account through this address. You sign in here, see what is asked for, and
          can end a connection at any time under <a href="/settings/apps">Connected apps</a>. Never paste a password or a key into
          a chat.
        </p>
        <div className={styles.copy}>
          <pre className={styles.code}>{mcpUrl}</pre>
          <CopyButton text={mcpUrl} label="Copy the address" />
        </div>
        {clients.map(({ name, steps, paste, link }) => (
          <section key={name} id={anchor(name)} className={styles.operation}>
            <h2>{name}</h2>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {link && (
              <p>
                <a href={link.href}>{link.label}</a>
              </p>
            )}
            {paste && (
              <div className={styles.copy}>
                <span>{paste.into}</span>
                <pre className={styles.code}>{paste.text}</pre>
                <CopyButton text={paste.text} />
              </div>
            )}
          </section>
        ))}
      </main>
    </div>
  )
}
