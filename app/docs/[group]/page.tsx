import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { groupHref } from '#lib/rest/reference-pages.ts'
import { describedApi, firstWithExample, operationsOf } from '../described.ts'
import { OperationSection } from '../operation.tsx'
import styles from '../reference.module.css'

type Props = { params: Promise<{ group: string }> }

const groupOf = async ({ params }: Props) => {
  const { group } = await params
  return describedApi().tags.find(({ name }) => groupHref(name) === `/docs/${group}`) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await groupOf(props)).name} · API` }
}

/** A group of operations. */
export default async function GroupPage(props: Props) {
  const { name, description } = await groupOf(props)
  const document = describedApi()
  const operations = operationsOf(document)
  const shownBy = firstWithExample(operations)
  const own = operations.filter(({ tags }) => tags.includes(name))
  return (
    <main id="main" className={styles.content}>
      <h1>{name}</h1>
      <p>{description}.</p>
      <nav aria-label={name} className={styles.group}>
        {own.map(({ operationId, summary }) => (
          <a key={operationId} href={`#${operationId}`}>
            {summary}
          </a>
        ))}
      </nav>
      {own.map((operation) => (
        <OperationSection key={operation.operationId} operation={operation} components={document.components} shownBy={shownBy} />
      ))}
    </main>
  )
}
