import { env } from '#lib/runtime/env.ts'

/** Whom to ask where only the administrator can help. */
export function AdminContact() {
  const { ADMIN_CONTACT: contact } = env
  if (!contact) return 'the administrator'
  return <a href={contact.includes('@') && !contact.includes(':') ? `mailto:${contact}` : contact}>{contact}</a>
}
