import { describe, expect, it } from 'vitest'
import {
  formActionSource,
  isLoopback,
  isRegistered,
  opensApplication,
  redirectUriProblem,
  returnsTo,
  withAnswer,
} from './redirect-uri.ts'
import { CURSOR_REDIRECT_URIS } from './vendor-documents.ts'

describe('what may be registered', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example/callback?tenant=1',
    'https://app.example:8443/callback',
    'http://localhost/callback',
    'http://127.0.0.1:33418/',
    'http://127.0.0.1:33418',
    'http://[::1]:5000/cb',
    'com.example.app:/callback',
    'com.example.app://callback',
    'vscode://vscode.example/callback',
    'warp://mcp/oauth2callback',
    'raycast://oauth',
    'com.raycast:/oauth',
    'lmstudio://callback',
    'kiro://x',
    ...[
      'vscode-insiders://vscode.example/callback',
      'vscodium://x',
      'windsurf://x',
      'zed://oauth',
      'jetbrains://idea/oauth',
      'claude://x',
    ],
    ...[
      'goose://oauth',
      'workbuddy://oauth',
      'grokbot://callback',
      'msauth.com.example.app://auth',
      'runner://x',
      'searcher://x',
    ],
    ...['cmdk://x', 'powerful://x', 'sshd-manager://x', 'com.microsoft.example:/callback', 'io.git.example:/callback'],
    'x2:/callback',
    `${'a'.repeat(63)}:x`,
    ...CURSOR_REDIRECT_URIS,
  ])('%s', (uri) => {
    expect(redirectUriProblem(uri)).toBeNull()
  })
})

describe('what may not (A4, B2; RFC 6749 §3.1.2, RFC 8252 §7, RFC 9700 §4.1)', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'vbscript:msgbox',
    'blob:https://app.example/1',
    'about:blank',
    'ws://app.example/',
    'c:/callback',
    'Warp://mcp/oauth2callback',
    'warp:',
    '1warp://mcp',
    `${'a'.repeat(64)}:x`,
    'http://app.example/callback',
    'http://127.0.0.2/callback',
    'http://localhost.evil.example/callback',
    'http://localhost@evil.example/callback',
    'http://127.0.0.1:80@evil.example/',
    'https://user@app.example/callback',
    'https://user:secret@app.example/callback',
    'https://@app.example/callback',
    'https://:@app.example/callback',
    'com.example.app://user@callback',
    'com.example.app://:secret@callback',
    'https://app.example/callback#part',
    'https://app.example/callback#',
    'https://*.app.example/callback',
    'https://app.example/*',
    'https://app.example/a/../callback',
    'https://app.example/a/%2e%2e/callback',
    'https://app.example/a/%2E./callback',
    'https://app.example/a%2f..%2Fcallback',
    'https://app.example/a%5c..%5Ccallback',
    'https://app.example/..',
    'https://app.example/..?x=1',
    'com.example.app:..',
    'com.example.app:./callback',
    'https://app.example/./callback',
    'https://app.example\\@evil.example/',
    'https:app.example/callback',
    'https:///callback',
    'https://',
    'https://app.example/call back',
    'https://app.example/\ncallback',
    'https://app.exämple/callback',
    'https://app.example/callback?code=1',
    'https://app.example/callback?state=1',
    'https://app.example/callback?a=1&iss=1',
    'https://app.example/callback?error=1',
    'com.example.app:/callback?code',
    ...Array.from('\\"<>^`{|}', (letter) => `https://app.example/${letter}`),
    'https://app.example/\u007f',
    'com.example.app:',
    'https://app.example:99999/callback',
    'https://?x=1',
    'a:/callback',
    'http://localhost:80x/callback',
    'http://localhost:/callback',
    'http://localhost\\@evil.example/callback',
    '//app.example/callback',
    '/callback',
    'callback',
    '',
    `https://app.example/${'x'.repeat(2048)}`,
  ])('%j', (uri) => {
    expect(redirectUriProblem(uri)).toBeTypeOf('string')
  })
})

