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
    ['Bu\u0308ro', 'Büro'],
    ['a\u00a0\u2003\tb', 'a b'],
    ['a\ue000\u{e0041}\u0378b', 'ab'], // private use, tags, unassigned
    ['a\ud800b', 'ab'],
  ])('%j becomes %j', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })

  it('is cut at a hundred characters', () => {
    expect([...plainName('😀'.repeat(300))]).toHaveLength(100)
    expect(plainName(`${'x'.repeat(99)} y`)).toBe('x'.repeat(99))
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
    ['Anthropic', 'https://evil.example/cb', 'Claude'],
    ['Codex', 'https://evil.example/cb', 'ChatGPT'],
    ['Copilot', 'https://evil.example/cb', 'Visual Studio Code'],
    ['VS Code', 'https://evil.example/cb', 'Visual Studio Code'],
    ['Microsoft', 'https://evil.example/cb', 'Visual Studio Code'],
    ['GitHub', 'https://evil.example/cb', 'Visual Studio Code'],
    ['Google', 'https://evil.example/cb', 'Google'],
    ['Gemini', 'https://evil.example/cb', 'Google'],
    ['Antigravity', 'https://evil.example/cb', 'Google'],
    ['Claude', 'https://evilclaude.ai/cb', 'Claude'],
    ['Claude', 'claude.ai://claude.ai/cb', 'Claude'],
    ['Cursor', 'cursors://cursor.com/cb', 'Cursor'],
    ['Ｃｌａｕｄｅ', 'https://evil.example/cb', 'Claude'], // full width
    ['Clàúdé', 'https://evil.example/cb', 'Claude'],
    ['С1аuԁе', 'https://evil.example/cb', 'Claude'], // Cyrillic, and a digit
    ['Сυrѕοr', 'https://evil.example/cb', 'Cursor'], // Greek among them
    ['Go0gl3', 'https://evil.example/cb', 'Google'],
    ['Gеміnі', 'https://evil.example/cb', 'Google'],
    ['C|aude', 'https://evil.example/cb', 'Claude'],
    ['Сһаtgрт', 'https://evil.example/cb', 'ChatGPT'],
    ['Vіѕυαl Ѕtυdіο Соdе', 'https://evil.example/cb', 'Visual Studio Code'],
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
    ['Claude', 'https://anthropic.com/cb'],
    ['ChatGPT', 'https://chatgpt.com/cb'],
    ['ChatGPT', 'https://platform.openai.com/cb'],
    ['Cursor', 'grokbot://mcp/oauth/callback'],
    ['Copilot', 'https://teams.microsoft.com/cb'],
    ['GitHub', 'https://github.com/cb'],
    ['Visual Studio', 'https://online.visualstudio.com/cb'],
    ['Visual Studio Code', 'vscode://vscode.example/cb'],
    ['Visual Studio Code', 'vscode-insiders://vscode.example/cb'],
    ['Google', 'https://accounts.google.com/cb'],
    ['Antigravity', 'https://antigravity.google/cb'],
  ])('not %s returning to %s', (name, uri) => {
    expect(borrowedName(name, uri)).toBeNull()
  })

  it('tells when letters of several alphabets are mixed', () => {
    expect(mixesAlphabets('Сlaude')).toBe(true)
    expect(mixesAlphabets('Claude')).toBe(false)
    expect(mixesAlphabets('Расчёт')).toBe(false)
    expect(mixesAlphabets('構造 app')).toBe(false)
    expect(mixesAlphabets('Clαude')).toBe(true)
    expect(mixesAlphabets('Cоօl')).toBe(true)
    expect(mixesAlphabets('αбв')).toBe(true)
    expect(mixesAlphabets('Claude օ')).toBe(true)
  })
})
