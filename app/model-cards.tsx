import Link from 'next/link'
import type { Role } from '#lib/access/roles.ts'
import { limits } from '#lib/runtime/limits.ts'
import type { ListedModel, ModelOrder } from '#lib/service/models/list-models.ts'
import { grouped } from '#lib/values/count-text.ts'
import { shownName } from '#lib/values/display-name.ts'
import { throughWords } from '#ui/activity-words.ts'
import { countsText } from '#ui/counts-text.ts'
import { When } from '#ui/when.tsx'
import type { You } from './_share/share-dialog.tsx'
import { DoneNotice } from './done.tsx'
import { FirstModel } from './first-model.tsx'
import { ListControls, type ListView } from './list-controls.tsx'
import { listQuery } from './list-query.ts'
import { ModelMenu } from './model-menu.tsx'
import { ModelPicture } from './model-picture.tsx'
import { sizeAndUnits, sizeOf } from './model-size.ts'
import { ModelTable } from './model-table.tsx'
import styles from './models.module.css'
import { NewModel } from './new-model.tsx'

type ModelListProps = {
  models: ListedModel[]
  nextCursor: string | null
  q: string
  order: ModelOrder
  /** On which the models are that are shown; any where it is not chosen. */
  role: Role | undefined
  /** Whether there are models of others among them, so that the choice says something. */
  hasShared: boolean
  view: ListView
  isFirstPage: boolean
  /** Whether deleted models lie in the bin. */
  hasBin: boolean
  /** Who looks at it. */
  you: You
}

export function ModelList({ models, nextCursor, hasShared, view, isFirstPage, hasBin, you, ...choice }: ModelListProps) {
  const { q, role } = choice
  const none = models.length === 0
  const isFirst = none && !q && !role && isFirstPage
  const bin = hasBin && <Link href="/bin">Bin</Link>
  return (
    <main id="main" className={`page ${styles.models}`}>
      <NewModel mostBytes={limits.bodyBytes} isFirst={isFirst}>
        <DoneNotice>
          {isFirst ? (
            <>
              <FirstModel />
              {bin && <p>{bin}</p>}
            </>
          ) : (
            <ListControls {...choice} hasShared={hasShared} view={view}>
              {bin}
            </ListControls>
          )}
          {none && !isFirst && (
            <p className="muted">
              {q ? `No model’s name contains “${q}”.` : role ? 'No models with this role.' : 'There are no more models.'}{' '}
              <Link href="/">Show all</Link>
            </p>
          )}
          {!none && (view === 'cards' ? <Cards models={models} you={you} /> : <Table models={models} you={you} />)}
          <Pages {...choice} isFirstPage={isFirstPage} nextCursor={nextCursor} />
        </DoneNotice>
      </NewModel>
    </main>
  )
}

type Listed = { models: ListedModel[]; you: You }

function Cards({ models, you }: Listed) {
  return (
    <ul className={styles.cards} aria-label="Models">
      {models.map((model) => {
        const { id, name, role, revision, counts, bounds, units } = model
        return (
          <li key={id} className={styles.card} data-model={id}>
            <Link href={`/models/${id}`} tabIndex={-1} aria-hidden="true" className={styles.pictureLink}>
              <ModelPicture id={id} revision={isEmpty(counts) ? null : revision} />
            </Link>
            <div className={styles.cardHead}>
              <h2 className={styles.name}>
                <Link href={`/models/${id}`} title={shownName(name)}>
                  <bdi>{shownName(name)}</bdi>
                </Link>
              </h2>
              <ModelMenu id={id} name={name} role={role} you={you} binDays={limits.binDays} />
            </div>
            <p className={styles.facts}>
              {isEmpty(counts) ? 'Empty' : countsText(counts)}
              <br />
              {sizeAndUnits(bounds, units)}
              {role !== 'owner' && ` · shared with you, ${role}`}
            </p>
            <p className={styles.facts}>
              <Changed model={model} userId={you.userId} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function Table({ models, you }: Listed) {
  return (
    <ModelTable
      caption="Your models"
      columns={[
        { title: 'Nodes', isNumber: true },
        { title: 'Frames', isNumber: true },
        { title: 'Areas', isNumber: true },
        { title: 'Size X × Y × Z' },
        { title: 'Last change' },
      ]}
      rows={models.map((model) => {
        const { id, name, role, counts } = model
        const size = sizeOf(model.bounds, model.units)
        return {
          id,
          name: (
            <Link href={`/models/${id}`} className={styles.rowName} title={shownName(name)}>
              <bdi>{shownName(name)}</bdi>
            </Link>
          ),
          summary: (
            <>
              {countsText(counts)}
              {size && ` · ${size}`}
              <br />
              <Changed model={model} userId={you.userId} />
            </>
          ),
          cells: [
            grouped(counts.nodes),
            grouped(counts.frames),
            grouped(counts.areas),
            size || '–',
            <span key="changed" className={styles.change}>
              <Changed model={model} userId={you.userId} />
            </span>,
          ],
          actions: <ModelMenu id={id} name={name} role={role} you={you} binDays={limits.binDays} />,
        }
      })}
    />
  )
}

const isEmpty = ({ nodes, gridLines }: ListedModel['counts']) => nodes === 0 && gridLines === 0

/** When, by whom and through what. */
function Changed({ model: { updatedAt, lastChange }, userId }: { model: ListedModel; userId: string }) {
  return (
    <>
      <When at={updatedAt} />
      {lastChange && (
        <>
          {' by '}
          {lastChange.user.id === userId ? 'you' : <bdi>{lastChange.user.name ?? 'somebody'}</bdi>}
          {lastChange.client ? ` via ${lastChange.client}` : ` ${throughWords(lastChange)}`}
        </>
      )}
    </>
  )
}

type PagesProps = Pick<ModelListProps, 'q' | 'order' | 'role' | 'isFirstPage' | 'nextCursor'>

function Pages({ isFirstPage, nextCursor, ...choice }: PagesProps) {
  if (isFirstPage && !nextCursor) return null
  const search = listQuery(choice)
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {!isFirstPage && <Link href={{ pathname: '/', query: search }}>First page</Link>}
      {nextCursor && <Link href={{ pathname: '/', query: { ...search, cursor: nextCursor } }}>More models</Link>}
    </nav>
  )
}
