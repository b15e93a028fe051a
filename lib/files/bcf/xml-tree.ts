import { FileRefused, overLimit } from '../file-refused.ts'
import { readXml } from '../xml.ts'

/** A small XML file as a tree: names without prefixes, the texts of an element joined, attributes by name as they are asked for below. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

const ATTRIBUTES = [
  ...['Guid', 'ServerAssignedId', 'TopicType', 'TopicStatus', 'VersionId', 'IfcGuid', 'DefaultVisibility', 'ProjectId'],
]
/** Elements of one file: more are no remark about a model. */
const MOST = 200_000

/** Throws `FileRefused`. */
export function readTree(bytes: Uint8Array, entry: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  readXml(bytes, entry, {
    open(name, attribute) {
      if (++count > MOST) throw new FileRefused([overLimit([entry], `the XML has more than ${MOST} elements`, MOST)])
      const attributes: Record<string, string> = {}
      for (const key of ATTRIBUTES) {
        const value = attribute(key)
        if (value !== undefined) attributes[key] = value
      }
      const element: XmlElement = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    close() {
      open.pop()
    },
    text(piece) {
      const element = open.at(-1)
      if (element) element.text += piece
    },
  })
  return root
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Null where it is absent or says nothing. */
export function textOf(element: XmlElement | undefined, name: string): string | null {
  const text = childOf(element, name)?.text ?? ''
  return text.trim() === '' ? null : text
}
