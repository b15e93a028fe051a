/** What the address of the list says, of which models and in which order; nothing of what it shows unasked. */
export const listQuery = ({ q, role, order }: { q: string; role: string | undefined; order: string }) => ({
  ...(q && { q }),
  ...(role && { role }),
  ...(order !== 'changed' && { sort: order }),
})
