import type { ViewerHost } from '../viewer-host.ts'
import type { SheetNames } from '../worker/sheet-types.ts'

/** What is named by what on sheets, as this reader chose it. At first as a drawing to build from needs it: sections and thicknesses. */
export const NAMES: { [K in keyof SheetNames]: { label: string; setting: string; options: Options<K> } } = {
  frames: {
    label: 'Names of frames',
    setting: 'sheet-names',
    options: [
      ['section', 'Sections'],
      ['id', 'Ids'],
      ['none', 'None'],
    ],
  },
  areas: {
    label: 'Names of areas',
    setting: 'sheet-names-of-areas',
    options: [
      ['thickness', 'Thickness'],
      ['id', 'Ids'],
      ['none', 'None'],
    ],
  },
  nodes: {
    label: 'Names of nodes',
    setting: 'sheet-names-of-nodes',
    options: [
      ['none', 'None'],
      ['supported', 'Ids, where supported'],
      ['all', 'Ids of all'],
    ],
  },
  comments: {
    label: 'Comments',
    setting: 'sheet-comments',
    options: [
      ['none', 'None'],
      ['open', 'Those that are open'],
      ['all', 'All'],
    ],
  },
}

/** The first is what stands there until another is chosen. */
type Options<K extends keyof SheetNames> = readonly [NameOption<K>, ...NameOption<K>[]]
type NameOption<K extends keyof SheetNames> = readonly [SheetNames[K], string]

function chosen<K extends keyof SheetNames>({ setting }: Pick<ViewerHost, 'setting'>, kind: K): SheetNames[K] {
  const { setting: key, options } = NAMES[kind]
  const was = setting(key)
  return (options.find(([name]) => name === was) ?? options[0])[0]
}

export const sheetNames = (host: Pick<ViewerHost, 'setting'>): SheetNames => ({
  frames: chosen(host, 'frames'),
  areas: chosen(host, 'areas'),
  nodes: chosen(host, 'nodes'),
  comments: chosen(host, 'comments'),
})
