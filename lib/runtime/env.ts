import { resolve } from 'node:path'
import { z } from 'zod'
import { GB, KB, MB } from '#lib/values/bytes.ts'
import { availableMemory } from './available-memory.ts'
import { limits } from './limits.ts'
import { unknownVariables } from './unknown-variables.ts'

/** The environment, parsed once. `.env.example` lists every variable with its meaning. */

const Flag = z.enum(['on', 'off'])
const Count = z.coerce.number().int().min(1)
const Origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(
    (value) => new URL(value).origin === value,
    'must be an origin such as https://models.example.com: no path, no trailing slash',
  )

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** Who may make an account: anybody, nobody, whoever a provider knows, or who has an address of one of these domains. */
const Registration = z
  .string()
  .default('open')
  .transform((text, context) => {
    if (text === 'open' || text === 'closed' || text === 'provider') return text
    const domains = text.split(',').map((part) => part.trim().toLowerCase())
    if (domains.every((domain) => DOMAIN.test(domain))) return { domains }
    context.addIssue('must be open, closed, provider, or domains such as firm.example,firm.de')
    return z.NEVER
  })

const Words = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))

/** Where nobody else listens. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

const Variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  APP_URL: Origin.optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres:\/\/|postgresql:\/\/)/, 'must begin with file:, postgres:// or postgresql://')
    .optional(),
  DATABASE_URL_DIRECT: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL: Count.min(2).default(20),
  WORKERS: Count.max(64).default(1),
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).default(3),
  DRAIN_SECONDS: Count.max(600).default(25),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  REGISTRATION: Registration,
  GUESTS: Flag.default('off'),
  PASSWORDS: Flag.default('on'),
  RATE_LIMIT: Flag.default('on'),
  READS_PER_MINUTE: Count.default(6000),
  WRITES_PER_MINUTE: Count.default(3000),
  MCP_CALLS_PER_MINUTE: Count.default(1200),
  OAUTH_REGISTRATIONS_PER_HOUR: Count.default(600),
  REFRESH_WINDOW_SECONDS: z.coerce.number().int().min(0).max(300).default(60),
  MAX_BODY_MB: Count.max(256).default(limits.bodyBytes / MB),
  MAX_BODIES_MB: Count.default(Math.max(1, Math.floor(Math.min(limits.bodiesBytes, availableMemory() / 8) / MB))),
  MAX_BATCH_ELEMENTS: Count.default(limits.batchElements),
  MAX_MODEL_ELEMENTS: Count.default(limits.modelElements),
  MAX_MODEL_MB: Count.default(limits.modelBytes / MB),
  MAX_SOURCE_KB: Count.default(limits.sourceBytes / KB),
  ANALYSIS_BYTES: Count.default(limits.analysisBytes),
  ANALYSIS_SECONDS: Count.max(120).default(limits.analysisSeconds),
  MAX_NESTING: Count.min(8).max(256).default(limits.nesting),
  MAX_ERRORS: Count.max(1000).default(limits.issues),
  WORK_THREADS: Count.min(2).max(64).optional(),
  QUOTA_MODELS: z.coerce.number().int().min(0).default(limits.accountModels),
  QUOTA_GB: z.coerce
    .number()
    .min(0)
    .default(limits.accountBytes / GB),
  BIN_DAYS: z.coerce.number().int().min(0).max(3650).default(limits.binDays),
  METRICS: Flag.default('off'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ACCESS_LOG: Flag.default('off'),
  TRUST_PROXY: Flag.default('off'),
  AUDIT_RETENTION_DAYS: Count.default(90),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(Origin)),
  MCP_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter(Boolean),
    ),
  MCP_REGISTRY_AUTH: z
    .string()
    .regex(/^v=MCPv1; k=\w+; p=[\w+/=-]+$/, 'must be one line such as v=MCPv1; k=ed25519; p=…')
    .optional(),
  OPENAI_APPS_CHALLENGE: z
    .string()
    .regex(/^[!-~]{1,500}$/, 'must be the text as it was given, without spaces')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:587 or smtps://…' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\p{Cc}]{0,100}<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
      'must be an address: Structural Models <models@example.com>',
    )
    .optional(),
  ADMIN_CONTACT: z.string().min(1).max(200).optional(),
  POLICY_URL: z.url({ protocol: /^https$/ }).optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:|https:|tel:)[^\s,]+(, *(mailto:|https:|tel:)[^\s,]+)*$/, 'must be mailto:, https: or tel: addresses')
    .optional(),
  TERMS_URL: z.url({ protocol: /^https$/ }).optional(),
  SUPPORT_URL: z.url({ protocol: /^(https|mailto)$/, error: 'must begin with https: or mailto:' }).optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  GOOGLE_ID: z.string().optional(),
  GOOGLE_SECRET: z.string().optional(),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (value) => value.startsWith('https:') || LOOPBACK.test(new URL(value).host),
      'must begin with https:, or lead to this machine',
    )
    .optional(),
  OIDC_ID: z.string().optional(),
  OIDC_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default('OpenID Connect'),
  OIDC_SCOPES: Words,
  OIDC_TRUST_EMAIL: Flag.default('off'),
  OIDC_LINK_BY_EMAIL: Flag.default('off'),
  OIDC_LOGOUT: Flag.default('off'),
  OIDC_RENEW_DAYS: z.coerce.number().int().min(0).max(3650).default(0),
})

/** Their names. */
export const VARIABLES = Object.keys(Variables.shape)

