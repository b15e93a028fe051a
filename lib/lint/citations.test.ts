import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What comments, test titles and pages cite is there: "conventions, section 7" is a heading of docs/conventions.md, a link leads to a file. */

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|md|sql|css|prisma)$/.test(file) && existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The specification is told in docs/interface.md. The last ones are no pages here, and so cited nowhere. */
const PAGES = ['interface', 'conventions', 'decisions', 'editing', 'errors', 'load', 'oauth-and-mcp', 'people', 'viewer']
const ELSEWHERE = ['hands', 'profiles', 'viewer-next', 'mcp-apps', 'mcp-oauth', 'interop', 'storage']
const CITED = new RegExp(
  `(?<![\\w/-])(specification|${[...PAGES, ...ELSEWHERE].join('|')})(?:\\.md)?,?[\\s*]+sections?[\\s*]+(\\d[\\d., and]*)`,
  'gi',
)

const sections = (document: string) => {
  const file = `docs/${document}.md`
  if (!existsSync(join(root, file))) return undefined
  return new Set([...read(file).matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number))
}

describe('citations', () => {
  it('finds a section that is not there', () => {
    const [found] = [...'See Conventions, sections 4 and 99.'.matchAll(CITED)]
    expect([found?.[1], found?.[2]]).toEqual(['Conventions', '4 and 99.'])
    expect(sections('conventions')?.has('4')).toBe(true)
    expect(sections('conventions')?.has('99')).toBe(false)
  })

  it('lead to a heading of docs/', () => {
    const lost = files
      .filter((file) => file !== 'lib/lint/citations.test.ts')
      .flatMap((file) =>
        [...read(file).matchAll(CITED)].flatMap(([text, name = '', numbers = '']) => {
          const document = name.toLowerCase() === 'specification' ? 'interface' : name.toLowerCase()
          const there = sections(document)
          return (numbers.match(/\d+(\.\d+)?/g) ?? [])
            .filter((number) => !there?.has(number))
            .map((number) => `${file}: ${text.trim()}: docs/${document}.md has no section ${number}`)
        }),
      )
    expect(lost).toEqual([])
  })

  it('name files and folders of the project that are there', () => {
    const lost = files
      .filter((file) => /^(docs\/|README|CONTRIBUTING)/.test(file) && file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/`((?:app|bench|deploy|docs|e2e|lib|prisma|public|ui|viewer)\/[\w./-]+)`/g)]
          .map(([, path = '']) => path)
          .filter((path) => !files.some((one) => one.startsWith(path)) && !existsSync(join(root, path)))
          .map((path) => `${file}: ${path}`),
      )
    expect(lost).toEqual([])
  })

  it('name files by their last part alone only where such a file is', () => {
    const EXAMPLES = ['page.tsx', 'route.ts', 'x.ts', 'x.test.ts', 'x.db.test.ts', 'x.sqlite.test.ts']
    const lost = ['docs/adding.md', 'CONTRIBUTING.md'].flatMap((file) =>
      [...read(file).matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !EXAMPLES.includes(path) && !files.some((one) => one === path || one.endsWith(`/${path}`)))
        .map((path) => `${file}: ${path}`),
    )
    expect(lost).toEqual([])
  })

  it('name commands that there are, and what npm run bench can measure', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const table = /const benches.*? = \{(.*?)\n\}/s.exec(read('bench/bench.ts'))?.[1] ?? ''
    const benches = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
    expect(benches).toContain('tokens')
    const lost = files
      .filter((file) => /^(docs\/|bench\/|README|CONTRIBUTING)/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/npm run (?:--silent )?([\w:]+)(?: -- ([a-z][\w-]*))?/g)]
          .filter(([, script = '', bench]) => !(script in scripts) || (script === 'bench' && bench && !benches.includes(bench)))
          .map(([command]) => `${file}: ${command}`),
      )
    expect(lost).toEqual([])
  })

  it('name tests and files that there are behind golden, test:unit, test:db, e2e and mutation', () => {
    const isTest = (file: string) => /\.test\.tsx?$/.test(file)
    const isThere: Record<string, (path: string) => boolean> = {
      golden: (path) => files.some((file) => isTest(file) && file.startsWith(path)),
      'test:unit': (path) => files.some((file) => isTest(file) && !/\.(db|sqlite)\.test/.test(file) && file.startsWith(path)),
      'test:db': (path) => files.some((file) => /\.(db|sqlite)\.test/.test(file) && file.startsWith(path)),
      e2e: (path) => files.some((file) => file.startsWith('e2e/') && file.includes(path)),
      mutation: (path) => files.some((file) => file.endsWith('.ts') && !isTest(file) && file.startsWith(`lib/${path}`)),
    }
    const cited = files
      .filter((file) => /^(docs\/|bench\/|README|CONTRIBUTING)/.test(file))
      .flatMap((file) => [
        ...[...read(file).matchAll(/npm run (golden|test:unit|test:db|e2e|mutation) -- ([a-z][^`\n]*)/g)],
        // The table of adding.md, whose head says what stands before them.
        ...[...read(file).matchAll(/`()((?!npm )[a-z][\w/. -]*) --lines/g)],
      ])
      .flatMap(([, script, rest = '']) =>
        rest.split(/ --| {2}/, 1).flatMap((paths) => paths.split(' ').map((path) => ({ script: script || 'mutation', path }))),
      )
    expect(new Set(cited.map(({ script }) => script))).toEqual(new Set(Object.keys(isThere)))
    expect(cited.filter(({ script, path }) => !isThere[script]?.(path))).toEqual([])
  })

  it("have each room of lib/ in the README's drawing of the house", () => {
    const drawing = /```\n(13 {2}lib\/admin .*?)```/s.exec(read('README.md'))?.[1] ?? ''
    const rooms = (texts: Iterable<string>) =>
      [...new Set([...texts].flatMap((text) => text.match(/\blib\/[\w-]+/g) ?? []))].toSorted()
    expect(rooms([drawing])).toEqual(rooms(files.filter((file) => file.startsWith('lib/'))))
  })

  it('by link lead to a file', () => {
    const lost = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .filter(([, target = '']) => !existsSync(join(root, normalize(join(dirname(file), decodeURI(target))))))
          .map(([, target]) => `${file}: ${target}`),
      )
    expect(lost).toEqual([])
  })
})
