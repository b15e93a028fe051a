import { ago } from '#lib/values/time-ago.ts'

/** How long ago; the moment itself by pointing at it. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={new Date(at).toLocaleString()}>
    {ago(Date.now() - Date.parse(at))}
  </time>
)
