/** Line drawings of 20 × 20, in the colour of the text. */
const PATHS = {
  outline: 'M4 5h12M4 10h12M4 15h8',
  layers: 'M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 14l7 4 7-4',
  check: 'M4 10.5l4 4 8-9',
  views: 'M3 4h14v9H3zM3 10.5l3.5-3 3 2.5 3-3.5 4.5 4M6 16.5h8',
  comments: 'M3 4h14v9.5H9.5L6 16.5v-3H3zM6 7.5h8M6 10h5',
  history: 'M4 10a6 6 0 1 1 2 4.5M4 15v-3h3M10 7v3.5l2.5 1.5',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 7h6v6H7z',
  cube: 'M10 3l6 3.4v7L10 17l-6-3.6v-7zM4 6.4l6 3.4 6-3.4M10 9.8V17',
  plan: 'M3 3h14v14H3zM3 10h14M10 3v14',
  front: 'M3 17h14M5 17V6h10v11M5 10h10M5 13.5h10',
  hide: 'M3 3l14 14M8 5.3A8 8 0 0 1 18 10a10 10 0 0 1-2.4 3M12.5 12.5a3.5 3.5 0 0 1-5-5M5 6.5A11 11 0 0 0 2 10a8 8 0 0 0 10 4.7',
  show: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10zM10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  isolate: 'M10 3v3M10 14v3M3 10h3M14 10h3M7 7h6v6H7z',
  undo: 'M4 8h8a4 4 0 0 1 0 8H8M4 8l4-4M4 8l4 4',
  box: 'M4 4h2M9 4h2M14 4h2v2M16 9v2M16 14v2h-2M11 16H9M6 16H4v-2M4 11V9M4 6V4',
  next: 'M8 4l6 6-6 6',
  down: 'M4 8l6 6 6-6',
  measure: 'M3 13L13 3l4 4L7 17zM6 10l1.5 1.5M8.5 7.5L10.5 9.5M11 5l1.5 1.5',
  section: 'M3 6l7-3 7 3v8l-7 3-7-3zM3 10h14',
  camera: 'M3 6.5h3l1.5-2h5l1.5 2h3v9H3zM10 8.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4z',
  link: 'M8.5 11.5l3-3M9 6.5L11 4.5a3.2 3.2 0 0 1 4.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 0 1 4.5 11l2-2',
  tab: 'M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8',
  help: 'M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7M10 14.5v.1M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z',
  sheet: 'M5 2.5h7l3 3v12H5zM12 2.5v3h3M7.5 13.5v-4h5v4M7.5 11.5h5',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M8 8v8',
  results: 'M2.5 7h15M2.5 7c4 7 11 7 15 0M5 17v-2.5M15 17v-2.5M10 7v4.5',
  close: 'M5 5l10 10M15 5L5 15',
  back: 'M12 4l-6 6 6 6',
  toLeft: 'M3 4h14v12H3zM8 4v12M14.5 10h-4M12 8l-2 2 2 2',
  toRight: 'M3 4h14v12H3zM12 4v12M5.5 10h4M8 8l2 2-2 2',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4',
  fly: 'M3 10l14-6-5 13-2.5-5.5z',
  parallel: 'M4 7l6-3 6 3v7l-6 3-6-3zM4 7l6 3 6-3M10 10v7',
} as const
export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
