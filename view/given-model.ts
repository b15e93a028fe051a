import type { Change } from '../app/_viewer/viewer-host.ts'
import type { ModelSource } from './app-host.ts'

/**
 * A model that is given and not asked for: as JSON in the file itself (`<script type="application/json" id="model">`), else by
 * each message `{ "model": … }` of the page that shows it; one of a higher revision takes the place of what is drawn.
 */
export function givenModel(): ModelSource {
  const inFile = document.getElementById('model')?.textContent
  let text = inFile ?? null
  let count = inFile ? 1 : 0
  let hear: (change: Change) => void = () => {}
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    // Anybody may send a message; only the page around may give a model.
    if (source !== window.parent || typeof data !== 'object' || data === null || !('model' in data)) return
    text = JSON.stringify(data.model)
    count++
    hear({ type: 'revision', revision: revisionOf(data.model) ?? count })
  }
  addEventListener('message', listen)
  return {
    load() {
      const pieces = text === null ? [] : [new TextEncoder().encode(text)]
      return { next: async () => pieces.shift() ?? null }
    },
    changes(next) {
      hear = next
      hear({ type: 'line', state: 'live' })
      return () => removeEventListener('message', listen)
    },
  }
}

const revisionOf = (model: unknown) =>
  typeof model === 'object' && model !== null && 'revision' in model && typeof model.revision === 'number' ? model.revision : null