const Env = Variables.transform((env) => {
  const DATABASE_URL = env.DATABASE_URL ?? `file:${resolve(env.DATA_DIR, 'models.db')}`
  return {
    ...env,
    APP_URL: env.APP_URL ?? `http://localhost:${env.PORT}`,
    DATABASE_URL,
    DATABASE_URL_DIRECT: env.DATABASE_URL_DIRECT ?? DATABASE_URL,
  }
}).refine((env) => env.WORKERS === 1 || !env.DATABASE_URL.startsWith('file:'), {
  path: ['WORKERS'],
  message: 'SQLite has one writer, use PostgreSQL for more than one',
})

/** Variables that mean nothing without others: who sets the first needs the rest. */
const NEEDED_WITH: readonly (readonly [name: Name, ...needed: Name[]])[] = [
  ['SMTP_URL', 'MAIL_FROM', 'ADMIN_CONTACT'],
  ...together('GITHUB_ID', 'GITHUB_SECRET'),
  ...together('GOOGLE_ID', 'GOOGLE_SECRET'),
  ...together('OIDC_ISSUER', 'OIDC_ID', 'OIDC_SECRET'),
]

type Name = keyof typeof Variables.shape

function together(...names: Name[]): [Name, ...Name[]][] {
  return names.map((name) => [name, ...names.filter((other) => other !== name)])
}

/** Who signs in there is anybody, who says to have any address. */
const ANYBODY = /^https:\/\/(login\.microsoftonline\.com\/(common|organizations|consumers)\/v2\.0|accounts\.google\.com)\/?$/

/** One line for each variable that is missing, however many ask for it. */
function missing(present: Record<string, string | undefined>): string[] {
  const lines = new Map<Name, string>()
  for (const [name, ...needed] of NEEDED_WITH) {
    if (present[name] === undefined) continue
    for (const other of needed) {
      if (present[other] === undefined && !lines.has(other)) lines.set(other, `${other}: is needed with ${name}`)
    }
  }
  return [...lines.values()]
}

/** What each may be by itself, and not together. */
function contradictions(present: Record<string, string | undefined>): string[] {
  const { OIDC_ISSUER = '', OIDC_TRUST_EMAIL, PASSWORDS, REGISTRATION } = present
  const lines: string[] = []
  if (!present.GITHUB_ID && !present.GOOGLE_ID && !OIDC_ISSUER) {
    if (PASSWORDS === 'off') lines.push('PASSWORDS: off needs a login provider')
    if (REGISTRATION === 'provider') lines.push('REGISTRATION: provider needs a login provider')
  }
  if (OIDC_TRUST_EMAIL === 'on' && ANYBODY.test(OIDC_ISSUER)) {
    lines.push('OIDC_TRUST_EMAIL: this issuer lets anybody in, name your own tenant')
  }
  return lines
}

export type Env = z.output<typeof Env>

/** Every bad variable at once, one line each; empty values count as absent. */
export class EnvError extends Error {
  override name = 'EnvError'
}

export function parseEnv(variables: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Env.safeParse(present)
  const bad = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const lines = [...bad, ...missing(present), ...contradictions(present), ...unknownVariables(VARIABLES, Object.keys(present))]
  if (parsed.success && lines.length === 0) return parsed.data
  throw new EnvError(lines.join('\n'))
}

export const env = parseEnv(process.env)

Object.assign(limits, {
  bodyBytes: env.MAX_BODY_MB * MB,
  bodiesBytes: Math.max(env.MAX_BODIES_MB / env.WORKERS, env.MAX_BODY_MB) * MB,
  batchElements: env.MAX_BATCH_ELEMENTS,
  modelElements: env.MAX_MODEL_ELEMENTS,
  modelBytes: env.MAX_MODEL_MB * MB,
  analysisBytes: env.ANALYSIS_BYTES,
  analysisSeconds: env.ANALYSIS_SECONDS,
  nesting: env.MAX_NESTING,
  sourceBytes: env.MAX_SOURCE_KB * KB,
  issues: env.MAX_ERRORS,
  accountModels: env.QUOTA_MODELS,
  accountBytes: Math.floor(env.QUOTA_GB * GB),
  binDays: env.BIN_DAYS,
} satisfies Partial<typeof limits>)
