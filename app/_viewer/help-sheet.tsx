'use client'

import { Dialog } from '../_ui/dialog.tsx'
import styles from './help-sheet.module.css'

const KEYS: readonly (readonly [string, string])[] = [
  ['1 … 7', 'Isometric, plan, front, right, back, left, from below'],
  ['F', 'Fit everything'],
  ['Z', 'Fly to the selection'],
  ['P', 'Parallel or perspective'],
  ['W', 'Sections or centre lines'],
  ['I', 'Isolate the selection'],
  ['H', 'Hide the selection'],
  ['A', 'Show everything again'],
  ['M', 'Measure between nodes'],
  ['X', 'Section box'],
  ['L', 'Labels of frames'],
  ['N', 'Nodes'],
  ['G', 'Grid lines and levels'],
  ['/', 'Search'],
  ['Esc', 'Clear the selection, end measuring'],
  ['?', 'This sheet'],
]
const GESTURES: readonly (readonly [string, string])[] = [
  ['Drag', 'Orbit about what is under the cursor; one finger'],
  ['Right drag', 'Pan; two fingers'],
  ['Wheel', 'Zoom to the cursor; pinch'],
  ['Click', 'Select; with Ctrl or Shift add and take away'],
  ['Double-click', 'Fly there; beside the model: fit everything'],
  ['Shift + drag', 'Select a box: to the right what lies inside, to the left what it touches'],
]

export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys and gestures" onClose={onClose}>
      <dl className={styles.keys}>
        {[...GESTURES, ...KEYS].map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
