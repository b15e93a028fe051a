'use client'

import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import type { ViewerSession } from '../../session/session.ts'
import type { ViewerHost } from '../../viewer-host.ts'
import { Check } from '../fields.tsx'
import styles from './help-sheet.module.css'

/** `needs`: said where that can be done. */
type Key = readonly [key: string, meaning: string, needs?: (host: ViewerHost) => boolean]

const savesFiles = ({ can }: ViewerHost) => can.has('file')
/** In a frame Back belongs to the page around it. */
const keepsAddress = ({ place }: ViewerHost) => place !== 'embed'

const MOVING: readonly Key[] = [
  ['Drag', 'Orbit about what is under the cursor; one finger'],
  ['Right drag', 'Pan; two fingers'],
  ['Wheel', 'Zoom to the cursor; pinch'],
  ['Double-click', 'Fly there; beside the model: fit everything'],
  ['← ↑ ↓ →', 'Orbit'],
  ['+ −', 'Nearer, farther'],
]
const VIEWS: readonly Key[] = [
  ['0', 'Overview, in perspective'],
  ['1 … 7', 'Isometric, plan, front, right, back, left, from below'],
  ['Grid bubble', 'A click opens the elevation there, on a level mark the plan'],
  ['[ ]', 'The drawing before, the next one'],
  ['P', 'Parallel or perspective'],
  ['V', 'Walk inside: W A S D or arrows, drag to look, Shift runs, Page Up and Down a floor; Esc back, V stays'],
  ['F', 'Fit everything'],
  ['Z', 'Fly to the selection'],
  ['Back', 'The browser’s Back takes any change of the view back', keepsAddress],
]
const CHOOSING: readonly Key[] = [
  ['Click', 'Select; with Ctrl or Shift add and take away; a long touch too'],
  ['Shift + drag', 'Select a box: to the right what lies inside, to the left what it touches'],
  ['B', 'The next drag selects a box'],
  ['I', 'Isolate the selection'],
  ['H', 'Hide the selection'],
  ['A', 'Show everything again'],
  ['/', 'Search; Enter flies to the first, or selects all that role:column on:A means'],
  ['Esc', 'End measuring, clear the selection, close the panel that has the focus; from a field back to the picture'],
]
const LOOKING: readonly Key[] = [
  [
    'M',
    'Measure to nodes, ends, middles, crossings, edges and faces; Shift holds to an axis. Without a mouse: type nodes or coordinates, or take the selection',
  ],
  ['Enter', 'While measuring: end the chain; Backspace takes the last point back'],
  ['X', 'Section box; drag its handles, Esc takes a drag back'],
  ['W', 'X-ray, solid or analytical'],
  ['K', 'Labels of frames'],
  ['L', 'Loads of a load case, with hinges, springs and diaphragms'],
  ['N', 'Nodes'],
  ['T', 'Local axes'],
  ['G', 'Grid lines and levels'],
  ['Space', 'Beside another revision: the earlier one, the later one', ({ can }) => can.has('history')],
  ['R', 'Results of the analysis: does it stand, how far does it move', ({ can }) => can.has('analyse')],
  ['E', 'Tables of everything, and quantities'],
  ['C', 'Comment on the selection, or on the view', ({ can }) => can.has('comment')],
  ['S', 'Save a picture', savesFiles],
  ['D', 'Plans and elevations on sheets, as PDF or SVG; a whole set at once', savesFiles],
  ['Ctrl + P', 'Print this view as one sheet, or the table that is open', savesFiles],
  ['?', 'This sheet'],
]
const PARTS = [
  ['Move', MOVING],
  ['Views', VIEWS],
  ['Select', CHOOSING],
  ['Look closer', LOOKING],
] as const

type Props = { session: ViewerSession; onClose: () => void; hasLetters: boolean; onLetters: (hasThem: boolean) => void }

export function HelpSheet({ session: { host }, onClose, hasLetters, onLetters }: Props) {
  return (
    <Dialog title="Keys and gestures" isWide onClose={onClose}>
      <p className={styles.letters}>
        <Check label="Single keys act: letters, digits, signs" isOn={hasLetters} onChange={onLetters} />
        <span className="muted small">
          Off, only arrows, Backspace and Esc do; everything is in the toolbar and the panels too.
        </span>
      </p>
      <div className={styles.parts}>
        {PARTS.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={styles.keys}>
              {keys.map(
                ([key, meaning, needs]) =>
                  (!needs || needs(host)) && (
                    <div key={key}>
                      <dt>
                        <kbd>{key}</kbd>
                      </dt>
                      <dd>{meaning}</dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
        ))}
      </div>
      <p>
        <a href="/docs/viewer" target="_blank" rel="noopener">
          What else the viewer can do
        </a>
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
