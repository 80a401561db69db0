/** What HTTP clients say when a call fails: curl, Node, Python, Go, Java, .NET, Ruby and browsers. */
import type { CauseCode } from "./causes.ts";

/** A saying in lower case, taken apart once for all texts that are searched. */
export interface Phrase {
  readonly text: string;
  readonly first: string;
  /** What follows a gap: any run of characters in one line. */
  readonly rest: string | undefined;
  /** What a text must hold as a whole word; undefined where the phrase may end within a word, or begins with none. */
  readonly word: string | undefined;
  /** What may follow. */
  readonly end: "anything" | "end of word" | "end of sentence";
}

export interface Saying {
  readonly cause: CauseCode;
  /** Codes that only a client writes: of the system, of a library, of curl. */
  readonly codes: readonly Phrase[];
  /** Sentences and names, which servers may write as well. */
  readonly phrases: readonly Phrase[];
}

function phraseOf(text: string, isCode: boolean): Phrase {
  const isLast = text.endsWith("$");
  const [first = "", rest] = text.replace(/\$$/, "").split(" … ");
  const word = /^[a-z0-9_]+/.exec(first)?.[0];
  const isWhole = isCode || rest !== undefined || word !== first;
  const end = isCode ? "end of word" : isLast ? "end of sentence" : "anything";
  return { text, first, rest, word: isWhole ? word : undefined, end };
}

/** Parted by bars; `…` is a gap, and `$` says that no word follows. */
function listed(text: string, isCode: boolean): Phrase[] {
  return text
    .split("|")
    .map((phrase) => phrase.trim().replace(/\s+/g, " "))
    .filter((phrase) => phrase !== "")
    .map((phrase) => phraseOf(phrase, isCode));
}

function says(cause: CauseCode, codes: string, phrases = ""): Saying {
  return { cause, codes: listed(codes, true), phrases: listed(phrases, false) };
}

