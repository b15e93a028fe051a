import { When } from '#ui/when.tsx'

/** When a key or an app came last. */
export function LastUsed({ at }: { at: Date | null }) {
  if (!at) return 'not used yet'
  return (
    <>
      last used <When at={at} />
    </>
  )
}
