import { headers } from 'next/headers'
import { viewerScripts } from '#lib/viewer-scripts.ts'
import { askingAhead } from './_viewer/hosts/model-ahead.ts'

/**
 * Has the browser fetch what draws a model together with the page: the viewer asks for it too, but only once the scripts of the page
 * have come. So is the model itself, by its address; null: the viewer opens with another than the newest. As scripts, not as preloads, which browsers warn of where a slow machine comes to them late.
 */
export async function ViewerScripts({ model }: { model: string | null }) {
  const policy = (await headers()).get('content-security-policy')
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1]
  return (
    <>
      {model && (
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a script's text, in which React would escape quotation marks
          dangerouslySetInnerHTML={{ __html: askingAhead(model) }}
          suppressHydrationWarning // browsers hide the nonce
        />
      )}
      {viewerScripts().map((address) => (
        <script key={address} async src={address} nonce={nonce} />
      ))}
    </>
  )
}
