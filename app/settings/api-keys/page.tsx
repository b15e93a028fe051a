import type { Metadata } from 'next'
import { SCOPE_WORDS } from '#lib/access/scopes.ts'
import { env } from '#lib/runtime/env.ts'
import { listApiKeys } from '#lib/service/accounts/account.ts'
import { ActButton } from '#ui/act-button.tsx'
import { When } from '#ui/when.tsx'
import { sessionOrSignIn } from '../../session.ts'
import { LastUsed } from '../last-used.tsx'
import styles from '../settings.module.css'
import { ToolNames } from '../tool-names.tsx'
import { NewKey } from './new-key.tsx'

export const metadata: Metadata = { title: 'API keys' }

export default async function ApiKeysPage() {
  const { userId } = await sessionOrSignIn('/settings/api-keys')
  const keys = await listApiKeys(userId)
  const now = new Date()
  return (
    <>
      <h1>API keys</h1>
      <p className="muted">
        A key opens the REST API and the MCP endpoint for programs, as you. It is sent as <code>Authorization: Bearer smk_…</code>
      </p>
      <NewKey baseUrl={env.APP_URL} />
      {keys.length > 0 && (
        <ul className={`${styles.list} ${styles.tall}`} aria-label="Your API keys">
          {keys.map(({ id, name, hint, scopes, createdAt, expiresAt, lastUsedAt, toolNameStyle }) => (
            <li key={id}>
              <div>
                <strong>{name}</strong> <code className="muted">smk_…{hint}</code>{' '}
                {expiresAt && expiresAt <= now && (
                  <span className={styles.badge} data-tone="warning">
                    expired
                  </span>
                )}
                <br />
                <span className="muted small">
                  {scopes.map((scope) => SCOPE_WORDS[scope].title).join('. ')}. Created <When at={createdAt} />,{' '}
                  {expiresAt ? (
                    <>
                      {expiresAt <= now ? 'expired' : 'expires'} <When at={expiresAt} />
                    </>
                  ) : (
                    'never expires'
                  )}
                  , <LastUsed at={lastUsedAt} />.
                </span>
                <ToolNames path={`/api/account/api-keys/${id}`} name={name} style={toolNameStyle} />
              </div>
              <ActButton
                label="Revoke"
                name={name}
                title={`Revoke “${name}”?`}
                action="Revoke the key"
                method="DELETE"
                path={`/api/account/api-keys/${id}`}
              >
                Programs that use this key are refused at once. This cannot be undone.
              </ActButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
