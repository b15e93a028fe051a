import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { env } from '#lib/runtime/env.ts'
import './globals.css'
import { AddressCheck } from '#ui/address-check.tsx'
import { Around } from '#ui/around.tsx'
import { Footer } from './_ui/footer.tsx'
import { Header } from './_ui/header.tsx'
import { chosenTheme } from './session.ts'

export const metadata: Metadata = {
  metadataBase: new URL(env.APP_URL),
  title: { default: 'Structural Model Service', template: '%s · Structural Model Service' },
  description: 'Structural models by REST and MCP, with a 3D viewer.',
  referrer: 'strict-origin-when-cross-origin',
  icons: {
    icon: [
      { url: '/favicon.ico', sizes: '16x16 32x32 48x48' },
      { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    ],
    apple: '/apple-touch-icon.png',
  },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#1a1e23' },
  ],
}

/** Every page: the header, then the page's own `<main id="main">`. */
export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme={await chosenTheme()}>
      <body>
        <Around>
          <a className="skip-link" href="#main">
            Skip to the content
          </a>
          <Header />
          <noscript>
            <p className="noscript">
              Without JavaScript you can read these pages, sign in and decide about apps; other forms and buttons and the 3D
              viewer need it.
            </p>
          </noscript>
          <AddressCheck appUrl={env.APP_URL} />
        </Around>
        {children}
        <Around>
          <Footer policyUrl={env.POLICY_URL} termsUrl={env.TERMS_URL} supportUrl={env.SUPPORT_URL} />
        </Around>
      </body>
    </html>
  )
}
