export function problem(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { title: detail, status, detail },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length > limit) throw new Error('too large')
  return bytes
}
