import { transaction } from '#lib/db/client.ts'
import { endpoint, formParameters, oauthError } from './endpoint.ts'
import { publicClient } from './public-client.ts'
import { endGrant, endToken, findToken } from './store.ts'

/**
 * Revocation (RFC 7009): 200 for a token that is valid, unknown or revoked already (§2.2). A refresh token takes its family along
 * (§2.1); another client's token stays. `token_type_hint` is not needed to find one.
 */
export const revoke = endpoint(
  {
    async POST(request) {
      const parameters = await formParameters(request)
      if (parameters instanceof Response) return parameters
      const client = await publicClient(request, parameters)
      if (client instanceof Response) return client
      const token = parameters.get('token')
      if (token === undefined) return oauthError(400, 'invalid_request', 'token is missing')
      await transaction(async (tx) => {
        const found = await findToken(tx, token)
        if (!found || found.grant.clientId !== client.id) return
        await (found.kind === 'refresh' ? endGrant(tx, found.grantId) : endToken(tx, token))
      })
      return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } })
    },
  },
  { cors: true },
)
