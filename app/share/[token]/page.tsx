import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { shareUrl } from '#lib/http/viewer-url.ts'
import { ANY_MODEL, describeModel, PREVIEW } from '#lib/rest/share-previews.ts'
import { env } from '#lib/runtime/env.ts'
import { modelShown } from '#lib/service/sharing/open-shared.ts'
import { firstViewOf } from '#lib/service/views/saved-views.ts'
import { plainName } from '#lib/values/display-name.ts'
import { ExportButton, ViewerActions } from '../../_files/export-button.tsx'
import { ModelView } from '../../later.tsx'
import { type Query, session } from '../../session.ts'
import { sharedBy, sharedPlace, UNLISTED } from '../../shared.ts'
import { ViewerScripts } from '../../viewer-scripts.tsx'
import { CopyShared } from './copy-shared.tsx'
import { PasswordForm } from './password-form.tsx'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Query> }

/** Behind a password nothing is told of the model, neither to people nor to programs that show links. */
const UNTOLD = { title: 'A structural model', description: 'Shared by a link.' }

/** The model as the link shows it; null for a link that leads nowhere or asks for its password first. */
async function shownBy(token: string) {
  const shared = await sharedBy(token)
  if (shared.state !== 'open') return null
  const { link, model } = shared
  return modelShown(model, link)
}

async function describedBy(token: string): Promise<string> {
  const shared = await sharedBy(token)
  return shared.state === 'open' ? describeModel(shared.model, shared.link.revision ?? undefined) : ''
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params
  const shared = await sharedBy(token)
  if (shared.state === 'nowhere') return { ...UNLISTED, title: 'Link not found' }
  const shown = await shownBy(token)
  const model = shared.link.passwordHash === null ? shown : null
  const { title, description } = model ? { title: plainName(model.name), description: await describedBy(token) } : UNTOLD
  const image = { url: model ? `${shareUrl(token)}/preview.png` : ANY_MODEL, ...PREVIEW, alt: title }
  return {
    ...UNLISTED,
    title: shown ? plainName(shown.name) : title,
    description,
    openGraph: {
      type: 'website',
      siteName: 'Structural Model Service',
      url: shareUrl(token),
      title,
      description,
      images: [image],
    },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
    ...(model && {
      alternates: { types: { 'application/json+oembed': `${env.APP_URL}/oembed?url=${encodeURIComponent(shareUrl(token))}` } },
    }),
  }
}

/** The model for whoever has the link: the viewer itself, read-only, with nobody's name in it. */
export default async function SharePage({ params, searchParams }: Props) {
  const { token } = await params
  const shared = await sharedBy(token)
  if (shared.state === 'nowhere') notFound()
  if (shared.state === 'locked') return <PasswordForm token={token} query={await searchParams} />
  const model = (await shownBy(token)) ?? shared.model
  const { frames, areas, nodes } = model.counts
  const place = sharedPlace(token, 'share', {
    firstView: await firstViewOf(shared.model.id),
    comments: shared.link.comments,
    revision: shared.link.revision,
  })
  return (
    <>
      <ViewerScripts model={place.addresses.model} />
      <ModelView
        name={model.name}
        counts={{ frames, areas, nodes }}
        place={place}
        actions={
          <ViewerActions>
            <ExportButton path={`/api/share/${token}/export`} name={plainName(model.name)} />
            <CopyShared token={token} name={plainName(model.name)} isSignedIn={(await session()) !== null} />
          </ViewerActions>
        }
      />
    </>
  )
}
