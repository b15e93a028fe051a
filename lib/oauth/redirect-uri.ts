/**
 * Redirect URIs: which may be registered, which of them a request names, and what may be said about one. URIs are compared and
 * sent back as the text they came in: parsing and printing again is how two different ones become equal.
 */

/**
 * Private-use schemes that nobody may register: they run or keep what they are given, hand it to a page or a stranger, or start a
 * tool of the system. What is left opens an application of the person's own (RFC 8252 §7.1; dotless ones are in wide use), and PKCE
 * makes the code useless to another one.
 */
const REFUSED_SCHEMES = new Set(
  [
    'javascript livescript vbscript data blob file filesystem about view-source jar mhtml mk res resource cid mid content wyciwyg',
    'jnlp jnlps feed read',
    'chrome devtools edge brave opera vivaldi extension isolated-app intent android-app firefox firefox-private',
    'mailto tel sms smsto mms mmsto facetime facetime-audio callto sip sips irc ircs ircs6 irc6 news nntp snews message imessage im pres',
    'xmpp skype whatsapp tg viber sgnl fb-messenger msnim aim ymsgr mapi outlook outlookfeed upi bitcoin ethereum lightning',
    'ftp ftps sftp tftp scp ws wss gopher telnet telnets tn3270 rlogin rsh ssh ssh2 mosh ldap ldaps ldapi smb cifs nfs afp afs dav davs',
    'webdav webdavs webcal rtsp rtmp rtsps mmsh magnet rsync svn git imap imaps pop pop3 snmp dict finger tcp udp ipp ipps fish sshfs',
    'vnc rdp rdps rfb nx nxs spice x11 ica citrix vmrc vmware-view anydesk rustdesk teamviewer teamviewer8 teamviewer10',
    'teamviewerapi tvcontrol1 tvchat1 remotedesktop',
    'powershell pwsh cmd bash sh zsh csh ksh dash wscript cscript wsh mshta hta rundll32 regsvr32 regedit msiexec msdt',
    'batfile cmdfile exefile exec iterm iterm2 automator applescript osascript',
    'shell hcp its search search-ms help mshelp shortcuts workflow prefs app-prefs app-settings itms itms-apps itms-appss itms-services',
    'itunes itpc pcast macappstore macappstores market appmarket windowsdefender onenote onenote-cmd stssync calculator insiderhub',
    'apt snap flatpak appstream admin man ghelp yelp trash mtp gphoto2 obex',
  ].flatMap((line) => line.split(' ')),
)
/** Families: of browsers, of Windows' own settings and handlers, of macOS', and what office suites run as commands. */
const REFUSED_PREFIX =
  /^(chrome-|moz-|safari-|web\+|ext\+|ms-|microsoft[-.]|windows[-.]|x-apple|apple-|x-help-|x-man-|x-dictionary|vnd\.|ie\.|explorer\.|(svn|git|bzr)\+)/

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(?![^/?])(.*)$/

export const MAX_URI = 2048

/** Why this URI cannot be registered, or null when it can. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > MAX_URI) return `is longer than ${MAX_URI} characters`
  // Visible ASCII only: it goes into a Location header as it is. The rest are characters that browsers read as others.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) return 'holds characters that do not belong in a URI'
  if (uri.includes('#')) return 'has a fragment' // RFC 6749 §3.1.2
  if (uri.includes('*')) return 'has a wildcard' // RFC 9700 §4.1.3: only exact comparison is safe
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(uri)?.[1]
  if (!scheme) return 'is not an absolute URI with a lower-case scheme'
  if (REFUSED_SCHEMES.has(scheme) || REFUSED_PREFIX.test(scheme)) return `has the scheme ${scheme}:, which may not be registered`
  if (!URL.canParse(uri)) return 'is not an absolute URI with a lower-case scheme'
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(uri)) return 'names a user'
  if (/(^|[/\\]|%2f|%5c)(\.|%2e){1,2}($|[/\\?]|%2f|%5c)/i.test(uri.slice(scheme.length + 1))) return 'has dot segments'
  // The answer's own parameters in the registered query would be there twice (RFC 6749 §3.1).
  for (const name of ['code', 'state', 'iss', 'error']) if (url.searchParams.has(name)) return `has ${name} in its query`
  if (scheme === 'https') return /^https:\/\/[^/?]/.test(uri) ? null : 'names no host'
  if (scheme === 'http') return LOOPBACK.test(uri) ? null : 'uses http off loopback (RFC 8252 §7.3 allows it there only)'
  if (scheme.length === 1 || scheme.length > 63) return `has the scheme ${scheme}:, which is no application's` // one letter is a drive
  return uri.length > scheme.length + 1 ? null : 'has nothing behind its scheme'
}

/**
 * Whether `requested` is one of the registered URIs. RFC 9700 §2.1: exact string comparison, but for the port of a loopback
 * URI (RFC 8252 §7.3). `localhost` and `127.0.0.1` are different. An empty loopback path equals `/`.
 */
export function isRegistered(requested: string, registered: readonly string[]): boolean {
  if (registered.includes(requested)) return redirectUriProblem(requested) === null // the list of refused schemes grows
  const wanted = withoutPort(requested)
  return wanted !== null && registered.some((uri) => withoutPort(uri) === wanted)
}

function withoutPort(uri: string): string | null {
  const [, host, port = '0', rest = ''] = LOOPBACK.exec(uri) ?? []
  if (host === undefined || Number(port) > 65535 || !/^[\x21-\x7e]*$/.test(rest)) return null
  return `${host}${rest.startsWith('/') ? rest : `/${rest}`}`
}

export const isLoopback = (uri: string) => LOOPBACK.test(uri)

/** `https` and `http` go to a host; any other scheme opens an application. */
export const opensApplication = (uri: string) => !/^https?:/.test(uri)

/** Where the answer goes, for the person who approves: the host, or the application's scheme with what follows as its host. */
export function returnsTo(uri: string): string {
  const url = new URL(uri)
  return opensApplication(uri) ? `${url.protocol}${url.host && `//${url.host}`}` : url.host
}

/**
 * The CSP source that lets a form's answer go to this URI: Chromium applies `form-action` to the redirect after the POST too.
 * From the parsed URL, so that nothing in the text can add a directive. CSP has no form for IPv6 hosts: there, the scheme.
 */
export function formActionSource(uri: string): string {
  const url = new URL(uri)
  return opensApplication(uri) || url.hostname.startsWith('[') ? url.protocol : url.origin
}

/**
 * The URI with the answer's parameters (RFC 6749 §4.1.2: a query that is there is kept). `state` is percent-encoded text
 * exactly as the client sent it: decoding and encoding again could change bytes, and the client compares them.
 */
export function withAnswer(uri: string, answer: Record<string, string>, state: string | undefined): string {
  // With %20 for a space, never +: both are right, and Codex shows an error_description undecoded.
  const query = new URLSearchParams(answer).toString().replaceAll('+', '%20') + (state === undefined ? '' : `&state=${state}`)
  return `${uri}${uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'}${query}`
}
