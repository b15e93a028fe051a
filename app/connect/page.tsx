import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { isPublicOrigin } from '#lib/http/public-origin.ts'
import { env } from '#lib/runtime/env.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '../docs/reference.module.css'
import { session } from '../session.ts'
import { type AiClient, aiClients } from './clients.ts'
import own from './connect.module.css'
import { Connected } from './connected.tsx'

export const metadata: Metadata = { title: 'Connect an AI client' }

export default async function ConnectPage() {
  await connection() // the addresses are those of this server, not of the build
  const mcpUrl = `${env.APP_URL}/mcp`
  const clients = aiClients(mcpUrl)
  const isPublic = isPublicOrigin(env.APP_URL)
  const isSignedIn = (await session()) !== null
  const named = clients.flatMap(({ registersAs }) => (registersAs ? [registersAs.source] : [])).join('|')
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
          The assistant builds and reads models in your account through this address. You sign in here, review the permissions,
          and can end a connection at any time under <a href="/settings/apps">Connected apps</a>. Never paste a password or a key
          into a chat.
        </p>
        <div className={styles.copy}>
          <pre className={styles.code}>{mcpUrl}</pre>
          <CopyButton text={mcpUrl} label="Copy the address" />
        </div>
        <p>
          Once connected, say in your own words what you want: <em>Build a braced 25-storey tower with setbacks, W14 columns.</em>{' '}
          <em>Make the columns on axis A HEB 300.</em> <em>How many tonnes of steel are that, by section?</em> <em>Undo that.</em>
        </p>
        <figure className={own.chat}>
          {/* biome-ignore lint/performance/noImgElement: a screenshot in the size that is shown */}
          <img
            src="/pictures/in-the-chat.png"
            alt="A building in 3D inside a chat: a beam is pressed, and a line below says what it is, with a button to ask about it"
            width={760}
            height={480}
          />
          <figcaption>
            {listed(clients.filter(({ showsModels }) => showsModels).map(({ name }) => name))} show a model in the conversation:
            turn it, press a beam and say “make this deeper”; it follows what the assistant writes. The others give you the link,
            and look at pictures themselves.
          </figcaption>
        </figure>
        {!isPublic && (
          <Notice tone="warning">
            This server is at {env.APP_URL}. Programs on this computer can use it. Claude on the web, on the desktop and on
            phones, and ChatGPT, call from their own cloud: they need a public https address. The project’s page docs/operating.md
            shows a proxy.
          </Notice>
        )}
        {clients.map((client) => (
          <Client key={client.name} client={client} isUnreachable={client.isInCloud === true && !isPublic}>
            {isSignedIn && <Connected registersAs={client.registersAs?.source} others={named} />}
          </Client>
        ))}
      </main>
    </div>
  )
}

type ClientProps = {
  client: AiClient
  /** It calls from its own cloud, and this server has no public address. */
  isUnreachable: boolean
  children: ReactNode
}

/** How one client is connected; `children`: whether it is. */
function Client({ client: { name, steps, pastes = [], links = [], showsModels }, isUnreachable, children }: ClientProps) {
  return (
    <section id={anchor(name)} className={styles.operation}>
      <h2 className={own.heading}>
        {name}
        {isUnreachable && <span className={own.mark}>needs a public https address</span>}
        {showsModels && <span className={own.shows}>shows models in the chat</span>}
      </h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {links.length > 0 && (
        <p className={own.links}>
          {links.map(({ label, href }) => (
            <a key={href} href={href} className={own.link}>
              {label}
            </a>
          ))}
        </p>
      )}
      {pastes.map(({ into, text }) => (
        <div key={into} className={styles.copy}>
          <span>{into}</span>
          <pre className={styles.code}>{text}</pre>
          <CopyButton text={text} />
        </div>
      ))}
      <p>
        Then ask: <em>List my structural models.</em>
      </p>
      {children}
    </section>
  )
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

const anchor = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
