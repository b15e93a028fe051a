import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { modelShown } from '#lib/service/sharing/open-shared.ts'
import { firstViewOf } from '#lib/service/views/saved-views.ts'
import { EmbedFrame } from '../../later.tsx'
import { sharedBy, sharedPlace, UNLISTED } from '../../shared.ts'
import { ViewerScripts } from '../../viewer-scripts.tsx'
import { EARLY_MESSAGES_SCRIPT } from './early-messages.ts'

export const metadata: Metadata = { ...UNLISTED, title: 'A structural model' }

/** The viewer in a frame of another site; `lib/start/front/front.ts` lets only the sites of the link show it. */
export default async function EmbedPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const shared = await sharedBy(token)
  if (shared.state !== 'open' || shared.link.origins.length === 0) notFound()
  const { link } = shared
  const model = await modelShown(shared.model, link)
  const { frames, areas, nodes } = model.counts
  const place = sharedPlace(token, 'embed', {
    firstView: await firstViewOf(shared.model.id),
    comments: shared.link.comments,
    revision: shared.link.revision,
  })
  return (
    <>
      <ViewerScripts model={place.addresses.model} earlyScript={EARLY_MESSAGES_SCRIPT} />
      <EmbedFrame
        name={model.name}
        counts={{ frames, areas, nodes }}
        place={place}
        origins={link.origins}
        picture={`/share/${token}/preview.png`}
      />
    </>
  )
}