it.each([
  [`https://app.example/${'x'.repeat(2029)}`, 'is longer than 2048 characters'],
  ['https://app.example/a b', 'holds characters that do not belong in a URI'],
  ['https://app.example/#x', 'has a fragment'],
  ['https://app.example/*', 'has a wildcard'],
  ['Warp://mcp', 'is not an absolute URI with a lower-case scheme'],
  ['https://app.example:99999/', 'is not an absolute URI with a lower-case scheme'],
  ['https://user@app.example/', 'names a user'],
  ['https://app.example/../x', 'has dot segments'],
  ['https://app.example/?iss=x', 'has iss in its query'],
  ['https:app.example', 'names no host'],
  ['http://app.example/', 'uses http off loopback (RFC 8252 §7.3 allows it there only)'],
  ['a:/callback', "has the scheme a:, which is no application's"],
  ['com.example.app:', 'has nothing behind its scheme'],
])('says why: %.60s %s', (uri, problem) => {
  expect(redirectUriProblem(uri)).toBe(problem)
})

it('takes a URI of 2048 characters', () => {
  expect(redirectUriProblem(`https://app.example/${'x'.repeat(2028)}`)).toBeNull()
})

it.each([
  'javascript livescript vbscript data blob file filesystem about view-source jar mhtml mk res resource cid mid content wyciwyg jnlp',
  'chrome devtools edge brave opera vivaldi extension isolated-app intent android-app',
  'chrome-extension moz-extension safari-web-extension web+app ext+container ms-settings ms-word ms-msdt ms-officecmd ms-appinstaller',
  'microsoft-edge microsoft.windows.camera windows.tbauth ie.http explorer.assocactionid.burnselection windowsdefender',
  'mailto tel sms smsto mms mmsto facetime facetime-audio callto sip sips irc ircs news nntp xmpp skype whatsapp tg message',
  'ftp ftps sftp tftp scp ws wss gopher telnet rlogin ssh ldap ldaps smb cifs nfs afp dav davs webdav webcal feed rtsp magnet rsync',
  'svn+ssh git+ssh git svn imap pop',
  'vnc rdp rfb nx spice ica citrix anydesk rustdesk teamviewer10',
  'powershell pwsh cmd bash sh zsh wscript cscript mshta rundll32 regsvr32 regedit msiexec exec iterm2',
  'shell hcp its search search-ms help applescript shortcuts prefs app-prefs itms itms-apps itms-appss itms-services market',
  'x-apple.systempreferences x-apple-helpbasic x-help-script x-man-page vnd.libreoffice.command vnd.sun.star.script apt admin man',
])('refuses schemes that run, keep or hand on what they are given, or start a tool of the system: %s', (schemes) => {
  for (const scheme of schemes.split(' ')) {
    for (const uri of [`${scheme}:x`, `${scheme}://callback`, `${scheme}:/callback?a=1`]) {
      expect(redirectUriProblem(uri), uri).toBe(`has the scheme ${scheme}:, which may not be registered`)
    }
    for (const uri of [`${scheme.toUpperCase()}://callback`, `${scheme[0]?.toUpperCase()}${scheme.slice(1)}:x`]) {
      expect(redirectUriProblem(uri), uri).toBeTypeOf('string')
    }
  }
})

