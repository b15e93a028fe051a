/** In CSS pixels: where the viewer is narrower, panels come as sheets over the lower part of the picture. */
export const PHONE = 640
