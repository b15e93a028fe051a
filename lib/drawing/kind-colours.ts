/** What an element is, in calm colours that hold on light and on dark. */
export const KIND_COLOURS = {
  column: '#4d7fb3',
  beam: '#c97d3a',
  brace: '#8466ad',
  arch: '#a04f63',
  cable: '#3f8f86',
  hanger: '#6d8f3f',
  floor: '#aebccb',
  /** 12 % darker than a floor, as the viewer draws walls in any colour (`viewer/picture/elements/areas.ts`). */
  wall: '#99a5b3',
  ramp: '#c3b597',
  roof: '#b58f83',
  shell: '#9fb59a',
} as const
