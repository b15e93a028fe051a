import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { may } from '#lib/access/roles.ts'
import { env } from '#lib/runtime/env.ts'
import { firstViewOf } from '#lib/service/views/saved-views.ts'
import { plainName } from '#lib/values/display-name.ts'
import { type Query, sessionOrSignIn } from '../../session.ts'
import { ViewerScripts } from '../../viewer-scripts.tsx'
import { EmptyModel } from './empty-later.tsx'
import { idOf, modelFor } from './model-for.ts'
import { ModelPageView } from './model-page.tsx'

type Props = { params: Promise<{ model_id: string }>; searchParams: Promise<Query> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const model = await modelFor(await idOf(params), 'read')
  return { title: model ? plainName(model.name) : 'Not found' }
}

/** Says who may look and what it is called; the model itself is fetched by the viewer. */
export default async function ModelPage({ params, searchParams }: Props) {
  const id = await idOf(params)
  const path = `/models/${encodeURIComponent(id)}`
  const query = queryText(await searchParams)
  const who = await sessionOrSignIn(`${path}${query}`)
  const model = await modelFor(id, 'read')
  if (!model) notFound()
  const address = `/api/construct-models/${encodeURIComponent(model.id)}`
  const firstView = await firstViewOf(model.id)
  const isNewest = !/\b(?:revision|compare)=/.test(query || (firstView ?? ''))
  return (
    <>
      <ViewerScripts model={isNewest ? address : null} />
      <ModelPageView
        share={{
          model: { id: model.id, name: plainName(model.name) },
          role: model.role,
          you: { userId: who.userId, email: who.email },
        }}
        name={model.name}
        counts={{ frames: model.counts.frames, areas: model.counts.areas, nodes: model.counts.nodes }}
        place={{
          place: 'page',
          can: [
            ...(['history', 'views', 'visits', 'comments', 'file', 'clipboard', 'analyse'] as const),
            ...(may(model.role, 'comment') ? (['comment'] as const) : []),
            ...(may(model.role, 'write') ? (['restore', 'write', 'activity'] as const) : []),
          ],
          addresses: {
            model: address,
            events: `${address}/events`,
            check: `${address}/check`,
            revisions: `${address}/revisions`,
            views: `${address}/views`,
            comments: `${address}/comments`,
            analyse: `${address}/analyse`,
          },
          firstView,
        }}
        empty={
          may(model.role, 'write') && (
            <EmptyModel id={model.id} name={plainName(model.name)} units={model.units} appUrl={env.APP_URL} />
          )
        }
      />
    </>
  )
}

/** The view that the link keeps must survive the sign-in. */
function queryText(query: Query): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  ).toString()
  return text && `?${text}`
}
