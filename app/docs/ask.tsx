'use client'

import { Code } from './code.tsx'
import { curlOf, type Request } from './curl.ts'
import { TryIt, type TryItProps } from './try-it.tsx'

type AskProps = {
  request: Request
  label: string
  /** No key may. */
  isForBrowsers: boolean
  /** Absent where no page could show the answer. */
  inputs?: TryItProps['parameters']
}

/** A request by a shell, and from here. Laid out in the browser, too, so that the page holds its body once for both. */
export function Ask({ request, label, isForBrowsers, inputs }: AskProps) {
  const { method, path, body } = request
  return (
    <>
      {isForBrowsers ? (
        <p>Only in a browser that is signed in: no key may.</p>
      ) : (
        <Code label={`${label}, curl`} text={curlOf(request)} />
      )}
      {inputs && (
        <TryIt
          method={method}
          path={path}
          parameters={inputs}
          {...(body !== undefined && { body: JSON.stringify(body, null, 2) })}
        />
      )}
    </>
  )
}
