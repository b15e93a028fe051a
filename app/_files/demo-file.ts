/** The demo building as a body that creates a model. */
export async function readDemo(): Promise<Blob> {
  const answer = await fetch('/examples/demo-building.json')
  if (!answer.ok) throw new Error(`The demo building could not be loaded: ${answer.status}.`)
  return answer.blob()
}
