import type { Metadata } from 'next'
import Link from 'next/link'
import { ActivityQuery, readFilter } from '#lib/rest/operations/account.ts'
import { operations } from '#lib/rest/operations.ts'
import { env } from '#lib/runtime/env.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { ACCOUNT_ACTIONS, type Activity, actionsIn, listActivity } from '#lib/service/accounts/activity.ts'
import { loginProviders } from '#lib/service/accounts/sign-in.ts'
import { shownName } from '#lib/values/display-name.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { When } from '#ui/when.tsx'
import { type Query, sessionOrSignIn } from '../../session.ts'
import styles from '../settings.module.css'
import own from './activity.module.css'

export const metadata: Metadata = { title: 'Activity' }

/** What the log calls a result, and what a person does. */
const RESULTS: Record<string, { word: string; tone?: 'warning' }> = {
  ok: { word: 'done' },
  refused: { word: 'refused', tone: 'warning' },
  insufficient_scope: { word: 'not permitted', tone: 'warning' },
  failed: { word: 'failed', tone: 'warning' },
  throttled: { word: 'too many attempts', tone: 'warning' },
}

const PAGE = 25
const FILTERS = ['action', 'result', 'model', 'from', 'to', 'cursor', 'entry'] as const
type Filters = Partial<Record<(typeof FILTERS)[number], string>>

