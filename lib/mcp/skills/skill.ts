import { createHash } from 'node:crypto'
import type { Resource } from '../protocol/resource.ts'
import { conventions } from '../tools/conventions.ts'

/**
 * Skills over MCP (SEP-2640): instructions for a kind of work that a host offers its model and loads when they are wanted. A skill
 * is a folder of files under `skill://NAME/`; `SKILL.md` begins with its name and description. Hosts check each file that they read
 * against the size and the digest of the entry.
 */

export type SkillEntry = {
  uri: string
  frontmatter: { name: string; description: string }
  resources: { uri: string; digest: string; size: number }[]
}

export type Skill = {
  entry: SkillEntry
  /** SKILL.md first. */
  files: readonly Resource[]
}

type SkillText = {
  /** Letters a to z, digits and hyphens; also the last segment of its folder. */
  name: string
  description: string
  /** Markdown. Tools by their bare names, so that the bytes are the same in both styles of names. */
  body: string
  /** Names of conventions, which become files of the skill. */
  references: readonly string[]
}

export function skillOf({ name, description, body, references }: SkillText): Skill {
  const root = `skill://${name}`
  const texts = references.map(conventionNamed)
  const links = texts.map((text) => `- [${text.title}](references/${fileOf(text)}): ${text.description}`)
  // Quoted, for a colon in a plain value of YAML begins another.
  const head = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n`
  const main: Resource = {
    uri: `${root}/SKILL.md`,
    name,
    description,
    mimeType: 'text/markdown',
    text: `${head}\n${body.trim()}\n\n## More\n\n${links.join('\n')}\n`,
  }
  const files = [main, ...texts.map((text) => ({ ...text, uri: `${root}/references/${fileOf(text)}` }))]
  return { entry: { uri: main.uri, frontmatter: { name, description }, resources: files.map(listed) }, files }
}

const conventionPath = 'structural://conventions/'
const fileOf = ({ uri }: Resource) => `${uri.slice(conventionPath.length)}.md`

function conventionNamed(name: string): Resource {
  const found = conventions.find(({ uri }) => uri === conventionPath + name)
  if (!found) throw new Error(`There is no convention ${name}`)
  return found
}

function listed({ uri, text = '' }: Resource) {
  const bytes = Buffer.from(text)
  return { uri, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, size: bytes.length }
}
