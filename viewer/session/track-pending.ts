/**
 * What will still change the picture by itself: questions to the worker, drawings in the making, shading that waits for the
 * camera to rest. `begin` names one; what it answers ends it. `onEnd` is called once none is left.
 */
export function trackPending(onEnd: () => void) {
  const open = new Set<object>()
  return {
    isAny: () => open.size > 0,
    begin(): () => void {
      const one = {}
      open.add(one)
      return () => {
        // Whoever waited for it acts on it first, and may begin another.
        if (open.delete(one) && open.size === 0) setTimeout(() => open.size === 0 && onEnd())
      }
    },
  }
}

export type PendingWork = ReturnType<typeof trackPending>
