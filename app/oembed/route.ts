import { previewByNext as GET } from '#lib/rest/share-previews.ts'

export { GET, GET as HEAD, GET as OPTIONS, GET as PUT, GET as POST, GET as PATCH, GET as DELETE }
