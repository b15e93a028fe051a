/** Something that can be seen: no space, no control or format character (direction marks among them), no blank Braille cell. */
const VISIBLE = /[^\p{C}\p{Z}\u2800\u3164\u115f\u1160\uffa0]/u

export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** A model's name as people see it: any string is a name, and blank ones must have something to press. */
export const shownName = (name: string): string => (isVisible(name) ? name.trim() : 'Untitled')

/** For titles of windows and files, where no element keeps the direction marks of a name to themselves. */
export const plainName = (name: string): string => {
  const plain = shownName(name).replace(/\s+/g, ' ').replace(/\p{C}/gu, '')
  const characters = [...plain]
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : plain
}
