/** What is done to a model, in words, by the names of the log. */
const WORDS: Record<string, string> = {
  'revision.create': 'Made the model',
  'revision.elements': 'Added elements',
  'revision.edit': 'Edited',
  'revision.remove': 'Removed elements',
  'revision.units': 'Set the units',
  'revision.rename': 'Renamed',
  'revision.restore': 'Restored a revision',
  'role.given': 'Gave a role',
  'role.taken': 'Took a role away',
  'role.left': 'Left the model',
  'role.asked': 'Asked for access',
  'role.refused': 'Refused access',
  'invitation.made': 'Invited',
  'invitation.withdrawn': 'Withdrew an invitation',
  'invitation.accepted': 'Accepted an invitation',
  'invitation.declined': 'Declined an invitation',
  'transfer.offered': 'Offered the model',
  'transfer.withdrawn': 'Withdrew the offer of the model',
  'transfer.accepted': 'Became the owner',
  'link.made': 'Made a share link',
  'link.changed': 'Changed a share link',
  'link.revoked': 'Revoked a share link',
  'view.made': 'Saved a view',
  'view.deleted': 'Deleted a saved view',
  'view.first': 'Chose the first view',
  'model.deleted': 'Put the model into the bin',
  'model.undeleted': 'Brought the model back',
  'model.duplicated': 'Made a copy',
}
export const activityWords = (action: string) => WORDS[action] ?? action

const THROUGH: Record<string, string> = {
  web: 'in the browser',
  rest: 'by REST',
  mcp: 'through an AI client',
  admin: 'at the command line',
}
/** By what way it was done, which REST without a client is our own page's; nothing for a way without a word. */
export const throughWords = ({ via, client }: { via: string; client: string | null }) =>
  THROUGH[via === 'rest' && !client ? 'web' : via] ?? ''
