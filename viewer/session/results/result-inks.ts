/** What results are drawn with over the model, and shown with in the legend. */

export type ResultInks = Readonly<Record<'shape' | 'older' | 'above' | 'below' | 'hinge' | 'reaction', `rgb(${string})`>>

const ON_LIGHT: ResultInks = {
  shape: 'rgb(0 96 176)',
  older: 'rgb(190 100 10)',
  above: 'rgb(20 84 190)',
  below: 'rgb(190 30 40)',
  hinge: 'rgb(205 20 30)',
  reaction: 'rgb(10 104 66)',
}
const ON_DARK: ResultInks = {
  shape: 'rgb(64 199 255)',
  older: 'rgb(240 170 90)',
  above: 'rgb(110 170 250)',
  below: 'rgb(250 120 120)',
  hinge: 'rgb(255 90 90)',
  reaction: 'rgb(96 214 150)',
}

export const resultInks = (isDark: boolean): ResultInks => (isDark ? ON_DARK : ON_LIGHT)
