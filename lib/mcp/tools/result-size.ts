/** Most characters of JSON that a result gives unasked: decisions, section 5. */
export const RESULT_CHARACTERS = 60_000

/** As many of a list as fit into the characters of a result. */
export function asManyAsFit<T>(items: readonly T[], size = RESULT_CHARACTERS): T[] {
  let characters = 0
  const end = items.findIndex((item) => {
    characters += JSON.stringify(item).length + 1
    return characters > size
  })
  return end === -1 ? [...items] : items.slice(0, end)
}
