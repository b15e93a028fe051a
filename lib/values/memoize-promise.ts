/** Makes something when it is first asked for, and keeps it. What failed is made again: its code, say, could not be fetched. */
export function madeOnce<T>() {
  let made: Promise<T> | null = null
  return (make: () => Promise<T>): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