/** One row a layer that a call passes; of each the first that fits counts, so that what is more particular stands first. */
export const SAYINGS: readonly (readonly Saying[])[] = [
  [
    says(
      "PROXY_AUTH_REQUIRED",
      "err_proxy_auth_requested | err_proxy_auth_unsupported",
      `tunnel failed, response 407 | received http code 407 from proxy | tunnel connection failed: 407 | proxy returns "http/1.1 407
      | proxy returns "http/1.0 407 | proxy response (407) | statuscode=407 | failed with status code '407' | tunnel … 407
      | proxy authentication required`,
    ),
    says(
      "PROXY_CONNECT_FAILED",
      "err_proxy_connection_failed | err_tunnel_connection_failed | err_socks_connection_failed | ns_error_proxy_connection_refused | curl (97)",
      `tunnel connection failed | connect tunnel failed | from proxy after connect | proxy connect aborted
      | unable to tunnel through proxy | cannot connect to proxy | unable to connect to proxy | failed to connect to proxy
      | proxyconnect tcp | when http tunneling | clientproxyconnectionerror | clienthttpproxyerror | proxytunnelerror
      | proxy tunnel request | tunneling socket could not be established | could not resolve proxy | proxyerror
      | the proxy server is refusing connections | error connecting to proxy | socks connect | socks proxy | socks server`,
    ),
  ],
  [
    says(
      "DNS_TEMPORARY",
      "eai_again | eservfail | err_dns_timed_out | err_dns_server_failed",
      `temporary failure in name resolution | resolving timed out | server misbehaving | dns server returned general failure
      | lookup … i/o timeout | querya etimeout | queryaaaa etimeout | getaddrinfo etimedout | servfail | name resolution timed out
      | resource temporarily unavailable ( | dns … timed out | lookup … connection refused`,
    ),
    says(
      "DNS_NOT_FOUND",
      "enotfound | curl (5) | curl (6) | err_name_not_resolved | err_name_resolution_failed | dns_probe_finished_nxdomain | dns_probe_finished_bad_config | ns_error_unknown_host | wsahost_not_found | eai_noname | eai_nodata",
      `getaddrinfo | could not resolve host | couldn't resolve host | no such host | name or service not known | name does not resolve
      | nodename nor servname provided | no address associated with hostname | unknownhostexception | unresolvedaddressexception
      | unknown host | nameresolutionerror | name resolution failure | nameresolutionfailure | failed to resolve '
      | server with the specified hostname could not be found | clientconnectordnserror | remote name could not be resolved
      | failed to lookup address | dns error | nxdomain | resolutionerror | error resolving host`,
    ),
  ],
  [
    says(
      "CLIENT_RESOURCES",
      "emfile | enfile | enobufs | eaddrnotavail | eaddrinuse | enomem | curl (23) | curl (27) | err_insufficient_resources | err_out_of_memory | wsaenobufs | wsaemfile",
      `too many open files | cannot assign requested address | can't assign requested address | only one usage of each socket address
      | pooltimeout | timeout waiting for connection from pool | connectionpooltimeoutexception | connection pool exhausted
      | pool is exhausted | timed out while waiting for a connection from pool | outofmemoryerror: | no buffer space available
      | queue is full, connection pool | emptypoolerror | pool reached maximum size`,
    ),
    says(
      "NETWORK_UNREACHABLE",
      "enetunreach | ehostunreach | enetdown | ehostdown | err_internet_disconnected | err_address_unreachable | err_network_changed | err_network_access_denied | ns_error_offline | wsaenetunreach | wsaehostunreach",
      `network is unreachable | no route to host | host is unreachable | network unreachable | host unreachable | host is down
      | network is down | noroutetohostexception | internet connection appears to be offline | unreachable network | unreachable host
      | network dropped connection`,
    ),
    says(
      "CONNECT_TIMEOUT",
      "und_err_connect_timeout | connect_timeout | err_connection_timed_out | connect etimedout",
      `connecttimeout | connect timed out | connect timeout | connection timeout | httpconnecttimeoutexception
      | connectiontimeouterror | connection to … timed out. | connection timed out after | ssl connection timeout | dial … i/o timeout
      | dial … timed out | dial … deadline exceeded | dial … operation was canceled | tls handshake timeout | handshake timed out
      | opentimeout | failed to connect … timeout was reached | failed to connect … timed out | failed to establish a new connection … timed out
      | failed to open tcp connection … timed out | connectexception: connection timed out | connectexception: operation timed out
      | failed to open tcp connection … execution expired | while waiting for connection (client.timeout
      | connected party did not properly respond | within the configured connecttimeout | connection timed out (
      | connect call failed … timed out | connect: connection timed out | connect: operation timed out | ns_error_net_timeout
      | connect(2) … timed out | etimedout: connect`,
    ),
    says(
      "CONNECTION_REFUSED",
      "econnrefused | err_connection_refused | ns_error_connection_refused | wsaeconnrefused | connectionrefused | curl (7)",
      `connection refused | actively refused it | all connection attempts failed | connect call failed | couldn't connect to server
      | failed to connect to … port … couldn't connect | java.net.connectexception | unable to connect. is the computer
      | could not connect to the server | connection_refused | no connection could be made`,
    ),
    says(
      "RESPONSE_TRUNCATED",
      "curl (18) | err_stream_premature_close | err_content_length_mismatch | err_incomplete_chunked_encoding | und_err_res_content_length_mismatch | hpe_invalid_eof_state | ns_error_net_partial_transfer",
      `transfer closed with | unexpected eof$ | ssl_read … unexpected eof | response ended prematurely | incompleteread | incomplete read | premature close | premature eof | premature end of
      | without sending complete message body | response payload is not completed | not enough data to satisfy | not enough data for satisfy
      | transferencodingerror | contentlengtherror | error: aborted | closed: chunked transfer encoding
      | fixed content-length | chunked transfer encoding, state | ended prematurely, with at least | additional bytes expected
      | of expected … bytes | content-length mismatch | content length mismatch | body ended before
      | end of file before message length reached | connection closed while receiving data | prematureclosexception
      | unexpected end of stream | bytes remaining to read | end of stream before`,
    ),
    says("CONNECTION_RESET", "", "read econnreset"),
    says("RESPONSE_TRUNCATED", "", "typeerror: terminated"),
    says(
      "READ_TIMEOUT",
      "etimedout | esockettimedout | und_err_headers_timeout | und_err_body_timeout | err_timed_out | curl (28) | wsaetimedout",
      `timed out | timed-out | read timeout | readtimeout | read operation timed out | sockettimeoutexception | sockettimeouterror | headerstimeouterror | bodytimeouterror
      | headers timeout error | body timeout error | timeout of … exceeded | timeouterror | timeoutexception | i/o timeout
      | context deadline exceeded | deadline exceeded while | client.timeout | httpclient.timeout | network timeout at | timeout awaiting
      | writetimeout | timeout was reached | servertimeouterror | timeout::error | faraday::timeout | execution expired | timeout exceeded
      | aborted due to timeout | operation too slow | request timeout after | exceeded the timeout | timeout error`,
    ),
    says(
      "CONNECTION_RESET",
      "econnreset | epipe | und_err_socket | und_err_closed | econnaborted | curl (52) | curl (92) | err_connection_reset | err_connection_closed | err_connection_aborted | err_empty_response | err_http2_stream_error | err_http2_server_refused_stream | err_http2_ping_failed | err_socket_not_connected | err_socket_closed | ns_error_net_reset | ns_error_net_interrupt | wsaeconnreset | wsaeconnaborted | enotconn",
      `socket hang up | connection reset | connection_reset | broken pipe | remotedisconnected | remote end closed connection | server disconnected
      | serverdisconnectederror | other side closed | forcibly closed by the remote host | software caused connection abort
      | transport connection broken | server closed idle connection | use of closed network connection | connection closed before message
      | unexpected end of file from server | header parser received no bytes | eof reached while reading | failed to respond
      | nohttpresponseexception | end of file reached | connection was closed
      | network connection was lost | stream was reset | stream error: | was not closed cleanly | goaway
      | empty reply from server | recv failure | send failure | connection was forcibly closed | socket closed | socket is closed
      | connection closed by | peer closed connection | closed by remote | closedchannelexception | unable to read data from the transport
      | connection lost | eofexception | eoferror | : eof$ | connection has been closed
      | connection unexpectedly closed | closed unexpectedly | connection was aborted | socket connection was closed`,
    ),
    says("READ_TIMEOUT", "", "timeout"),
    says("CONNECTION_RESET", "", "connection aborted"),
  ],
  [
    says(
      "TLS_CLIENT_CERT_REQUIRED",
      "err_ssl_tlsv13_alert_certificate_required | err_ssl_client_auth_cert_needed | err_bad_ssl_client_auth_cert | err_ssl_client_auth_cert_no_private_key | err_ssl_sslv3_alert_bad_certificate | err_ssl_ssl/tls_alert_bad_certificate | ssl_error_rx_certificate_required_alert | ssl_error_bad_cert_alert | curl (58)",
      `alert certificate required | certificate_required | tls: certificate required | alert bad certificate | bad_certificate
      | tls: bad certificate | peer did not return a certificate | no required ssl certificate was sent | ssl certificate required
      | client certificate required | client certificate not present | requires client certificate | alert number 116 | alert number 42`,
    ),
    says(
      "TLS_CERT_EXPIRED",
      "cert_has_expired | cert_not_yet_valid | err_cert_date_invalid | sec_error_expired_certificate | mozilla_pkix_error_not_yet_valid_certificate",
      `certificate has expired | certificate expired | certificate_expired | certificate is not yet valid | certificate not yet valid
      | certificateexpiredexception | certificatenotyetvalidexception | nottimevalid | notafter: | notbefore:
      | validity check failed | certificate is expired | expired certificate`,
    ),
    says(
      "TLS_HOSTNAME_MISMATCH",
      "err_tls_cert_altname_invalid | err_cert_common_name_invalid | ssl_error_bad_cert_domain | hostname_mismatch | curl (51)",
      `does not match certificate's altnames | no alternative certificate subject name | hostname mismatch | ip address mismatch
      | certificate is valid for | certificate is not valid for | hostname … doesn't match | doesn't contain any ip sans
      | legacy common name field | certificate is not valid for any names | no subject alternative | no name matching
      | doesn't match any of the subject alternative names | hostname … not verified | does not match the server certificate
      | remotecertificatenamemismatch | does not match target host name | certificate subject name … does not match
      | sslpeerunverifiedexception | certificateerror: hostname`,
    ),
    says(
      "TLS_CERT_UNTRUSTED",
      "unable_to_verify_leaf_signature | self_signed_cert_in_chain | depth_zero_self_signed_cert | unable_to_get_issuer_cert | unable_to_get_issuer_cert_locally | cert_untrusted | cert_revoked | cert_signature_failure | err_cert_authority_invalid | err_cert_invalid | err_cert_revoked | err_cert_weak_signature_algorithm | sec_error_unknown_issuer | sec_error_untrusted_issuer | sec_error_revoked_certificate | mozilla_pkix_error_self_signed_cert | certificate_unknown | curl (60) | curl (77) | curl (83) | curl (90) | curl (91)",
      `self-signed certificate | self signed certificate | local issuer certificate | get issuer certificate
      | verify the first certificate | certificate_verify_failed | certificate verify failed | signed by unknown authority
      | pkix path building failed | pkix path validation failed | unable to find valid certification path | trust anchor for certification path not found
      | remotecertificatechainerrors | partialchain | untrustedroot | certificate is invalid according to | remote certificate was rejected
      | ssl certificate problem | unknown ca | certificate revoked | certificate was revoked | certificate has been revoked
      | certificate is not trusted | certificate for this server is invalid | unknown issuer | unknownissuer | peer certificate cannot be authenticated
      | x509: | certificate is not standards compliant | error setting certificate`,
    ),
    says(
      "TLS_PROTOCOL",
      "eproto | curl (35) | curl (59) | curl (66) | err_ssl_protocol_error | err_ssl_version_or_cipher_mismatch | err_ssl_wrong_version_number | ssl_error_rx_record_too_long | ssl_error_no_cypher_overlap | ssl_error_unsupported_version | ssl_error_protocol_version_alert | ssl_error_handshake_failure_alert | err_ssl_unrecognized_name_alert | err_ssl_packet_length_too_long | err_ssl_tlsv1_alert_internal_error | err_tls_handshake_timeout | err_quic_protocol_error.quic_tls",
      `unexpected eof while reading | ssleoferror | eof occurred in violation of protocol | wrong version number | wrong_version_number | handshake failure | handshake_failure | handshake failed | unsupported protocol version
      | ssl routines | unsupported_protocol | alert protocol version | protocol_version | no protocols available | tls: protocol version not supported
      | does not look like a tls handshake | http response to https client | unsupported or unrecognized ssl message | sslhandshakeexception
      | packet length too long | packet_length_too_long | record layer failure | record_layer_failure | corrupted frame was received
      | unexpected packet format | no shared cipher | no cipher match | sslv3 alert | tlsv1 alert | tlsv13 alert | unrecognized name
      | unrecognized_name | inappropriate fallback | dh key too small | ssl_connect returned | legacy renegotiation disabled
      | an ssl error has occurred | a tls error caused | ssl_error_syscall | http request to an https | http_request
      | the ssl connection could not be established | authentication failed, see inner exception | tls: no supported versions
      | fatal alert | remote error: tls | tls alert | [ssl | sslerror | sslexception | secure tls connection | tls: | tls_error`,
    ),
  ],
  [
    says(
      "CSP_BLOCKED",
      "err_blocked_by_csp",
      `content security policy | content-security-policy | violates the document's content security`,
    ),
    says(
      "MIXED_CONTENT_BLOCKED",
      "",
      `mixed content | mixed active content | was not allowed to run insecure content | requested an insecure | insecure content
      | was not allowed to request insecure`,
    ),
    says(
      "CORS_BLOCKED",
      "",
      `blocked by cors policy | cors header | cors preflight | preflight … not succeed | access control checks
      | not allowed by access-control-allow | access-control-allow-origin | cross-origin request blocked … missing | cors missing
      | cross origin requests are only supported | blocked by cors`,
    ),
    says(
      "REDIRECT_LOOP",
      "err_too_many_redirects | err_fr_too_many_redirects | ns_error_redirect_loop | curl (47)",
      `too many redirects | toomanyredirects | too many http redirects | redirects followed | exceeded 30 redirects
      | maximum allowed redirects | stopped after … redirects | redirect count exceeded | maximum number of redirects | maximum redirect reached
      | redirected too many | maximum redirects | circular redirect | redirect loop | redirection loop | infinite loop
      | redirectlimitreached | maximum number of redirections | redirect limit | too many redirections | redirects exceeded | maximum automatic redirections`,
    ),
    says(
      "INVALID_URL",
      "err_invalid_url | err_invalid_protocol | err_unescaped_characters | err_unknown_url_scheme | err_unsafe_port | err_disallowed_url_scheme | curl (3)",
      `invalid url | failed to parse url | missingschema | invalidschema | no connection adapters were found | no scheme supplied
      | unsupported protocol | unsupportedprotocol | unsupported url scheme | is missing an 'http://' | malformedurlexception | no protocol: | unknown protocol:
      | illegal character in authority | illegal character in path | illegal character in query | illegal character in scheme | illegal character in fragment | illegal character in host | illegal character in url | illegal character in uri | protocol must be http | urisyntaxexception | invalid uri | uri with undefined scheme | target host is not specified
      | uri::invalidurierror | bad uri | uriformatexception | invalid request uri | schemes are allowed | unknown url type
      | protocol … not supported | protocol … disabled | only absolute urls | only http(s) protocols | invalidurl | nonhttpurl | nonnumeric port
      | invalid port | bad/illegal format | missing protocol scheme | first path segment in url | bad port | not a valid url
      | expected url scheme | unescaped characters | unknown scheme | url scheme | locationparseerror | control character in url
      | url contains control characters | unsupported url | malformed url | url rejected | urls must start | no host in request url | no host given
      | no host supplied | relative url without a base | absolute uri | uri is not absolute | missing hostname | invalid ipv6 url | unsupported scheme
      | invalid hostname | invalid domain | string did not match the expected pattern … url | url malformed | host name in uri | cannot be parsed as a url | invalid uri scheme`,
    ),
    says(
      "RESPONSE_HEADERS_TOO_LARGE",
      "hpe_header_overflow | und_err_headers_overflow | err_response_headers_too_big | curl (100)",
      `header overflow | headersoverflowerror | when reading header | linetoolong | got more than … headers | got more than … bytes | response headers exceeded
      | too large response headers | response headers length exceeded | header value is too long | header is too large | headers too large | headers too big
      | maximum line length limit exceeded | maximum header count exceeded | header list size | too many header | header line too long | maximum header size | header size too`,
    ),
    says(
      "RESPONSE_NOT_HTTP",
      "hpe_invalid_constant | hpe_invalid_version | hpe_invalid_status | hpe_invalid_header_token | hpe_invalid_chunk_size | hpe_invalid_content_length | hpe_unexpected_content_length | hpe_invalid_transfer_encoding | hpe_cr_expected | hpe_lf_expected | hpe_strict | hpe_invalid_method | err_invalid_http_response | err_http2_protocol_error | err_http_1_1_required | err_invalid_chunked_encoding | err_response_headers_multiple_content_length | err_http2_error | err_quic_protocol_error | curl (8) | curl (16) | curl (43) | curl (95)",
      `parse error: expected http/ | httpparsererror | badstatusline | bad status line | illegal status line | malformed http | malformed_response
      | invalid http response | invalid http status line | invalid status line | unexpected status line | not a valid http response | valid http response | wrong status line
      | badresponse | wrong header line | http/0.9 | invalid or unrecognized response | protocol violation | cannot parse response
      | malformed mime header | invalid http header | bad chunk | malformed chunked encoding | invalid chunk | invalid chunk length | chunk hex-length | malformed encoding found in chunked | chunk header
      | weird server reply | httpbadresponse | badhttpmessage | invalid constant string | response does not match the http/1.1 protocol
      | http2 framing layer | frame too large | frame size error | invalid frame | http/2 protocol error | server sent http/2 | invalid content-length | unsupported http version
      | does not appear to be http | unknownprotocol | unknown http version | error: parse error | malformed_http_response | invalidhttpresponse | invalidchunklength | in chunked-encoding | chunk size | unparseable … status | invalid version | illegal header line | illegal header value | invalid header`,
    ),
    says(
      "RESPONSE_DECODING_FAILED",
      "z_data_error | z_buf_error | err_content_decoding_failed | err_content_decoding_init_failed | ns_error_invalid_content_encoding | curl (61) | err_brotli | err__error_format",
      `incorrect header check | invalid stored block | error while decoding content | contentdecodingerror | content_encoding | content encoding | decodeerror
      | decodingerror | gzip: invalid | flate: corrupt | not in gzip format | zipexception | while decompressing | zlib:: | zlib: | zlib error | zliberror | gzipfile
      | unsupported compression | brotli: | brotli decoder | brotli decompress | unicodedecodeerror | codec can't decode | can not decode content | cannot decode content
      | malformedinputexception | invalid block type | invalid utf-8 | decompression failed | failed to decode | unknown compression method | corrupt gzip | gzip magic | magic number in gzip
      | cannot decode raw data | cannot decode contents | error decoding response body | decompress | corrupt input | invalid distance`,
    ),
    says(
      "RESPONSE_NOT_JSON",
      "err_json_parse",
      `is not valid json | unexpected token | unexpected end of json | unexpected non-whitespace character after json | json.parse | jsondecodeerror | expecting value: line | invalid character … looking for
      | jsonparseexception | jsonprocessingexception | jsonsyntaxexception | malformedjsonexception | unrecognized token | jsonreaderexception | system.text.json | jsonexception
      | is an invalid start of a value | json::parsererror | json parse error | failed to execute 'json' | invalid json
      | unexpected mimetype | does not contain any json | expected begin_object | unexpected character encountered while parsing
      | could not parse json | not valid json | parsing json | decoding json | json parsing | unexpected character: | in json at position | json input | no content to map | faraday::parsingerror | cannot unmarshal`,
    ),
    says(
      "REQUEST_ABORTED",
      "err_canceled | und_err_aborted | abort_err | err_aborted | ns_binding_aborted | ns_error_abort | ecanceled | curl (42) | err_blocked_by_client | err_blocked_by_response",
      `aborterror | user aborted a request | operation was aborted | signal is aborted | signal was aborted | request was aborted
      | request aborted | fetch is aborted | fetch was aborted | was canceled | was cancelled | context canceled | request canceled | request cancelled | taskcanceledexception
      | operationcanceledexception | cancelederror | cancelederror: canceled | cancellederror | cancellationexception | ioexception: canceled | keyboardinterrupt | aborted by the user | interruptedexception
      | interruptedioexception | navigation … cancelled`,
    ),
  ],
];

/** What clients wrap round whatever else broke: it counts where no other layer tells of a cause. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  "typeerror: terminated",
  "connection aborted",
  "transport connection broken",
]);

/** What a client says where it does not know what broke: it counts where nothing else does. */
export const UNSAID: readonly Saying[] = [
  says("CONNECTION_RESET", "curl (55) | curl (56)"),
  says(
    "NETWORK_FAILED",
    "err_failed | err_network",
    `failed to fetch | load failed | networkerror when attempting | network error | network request failed | fetch failed
    | cors request did not succeed | cross-origin request blocked | the network connection failed | a network error occurred
    | error sending request | an error occurred while sending the request | apiconnectionerror | connection error.`,
  ),
];
