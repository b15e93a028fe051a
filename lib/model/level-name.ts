/** What a level without a label is called where its id says nothing: by its height. */
export const levelName = (label: string | null | undefined, elevation: number): string => label || String(elevation)

/** The label that such a name was made of; none where it is the height. */
export const labelOfName = (name: string | undefined, elevation: number): string | undefined =>
  name === String(elevation) ? undefined : name
