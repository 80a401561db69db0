/** Lists that their sender signed in the clear: the text within, as RFC 9580 section 7 has it. */

const HEAD = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE = "-----BEGIN PGP SIGNATURE-----";
const END = "-----END PGP SIGNATURE-----";

export interface Unwrapped {
  /** Each line has the number that it had. */
  readonly text: string;
  /** Nobody checked by whom. */
  readonly isSigned: boolean;
}

export function unwrapped(text: string): Unwrapped {
  const kept: string[] = [];
  let part: "outside" | "headers" | "text" | "signature" = "outside";
  let isSigned = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = line.trimEnd();
    let own = "";
    if (mark === HEAD) {
      part = "headers";
      isSigned = true;
    } else if (mark === SIGNATURE) {
      part = "signature";
      isSigned = true;
    } else if (mark === END && part === "signature") part = "outside";
    else if (part === "headers") part = mark === "" ? "text" : part;
    // Lines that begin with a dash have another before them.
    else if (part !== "signature") own = part === "text" ? line.replace(/^- /, "") : line;
    kept.push(own);
  }
  return isSigned ? { text: kept.join("\n"), isSigned } : { text, isSigned };
}
