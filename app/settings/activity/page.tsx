import type { Metadata } from 'next'
import Link from 'next/link'
import { type Activity, inputOf, listActivity, toolsUsed } from '#lib/audit.ts'
import { env } from '#lib/env.ts'
import { Button, ButtonLink } from '../../_ui/button.tsx'
import { Field, SelectField } from '../../_ui/field.tsx'
import { When } from '../../_ui/when.tsx'
import { sessionOrSignIn } from '../../session.ts'
import styles from '../settings.module.css'
import own from './activity.module.css'

export const metadata: Metadata = { title: 'Activity' }

/** What the log calls a result, and what a person does. */
const RESULTS: Record<string, { word: string; tone?: 'warning' }> = {
  ok: { word: 'done' },
  refused: { word: 'refused', tone: 'warning' },
  insufficient_scope: { word: 'not permitted', tone: 'warning' },
  failed: { word: 'failed', tone: 'warning' },
}

const FILTERS = ['tool', 'result', 'modelId', 'before', 'entry'] as const
type Filters = Partial<Record<(typeof FILTERS)[number], string>>
type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The operational log, to whom it is about. Plain links and one form: it works before and without script. */
export default async function ActivityPage({ searchParams }: Props) {
  const { userId } = await sessionOrSignIn('/settings/activity')
  const query = await searchParams
  const filters: Filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query[name]
      return typeof value === 'string' && value !== '' && !value.includes('\0') ? [[name, value]] : []
    }),
  )
  const { tool, result, modelId, before, entry } = filters
  const [{ entries, older }, tools, input] = await Promise.all([
    listActivity(userId, filters),
    toolsUsed(userId),
    entry === undefined ? null : inputOf(userId, entry),
  ])
  const isFiltered = Boolean(tool || result || modelId)
  return (
    <>
      <h1>Activity</h1>
      <p className="muted">
        Every tool that an AI client called for you through MCP. Kept for {env.AUDIT_RETENTION_DAYS} days and shown to you only.
      </p>
      <form className={own.filters} action="/settings/activity">
        <SelectField label="Tool" name="tool" defaultValue={tool ?? ''}>
          <option value="">All tools</option>
          {tools.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField label="Result" name="result" defaultValue={result ?? ''}>
          <option value="">All results</option>
          {Object.entries(RESULTS).map(([value, { word }]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </SelectField>
        <Field label="Model id" name="modelId" defaultValue={modelId ?? ''} placeholder="m_…" autoComplete="off" />
        <div className={styles.row}>
          <Button type="submit">Filter</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href="/settings/activity">
              Show all
            </ButtonLink>
          )}
        </div>
      </form>
      {entries.length === 0 ? (
        <p className="card">
          {isFiltered || before ? 'No call fits.' : 'No tool has been called yet.'}{' '}
          <Link href="/connect">Connect an AI client</Link>
        </p>
      ) : (
        <ul className={styles.list} aria-label="Tool calls">
          {entries.map((call) => (
            <Call key={call.id} call={call} filters={filters} input={call.id === entry ? input : undefined} />
          ))}
        </ul>
      )}
      {(older || before) && (
        <nav aria-label="Pages" className={styles.row}>
          {before && <ButtonLink href={hrefOf({ tool, result, modelId })}>Latest</ButtonLink>}
          {older && <ButtonLink href={hrefOf({ tool, result, modelId, before: older })}>Older</ButtonLink>}
        </nav>
      )}
    </>
  )
}

type CallProps = { call: Activity; filters: Filters; input: string | null | undefined }

function Call({ call, filters, input }: CallProps) {
  const { id, tool, modelId, clientName, clientId, scopes, result, at, durationMs } = call
  const { word, tone } = RESULTS[result] ?? { word: result }
  const { entry: _, ...others } = filters
  const isOpen = input !== undefined
  return (
    <li id={id} className={own.call}>
      <div>
        <strong>{tool}</strong>{' '}
        <span className={styles.badge} data-tone={tone}>
          {word}
        </span>
        <br />
        <span className="small">
          {modelId ? (
            <Link href={`/models/${encodeURIComponent(modelId)}`}>{modelId}</Link>
          ) : (
            <span className="muted">no model</span>
          )}
        </span>
        <br />
        <span className="muted small">
          {clientName ?? clientId ?? 'unnamed client'}, with {scopes.join(' and ')}. <When at={at} />, {durationMs} ms.
        </span>
      </div>
      <Link
        className="small"
        href={`${hrefOf(isOpen ? others : { ...others, entry: id })}#${id}`}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} the input of ${tool}`}
        prefetch={false}
        scroll={false}
      >
        {isOpen ? 'Hide input' : 'Show input'}
      </Link>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={own.input} tabIndex={0} aria-label={`Input of ${tool}`}>
          {input === null ? 'No longer kept.' : readable(input)}
        </section>
      )}
    </li>
  )
}

function hrefOf(filters: Filters): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== undefined))
  return query.size > 0 ? `/settings/activity?${query}` : '/settings/activity'
}

/** Indented where it is whole JSON; what was cut is shown as it is kept. */
function readable(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2)
  } catch {
    return input
  }
}
