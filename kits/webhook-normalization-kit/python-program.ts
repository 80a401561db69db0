/** A program without packages that checks the next requests of a sender: verify.py. */
import { type ProgramFacts, string, strings, titleOf } from "./typescript-program.ts";
import type { Scheme } from "./schemes.ts";

export function pythonProgram(facts: ProgramFacts): string {
  const { scheme, toleranceSeconds } = facts;
  const { timestamp } = scheme;
  const isToken = scheme.algorithm === "token";
  const hasEd = scheme.algorithm === "ed25519" || scheme.id === "standard-webhooks";
  return [
    `"""${titleOf(facts)} Python 3.8 and newer; no packages.`,
    "",
    "As a program: WEBHOOK_SECRET=... python3 verify.py REQUEST [NOW], where REQUEST is a saved HTTP request",
    "(headers, an empty line, the raw body) and NOW replaces the clock, in seconds since 1970.",
    "Several secrets, old and new, stand on lines of their own.",
    '"""',
    ...modulesOf(scheme).map((name) => `import ${name}`),
    "",
    ...constantsOf(facts),
    "",
    "",
    "def verify(body, headers, secrets, now=None):",
    `    """Whether one of the secrets made the signature of exactly this body${timestamp && toleranceSeconds > 0 ? ", and not too long ago" : ""}."""`,
    ...(isToken ? PY_TOKEN : pySigned(facts)),
    "",
    "",
    PY_VALUES,
    ...(isToken ? [] : [pyHelpers(scheme)]),
    ...(hasEd ? [PY_ED25519] : []),
    ...(scheme.id === "twilio-sha1" ? [PY_TWILIO] : []),
    PY_MAIN,
  ].join("\n");
}

function modulesOf({ id, timestamp }: Scheme): string[] {
  return [
    "base64",
    "binascii",
    "hashlib",
    "hmac",
    ...(timestamp?.from === "body" ? ["json"] : []),
    "os",
    "re",
    "sys",
    "time",
    ...(id === "twilio-sha1" ? ["urllib.parse"] : []),
  ];
}

function constantsOf({ scheme, toleranceSeconds, url, method }: ProgramFacts): string[] {
  const { timestamp, content } = scheme;
  return [
    `SIGNATURE_HEADERS = ${strings(scheme.headers)}`,
    ...(scheme.idHeaders ? [`ID_HEADERS = ${strings(scheme.idHeaders)}`] : []),
    ...(timestamp?.from === "header" ? [`TIMESTAMP_HEADERS = ${strings(timestamp.names)}`] : []),
    ...(timestamp ? [`TOLERANCE_SECONDS = ${toleranceSeconds}`] : []),
    ...(content.includes("$url") || content.includes("$twilio")
      ? ["# What the sender was told to call.", `URL_CALLED = ${string(url)}`]
      : []),
    ...(content.includes("$method") ? [`METHOD = ${string(method)}`] : []),
  ];
}

const PY_TOKEN = [
  "    fits = False",
  "    for value in values_of(headers, SIGNATURE_HEADERS):",
  "        for secret in secrets:",
  "            if secret and hmac.compare_digest(value.encode(), secret.encode()):",
  "                fits = True",
  "    return fits",
];

function pySigned({ scheme, toleranceSeconds }: ProgramFacts): string[] {
  const { timestamp } = scheme;
  const isStandard = scheme.id === "standard-webhooks";
  return [
    "    values = values_of(headers, SIGNATURE_HEADERS)",
    ...(scheme.idHeaders ? ['    identity = (values_of(headers, ID_HEADERS) or [""])[0]'] : []),
    ...pyTimestamp(scheme),
    ...(timestamp && toleranceSeconds > 0
      ? [
          `    if not re.fullmatch("[0-9]{${timestamp.unit === "s" ? "1,11" : "12,14"}}", timestamp):`,
          "        return False",
          `    age = int(time.time() if now is None else now) - int(timestamp)${timestamp.unit === "s" ? "" : " // 1000"}`,
          "    if abs(age) > TOLERANCE_SECONDS:",
          "        return False",
        ]
      : []),
    ...(scheme.id === "twilio-sha1"
      ? ["    if not is_body_named(body, headers):", "        return False"]
      : []),
    `    signed = b"".join([${pyContent(scheme).join(", ")}])`,
    "    fits = False",
    "    for secret in secrets:",
    ...(isStandard
      ? [
          '        is_public = secret.startswith("whpk_")',
          '        prefix = "v1a," if is_public else "v1,"',
        ]
      : [`        prefix = ${string(scheme.prefix)}`]),
    `        key = ${pyKey(scheme)}`,
    "        if not key:",
    "            continue",
    "        for item in items_of(values):",
    "            signature = decoded(item[len(prefix):]) if item.startswith(prefix) else None",
    "            if signature is None:",
    "                continue",
    ...(isStandard
      ? [
          "            if is_public:",
          "                fits = ed25519_verify(key, signed, signature) or fits",
          "            elif hmac.compare_digest(hmac.new(key, signed, hashlib.sha256).digest(), signature):",
          "                fits = True",
        ]
      : scheme.algorithm === "ed25519"
        ? ["            fits = ed25519_verify(key, signed, signature) or fits"]
        : [
            `            if hmac.compare_digest(hmac.new(key, signed, hashlib.${scheme.algorithm}).digest(), signature):`,
            "                fits = True",
          ]),
    "    return fits",
  ];
}

