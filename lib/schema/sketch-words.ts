import type { SketchShape } from './comment-bodies.ts'

const NAMES = { cloud: ['a cloud', 'clouds'], arrow: ['an arrow', 'arrows'], line: ['a line', 'lines'] } as const

/** What is sketched, for who does not see it: 'a cloud, 2 arrows, "too low"'. Empty where nothing is. */
export function sketchWords(shapes: readonly SketchShape[]): string {
  const counted = (['cloud', 'arrow', 'line'] as const).flatMap((type) => {
    const count = shapes.filter((shape) => shape.type === type).length
    if (count === 0) return []
    return count === 1 ? NAMES[type][0] : `${count} ${NAMES[type][1]}`
  })
  return [...counted, ...shapes.flatMap(({ text }) => (text === undefined ? [] : `"${text}"`))].join(', ')
}
