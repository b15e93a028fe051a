import { parseArgs } from 'node:util'
import { requestedScopes, SCOPES } from '#lib/access/scopes.ts'
import { isToolNameStyle, TOOL_NAME_STYLES } from '#lib/access/tool-name-style.ts'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { createApiKey } from '#lib/accounts/api-keys.ts'
import { Refusal } from '#lib/start/progress.mjs'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'

export const createApiKeyCommand: Command = {
  usage: `create-api-key --email E --scopes "${SCOPES.join(' ')}" [--name N] [--tool-names ${TOOL_NAME_STYLES.join('|')}]`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        scopes: { type: 'string' },
        name: { type: 'string' },
        'tool-names': { type: 'string' },
      },
    })
    const user = await accountOf(values.email)
    const scopes = requestedScopes(values.scopes?.trim() || undefined, [])
    if (!scopes || scopes.length === 0) throw new Refusal(`--scopes takes one or both of: ${SCOPES.join(' ')}`)
    const toolNameStyle = values['tool-names'] ?? null
    if (toolNameStyle !== null && !isToolNameStyle(toolNameStyle)) {
      throw new Refusal(`--tool-names takes one of: ${TOOL_NAME_STYLES.join(' ')}`)
    }
    const name = values.name ?? 'Command line'
    const made = await createApiKey(user.id, { name, scopes, toolNameStyle })
    await logAdminEvent(user.id, 'account.create_api_key', { name, hint: made.key.slice(-4), scopes })
    return {
      ...made,
      name,
      scopes,
      toolNameStyle: toolNameStyle ?? 'dotted',
    }
  },
}
