'use client'

import { useParams } from 'next/navigation'
import { NoAccess } from './access.tsx'

/** The page of Next for what is not found has no parameters. */
export function NoAccessHere() {
  const { model_id } = useParams<{ model_id: string }>()
  return <NoAccess modelId={decoded(model_id)} />
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // `%zz`: no model is called that
  }
}
