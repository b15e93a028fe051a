import Link from 'next/link'
import { defaultsOf, modelOf, templates } from '#lib/templates/templates.ts'
import { Wireframe } from '#ui/wireframe.tsx'
import { OpenDemo, PickFile, StartHere } from './new-model.tsx'
import styles from './start.module.css'

/** Where there is no model yet: the ways to the first one. */
export function FirstModel() {
  return (
    <div className={styles.first}>
      <section aria-labelledby="from-template" className={styles.wide}>
        <h2 id="from-template">Start from a template</h2>
        <p className="muted">
          A few numbers make a structure that you can open at once, and change over the API or with an AI client.
        </p>
        <ul className={styles.templates}>
          {templates.map((template) => (
            <li key={template.id}>
              <StartHere template={template.id}>
                <Wireframe model={modelOf(template, defaultsOf(template, 'metric'), 'm, kN, °C', '')} />
                <span>{template.name}</span>
              </StartHere>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="first-ai">
        <h2 id="first-ai">Let an AI client build it</h2>
        <p className="muted">Connect Claude, ChatGPT or another client once, then say what you want in your own words.</p>
        <p>
          <Link href="/connect">Connect your AI client</Link>
        </p>
      </section>
      <section aria-labelledby="first-file">
        <h2 id="first-file">Import a file</h2>
        <p className="muted">JSON as this service exports it, or a batch of elements. Drop files anywhere on this page.</p>
        <PickFile />
      </section>
      <section aria-labelledby="first-demo">
        <h2 id="first-demo">See a finished example</h2>
        <p className="muted">A five-storey building of steel and concrete, yours to take apart.</p>
        <OpenDemo />
      </section>
      <section aria-labelledby="first-program">
        <h2 id="first-program">Write a program</h2>
        <p className="muted">
          Make an <Link href="/settings/api-keys">API key</Link> and send your first batch:{' '}
          <a href="/docs/first-model">your first model</a> by curl, TypeScript or Python.
        </p>
      </section>
    </div>
  )
}
