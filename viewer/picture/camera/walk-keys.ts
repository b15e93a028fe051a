import type { WalkKeys } from '../../session/view/walker.ts'

/** By where they lie on the keyboard, so that a hand finds them in any language. */
const HELD: Record<string, Partial<Pick<WalkKeys, 'ahead' | 'aside' | 'turn'>>> = {
  KeyW: { ahead: 1 },
  KeyS: { ahead: -1 },
  KeyA: { aside: -1 },
  KeyD: { aside: 1 },
  ArrowUp: { ahead: 1 },
  ArrowDown: { ahead: -1 },
  ArrowLeft: { turn: 1 },
  ArrowRight: { turn: -1 },
}

type Does = { began: () => void; level: (by: 1 | -1) => void; leave: (how: 'stay' | 'back') => void }

/** The keys of somebody who walks. While they do, no letter means anything else. */
export function walkKeys({ began, level, leave }: Does) {
  const down = new Set<string>()
  let isRunning = false
  let listening: AbortController | null = null

  const press = (event: KeyboardEvent) => {
    const { target, key, code } = event
    isRunning = event.shiftKey
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [role="listbox"], [role="grid"]')) return
    const act = () => {
      if (code in HELD) down.add(code)
      else if (key === 'PageUp' || key === 'PageDown') return level(key === 'PageUp' ? 1 : -1)
      else if (key === 'Escape') return leave('back')
      else if (key.toLowerCase() === 'v') return leave('stay')
      else if (key !== '?' && !/^[\p{L}\d]$/u.test(key)) return null
      return began()
    }
    if (act() === null || key === '?') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const release = (event: KeyboardEvent) => {
    isRunning = event.shiftKey
    down.delete(event.code)
  }
  const stop = () => {
    listening?.abort()
    listening = null
    down.clear()
    isRunning = false
  }
  return {
    listen() {
      stop()
      listening = new AbortController()
      const { signal } = listening
      window.addEventListener('keydown', press, { capture: true, signal })
      window.addEventListener('keyup', release, { capture: true, signal })
      window.addEventListener('blur', () => down.clear(), { signal })
    },
    held(): WalkKeys {
      const all = { ahead: 0, aside: 0, turn: 0 }
      for (const code of down) {
        const { ahead = 0, aside = 0, turn = 0 } = HELD[code] ?? {}
        all.ahead += ahead
        all.aside += aside
        all.turn += turn
      }
      return { ...all, isRunning }
    },
    stop,
  }
}
