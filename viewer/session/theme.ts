import { createStore, type Store } from './store.ts'

/** The canvas's colours; CSS has its own tokens. Three numbers a colour, display values. */
export type Theme = {
  isDark: boolean
  /** Nothing behind the model: the page around a frame shows through. */
  isClear: boolean
  backdrop: readonly [Rgb, Rgb, Rgb]
  /** Behind a plan or elevation. */
  paper: Rgb
  groundLine: readonly [number, number, number, number]
  sky: Rgb
  ground: Rgb
  key: Rgb
  edge: readonly [number, number, number, number]
  /** How much of that the edges of areas take: on a dark ground they are lighter than what they bound. */
  areaEdge: number
  accent: Rgb
  /** What is written on it. */
  onAccent: string
  /** Frames as thin as a line have their plain colour times this: light and shade would lose them in what is behind. */
  lineTone: number
  ink: Rgb
  /** What a plan or an elevation cuts: the darkest of all on light paper, the lightest on dark. */
  cut: Rgb
  support: Rgb
  /** Areas are large: on a dark ground their colours must step back. */
  areaTone: number
  /** For the labels, which are drawn as text. */
  text: string
  textHalo: string
  muted: string
}
export type Rgb = readonly [number, number, number]

export const LIGHT: Theme = {
  isDark: false,
  isClear: false,
  backdrop: [
    [0.855, 0.894, 0.93],
    [0.955, 0.967, 0.978],
    [0.985, 0.988, 0.99],
  ],
  paper: [0.992, 0.992, 0.988],
  groundLine: [0.45, 0.53, 0.63, 0.24],
  sky: [0.9, 0.92, 0.94],
  ground: [0.58, 0.56, 0.55],
  key: [0.3, 0.28, 0.25],
  edge: [0.32, 0.34, 0.38, 0.75],
  areaEdge: 0.75,
  accent: [0.0, 0.62, 0.95],
  onAccent: '#06131d',
  lineTone: 0.85,
  ink: [0.36, 0.42, 0.5],
  cut: [0.08, 0.1, 0.13],
  support: [0.16, 0.58, 0.4],
  areaTone: 1,
  text: '#1c232b',
  textHalo: 'rgba(250, 252, 253, 0.85)',
  muted: '#5b6672',
}

export const DARK: Theme = {
  isDark: true,
  isClear: false,
  backdrop: [
    [0.15, 0.19, 0.235],
    [0.075, 0.094, 0.118],
    [0.105, 0.13, 0.16],
  ],
  paper: [0.082, 0.098, 0.118],
  groundLine: [0.55, 0.65, 0.76, 0.17],
  sky: [0.86, 0.9, 0.95],
  ground: [0.4, 0.4, 0.43],
  key: [0.34, 0.32, 0.28],
  edge: [0.3, 0.32, 0.36, 0.8],
  areaEdge: 0.15,
  accent: [0.25, 0.78, 1.0],
  onAccent: '#06131d',
  lineTone: 1,
  ink: [0.52, 0.6, 0.68],
  cut: [0.95, 0.97, 0.99],
  support: [0.2, 0.66, 0.47],
  areaTone: 0.62,
  text: '#e6ebf0',
  textHalo: 'rgba(16, 20, 25, 0.8)',
  muted: '#9aa7b4',
}

/** Follows what the person chose for the site (`data-theme`), else the system; `data-background` is a frame's. */
export function followTheme(): { theme: Store<Theme>; stop: () => void } {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const now = () => {
    const { theme: chosen, background } = document.documentElement.dataset
    const own = (chosen ? chosen === 'dark' : dark.matches) ? DARK : LIGHT
    return background === 'transparent' ? { ...own, isClear: true } : own
  }
  const theme = createStore<Theme>(now())
  const look = () => theme.set(now())
  const observer = new MutationObserver(look)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-background'] })
  dark.addEventListener('change', look)
  return {
    theme,
    stop() {
      observer.disconnect()
      dark.removeEventListener('change', look)
    },
  }
}
