/** What the owner of a model allows somebody, on top of what their credentials allow. People, section 1. */
export const ROLES = ['owner', 'editor', 'commenter', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Roles that an owner can give. Ownership is transferred, not given. */
export const ASSIGNABLE_ROLES = ['editor', 'commenter', 'viewer'] as const
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number]

/** What can be done to a model, in ascending order: whoever may do one may do all before it. */
export const NEEDS = ['read', 'comment', 'write', 'own'] as const
export type Needs = (typeof NEEDS)[number]

const MAY: Record<Role, Needs> = { owner: 'own', editor: 'write', commenter: 'comment', viewer: 'read' }

/** `null`: no role, which allows nothing. */
export const may = (role: Role | null, needs: Needs): role is Role =>
  role !== null && NEEDS.indexOf(MAY[role]) >= NEEDS.indexOf(needs)

/** The least role that may. */
export const roleFor = (needs: Needs): Role => ROLES.findLast((role) => may(role, needs)) ?? 'owner'

/** A role as it was stored; null for an unknown word. */
export const toRole = (text: string): AssignableRole | null => ASSIGNABLE_ROLES.find((role) => role === text) ?? null
