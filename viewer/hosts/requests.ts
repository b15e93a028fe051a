/** Operations of the API that the viewer asks for, beside the model itself: their method, below which of its addresses, and where there. */
const REQUESTS: Record<string, string> = {
  list_revisions: 'GET revisions',
  list_model_activity: 'GET model/activity',
  compare_revisions: 'GET revisions/{revision}/changes',
  restore_revision: 'POST revisions/{revision}/restore',
  list_views: 'GET views',
  make_view: 'POST views',
  change_view: 'PATCH views/{id}',
  delete_view: 'DELETE views/{id}',
  list_comments: 'GET comments',
  list_collaborators: 'GET model/collaborators',
  make_comment: 'POST comments',
  change_comment: 'PATCH comments/{id}',
  delete_comment: 'DELETE comments/{id}',
  resolve_comment: 'POST comments/{id}/resolve',
  reopen_comment: 'POST comments/{id}/reopen',
  export_comments: 'GET comments.bcf',
  import_comments: 'POST comments/import',
  read_visit: 'GET model/visit',
  keep_visit: 'PUT model/visit',
  analyse_model: 'POST analyse',
  set_first_view: 'PUT model/first-view',
}

type Addresses = Readonly<Record<string, string | null | undefined>>

/** What stands in the path goes there; the rest is the query of what is read, and else the body, which may be a file. */
export function toRequest(operation: string, input: Record<string, unknown>, addresses: Addresses) {
  const [, method = '', at = '', path = ''] = /^(\w+) (\w+)(.*)$/.exec(REQUESTS[operation] ?? '') ?? []
  const base = addresses[at]
  if (!base) throw new Error(`no ${operation} here`)
  const rest = new Map(Object.entries(input))
  const below = path.replace(/{(\w+)}/, (_, name) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return value
  })
  if (method === 'DELETE') return { address: base + below, method }
  const file = rest.get('file')
  if (method !== 'GET') return { address: base + below, method, body: file instanceof Blob ? file : Object.fromEntries(rest) }
  const query = [...rest].flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return { address: `${base}${below}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`, method }
}
