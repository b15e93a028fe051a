import type { Metadata } from 'next'
import { DEMO_NAME, demoCounts } from '#lib/examples/demo.ts'
import { ModelView } from '#viewer/model-view.tsx'
import { ViewerScripts } from '../viewer-scripts.tsx'

export const metadata: Metadata = {
  title: DEMO_NAME,
  description: 'A five-storey building of steel and concrete, to walk around in.',
}

const ADDRESSES = { model: '/demo/model', events: null, check: '/demo/check', revisions: null, views: null }

/** The whole viewer for everybody; to read only. */
export default function DemoPage() {
  return (
    <>
      <ViewerScripts model={ADDRESSES.model} />
      <ModelView
        name={DEMO_NAME}
        counts={demoCounts()}
        place={{
          place: 'share',
          can: ['file', 'clipboard'],
          addresses: ADDRESSES,
        }}
      />
    </>
  )
}
