import type { Metadata } from 'next'
import { DEMO_NAME, demoCounts } from '#lib/examples/demo.ts'
import { ModelView } from '#viewer/model-view.tsx'
import { ViewerActions } from '../_files/export-button.tsx'
import { session } from '../session.ts'
import { ViewerScripts } from '../viewer-scripts.tsx'
import { CopyDemo } from './copy-demo.tsx'

export const metadata: Metadata = {
  title: DEMO_NAME,
  description: 'A five-storey building of steel and concrete, with its loads and what they do: to walk around in.',
}

const ADDRESSES = {
  ...{ model: '/demo/model', events: null, check: '/demo/check', revisions: null, views: null },
  analyse: '/demo/analyse',
}

/** The whole viewer for everybody; to read only, and to copy. */
export default async function DemoPage() {
  return (
    <>
      <ViewerScripts model={ADDRESSES.model} />
      <ModelView
        name={DEMO_NAME}
        counts={demoCounts()}
        place={{
          place: 'share',
          can: ['file', 'clipboard', 'analyse'],
          addresses: ADDRESSES,
        }}
        actions={
          <ViewerActions>
            <CopyDemo name={DEMO_NAME} isSignedIn={(await session()) !== null} />
          </ViewerActions>
        }
      />
    </>
  )
}
