import type { Metadata } from 'next'
import { API_VERSIONS, apiVersion } from '#lib/runtime/version.ts'
import { withMarks } from '../marks.tsx'
import styles from '../reference.module.css'

export const metadata: Metadata = { title: 'Versions · API' }

const DEPRECATED = `Deprecation: @1798761600
Sunset: Thu, 01 Jul 2027 00:00:00 GMT
Link: </docs/versions>; rel="deprecation"`

export default function VersionsPage() {
  return (
    <main id="main" className={styles.content}>
      <h1>Versions</h1>
      <p>
        This server speaks version <b>{apiVersion}</b>. Each answer of the REST API says it as <code>X-Api-Version</code>, and{' '}
        <a href="/openapi.json">openapi.json</a> as <code>info.version</code>. Addresses carry no version.
      </p>
      <section id="promise" className={styles.operation}>
        <h2>What stays</h2>
        <p>
          By <a href="https://semver.org">Semantic Versioning</a>: within 1.x nothing is taken away and nothing changes its
          meaning. What may be added: operations, fields of answers, fields of requests that may be left out, types of error,
          kinds of event. So a program must pass over fields, codes and events that it does not know. <code>title</code>,{' '}
          <code>detail</code> and <code>msg</code> of errors are for people and may change; <code>code</code> and{' '}
          <code>type</code> stay.
        </p>
      </section>
      <section id="deprecation" className={styles.operation}>
        <h2>What is to go</h2>
        <p>
          It says so on each answer for at least 180 days before: <code>Deprecation</code> (RFC 9745), since when, in seconds
          since 1970, and <code>Sunset</code> (RFC 8594), when it ends. It is listed here with what to use instead.
        </p>
        <pre className={styles.code}>{DEPRECATED}</pre>
        <p>Now: nothing.</p>
      </section>
      <section id="history" className={styles.operation}>
        <h2>History</h2>
        <dl className={styles.groups}>
          {API_VERSIONS.map(({ version, date, what }) => (
            <div key={version}>
              <dt>{version}</dt>
              <dd>
                <time dateTime={date}>{date}</time>. {withMarks(what)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </main>
  )
}
