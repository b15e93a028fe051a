import { withMarks } from '../marks.tsx'
import styles from '../reference.module.css'

/** A section of a page of `docs/`: paragraphs, lists, tables, code and names of other pages, with a blank line between them, and no other Markdown. */
export function PageText({ text }: { text: string }) {
  const [heading = '', ...blocks] = text.trim().replace(LINK, 'docs/$1').split(/\n\n+/)
  const [, number, title = heading] = /^(\d+)\. (.*)/.exec(heading) ?? []
  return (
    <section id={number && `section-${number}`} className={styles.operation}>
      <h2>{title}</h2>
      {blocks.map((block) => (
        <Block key={block} text={block} />
      ))}
    </section>
  )
}

/** To another page of `docs/`, which is not served. */
const LINK = /\[[^\]]+\]\(([\w-]+\.md)\)/g

function Block({ text }: { text: string }) {
  if (text.startsWith('```')) return <pre className={styles.code}>{text.replace(/^```\w*\n|\n```$/g, '')}</pre>
  if (text.startsWith('| ')) return <Table lines={text.split('\n')} />
  if (!text.startsWith('- ')) return <p>{withMarks(text)}</p>
  return (
    <ul className={styles.points}>
      {text.split(/\n- |^- /).flatMap((item) => (item ? [<li key={item}>{withMarks(item)}</li>] : []))}
    </ul>
  )
}

const cellsOf = (line: string) => line.split('|').slice(1, -1)

function Table({ lines: [heads = '', , ...rows] }: { lines: string[] }) {
  return (
    <div className={styles.table}>
      <table className={styles.even}>
        <thead>
          <tr>
            {cellsOf(heads).map((head) => (
              <th key={head} scope="col">
                {withMarks(head.trim())}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {cellsOf(row).map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in their columns
                <td key={i}>{withMarks(cell.trim())}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
