import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { env } from '#lib/runtime/env.ts'
import styles from '../reference.module.css'

export const metadata: Metadata = { title: 'Submit it' }

type Case = { id: string; prompt: string; tools: string[]; expected: string }

type Submission = Record<'name' | 'short' | 'long', string> & {
  prompts: string[]
  positive: Case[]
  negative: Case[]
  pictures: { file: string; shows: string }[]
}

const inPublic = (...path: string[]) => join(process.cwd(), 'public', ...path)

/** What the directories of Claude and ChatGPT ask of whoever lists a connector, for the operator who submits this one. */
export default async function SubmitPage() {
  await connection() // the operator's variables, not the build's
  const submission: Submission = JSON.parse(readFileSync(inPublic('submit.json'), 'utf8'))
  const missing = missingVariables()
  return (
    <main id="main" className={styles.content}>
      <h1>Submit it</h1>
      <p>
        The directories of AI clients ask for the same things about a connector. Here they are to be copied, for this server; the
        cases are tried through the tools by this project’s own tests. All of it as data: <a href="/submit.json">submit.json</a>.
      </p>
      <section id="ready" className={styles.operation}>
        <h2>What is missing here</h2>
        {missing.length === 0 ? (
          <p>Nothing: every address and text that a directory asks for is set.</p>
        ) : (
          <ul className={styles.points}>
            {missing.map(({ name, why }) => (
              <li key={name}>
                <code>{name}</code>: {why}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section id="texts" className={styles.operation}>
        <h2>Texts and addresses</h2>
        <dl className={styles.groups}>
          {facts(submission).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section id="prompts" className={styles.operation}>
        <h2>Starter prompts</h2>
        <ul className={styles.points}>
          {submission.prompts.map((prompt) => (
            <li key={prompt}>{prompt}</li>
          ))}
        </ul>
      </section>
      <section id="account" className={styles.operation}>
        <h2>The account of the reviewer</h2>
        <p>
          <code>npm run admin -- create-reviewer --email E --password-stdin</code> makes an account with the demo building and a
          hall with mistakes, on which the cases are tried; with <code>--reset</code> it makes the account and its models anew.
        </p>
      </section>
      <Cases title="Test cases" id="positive" cases={submission.positive} />
      <Cases title="Negative test cases" id="negative" cases={submission.negative} />
      <section id="pictures" className={styles.operation}>
        <h2>Pictures</h2>
        <ul className={styles.points}>
          {submission.pictures.map(({ file, shows }) => (
            <li key={file}>
              <a href={`/pictures/${file}`}>{shows}</a>, {sizeOf(file)}
            </li>
          ))}
          <li>
            <a href="/icon-512.png">The icon</a>, 512 × 512
          </li>
        </ul>
      </section>
    </main>
  )
}

function Cases({ title, id, cases }: { title: string; id: string; cases: readonly Case[] }) {
  return (
    <section id={id} className={styles.operation}>
      <h2>{title}</h2>
      <dl className={styles.groups}>
        {cases.map(({ id: one, prompt, tools, expected }) => (
          <div key={one}>
            <dt>{one}</dt>
            <dd>
              <b>{prompt}</b>
              <br />
              <code>{tools.join(', ')}</code>
              <br />
              {expected}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const facts = (submission: Submission): [string, string][] => [
  ['Name', submission.name],
  ['In short', submission.short],
  ['Description', submission.long],
  ['Address of the server', `${env.APP_URL}/mcp`],
  ['Website', env.APP_URL],
  ['Documentation', `${env.APP_URL}/docs`],
  ['How to connect', `${env.APP_URL}/connect`],
  ['Sign-in', 'OAuth 2.1 with discovery, client metadata documents and dynamic registration'],
  ['Privacy policy', env.POLICY_URL ?? 'not set'],
  ['Terms', env.TERMS_URL ?? 'not set'],
  ['Support', env.SUPPORT_URL ?? 'not set'],
]

function missingVariables(): { name: string; why: string }[] {
  const wanted = [
    { name: 'APP_URL', isSet: env.APP_URL.startsWith('https:'), why: 'directories reach the server by https' },
    { name: 'POLICY_URL', isSet: env.POLICY_URL, why: 'the privacy policy' },
    { name: 'TERMS_URL', isSet: env.TERMS_URL, why: 'the terms of service' },
    { name: 'SUPPORT_URL', isSet: env.SUPPORT_URL, why: 'where people get help' },
    {
      name: 'OPENAI_APPS_CHALLENGE',
      isSet: env.OPENAI_APPS_CHALLENGE,
      why: 'the proof of the domain that ChatGPT’s directory gives you',
    },
  ]
  return wanted.filter(({ isSet }) => !isSet)
}

/** Width and height of a PNG (ISO/IEC 15948, 11.2.2), or of a JPEG by its first frame header (ITU-T T.81, B.2.2). */
function sizeOf(file: string): string {
  const bytes = readFileSync(inPublic('pictures', file))
  if (file.endsWith('.png')) return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}`
  let at = 2
  while (bytes[at + 1] !== 0xc0 && bytes[at + 1] !== 0xc2) at += 2 + bytes.readUInt16BE(at + 2)
  return `${bytes.readUInt16BE(at + 7)} × ${bytes.readUInt16BE(at + 5)}`
}