/** The log of the account, to whom it is about. Plain links and one form: it works before and without script. */
export default async function ActivityPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { userId } = await sessionOrSignIn('/settings/activity')
  const query = await searchParams
  const filters: Filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query[name]
      return typeof value === 'string' && value !== '' && !value.includes('\0') ? [[name, value]] : []
    }),
  )
  const { cursor, entry, ...filter } = filters
  const [found, actions] = await Promise.all([entriesOf(userId, filters), actionsIn(userId)])
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <h1>Activity</h1>
      <p className="muted">
        What AI clients did for you, what you and your programs wrote, and what happened to your account: sign-ins, wrong
        passwords, changes of password and keys. Kept for {env.AUDIT_RETENTION_DAYS} days and shown to you only.
      </p>
      <form className={own.filters} action="/settings/activity">
        <SelectField label="Action" name="action" defaultValue={filter.action ?? ''}>
          <option value="">All actions</option>
          {actions.map((name) => (
            <option key={name} value={name}>
              {wordsFor(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Result" name="result" defaultValue={filter.result ?? ''}>
          <option value="">All results</option>
          {Object.entries(RESULTS).map(([value, { word }]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </SelectField>
        <Field label="Model" name="model" defaultValue={filter.model ?? ''} placeholder="Name or id" autoComplete="off" />
        <Field label="From (UTC)" name="from" type="date" defaultValue={filter.from ?? ''} />
        <Field label="To (UTC)" name="to" type="date" defaultValue={filter.to ?? ''} />
        <div className={styles.row}>
          <Button type="submit">Filter</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href="/settings/activity">
              Show all
            </ButtonLink>
          )}
        </div>
      </form>
      {found === 'unreadable' ? (
        <Notice tone="danger">The filter in this address cannot be read. Choose again.</Notice>
      ) : found.items.length === 0 ? (
        <p className="card">{isFiltered || cursor ? 'No entries match.' : 'Nothing has happened yet.'}</p>
      ) : (
        <ul className={styles.list} aria-label="Activity">
          {found.items.map((item) => (
            <Item key={item.id} item={item} filters={filters} isOpen={item.id === entry} />
          ))}
        </ul>
      )}
      {found !== 'unreadable' && (
        <nav aria-label="Pages" className={styles.row}>
          {cursor && <ButtonLink href={hrefOf(filter)}>Latest</ButtonLink>}
          {found.nextCursor && <ButtonLink href={hrefOf({ ...filter, cursor: found.nextCursor })}>Older</ButtonLink>}
          {found.items.length > 0 && (
            <a
              className={own.table}
              href={`/api/account/activity?${new URLSearchParams({ ...filter, format: 'csv', limit: '200' })}`}
            >
              Download as a table (CSV)
            </a>
          )}
        </nav>
      )}
    </>
  )
}

/** `unreadable`: somebody wrote into the address. */
async function entriesOf(userId: string, { cursor, ...filters }: Filters) {
  const query = ActivityQuery.safeParse(filters)
  if (!query.success) return 'unreadable'
  try {
    return await listActivity(userId, { ...readFilter(query.data), cursor, limit: PAGE })
  } catch (error) {
    if (error instanceof ModelError) return 'unreadable'
    throw error
  }
}

const OPERATIONS = new Map(operations.map(({ id, summary }) => [id, summary]))

const wordsFor = (action: string): string =>
  isKeyOf(ACCOUNT_ACTIONS, action) ? ACCOUNT_ACTIONS[action] : (OPERATIONS.get(action) ?? action)

type ItemProps = { item: Activity; filters: Filters; isOpen: boolean }

function Item({ item, filters, isOpen }: ItemProps) {
  const { id, via, action, client, scopes, result, at, detail, durationMs } = item
  const { word, tone } = RESULTS[result] ?? { word: result }
  const { entry: _, ...others } = filters
  const [isTool, isWrite] = [via === 'mcp', OPERATIONS.has(action)]
  const title = wordsFor(action)
  return (
    <li id={id} className={own.entry}>
      <div>
        <strong>{title}</strong>{' '}
        <span className={styles.badge} data-tone={tone}>
          {word}
        </span>
        <br />
        {(isTool || isWrite) && <Model {...item} />}
        {!isTool && !isWrite && <Facts detail={detail} />}
        <span className="muted small">
          {isTool && `${client ?? 'unnamed client'}, with ${scopes.join(' and ')}. `}
          {isWrite && (via === 'web' ? 'In the browser. ' : `${client ?? 'Unnamed API key'}, via the REST API. `)}
          {via === 'web' && !isWrite && `${placeOf(item)}. `}
          {via === 'admin' && 'By the administrator, from the command line. '}
          <When at={at} />
          {durationMs !== null && `, ${durationMs}\u00a0ms`}.
        </span>
      </div>
      {isTool && (
        <Link
          className="small"
          href={`${hrefOf(isOpen ? others : { ...others, entry: id })}#${id}`}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the input of ${action}`}
          prefetch={false}
          scroll={false}
        >
          {isOpen ? 'Hide input' : 'Show input'}
        </Link>
      )}
      {isTool && isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={own.input} tabIndex={0} aria-label={`Input of ${action}`}>
          {typeof detail === 'string' ? detail : JSON.stringify(detail, null, 2)}
        </section>
      )}
    </li>
  )
}

function Model({ modelId, modelName }: Activity) {
  return (
    <>
      <span className="small">
        {modelId === null ? (
          <span className="muted">no model</span>
        ) : modelName === null ? (
          <code className="muted">{modelId}</code>
        ) : (
          <Link href={`/models/${encodeURIComponent(modelId)}`}>
            <bdi>{shownName(modelName)}</bdi>
          </Link>
        )}
      </span>
      <br />
    </>
  )
}

/** From which browser and address. */
function placeOf({ client, detail }: Activity): string {
  const address = typeof detail === 'string' ? undefined : detail.address
  return [client ?? 'Unknown browser', ...(typeof address === 'string' ? [address] : [])].join(', ')
}

/** What an entry about the account says beyond its name. */
function Facts({ detail }: { detail: Activity['detail'] }) {
  if (typeof detail === 'string') return null
  const { by, provider, reason, name, hint, revokedApiKeys } = detail
  const login = (id: unknown) => loginProviders().find((one) => one.id === id)?.name ?? String(id)
  const facts = [
    ...(by === 'password' ? ['with a password'] : by === undefined ? [] : [`with ${login(by)}`]),
    ...(provider === undefined ? [] : [login(provider)]),
    ...(name === undefined ? [] : [`“${name}”`]),
    ...(hint === undefined ? [] : [`smk_…${hint}`]),
    ...(reason === undefined ? [] : [String(reason)]),
    ...(typeof revokedApiKeys === 'number' && revokedApiKeys > 0
      ? [revokedApiKeys === 1 ? 'one API key revoked' : `${revokedApiKeys} API keys revoked`]
      : []),
  ]
  if (facts.length === 0) return null
  return (
    <>
      <span className="small">{facts.join(', ')}</span>
      <br />
    </>
  )
}

function hrefOf(filters: Filters): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== undefined))
  return query.size > 0 ? `/settings/activity?${query}` : '/settings/activity'
}
