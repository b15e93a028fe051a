import { BcfQuery, exportComments } from '#lib/service/comments/export-bcf.ts'
import { CommentsImported, importComments } from '#lib/service/comments/import-bcf.ts'
import { writerOf } from '#lib/service/comments/write-comment.ts'
import { REVALIDATED } from '../etag.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { json } from '../reply.ts'

/** Comments in and out by files of the BIM Collaboration Format. People, section 14. */

const COMMENTS = '/api/construct-models/{model_id}/comments'

export const exportModelComments = operation({
  id: 'export_comments',
  method: 'GET',
  path: `${COMMENTS}.bcf`,
  tag: 'Comments',
  summary: 'Save comments as BCF',
  description:
    'A file of the BIM Collaboration Format, 3.0, with a folder for each thread: its text, replies, status, camera, elements, section box and a picture. ' +
    'At most 1000 threads a file, by rising number; `Link` with `rel="next"` leads to the rest. Authors are addresses for owners and editors, else names.',
  needs: 'read',
  query: BcfQuery,
  mediaType: 'application/octet-stream',
  async run({ caller, model, query, request, workRequest }) {
    const { bytes, headers, next } = await exportComments(model, writerOf(caller), query, workRequest)
    const link = next === null ? {} : { Link: `<${addressFrom(request.url, next)}>; rel="next"` }
    const reply = { ...REVALIDATED, ...headers, 'X-Content-Type-Options': 'nosniff', Vary: 'Authorization, Cookie', ...link }
    return { status: 200, headers: reply, body: [bytes] }
  },
})

function addressFrom(url: string, next: number): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.set('from', String(next))
  return `${pathname}?${searchParams}`
}

export const importModelComments = operation({
  id: 'import_comments',
  method: 'POST',
  path: `${COMMENTS}/import`,
  tag: 'Comments',
  summary: 'Bring in comments from BCF',
  description:
    'The bytes of a BCF file, 3.0 or 2.1: `curl --data-binary @Tower.bcf`. Threads and comments are known by their GUIDs, so that a file that comes back changes what it was made of: ' +
    'the later version counts, what the file lacks stays, and nobody else’s text is changed. Authors become text, never accounts, and nobody is notified. `warnings` names what was not taken. All of it, or nothing.',
  needs: 'write',
  takesFile: true,
  answer: CommentsImported,
  example: { answer: example.commentsImported },
  run: async ({ caller, model, bytes, workRequest }) => json(await importComments(model, writerOf(caller), bytes, workRequest)),
})
