/** The mark: a braced portal frame with its four nodes, on pinned feet. */
export function Mark({ size = 1.5 }: { size?: number }) {
  const side = `${size}rem` // as large as the letters beside it, at any zoom
  return (
    <svg width={side} height={side} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M5 19V6h14v13M5 19 19 6" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" />
      <path d="M5 19l-2.5 3h5zM19 19l-2.5 3h5z" fill="var(--accent)" />
      <circle cx="5" cy="6" r="2.25" fill="var(--accent)" />
      <circle cx="19" cy="6" r="2.25" fill="var(--accent)" />
    </svg>
  )
}
