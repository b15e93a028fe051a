import type { Needs } from './roles.ts'

/**
 * People, section 1, as one table: what may be done, through which operation, tool and page, with which scope, through which door, and on
 * which role. Operations and tools say the same of themselves; a test holds them against this, so that a new one needs a row here.
 */

/** Browser session, API key, OAuth access token, share link. */
type Door = 'S' | 'K' | 'O' | 'L'

export type MatrixRow = {
  action: string
  operations?: readonly string[]
  tools?: readonly string[]
  pages?: readonly string[]
  scope: 'read' | 'write'
  /** In the order S, K, O, L. */
  doors: string & (`${Door}` | `${Door}${string}`)
  /** Of the role on a model; null where no model is named. */
  needs: Needs | null
}

export const MATRIX: readonly MatrixRow[] = [
  {
    action: 'read model, check, picture, files',
    operations: [
      ...[
        'read_model',
        'read_elements',
        'check_model',
        'ask_check',
        'query_model',
        'draw_model',
        'export_model',
        'analyse_model',
      ],
    ],
    tools: [
      ...['get_viewer_model', 'query_model', 'check_model', 'analyse_model', 'render_model', 'show_model', 'read_view_data'],
      'export_model',
    ],
    pages: ['/models/[model_id]'],
    ...{ scope: 'read', doors: 'SKO', needs: 'read' },
  },
  {
    action: 'the same by a share link',
    operations: [
      ...['read_shared', 'read_shared_model', 'check_shared_model', 'hear_shared_model', 'enter_link_password'],
      ...['list_shared_views', 'read_shared_view_picture', 'export_shared', 'analyse_shared_model'],
    ],
    pages: ['/share/[token]', '/embed/[token]'],
    ...{ scope: 'read', doors: 'L', needs: 'read' },
  },
  {
    action: 'list models',
    operations: ['list_models'],
    tools: ['list_models'],
    pages: ['/'],
    ...{ scope: 'read', doors: 'SKO', needs: null },
  },
  {
    action: 'revisions, compare',
    operations: ['list_revisions', 'read_revision', 'compare_revisions', 'group_changes'],
    tools: ['list_changes'],
    ...{ scope: 'read', doors: 'SKO', needs: 'read' },
  },
  {
    action: 'see saved views',
    operations: ['list_views', 'read_view_picture'],
    ...{ scope: 'read', doors: 'SKO', needs: 'read' },
  },
  {
    action: 'save a view; change and delete own',
    operations: ['make_view', 'change_view', 'delete_view'],
    ...{ scope: 'write', doors: 'SKO', needs: 'comment' },
  },
  { action: 'choose the first view', operations: ['set_first_view'], ...{ scope: 'write', doors: 'SKO', needs: 'write' } },
  {
    action: 'read comments',
    operations: ['list_comments', 'read_comment'],
    tools: ['list_comments'],
    ...{ scope: 'read', doors: 'SKO', needs: 'read' },
  },
  {
    action: 'read the comments that a link shows',
    operations: ['list_shared_comments'],
    ...{ scope: 'read', doors: 'L', needs: 'read' },
  },
  {
    action: 'comment, reply; change and delete own; resolve own and those assigned to oneself, editors all',
    operations: ['make_comment', 'change_comment', 'delete_comment', 'resolve_comment', 'reopen_comment'],
    tools: ['add_comment', 'resolve_comment'],
    ...{ scope: 'write', doors: 'SKO', needs: 'comment' },
  },
  {
    action: 'what is new since the last visit; note a visit',
    operations: ['read_visit', 'keep_visit'],
    ...{ scope: 'read', doors: 'SK', needs: 'read' },
  },
  {
    action: 'save comments as BCF, authors by name unless one may write',
    operations: ['export_comments'],
    ...{ scope: 'read', doors: 'SKO', needs: 'read' },
  },
  {
    action: 'bring in comments from BCF',
    operations: ['import_comments'],
    ...{ scope: 'write', doors: 'SKO', needs: 'write' },
  },
  { action: 'events', operations: ['hear_revisions'], ...{ scope: 'read', doors: 'SKO', needs: 'read' } },
  {
    action: 'write elements, units, name, restore',
    operations: [
      ...['update_model', 'set_units', 'add_model_elements', 'add_nodes', 'add_frames', 'set_members', 'add_sections'],
      ...[
        'add_materials',
        'add_supports',
        'add_areas',
        'add_grid_lines',
        'add_load_cases',
        'add_loads',
        'add_combinations',
        'add_diaphragms',
        'delete_elements',
        'edit_model',
      ],
      ...['restore_revision', 'undo_writes'],
    ],
    tools: ['add_model_elements', 'edit_model', 'remove_model_elements', 'restore_revision'],
    ...{ scope: 'write', doors: 'SKO', needs: 'write' },
  },
  {
    action: 'duplicate',
    operations: ['duplicate_model'],
    tools: ['duplicate_model'],
    ...{ scope: 'write', doors: 'SKO', needs: 'read' },
  },
  {
    action: 'duplicate what a link shows',
    operations: ['copy_shared_model'],
    ...{ scope: 'write', doors: 'SL', needs: 'read' },
  },
  {
    action: 'see who has access',
    operations: ['list_collaborators'],
    ...{ scope: 'read', doors: 'SK', needs: 'read' },
  },
  {
    action: 'give, change, take roles; answer requests',
    operations: ['put_collaborator', 'answer_access_request'],
    ...{ scope: 'write', doors: 'SK', needs: 'own' },
  },
  { action: 'leave', operations: ['delete_collaborator'], ...{ scope: 'write', doors: 'SK', needs: 'read' } },
  {
    action: 'share links',
    operations: ['make_share_link', 'list_share_links', 'change_share_link', 'revoke_share_link'],
    ...{ scope: 'write', doors: 'SK', needs: 'own' },
  },
  {
    action: 'transfer',
    operations: ['transfer_model', 'withdraw_transfer'],
    ...{ scope: 'write', doors: 'SK', needs: 'own' },
  },
  {
    action: 'delete to the bin, restore, delete permanently', // which is closed to apps by its query
    operations: ['delete_model', 'undelete_model'],
    tools: ['delete_model'],
    pages: ['/bin'],
    ...{ scope: 'write', doors: 'SKO', needs: 'own' },
  },
  {
    action: "the model's activity",
    operations: ['list_model_activity'],
    tools: ['list_activity'],
    pages: ['/models/[model_id]/activity'],
    ...{ scope: 'read', doors: 'SKO', needs: 'write' },
  },
  // Without a model, or one that the caller has no role on.
  {
    action: 'make a model',
    operations: ['create_model', 'import_model'],
    tools: ['create_model', 'import_model'],
    ...{ scope: 'write', doors: 'SKO', needs: null },
  },
  { action: 'look up', operations: ['find_sections'], tools: ['find_sections'], ...{ scope: 'read', doors: 'SKO', needs: null } },
  {
    action: 'answer an invitation',
    operations: ['accept_invitation', 'decline_invitation'],
    pages: ['/invite/[token]'],
    ...{ scope: 'write', doors: 'SK', needs: null },
  },
  { action: 'ask for access', operations: ['ask_for_access'], ...{ scope: 'write', doors: 'S', needs: null } },
  {
    action: 'what happened to oneself',
    operations: ['list_notifications'],
    ...{ scope: 'read', doors: 'S', needs: null },
  },
  { action: 'see whom one has blocked', operations: ['list_blocks'], ...{ scope: 'read', doors: 'SK', needs: null } },
  {
    action: 'block an account, lift it',
    operations: ['block_account', 'unblock_account'],
    ...{ scope: 'write', doors: 'SK', needs: null },
  },
  { action: 'put it aside', operations: ['read_notifications'], ...{ scope: 'write', doors: 'S', needs: null } },
  { action: 'own data', operations: ['list_activity', 'export_account'], ...{ scope: 'read', doors: 'SK', needs: null } },
]
