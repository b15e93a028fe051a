import { Fragment, type ReactNode } from 'react'
import { objectHref } from '#lib/rest/reference-pages.ts'

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\[\[\w+\]\])/

/** An object's name as `withMarks` makes a link of it. */
export const linkTo = (name: string) => `[[${name}]]`

/** The marks that the document's own texts use, `code` and **strong**, and ours for the name of an object. */
export function withMarks(text: string): ReactNode[] {
  return text.split(MARKS).map((part, i) => {
    const key = `${i} ${part}`
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    if (!part.startsWith('[[')) return <Fragment key={key}>{part}</Fragment>
    const name = part.slice(2, -2)
    return (
      <a key={key} href={objectHref(name)}>
        {name}
      </a>
    )
  })
}
