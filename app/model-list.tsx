import Link from 'next/link'
import { limits } from '#lib/limits.ts'
import type { ModelListItem } from '#lib/storage/models.ts'
import { Button } from './_ui/button.tsx'
import { countsText } from './_ui/counts-text.ts'
import { When } from './_ui/when.tsx'
import { DoneNotice } from './done.tsx'
import { ModelActions } from './model-actions.tsx'
import { sizeOf } from './model-size.ts'
import styles from './models.module.css'
import { NewModel } from './new-model.tsx'

type ModelListProps = {
  models: ModelListItem[]
  nextCursor: string | null
  q: string
  isFirstPage: boolean
  /** Whether deleted models lie in the bin. */
  hasBin: boolean
}

/** As people see it: blank ones have a name, too. */
export const shownName = (name: string) => name.trim() || 'Untitled'

export function ModelList({ models, nextCursor, q, isFirstPage, hasBin }: ModelListProps) {
  const none = models.length === 0
  const isFirst = none && !q && isFirstPage
  return (
    <main id="main" className="page">
      <div className={styles.head}>
        <h1>Your models</h1>
        <NewModel mostBytes={limits.bodyBytes} />
      </div>
      <DoneNotice>
        <div className={styles.head}>
          {isFirst ? <FirstModel /> : <Search q={q} />}
          {hasBin && <Link href="/bin">Bin</Link>}
        </div>
        {none && !isFirst && (
          <p className="muted">
            {q ? `No model’s name contains “${q}”.` : 'There are no more models.'} <Link href="/">Show all</Link>
          </p>
        )}
        {!none && <Table models={models} />}
        <Pages q={q} isFirstPage={isFirstPage} nextCursor={nextCursor} />
      </DoneNotice>
    </main>
  )
}

function FirstModel() {
  return (
    <div className={styles.empty}>
      <h2>No models yet</h2>
      <p className="muted">
        Open the demo building to see what a model looks like, import a JSON file, or let a program or an AI client create one:{' '}
        <Link href="/connect">connect</Link>, or make an <Link href="/settings/api-keys">API key</Link> and read{' '}
        <a href="/docs">the API reference</a>.
      </p>
    </div>
  )
}

function Search({ q }: { q: string }) {
  return (
    <search>
      <form className={styles.search} action="/">
        <label htmlFor="q" className="visually-hidden">
          Search by name
        </label>
        <input id="q" type="search" name="q" defaultValue={q} placeholder="Search by name" maxLength={200} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}

function Table({ models }: { models: ModelListItem[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Your models, last changed first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={styles.number}>
            Nodes
          </th>
          <th scope="col" className={styles.number}>
            Frames
          </th>
          <th scope="col" className={styles.number}>
            Areas
          </th>
          <th scope="col">Size X × Y × Z</th>
          <th scope="col">Last change</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map(({ id, name, counts, bounds, units, updatedAt }) => {
          const size = sizeOf(bounds, units)
          return (
            <tr key={id} data-model={id}>
              <th scope="row">
                <Link href={`/models/${id}`}>
                  <bdi>{shownName(name)}</bdi>
                </Link>
                <p className={styles.summary}>
                  {countsText(counts)}
                  {size && ` · ${size}`}
                  <br />
                  <When at={updatedAt} />
                </p>
              </th>
              <td className={styles.number}>{counts.nodes.toLocaleString('en')}</td>
              <td className={styles.number}>{counts.frames.toLocaleString('en')}</td>
              <td className={styles.number}>{counts.areas.toLocaleString('en')}</td>
              <td>{size || '–'}</td>
              <td>
                <When at={updatedAt} />
              </td>
              <td>
                <ModelActions id={id} name={shownName(name)} binDays={limits.binDays} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Pages({ q, isFirstPage, nextCursor }: Omit<ModelListProps, 'models' | 'hasBin'>) {
  if (isFirstPage && !nextCursor) return null
  const search = q ? { q } : {}
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {!isFirstPage && <Link href={{ pathname: '/', query: search }}>First page</Link>}
      {nextCursor && <Link href={{ pathname: '/', query: { ...search, cursor: nextCursor } }}>Older models</Link>}
    </nav>
  )
}