describe('what a request may name (A2, A3; RFC 9700 §2.1, RFC 8252 §7.3)', () => {
  const registered = [
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://localhost:3118/cb?a=1',
    'http://127.0.0.1:33418/',
  ]
  it.each([
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'http://127.0.0.1:65535/callback',
    'http://localhost/cb?a=1',
    'http://localhost:1/cb?a=1',
    'http://127.0.0.1:33418',
    'http://127.0.0.1:5',
    'http://127.0.0.1:33418/',
  ])('accepts %s', (uri) => {
    expect(isRegistered(uri, registered)).toBe(true)
  })
  it.each([
    'https://app.example/callback/',
    'https://app.example/callback/more',
    'https://app.example/callback?x=1',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'https://app.example:443/callback',
    'https://app.example:8443/callback',
    'https://app.example/x/../callback',
    'https://app.example/callback#x',
    'https://user@app.example/callback',
    'http://app.example/callback',
    'http://localhost/callback',
    'http://localhost:49152/callback',
    'http://[::1]/callback',
    'http://127.0.0.1:49152/callback/',
    'http://127.0.0.1:49152/callback?x=1',
    'http://127.0.0.1:49152/callback#x',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:123456/callback',
    'http://127.0.0.1:/callback',
    'xhttp://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback\u0000',
    'http://127.0.0.1:x/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://user@127.0.0.1/callback',
    'https://127.0.0.1/callback',
    'http://localhost/cb?a=2',
    'http://127.0.0.1:33418//',
  ])('refuses %s', (uri) => {
    expect(isRegistered(uri, registered)).toBe(false)
  })
})

it('no longer answers to a scheme that was registered before it was refused', () => {
  expect(isRegistered('powershell://callback', ['powershell://callback', 'warp://callback'])).toBe(false)
  expect(isRegistered('warp://callback', ['powershell://callback', 'warp://callback'])).toBe(true)
})

it('says where the answer goes, and lets the form go there and nowhere else', () => {
  const cases = [
    ['https://claude.ai/api/mcp/auth_callback', 'claude.ai', 'https://claude.ai'],
    ['https://app.example:8443/callback', 'app.example:8443', 'https://app.example:8443'],
    ['http://127.0.0.1:33418/', '127.0.0.1:33418', 'http://127.0.0.1:33418'],
    ['http://[::1]:5000/cb', '[::1]:5000', 'http:'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp', 'cursor:'],
    ['com.example.app:/callback', 'com.example.app:', 'com.example.app:'],
    ["https://app.example/x;script-src'none'", 'app.example', 'https://app.example'],
  ] as const
  for (const [uri, shown, source] of cases) {
    expect(returnsTo(uri)).toBe(shown)
    expect(formActionSource(uri)).toBe(source)
  }
})

it.each([
  ['http://127.0.0.1:33418/', true, false],
  ['http://localhost', true, false],
  ['http://[::1]:5000/cb?x=1', true, false],
  ['https://localhost/cb', false, false],
  ['https://app.example/?x=http://localhost/', false, false],
  ['http://localhost.evil.example/cb', false, false],
  ['com.example.app://localhost/cb', false, true],
  ['httpsx://app.example/cb', false, true],
  ['xhttps://app.example/cb', false, true],
])('%s: on loopback %s, opens an application %s', (uri, loopback, application) => {
  expect([isLoopback(uri), opensApplication(uri)]).toEqual([loopback, application])
})

it('adds the answer to the query that is there, and state as it came', () => {
  expect(withAnswer('https://app.example/cb', { code: 'a' }, undefined)).toBe('https://app.example/cb?code=a')
  expect(withAnswer('https://app.example/cb?x=1', { code: 'a' }, 'a%20b+c%FF')).toBe(
    'https://app.example/cb?x=1&code=a&state=a%20b+c%FF',
  )
  expect(withAnswer('https://app.example/cb?x=1&', { code: 'a' }, undefined)).toBe('https://app.example/cb?x=1&code=a')
  expect(withAnswer('https://app.example/cb?', { code: 'a' }, undefined)).toBe('https://app.example/cb?code=a')
  expect(withAnswer('cursor://anysphere.cursor-mcp/oauth/callback', { code: 'a b' }, 'x')).toBe(
    'cursor://anysphere.cursor-mcp/oauth/callback?code=a%20b&state=x',
  )
})
