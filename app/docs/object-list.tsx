import type { sharedObjects } from './described.ts'
import { Fields } from './fields.tsx'
import { withMarks } from './marks.tsx'
import styles from './reference.module.css'

/** Objects, field by field, each at the anchor of its name. */
export function ObjectList({ objects }: { objects: ReturnType<typeof sharedObjects> }) {
  return objects.map(([name, schema]) => (
    <section key={name} id={name} className={styles.operation}>
      <h2>{name}</h2>
      {schema.description && <p>{withMarks(schema.description)}</p>}
      <Fields of={schema} />
    </section>
  ))
}
