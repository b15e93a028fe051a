/** What the owner of a model allows somebody, on top of what their credentials allow. `null`: not a collaborator. */
export type Role = 'owner' | 'editor' | 'viewer'

export const mayRead = (role: Role | null): role is Role => role !== null
export const mayWrite = (role: Role | null): role is 'owner' | 'editor' => role === 'owner' || role === 'editor'
/** Into the bin, out of it, and for good. */
export const mayDelete = (role: Role | null): role is 'owner' => role === 'owner'
