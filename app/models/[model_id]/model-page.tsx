'use client'

import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { later } from '#ui/later.tsx'
import type { ModelViewProps } from '#viewer/model-view.tsx'
import { ExportButton, ViewerActions } from '../../_files/export-button.tsx'
import { ShareButton } from '../../_share/share-button.tsx'
import type { ShareProps } from '../../_share/share-dialog.tsx'
import { ModelView } from '../../later.tsx'

const NoAccess = later(() => import('./access.tsx').then((found) => found.NoAccess))

/** The viewer of somebody with a role: what they may do follows the role, also when it changes while they look. */
export function ModelPageView({ share, ...view }: ModelViewProps & { share: ShareProps }) {
  const router = useRouter()
  const { role, model } = share
  const onRole = useCallback((now: string) => now !== role && router.refresh(), [role, router])
  const actions = (
    <ViewerActions>
      <ExportButton path={`/api/construct-models/${model.id}/export`} name={model.name} />
      <ShareButton {...share} />
    </ViewerActions>
  )
  return <ModelView {...view} actions={actions} whenShut={<NoAccess modelId={model.id} />} onRole={onRole} />
}
