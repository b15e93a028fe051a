import type { Issue } from '#lib/schema/model-error.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { type Background, brief, isFree, valueAt } from './background.ts'
import { holdsAsNode, springMeant } from './field-names.ts'
import { type Fix, replaceKeys } from './patch.ts'

/** Supports and springs as other programs write them: at the nodes, and by other names. */

/** `"kz": 5000`, `"spring": {"kz": 5000}`, and one number that does not say which way. */
export function springsFix(at: Issue['loc'], key: string, holder: Dictionary): Fix | undefined {
  const value = holder[key]
  if (holder.stiffness !== undefined) return undefined
  if (typeof value === 'number' && springMeant(key) === undefined)
    return `say which way: "stiffness": {"u3": ${value}} is a spring along Z; u1, u2 along X, Y; r1, r2, r3 about them`
  const named = isDictionary(value) ? value : holder
  const keys = Object.keys(named).filter((one) => springMeant(one) !== undefined)
  if (keys.length === 0) return undefined
  const stiffness = Object.fromEntries(keys.map((one) => [springMeant(one), named[one]]))
  const gone = named === holder ? keys : [key]
  return { patches: replaceKeys(at, gone, { stiffness }), words: `send "stiffness": ${JSON.stringify(stiffness)}` }
}

/** What nodes say of being held is supports, each with the id of its node: ids are unique within their kind. */
export function supportsFix(loc: Issue['loc'], background: Background): Fix {
  const at = loc.slice(0, loc.lastIndexOf('nodes'))
  const holder = valueAt(background.sent, at)
  const { nodes, supports: there = [] } = isDictionary(holder) ? holder : {}
  const made: Dictionary[] = []
  const bare = (Array.isArray(nodes) ? nodes : []).map((node) => {
    if (!isDictionary(node)) return node
    const held = Object.keys(node).find((key) => holdsAsNode(key, node[key]))
    if (held === undefined) return node
    const { [held]: restraints, ...others } = node
    made.push({ id: node.id, nodeId: node.id, restraints: restraints === true ? held : restraints })
    return others
  })
  const words = `supports are elements of their own: send "supports": [${brief(made[0])}${made.length > 1 ? ', …' : ''}] too`
  const isNew = made.every(({ id }) => typeof id === 'string' && (loc.includes('repeat') || isFree(background, 'supports', id)))
  if (!isNew || !Array.isArray(there)) return words
  return { patches: replaceKeys(at, [], { nodes: bare, supports: [...there, ...made] }), words }
}
