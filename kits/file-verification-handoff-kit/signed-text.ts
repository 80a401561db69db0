/** Lists that their sender signed: the text within, and the command that checks by whom. */

const HEAD = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE = "-----BEGIN PGP SIGNATURE-----";
const END = "-----END PGP SIGNATURE-----";

/** Of signify and minisign, each before a line of Base64. */
const COMMENT = /^(untrusted|trusted) comment: /;
const BASE64 = /^[A-Za-z0-9+/]{40,}={0,2}$/;

const COMMANDS = {
  clear: "gpg --verify SHA256SUMS.asc",
  detached: "gpg --verify SHA256SUMS.asc SHA256SUMS",
  signify: "signify -C -p KEY.pub -x SHA256.sig",
  minisign: "minisign -V -p minisign.pub -m SHA256SUMS",
} as const;

export interface Unwrapped {
  /** Each line has the number that it had. */
  readonly text: string;
  /** What checks the signature; undefined where there is none. */
  readonly command?: string;
}

export function unwrapped(text: string): Unwrapped {
  const { text: list, command } = withoutPgp(text);
  const { text: plain, command: other } = withoutComments(list);
  const found = command ?? other;
  return found === undefined ? { text } : { text: plain, command: found };
}

/** As RFC 9580 section 7 has it. */
function withoutPgp(text: string): Unwrapped {
  const kept: string[] = [];
  let part: "outside" | "headers" | "text" | "signature" = "outside";
  let command: string | undefined;
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = line.trimEnd();
    let own = "";
    if (mark === HEAD) {
      part = "headers";
      command = COMMANDS.clear;
    } else if (mark === SIGNATURE) {
      part = "signature";
      command ??= COMMANDS.detached;
    } else if (mark === END && part === "signature") part = "outside";
    else if (part === "headers") part = mark === "" ? "text" : part;
    // Lines that begin with a dash have another before them.
    else if (part !== "signature") own = part === "text" ? line.replace(/^- /, "") : line;
    kept.push(own);
  }
  return command === undefined ? { text } : { text: kept.join("\n"), command };
}

/** OpenBSD signs a list by two lines above it; minisign has four in a file of their own. */
function withoutComments(text: string): Unwrapped {
  const lines = text.split(/\r\n?|\n/);
  let command: string | undefined;
  for (const [index, line] of lines.entries()) {
    const [, kind] = COMMENT.exec(line) ?? [];
    if (kind === undefined || !BASE64.test(lines[index + 1]?.trimEnd() ?? "")) continue;
    command = kind === "trusted" ? COMMANDS.minisign : (command ?? COMMANDS.signify);
    lines.fill("", index, index + 2);
  }
  return command === undefined ? { text } : { text: lines.join("\n"), command };
}
