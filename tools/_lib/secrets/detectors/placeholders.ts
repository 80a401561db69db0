/** What stands in the place of a secret: fillers, templates, references, names, examples of documentation. */

const FILLER = /^(?:\*+|\.+|\u2026|_+|-+|[x*]{3,}|([^\s])\1{5,})$/i;
/** The beginning of a key and dots for the rest: "sk-ant-...". */
const BEGUN = /^[A-Za-z_-]{0,16}(?:\.{3}|\u2026)$/;
/** Of templates and shells: `<token>`, `{{token}}`, `${TOKEN}`, `$(cat token)`, `$TOKEN`, `%token%`, `%(token)s`. */
const TEMPLATE =
  /^(?:[<[{]|\$[{(]|\$[A-Z_][A-Z0-9_]*(?![A-Za-z0-9_])|%[A-Za-z_(]|`|#\{|@@|__[A-Z_]+__$)/;
const WORD =
  /^(?:null|none|nil|undefined|true|false|redacted|hidden|masked|n\/a|empty|required|string|include|omit|same-origin)$/i;
/** To where the secret is kept. */
const REFERENCE =
  /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|(?:System|Environment)\.|getenv|env[:.([]|ENV[.[(]|(?:op|vault|secret|secrets|awssm|ssm|keyring|gcpsm|akv|ref\+\w+|sops):\/?\/?|arn:aws:|projects\/[^\s/]+\/secrets|@Microsoft\.KeyVault|!(?:Ref|Sub|GetAtt|vault)\b|ENC\[|file:|https?:\/\/[^\s@]*$)/i;
/** Names that code has for what it reads. */
const ROOT =
  /^(?:var|local|data|self|this|env|config|cfg|conf|settings?|secrets?|vault|params?|args?|options?|opts|props|user|ctx|context|app|credentials?|creds|state|body|form|req|request|res|response|result|session|each|input|inputs|values|github|gitlab|steps|matrix|vars|window|document|localStorage|auth|account|client|db|database|event|payload|module|random_password|kubernetes_secret|aws_\w+|azurerm_\w+|google_\w+|parsed|match|row|record|kwargs|flags|cli|process|properties|environment|constants?|Config|Settings|App|Rails)(?:\??\.|\[|->|::)[A-Za-z_$][\w$.[\]'"()?:>-]*$/;

/** What a header has before its credential. */
const SCHEME = /^(?:bearer|basic|token|apikey)[ \t]{1,4}/i;

export function isPlaceholder(given: string): boolean {
  const value = given.replace(SCHEME, "");
  return (
    FILLER.test(value) ||
    BEGUN.test(value) ||
    TEMPLATE.test(value) ||
    WORD.test(value) ||
    REFERENCE.test(value) ||
    ROOT.test(value) ||
    isPath(value) ||
    isExample(value)
  );
}

/** `/run/secrets/db`, `./key.pem`, `C:\keys\a.pfx`: where a secret is, and not one. */
function isPath(value: string): boolean {
  return (
    (/^(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.-]{1,40}){2,12}[\\/]?$/.test(value) &&
      !/[0-9][A-Za-z][0-9]|[A-Z][a-z]?[0-9][A-Z]/.test(value)) ||
    /^[\\/][a-z]{2,20}[\\/]?$/.test(value) ||
    /^[\w./\\-]{1,100}\.(?:json|ya?ml|pem|key|crt|cer|p12|pfx|jks|txt|env|ini|toml|properties|conf|cfg|dll|exe|tsx?|jsx?|py|rb|go|java|html?|css)$/i.test(
      value,
    )
  );
}

/** A part that says that the rest is to be replaced. */
const MARKER: ReadonlySet<string> = new Set(
  `your yours dein deine votre example examples placeholder changeme change replace replaceme insert enter goes here dummy sample todo tbd
  fixme redacted removed hidden masked fake mock foo foobar lorem xxx xxxx xxxxx xxxxxx xxxxxxxx somepassword mysecret
  supersecret topsecret`.split(/\s+/),
);
/** Parts that say what stands there. */
const GENERIC: ReadonlySet<string> = new Set(
  `my our the a an some any this that user username users db database app api access auth client service server root
  admin account login secret secrets password passwd pass passphrase pwd token tokens key keys id value val name test
  testing dev prod me with real actual new old string text base64 encoded bearer basic private public github gitlab
  slack aws azure gcp google openai stripe npm docker sk pk live code pin otp session refresh csrf jwt oauth signing
  webhook encryption field data param parameter var variable env type default null none empty optional required of
  for in to and or is not set unset from file path url uri hash salt hmac field fields input output str int bool
  number object credential credentials cookie header headers xoxb xoxp ghp`.split(/\s+/),
);

/** "your-api-key", "CHANGE_ME", "AKIAIOSFODNN7EXAMPLE", "abcdefgh", "password": no secret is named so. */
export function isExample(value: string): boolean {
  if (/EXAMPLE|XXXX|(?:[^A-Za-z]|^)(?:example|changeme|placeholder)(?:[^A-Za-z]|$)/.test(value))
    return true;
  if (isRun(value) || /^<?your[a-z_-]*(?:key|token|secret|password|here)/i.test(value)) return true;
  const parts = value
    .match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g)
    ?.map((part) => part.toLowerCase());
  if (!parts || parts.join("").length < value.length * 0.7) return false;
  const isMarked = parts.some((part) => MARKER.has(part));
  const others = parts.filter((part) => !MARKER.has(part) && !GENERIC.has(part));
  return isMarked
    ? others.every((part) => /^[a-z]{3,}$|^[0-9]{1,3}$/.test(part))
    : others.length === 0 || (others.every(isShortNumber) && !parts.some(isPassword));
}

/** "secret123" is written in place of a token, but people do choose "password123". */
function isPassword(part: string): boolean {
  return /^(?:pass|pwd|admin|root|welcome|login|user)/.test(part);
}

function isShortNumber(part: string): boolean {
  return /^[0-9]{1,3}$/.test(part);
}

const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789012345678901234567890",
  "abcdef0123456789abcdef0123456789",
];

/** Characters in their order, or few different ones. */
function isRun(value: string): boolean {
  const letters = value.toLowerCase().replace(/[-_ ]/g, "");
  if (letters.length < 6 || /[^\w]/.test(letters)) return false;
  return (
    (letters.length >= 12 && new Set(letters).size <= 3) ||
    RUNS.some((run) => run.startsWith(letters) && letters.length >= 20)
  );
}

const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9\s]/];

/** Whether a word looks like a password where nothing but its place says that it is one. */
export function looksSecret(value: string): boolean {
  return (
    value.length >= 6 &&
    !/[\s,]/.test(value) &&
    !/^[\w-]+[.:;!?)]$/.test(value) &&
    CLASSES.filter((some) => some.test(value)).length >= 3
  );
}

/** Types, calls and names that follow a key in code, and what messages say of a key. */
const TYPE =
  /^(?:str|string|text|char|varchar\w*|int|integer|number|bool|boolean|bytes?|buffer|any|unknown|object|optional|option|list|dict|map|array|vec|set|promise|future|secretstr|securestring|uuid|float|double|void|never|await|new|async|function|lambda|return|typeof|keyof|readonly|const|let|self|this|super|\w+Type|\w+Schema|std::\w+|&?str)\??$/i;
const SAID =
  /^(?:invalid|expired|missing|incorrect|wrong|failed|failure|denied|rejected|revoked|refused|ok|okay|set|unset|not|no|yes|on|off|changed|updated|reset|disabled|enabled|valid|verified|success|successful|error|unknown|prompt|ask|stdin|file|auto|generated|generating|rotated|rotating|renewed|refreshed|refreshing|see|the|is|was|must|should|cannot|can|has|have|using|used|use|found|created|deleted|loaded|received|accepted|supplied|provided|given|sent|stored|protected|encrypted|configured|present|absent|unchanged|optional|mandatory|mismatch|mismatched|length|min|max|too|for|from|with|and|or|at|to|in|by|of)[.,:;!]?$/i;
const NAME = /^[a-z_$][\w$]*$/i;

/** Whether a bare value behind a key is code or prose. */
export function isCode(value: string, after: string): boolean {
  if (TYPE.test(value) || SAID.test(value)) return true;
  // A call, an index or a type with parameters.
  if (/^[([]/.test(after) && /^[\w$.:]+$/.test(value)) return true;
  if (/^<[A-Z]/.test(after) && /^[A-Z][A-Za-z]+$/.test(value)) return true;
  // An artifact with its version.
  if (/^[\w.-]+-[0-9]+(?:\.[0-9]+)+$/.test(value)) return true;
  // A dotted name without a digit or sign in it.
  if (/^[a-z_$][A-Za-z_$]*(?:\.[a-z_$][A-Za-z_$]*)+$/.test(value)) return true;
  return (
    NAME.test(value) &&
    /(?:password|passwd|secret|token|key|pwd|pass|credential)s?$/i.test(value) &&
    !/[0-9]/.test(value)
  );
}

/** A sentence, and not a passphrase. */
export function isProse(value: string): boolean {
  return (
    /\s/.test(value) &&
    /(?:^|\s)(?:for|if|the|is|are|to|of|not|must|your|you|with|and|or|be|in|on|this|that|will|please|enter|required)(?:\s|$)|,\s/i.test(
      value,
    )
  );
}
