/** The options of curl(1), by what becomes of them here. */

/** Short names stand for these. */
const short: Readonly<Record<string, string>> = {
  "0": "http1.0",
  "1": "tlsv1",
  "2": "sslv2",
  "3": "sslv3",
  "4": "ipv4",
  "6": "ipv6",
  "#": "progress-bar",
  ":": "next",
  a: "append",
  A: "user-agent",
  b: "cookie",
  B: "use-ascii",
  c: "cookie-jar",
  C: "continue-at",
  d: "data",
  D: "dump-header",
  e: "referer",
  E: "cert",
  f: "fail",
  F: "form",
  g: "globoff",
  G: "get",
  h: "help",
  H: "header",
  i: "include",
  I: "head",
  j: "junk-session-cookies",
  J: "remote-header-name",
  k: "insecure",
  K: "config",
  l: "list-only",
  L: "location",
  m: "max-time",
  M: "manual",
  n: "netrc",
  N: "no-buffer",
  o: "output",
  O: "remote-name",
  p: "proxytunnel",
  P: "ftp-port",
  q: "disable",
  Q: "quote",
  r: "range",
  R: "remote-time",
  s: "silent",
  S: "show-error",
  t: "telnet-option",
  T: "upload-file",
  u: "user",
  U: "proxy-user",
  v: "verbose",
  V: "version",
  w: "write-out",
  x: "proxy",
  X: "request",
  y: "speed-time",
  Y: "speed-limit",
  z: "time-cond",
  Z: "parallel",
};

const named = (text: string) => new Set(text.trim().split(/\s+/));

/** They take a value and say what is sent. */
const meant = named(
  "request header data data-ascii data-raw data-binary data-urlencode json user url url-query user-agent referer cookie oauth2-bearer",
);
const meantAlone = named("get head");

/** They say how it is sent or shown, not what: here VS Code's settings and the editor decide. */
const idleWithValue =
  named(`output max-time connect-timeout retry retry-delay retry-max-time write-out max-redirs
  limit-rate dump-header cookie-jar trace trace-ascii trace-config stderr speed-time speed-limit interface local-port
  dns-servers dns-interface dns-ipv4-addr dns-ipv6-addr doh-url keepalive-time keepalive-cnt tls-max tls13-ciphers
  ciphers curves expect100-timeout happy-eyeballs-timeout-ms output-dir max-filesize parallel-max rate
  proto proto-default proto-redir libcurl etag-save hsts alt-svc create-file-mode ip-tos vlan-priority`);
const idleAlone = named(`silent show-error verbose fail fail-with-body fail-early include location compressed
  compressed-ssh no-buffer no-progress-meter progress-bar progress-meter http1.0 http1.1 http2
  http2-prior-knowledge http3 http3-only http0.9 tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 sslv2 sslv3 ssl ssl-reqd
  ssl-no-revoke ssl-allow-beast ssl-auto-client-cert ssl-revoke-best-effort ipv4 ipv6 globoff path-as-is remote-name
  remote-name-all remote-header-name remote-time create-dirs tcp-nodelay tcp-fastopen no-keepalive keepalive
  no-sessionid sessionid no-alpn alpn no-npn post301 post302 post303 styled-output no-styled-output disable
  disable-epsv disable-eprt parallel parallel-immediate raw tr-encoding suppress-connect-headers remove-on-error
  clobber no-clobber retry-all-errors retry-connrefused trace-time trace-ids anyauth basic
  junk-session-cookies false-start cert-status xattr ca-native`);

/** They change who is asked, or how safely. What stands beside them is said with them. */
const notHereWithValue: Readonly<Record<string, string>> = {
  proxy: "the proxy is that of VS Code's settings",
  "proxy-user": "the proxy is that of VS Code's settings",
  "proxy-header": "the proxy is that of VS Code's settings",
  preproxy: "the proxy is that of VS Code's settings",
  socks5: "the proxy is that of VS Code's settings",
  "socks5-hostname": "the proxy is that of VS Code's settings",
  noproxy: "the proxy is that of VS Code's settings",
  cacert: "certificates are trusted as the system trusts them",
  capath: "certificates are trusted as the system trusts them",
  pinnedpubkey: "certificates are trusted as the system trusts them",
  cert: "no certificate of a client is sent from here",
  "cert-type": "no certificate of a client is sent from here",
  key: "no certificate of a client is sent from here",
  "key-type": "no certificate of a client is sent from here",
  pass: "no certificate of a client is sent from here",
  resolve: "addresses are resolved by the system",
  "connect-to": "addresses are resolved by the system",
  "unix-socket": "addresses are resolved by the system",
  range: "no part of a reply can be asked for",
  "time-cond": "replies are asked for whatever their age",
  "aws-sigv4": "requests are not signed here",
  "netrc-file": "keys are those of the keychain",
};
const notHereAlone: Readonly<Record<string, string>> = {
  insecure: "certificates are always checked",
  "proxy-insecure": "certificates are always checked",
  "location-trusted": "a key is never sent on to another address",
  digest: "the key is sent as the API documents it",
  ntlm: "the key is sent as the API documents it",
  negotiate: "the key is sent as the API documents it",
  netrc: "keys are those of the keychain",
  "netrc-optional": "keys are those of the keychain",
  proxytunnel: "the proxy is that of VS Code's settings",
};

const refused: Readonly<Record<string, string>> = {
  form: "It sends a form with parts (multipart), and these APIs take JSON.",
  "form-string": "It sends a form with parts (multipart), and these APIs take JSON.",
  "upload-file": "It sends a file. Write the body behind --data-raw.",
  config: "It reads options from a file. Write them in the command.",
  next: "It holds several requests. Import one at a time.",
  variable: "It sets variables of cURL's own. Write the values.",
  manual: "It asks for help, and sends nothing.",
  help: "It asks for help, and sends nothing.",
  version: "It asks for the version, and sends nothing.",
};

export type Fate =
  | { kind: "meant" | "idle"; name: string; takesValue: boolean }
  | { kind: "left-out"; name: string; takesValue: boolean; because: string }
  | { kind: "refused"; name: string; because: string };

/** @param name without its dashes */
export function fateOf(name: string): Fate {
  const own = (table: Readonly<Record<string, string>>) =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const because = own(refused);
  if (because !== undefined) return { kind: "refused", name, because };
  for (const [names, kind, takesValue] of [
    [meant, "meant", true],
    [meantAlone, "meant", false],
    [idleWithValue, "idle", true],
    [idleAlone, "idle", false],
  ] as const)
    if (names.has(name)) return { kind, name, takesValue };
  const withValue = own(notHereWithValue);
  if (withValue !== undefined) return { kind: "left-out", name, takesValue: true, because: withValue };
  const alone = own(notHereAlone);
  if (alone !== undefined) return { kind: "left-out", name, takesValue: false, because: alone };
  return { kind: "refused", name, because: "cURL's option is not known here." };
}

export const longNameOf = (letter: string): string | undefined =>
  Object.hasOwn(short, letter) ? short[letter] : undefined;
