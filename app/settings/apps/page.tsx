import type { Metadata } from 'next'
import Link from 'next/link'
import { SCOPE_WORDS } from '#lib/access/scopes.ts'
import { connectedApps, manualClients } from '#lib/service/accounts/account.ts'
import { ActButton } from '#ui/act-button.tsx'
import { When } from '#ui/when.tsx'
import { sessionOrSignIn } from '../../session.ts'
import { LastUsed } from '../last-used.tsx'
import styles from '../settings.module.css'
import { ToolNames } from '../tool-names.tsx'
import { NewClient } from './new-client.tsx'

export const metadata: Metadata = { title: 'Connected apps' }

export default async function AppsPage() {
  const person = await sessionOrSignIn('/settings/apps')
  const [apps, clients] = await Promise.all([connectedApps(person), manualClients(person.userId)])
  return (
    <>
      <h1>Connected apps</h1>
      <p className="muted">
        Applications that you allowed to use your models. <Link href="/connect">Connect another</Link>
      </p>
      {apps.length === 0 ? (
        <p className="card">No application is connected to your account.</p>
      ) : (
        <ul className={`${styles.list} ${styles.tall}`} aria-label="Connected apps">
          {apps.map((app) => (
            <App key={app.clientId} app={app} />
          ))}
        </ul>
      )}

      <h2>Applications you registered</h2>
      <p className="muted">
        Most applications register themselves when you connect them. One that asks for a <code>client_id</code> instead gets it
        here. There is no client secret: every connection uses PKCE.
      </p>
      <NewClient />
      {clients.length > 0 && (
        <ul className={styles.list} aria-label="Applications you registered">
          {clients.map((client) => (
            <Registered key={client.id} client={client} />
          ))}
        </ul>
      )}
    </>
  )
}

type AppProps = { app: Awaited<ReturnType<typeof connectedApps>>[number] }

function App({ app: { clientId, name, origin, returnsTo, scopes, since, lastUsedAt, connections, toolNameStyle } }: AppProps) {
  return (
    <li>
      <div>
        <strong>{name}</strong> {origin === 'document' && <span className={styles.badge}>{new URL(clientId).host}</span>}
        {(origin === 'dynamic' || origin === 'manual') && (
          <span className={styles.badge} data-tone="warning">
            not verified
          </span>
        )}
        <br />
        <span className="small">
          {scopes.map((scope) => SCOPE_WORDS[scope].title).join('. ')}. <span className="muted">({scopes.join(', ')})</span>
        </span>
        <br />
        <span className="muted small">
          Returns to {returnsTo.join(', ')}. Connected since <When at={since} />
          {connections > 1 && `, ${connections} times`}, <LastUsed at={lastUsedAt} />.
        </span>
        <ToolNames path={`/api/account/apps?client_id=${encodeURIComponent(clientId)}`} name={name} style={toolNameStyle} />
      </div>
      <ActButton
        label="Disconnect"
        name={name}
        title={`Disconnect “${name}”?`}
        action="Disconnect"
        method="DELETE"
        path={`/api/account/apps?client_id=${encodeURIComponent(clientId)}`}
      >
        It is refused at once, wherever it runs. To use it again you connect it again.
      </ActButton>
    </li>
  )
}

type RegisteredProps = { client: Awaited<ReturnType<typeof manualClients>>[number] }

function Registered({ client: { id, name, redirectUris, createdAt } }: RegisteredProps) {
  return (
    <li>
      <div>
        <strong>{name}</strong> <code className="muted">{id}</code>
        <br />
        <span className="muted small">
          Returns to {redirectUris.join(', ')}. Registered <When at={createdAt} />.
        </span>
      </div>
      <ActButton
        label="Delete"
        name={name}
        title={`Delete “${name}”?`}
        action="Delete the application"
        method="DELETE"
        path={`/api/account/apps/clients/${id}`}
      >
        Every connection through it ends at once, other people&apos;s too. This cannot be undone.
      </ActButton>
    </li>
  )
}
