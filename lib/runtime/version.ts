import packageJson from '../../package.json' with { type: 'json' }

export const { name, version } = packageJson

/** Versions of the REST API, the newest first, by Semantic Versioning. What they promise stands at `/docs/versions`. */
export const API_VERSIONS = [
  {
    version: '1.0.0',
    date: '2026-11-24',
    what: 'The first with a promise: what it has stays as long as the versions begin with 1.',
  },
] as const

/** Each answer says it. */
export const apiVersion = API_VERSIONS[0].version
