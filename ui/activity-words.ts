/** What is done to a model, in words, by the names of the log. */
const WORDS: Record<string, string> = {
  'revision.create': 'Created the model',
  'revision.elements': 'Added elements',
  'revision.edit': 'Edited',
  'revision.remove': 'Removed elements',
  'revision.units': 'Set the units',
  'revision.rename': 'Renamed',
  'revision.restore': 'Restored a revision',
  'role.given': 'Gave access',
  'role.taken': 'Removed access',
  'role.left': 'Left the model',
  'role.asked': 'Asked for access',
  'role.refused': 'Declined a request for access',
  'invitation.made': 'Invited',
  'invitation.withdrawn': 'Withdrew an invitation',
  'invitation.accepted': 'Accepted an invitation',
  'invitation.declined': 'Declined an invitation',
  'transfer.offered': 'Offered the model',
  'transfer.withdrawn': 'Withdrew the offer of the model',
  'transfer.accepted': 'Became the owner',
  'link.made': 'Created a share link',
  'link.changed': 'Changed a share link',
  'link.revoked': 'Revoked a share link',
  'view.made': 'Saved a view',
  'view.deleted': 'Deleted a saved view',
  'view.first': 'Chose the first view',
  'comment.made': 'Commented',
  'comment.replied': 'Replied to a comment',
  'comment.resolved': 'Resolved a comment',
  'comment.reopened': 'Reopened a comment',
  'comment.assigned': 'Assigned a comment',
  'comment.deleted': 'Deleted a comment',
  'comment.imported': 'Brought in comments from a BCF file',
  'comment.exported': 'Saved comments as a BCF file',
  'model.deleted': 'Moved the model to the bin',
  'model.undeleted': 'Restored the model from the bin',
  'model.duplicated': 'Created a copy',
}
export const activityWords = (action: string) => WORDS[action] ?? action

const THROUGH: Record<string, string> = {
  web: 'in the browser',
  rest: 'via the REST API',
  mcp: 'via an AI client',
  admin: 'from the command line',
}
/** By what way it was done, which REST without a client is our own page's; nothing for a way without a word. */
export const throughWords = ({ via, client }: { via: string; client: string | null }) =>
  THROUGH[via === 'rest' && !client ? 'web' : via] ?? ''
