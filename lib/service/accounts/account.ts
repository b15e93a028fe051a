/** What somebody sees of their own account: profile, room that is taken, keys, browsers, connected apps, closing. */
export { countApiKeys, listApiKeys } from '#lib/accounts/api-keys.ts'
export { browserName } from '#lib/accounts/browser-name.ts'
export { CLOSED_DAYS, goesAt, isClosed } from '#lib/accounts/close-account.ts'
export { listSignIns } from '#lib/accounts/sign-ins.ts'
export { profileOf } from '#lib/accounts/users.ts'
export { connectedApps, manualClients } from '#lib/oauth/connected-apps.ts'
export { heldBy, type StorageUse } from '#lib/storage/quota.ts'
