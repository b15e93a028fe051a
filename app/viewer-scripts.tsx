import { headers } from 'next/headers'
import { viewerScripts } from '#lib/viewer-scripts.ts'

/**
 * Has the browser fetch what draws a model together with the page: the viewer asks for it too, but only once the scripts of the page
 * have come. As scripts, not as preloads, which browsers warn of where a slow machine comes to them late.
 */
export async function ViewerScripts() {
  const policy = (await headers()).get('content-security-policy')
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1]
  return viewerScripts().map((address) => <script key={address} async src={address} nonce={nonce} />)
}
