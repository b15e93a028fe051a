import { describe, expect, it } from 'vitest'
import { borrowedName, mixesAlphabets, plainName } from './client-name.ts'

describe('a client name as plain text (A22)', () => {
  it.each([
    ['Claude', 'Claude'],
    ['  Two   words\n', 'Two words'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'], // escaped where it is shown
    ['Cla\u200bude', 'Claude'],
    ['abc\u202edetsurt', 'abcdetsurt'],
    ['a\u2066b\u2069c\ufeffd\u00ade', 'abcde'],
    ['x\u0000y\u0007z', 'xyz'],
    ['\u3164\u2800\u115f', 'Unnamed application'],
    ['', 'Unnamed application'],
    ['Z\u0351\u0352\u0357\u035balgo', 'Z\u0351\u0352algo'],
    ['Büro für Statik', 'Büro für Statik'],
    ['構造解析', '構造解析'],
  ])('%j becomes %j', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })

  it('is cut at a hundred characters', () => {
    expect([...plainName('😀'.repeat(300))]).toHaveLength(100)
  })
})

describe('a name that belongs to somebody else (A22)', () => {
  it.each([
    ['Claude', 'https://evil.example/cb', 'Claude'],
    ['CIaude Desktop', 'https://evil.example/cb', 'Claude'], // a capital i
    ['Сlаudе', 'https://evil.example/cb', 'Claude'], // Cyrillic letters
    ['C l a u d e', 'https://claude.ai.evil.example/cb', 'Claude'],
    ['Claude', 'evil.example:/cb', 'Claude'],
    ['ChatGPT connector', 'https://evil.example/cb', 'ChatGPT'],
    ['0penAI', 'https://evil.example/cb', 'ChatGPT'],
    ['Cursor', 'https://evil.example/cb', 'Cursor'],
    ['Visual Studio Code', 'https://evil.example/cb', 'Visual Studio Code'],
    ['Structural Model Service', 'https://evil.example/cb', 'this service'],
  ])('%s returning to %s', (name, uri, owner) => {
    expect(borrowedName(name, uri)).toBe(owner)
  })

  it.each([
    ['Claude', 'https://claude.ai/api/mcp/auth_callback'],
    ['Claude', 'https://claude.com/api/mcp/auth_callback'],
    ['Claude Code', 'http://127.0.0.1:5000/callback'], // the page warns of loopback anyway
    ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['Cursor', 'https://www.cursor.com/agents/mcp/oauth/callback'],
    ['Visual Studio Code', 'https://vscode.dev/redirect'],
    ['Frame analysis', 'https://frames.example/cb'],
  ])('not %s returning to %s', (name, uri) => {
    expect(borrowedName(name, uri)).toBeNull()
  })

  it('tells when letters of several alphabets are mixed', () => {
    expect(mixesAlphabets('Сlaude')).toBe(true)
    expect(mixesAlphabets('Claude')).toBe(false)
    expect(mixesAlphabets('Расчёт')).toBe(false)
    expect(mixesAlphabets('構造 app')).toBe(false)
  })
})
