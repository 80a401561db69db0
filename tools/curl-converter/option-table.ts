import { nearest } from "../_lib/text/nearest.ts";

/** What an option does to the request. */
export type OptionEffect = "request" | "none" | "unsupported";

export interface CurlOption {
  readonly name: string;
  readonly takesValue: boolean;
  readonly effect: OptionEffect;
}

/** `name`, `=` where it takes a value, `,x` for the short form. Those that this reader turns into the request. */
const REQUEST = `
  basic cacert= cert=,E compressed connect-timeout= cookie=,b data=,d data-ascii= data-binary= data-raw=
  data-urlencode= digest fail,f fail-with-body form=,F form-string= get,G globoff,g head,I header=,H http1.0,0
  http1.1 http2 http2-prior-knowledge http3 http3-only insecure,k json= key= location,L location-trusted
  max-redirs= max-time=,m negotiate next,: ntlm oauth2-bearer= output=,o path-as-is proxy=,x range=,r referer=,e
  remote-name,O request=,X retry= socks4= socks4a= socks5= socks5-hostname= upload-file=,T url= url-query=
  user=,u user-agent=,A`;

/** Those that change what is shown or written, not what is sent. */
const NONE = `
  buffer clobber cookie-jar=,c create-dirs create-file-mode= disable,q dump-header=,D etag-save= fail-early
  form-escape help=,h hsts= include,i libcurl= manual,M no-buffer,N no-clobber no-progress-meter out-null
  output-dir= parallel,Z parallel-immediate parallel-max= parallel-max-host= progress-bar,# progress-meter
  remote-header-name,J remote-name-all remote-time,R remove-on-error show-error,S show-headers silent,s
  skip-existing stderr= styled-output suppress-connect-headers trace= trace-ascii= trace-config= trace-ids
  trace-time verbose,v version,V write-out=,w xattr`;

/** Those that change the request or the connection in a way that no target here can follow. */
const UNSUPPORTED = `
  abstract-unix-socket= alpn alt-svc= anyauth append,a aws-sigv4= ca-native capath= cert-status cert-type=
  ciphers= compressed-ssh config=,K connect-to= continue-at=,C crlf crlfile= curves= delegation= disable-eprt
  disable-epsv disallow-username-in-url dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers=
  doh-cert-status doh-insecure doh-url= dump-ca-embed ech= egd-file= engine= eprt epsv etag-compare=
  expect100-timeout= false-start follow ftp-account= ftp-alternative-to-user= ftp-create-dirs ftp-method=
  ftp-pasv ftp-port=,P ftp-pret ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control
  happy-eyeballs-timeout-ms= haproxy-clientip= haproxy-protocol hostpubmd5= hostpubsha256= http0.9
  ignore-content-length interface= ip-tos= ipfs-gateway= ipv4,4 ipv6,6 junk-session-cookies,j keepalive
  keepalive-cnt= keepalive-time= key-type= krb= limit-rate= list-only,l local-port= login-options= mail-auth=
  mail-from= mail-rcpt= mail-rcpt-allowfails max-filesize= metalink mptcp netrc,n netrc-file= netrc-optional
  no-alpn no-keepalive no-npn no-sessionid noproxy= npn ntlm-wb pass= pinnedpubkey= post301 post302
  post303 preproxy= proto= proto-default= proto-redir= proxy-anyauth proxy-basic proxy-ca-native proxy-cacert=
  proxy-capath= proxy-cert= proxy-cert-type= proxy-ciphers= proxy-crlfile= proxy-digest proxy-header= proxy-http2
  proxy-insecure proxy-key= proxy-key-type= proxy-negotiate proxy-ntlm proxy-pass= proxy-pinnedpubkey=
  proxy-service-name= proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers= proxy-tlsauthtype=
  proxy-tlspassword= proxy-tlsuser= proxy-tlsv1 proxy-user=,U proxy1.0= proxytunnel,p pubkey= quote=,Q
  random-file= rate= raw request-target= resolve= retry-all-errors retry-connrefused retry-delay=
  retry-max-time= sasl-authzid= sasl-ir service-name= sessionid sigalgs= socks5-basic socks5-gssapi
  socks5-gssapi-nec socks5-gssapi-service= speed-limit=,Y speed-time=,y ssl ssl-allow-beast
  ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort ssl-sessions= sslv2,2 sslv3,3 tcp-fastopen
  tcp-nodelay telnet-option=,t tftp-blksize= tftp-no-options time-cond=,z tls-earlydata tls-max= tls13-ciphers=
  tlsauthtype= tlspassword= tlsuser= tlsv1,1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding unix-socket=
  upload-flags= use-ascii,B variable= vlan-priority=`;

const byName = new Map<string, CurlOption>();
const byLetter = new Map<string, CurlOption>();
for (const [list, effect] of [
  [REQUEST, "request"],
  [NONE, "none"],
  [UNSUPPORTED, "unsupported"],
] as const) {
  for (const entry of list.trim().split(/\s+/)) {
    const [spec = "", letter] = entry.split(",");
    const name = spec.replace("=", "");
    const option = { name, takesValue: spec.endsWith("="), effect };
    byName.set(name, option);
    if (letter !== undefined) byLetter.set(letter, option);
  }
}

export function optionByLetter(letter: string): CurlOption | undefined {
  return byLetter.get(letter);
}

export interface LongOption {
  readonly option: CurlOption;
  /** It was given as `--no-…`. */
  readonly negated: boolean;
}

/** The option of a long name, of a unique abbreviation, or of a name behind `no-`; undefined for an unknown name. */
export function optionByName(name: string): LongOption | undefined {
  const option = byName.get(name) ?? abbreviated(name);
  if (option) return { option, negated: false };
  if (!name.startsWith("no-")) return undefined;
  const negated = byName.get(name.slice(3)) ?? abbreviated(name.slice(3));
  return negated && !negated.takesValue ? { option: negated, negated: true } : undefined;
}

function abbreviated(name: string): CurlOption | undefined {
  if (name === "") return undefined;
  const found = [...byName.keys()].filter((known) => known.startsWith(name));
  return found.length === 1 ? byName.get(found[0] ?? "") : undefined;
}

export function nearestOption(name: string): string | undefined {
  return nearest(name, byName.keys(), { limit: 1 })[0];
}
