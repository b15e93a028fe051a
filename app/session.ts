import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { type SignedIn, signedIn } from '#lib/service/accounts/sign-in.ts'

/** Who looks at this page; asked once per request, however many components want to know. */
export const session = cache(async () => signedIn(await headers()))

/** Also of somebody who can do nothing yet but confirm the address. */
export const unconfirmedSession = cache(async () => signedIn(await headers(), { unconfirmed: true }))

/** The same for pages that need somebody: others sign in first, or confirm their address, and come back to `path`. */
export async function sessionOrSignIn(path: string): Promise<SignedIn> {
  const who = await session()
  if (who) return who
  if (await unconfirmedSession()) redirect('/confirm-email')
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}

export type Theme = 'light' | 'dark'

/** The colours that the person chose, kept in a cookie; undefined: the system's. */
export async function chosenTheme(): Promise<Theme | undefined> {
  const theme = (await cookies()).get('theme')?.value
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** What Next gives a page as `searchParams`. */
export type Query = Record<string, string | string[] | undefined>
