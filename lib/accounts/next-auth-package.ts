import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'

/**
 * next-auth is CommonJS that says `exports.default`. Bundlers and tests take that for the default; Node itself takes all of
 * `module.exports`, where it lies one deeper.
 */
const defaultOf = <T>(imported: T & { default?: T }): T => imported.default ?? imported

export const nextAuthHandler = defaultOf(NextAuth)
export const credentialsProvider = defaultOf(Credentials)
export const gitHubProvider = defaultOf(GitHub)
export const googleProvider = defaultOf(Google)
