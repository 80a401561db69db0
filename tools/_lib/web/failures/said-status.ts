/** The HTTP status that a client's error text tells of. */

/** As registered, and as servers wrote them before. */
const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "(?:Method )?Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Time-?out",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "(?:Payload|Content|Request Entity) Too Large",
  414: "(?:URI|Request-URI) Too (?:Long|Large)",
  415: "Unsupported Media Type",
  416: "(?:Requested )?Range Not Satisfiable",
  418: "I'm a teapot",
  421: "Misdirected Request",
  422: "Unprocessable (?:Entity|Content)",
  423: "Locked",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service (?:Temporarily )?Unavailable",
  504: "Gateway Time-?out",
  505: "HTTP Version Not Supported",
  507: "Insufficient Storage",
};

const PATTERNS: readonly RegExp[] = [
  /\bstatus(?:[ _-]?code)?(?: of| is| was)?["']?[ :=(]{1,3}["']?([1-5]\d\d)\b/i,
  /\bstatus code does not indicate success: ([1-5]\d\d)\b/i,
  /\bHTTP(?:\/\d(?:\.\d)?)?(?: (?:error|status|response))?(?: code)?[ :=]{1,3}([345]\d\d)\b/i,
  /\breturned error: ([345]\d\d)\b/i,
  /\b([45]\d\d) (?:client|server) error\b/i,
  /\berror(?: code)?:? ([45]\d\d)(?=\s*[-:,)]|$)/im,
  /\bresponse(?: code|error)?: ([45]\d\d)\b/i,
  /\bClientResponseError: ([45]\d\d), message\b/,
  /\bexceptions\.[A-Z]\w{3,60}: ([45]\d\d) /,
  new RegExp(
    String.raw`(?<![\w.])(?:${Object.entries(REASONS)
      .map(([status, reason]) => `(?=${status})${status} "?${reason}`)
      .join("|")})\b`,
    "i",
  ),
];

/** Undefined where the text names none. */
export function saidStatus(text: string): number | undefined {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return Number(found[1] ?? found[0].slice(0, 3));
  }
  return undefined;
}
