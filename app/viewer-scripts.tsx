import { headers } from 'next/headers'
import { viewerScripts } from '#lib/runtime/viewer-scripts.ts'
import { requestAhead } from '#viewer/hosts/model-ahead.ts'

type Props = {
  model: string | null
  /** A script that must hear what happens before the others are there. */
  earlyScript?: string
}

/** What asks for a script waits for ever for one that failed before, unless its element is gone: then it is fetched anew. */
const LETTING_GO = `addEventListener('error',({target})=>{if(target instanceof HTMLScriptElement)target.remove()},true)`

/**
 * Has the browser fetch what draws a model together with the page: the viewer asks for it too, but only once the scripts of the page
 * have come. So is the model itself, by its address; null: the viewer opens with another than the newest. As scripts, not as preloads,
 * which browsers warn of where a slow machine comes to them late.
 */
export async function ViewerScripts({ model, earlyScript }: Props) {
  const policy = (await headers()).get('content-security-policy')
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1]
  return (
    <>
      {[LETTING_GO, earlyScript, model && requestAhead(model)].map(
        (text) =>
          text && (
            <script
              key={text}
              nonce={nonce}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a script's text, in which React would escape quotation marks
              dangerouslySetInnerHTML={{ __html: text }}
              suppressHydrationWarning // browsers hide the nonce
            />
          ),
      )}
      {viewerScripts().map((address) => (
        <script key={address} async src={address} nonce={nonce} />
      ))}
    </>
  )
}
