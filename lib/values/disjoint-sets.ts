/** Ordinals of what belongs together. */
export type Group = [number, ...number[]]

/** Union-find over ordinals. `groups` come in the order of their first members, members in order. */
export function disjointSets(count: number) {
  const parent = Uint32Array.from({ length: count }, (_, i) => i)
  const find = (i: number): number => {
    let root = i
    while (parent[root] !== root) root = parent[root]!
    for (let offset = i; offset !== root; ) [offset, parent[offset]] = [parent[offset]!, root]
    return root
  }
  return {
    find,
    /** The lower ordinal stays the root, so a group is known by its first member. */
    join(a: number, b: number): void {
      const [one, other] = [find(a), find(b)]
      parent[Math.max(one, other)] = Math.min(one, other)
    },
    /** The groups of two or more. */
    several(): Group[] {
      const groups = new Map<number, Group>()
      for (let i = 0; i < count; i++) {
        const root = find(i)
        if (root === i) continue
        const group = groups.get(root)
        if (group) group.push(i)
        else groups.set(root, [root, i])
      }
      return [...groups.values()].sort(([one], [other]) => one - other)
    },
    groups(): Group[] {
      const groups = new Map<number, Group>()
      for (let i = 0; i < count; i++) {
        const root = find(i)
        const group = groups.get(root)
        if (group) group.push(i)
        else groups.set(root, [i])
      }
      return [...groups.values()]
    },
  }
}
