/**
 * Keeps only the newest answer to a question that is asked again and again: what comes after a newer question was asked, or
 * after `isOver`, is dropped.
 */
export function latest<T>(isOver: () => boolean) {
  let asked = 0
  return async (answer: Promise<T>, use: (answer: T) => void) => {
    const mine = ++asked
    try {
      const found = await answer
      if (mine === asked && !isOver()) use(found)
    } catch (error) {
      // The worker ends with the page; while it lives, a failed question must not pass unseen.
      if (!isOver()) console.error(error)
    }
  }
}
