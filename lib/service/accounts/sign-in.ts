/** How people come in, for pages: who is signed in, which ways are open, and what a mailed link is for. */
export { opensPassword } from '#lib/accounts/link-operations.ts'
export { openDomains } from '#lib/accounts/open-domains.ts'
export { loginProviders } from '#lib/accounts/provider/login-providers.ts'
export {
  guestAddress,
  invitationIn,
  mayUsePassword,
  opensSignUp,
  takesPasswords,
  takesSomePasswords,
  whyClosed,
  whyNotByProvider,
} from '#lib/accounts/registration.ts'
export { samePath } from '#lib/accounts/same-path.ts'
export { type SignedIn, signedIn } from '#lib/accounts/sign-ins.ts'
export { userOfToken } from '#lib/accounts/user-tokens.ts'
export { sendsMail } from '#lib/activity/outbox.ts'
export { clientWaitingAt, consentFor } from '#lib/oauth/consent.ts'