function pyTimestamp({ timestamp }: Scheme): string[] {
  if (timestamp === undefined) return [];
  const [name = ""] = timestamp.names;
  if (timestamp.from === "header")
    return ['    timestamp = (values_of(headers, TIMESTAMP_HEADERS) or [""])[0]'];
  if (timestamp.from === "signature")
    return [
      `    stamps = [item[${name.length}:] for item in items_of(values) if item.startswith(${string(name)})]`,
      "    if not stamps:",
      "        return False",
      "    timestamp = stamps[0]",
    ];
  return [
    "    try:",
    `        timestamp = str(json.loads(body).get(${string(name)}, ""))`,
    "    except (ValueError, AttributeError):",
    '        timestamp = ""',
  ];
}

function pyContent({ id, content }: Scheme): string[] {
  return content.map((part) => {
    switch (part) {
      case "$body":
        return "body";
      case "$id":
        return "identity.encode()";
      case "$timestamp":
        return "timestamp.encode()";
      case "$url":
        return id === "hubspot-v3" ? "unescaped(URL_CALLED).encode()" : "URL_CALLED.encode()";
      case "$method":
        return "METHOD.encode()";
      case "$twilio":
        return "(URL_CALLED + fields_of(body, headers)).encode()";
      default:
        return `b${string(part)}`;
    }
  });
}

function pyKey({ key }: Scheme): string {
  if (key === "utf8") return "secret.encode()";
  return key === "hex" ? "decoded(secret)" : 'from_base64(re.sub("^wh(sec|pk)_", "", secret))';
}

const PY_VALUES = `def values_of(headers, names):
    """Names in any letter case; several lines of one name are several values."""
    for name in names:
        for key, value in headers.items():
            if key.lower() == name:
                return [one.strip() for one in ([value] if isinstance(value, str) else value)]
    return []

`;

function pyHelpers(scheme: Scheme): string {
  const split = scheme.separator === " " ? 're.split(r",?\\s+", value)' : 'value.split(",")';
  const parts = [
    `def items_of(values):\n    return [item.strip() for value in values for item in ${split}]\n`,
  ];
  if (scheme.encoding === "base64" || scheme.key === "base64") {
    parts.push(
      'def from_base64(text):\n    try:\n        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)\n    except (binascii.Error, ValueError):\n        return None\n',
    );
  }
  parts.push(
    scheme.encoding === "hex"
      ? 'def decoded(text):\n    return bytes.fromhex(text) if re.fullmatch("([0-9a-fA-F]{2})+", text) else None\n'
      : "def decoded(text):\n    signature = from_base64(text)\n    # Another text is another signature, even where it decodes to the same bytes.\n    return signature if signature and base64.b64encode(signature).decode() == text else None\n",
  );
  if (scheme.id === "hubspot-v3") {
    parts.push(
      'def unescaped(url):\n    """HubSpot signs the address with these escapes read."""\n    codes = "%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)"\n    return re.sub(codes, lambda found: chr(int(found[1], 16)), url, flags=re.IGNORECASE)\n',
    );
  }
  return `${parts.join("\n\n")}\n`;
}

const PY_TWILIO = `def is_form(headers):
    kind = (values_of(headers, ["content-type"]) or [""])[0]
    return re.match(r"application/x-www-form-urlencoded([\\s;]|$)", kind, re.IGNORECASE) is not None


def fields_of(body, headers):
    """Names and values by name; a field that is sent twice with one value counts once."""
    if not is_form(headers):
        return ""
    fields = set(urllib.parse.parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
    return "".join(name + value for name, value in sorted(fields, key=lambda field: [one.encode("utf-16-be") for one in field]))


def is_body_named(body, headers):
    """Of a body that is no form a digest stands in the address."""
    named = re.search("[?&]bodySHA256=([0-9a-fA-F]{64})([&#]|$)", URL_CALLED)
    if is_form(headers) or named is None:
        return True
    return hashlib.sha256(body).hexdigest() == named[1].lower()

`;

const PY_ED25519 = `# Ed25519 as RFC 8032 has it; nothing here is secret, so the time it takes may differ.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def point(raw):
    number = int.from_bytes(raw, "little")
    y = number & ((1 << 255) - 1)
    x = point_x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def added(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    p, q, r, s = f - e, h - g, h + g, f + e
    return (p * q % P, r * s % P, q * r % P, p * s % P)


def times(number, a):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = added(result, a)
        a = added(a, a)
        number >>= 1
    return result


def is_equal(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def ed25519_verify(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    public, commitment = point(key), point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    y = 4 * pow(5, P - 2, P) % P
    x = point_x(y, 0)
    base = (x, y, 1, x * y % P)
    return is_equal(times(scalar, base), added(commitment, times(challenge, public)))

`;

const PY_MAIN = `def read_request(request):
    """A saved request: perhaps a start line, headers, an empty line, the body."""
    headers, at = {}, 0
    while at < len(request):
        end = request.find(b"\\n", at)
        line = request[at:end if end >= 0 else None].decode(errors="replace").rstrip("\\r")
        at = end + 1 if end >= 0 else len(request)
        if line == "":
            break
        name, colon, value = line.partition(":")
        if colon and name and not re.match(r"[A-Z]+ \\S+ HTTP/", line):
            headers.setdefault(name.lower(), []).append(value.strip())
    return headers, request[at:]


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as saved:
        saved_headers, saved_body = read_request(saved.read())
    found = [one for one in os.environ.get("WEBHOOK_SECRET", "").split("\\n") if one]
    is_valid = verify(saved_body, saved_headers, found, float(sys.argv[2]) if len(sys.argv) > 2 else None)
    print("valid" if is_valid else "invalid")
    sys.exit(0 if is_valid else 1)`;
