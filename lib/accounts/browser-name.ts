// In this order: Edge and Opera also say Chrome, Chrome also says Safari.
const BROWSERS = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).* Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** "Firefox 140 on Linux", as well as the User-Agent header tells; what it says may be made up. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const browser = BROWSERS.map(([pattern, name]) => [pattern.exec(userAgent)?.[1], name] as const).find(([version]) => version)
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const name = browser ? `${browser[1]} ${browser[0]}` : (userAgent.split(/[\s/]/)[0]?.slice(0, 40) ?? 'Unknown browser')
  return system ? `${name} on ${system}` : name
}
