import { parseArgs } from 'node:util'
import { db } from '#lib/db/client.ts'
import type { Command } from './command.ts'

export const listUsersCommand: Command = {
  usage: 'list-users [--q TEXT] [--disabled]',
  async run(args) {
    const { values } = parseArgs({ args, options: { q: { type: 'string' }, disabled: { type: 'boolean' } } })
    const users = await db().user.findMany({
      where: {
        ...(values.q && { OR: [{ email: { contains: values.q.toLowerCase() } }, { name: { contains: values.q } }] }),
        ...(values.disabled && { disabledAt: { not: null } }),
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: {
        id: true,
        email: true,
        emailVerified: true,
        name: true,
        createdAt: true,
        disabledAt: true,
        signIns: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: 'desc' }, take: 1 },
        apiKeys: { select: { lastUsedAt: true }, where: { revokedAt: null } },
        grants: { select: { clientId: true, lastUsedAt: true }, where: { revokedAt: null } },
        _count: { select: { models: true } },
      },
    })
    return users.map(({ signIns, apiKeys, grants, _count, emailVerified, ...user }) => ({
      ...user,
      confirmed: emailVerified !== null,
      lastSeenAt: latest([
        ...signIns.map(({ lastSeenAt }) => lastSeenAt),
        ...[...apiKeys, ...grants].map((one) => one.lastUsedAt),
      ]),
      models: _count.models,
      keys: apiKeys.length,
      apps: new Set(grants.map(({ clientId }) => clientId)).size,
    }))
  },
}

const latest = (moments: (Date | null)[]): Date | null =>
  moments.reduce((last, time) => (time && (!last || time > last) ? time : last), null)
