import { type Browser, chromium } from 'playwright'
import { needChromium } from '#lib/start/build/chromium.mjs'

const SOFTWARE_GL = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking']

/** Chromium that draws without a graphics card, as all benches of the viewer do. */
export const openBrowser = async (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: await needChromium(), args: [...SOFTWARE_GL, ...more] })
