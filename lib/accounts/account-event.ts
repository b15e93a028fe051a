import { record } from '#lib/activity/audit.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { log } from '#lib/runtime/log.ts'
import { browserName } from './browser-name.ts'

/**
 * What happens to an account is told twice: to the operator as a line of the log, to whom it is about under Settings → Activity. Never
 * the secret itself, and nothing that was typed where no account is known: people type passwords into the wrong field.
 */

/** Actions as the log of an account names them, in words for people. */
export const ACCOUNT_ACTIONS = {
  'account.sign_up': 'Sign-up',
  'account.sign_in': 'Sign-in',
  'account.sign_out': 'Sign-out',
  'account.end_session': 'Session ended',
  'account.sign_out_everywhere': 'Sign-out everywhere',
  'account.change_password': 'Password change',
  'account.export': 'All data downloaded',
  'account.close': 'Account closed',
  'account.reopen': 'Account reopened',
  'account.reset_link': 'Link for a new password made by the administrator',
  'account.link_login': 'Login linked',
  'account.unlink_login': 'Login unlinked',
  'account.create_api_key': 'API key created',
  'account.revoke_api_key': 'API key revoked',
  'account.connect_app': 'App connected',
  'account.disconnect_app': 'App disconnected',
  'account.confirm_email': 'Address confirmed',
  'account.forgotten': 'Link for a new password asked for',
  'account.disable': 'Account closed by the administrator',
  'account.enable': 'Account opened again by the administrator',
  'account.models_given': 'Models given to another account',
  'account.models_received': 'Models received from another account',
  'account.bin_emptied': 'Bin emptied by the administrator',
} as const
export type AccountAction = keyof typeof ACCOUNT_ACTIONS

type AccountEvent = {
  /** Null: an address that nobody has. Such an event is a line of the log only. */
  userId: string | null
  action: AccountAction
  result?: 'ok' | 'failed' | 'throttled'
  /** What it was about: a key's name and last characters, the provider, why it failed. */
  about?: Record<string, unknown>
}

const level = (result: string) => (result === 'ok' ? log.info : log.warn)

/** `headers` are those of the request that did it. */
export async function logAccountEvent(
  headers: HeaderFields,
  { userId, action, result = 'ok', about = {} }: AccountEvent,
): Promise<void> {
  const address = clientAddress(headers)
  level(result)(`${ACCOUNT_ACTIONS[action]}: ${result}`, { action, result, userId, address, ...about })
  if (userId === null) return
  const client = { clientName: browserName(headers.get('user-agent')) }
  await record({ userId, via: 'web', ...client, action, result, detail: { ...(address !== null && { address }), ...about } })
}

/** The same at the command line, whose stderr is for people: in the account's own log alone. */
export const logAdminEvent = (userId: string, action: AccountAction, about: Record<string, unknown> = {}): Promise<void> =>
  record({ userId, via: 'admin', action, result: 'ok', detail: about })
