/** Signatures that came as files of their own: nobody checks them here, and the command that does is told. */
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import type { JobFile } from "../file-verification-handoff-kit.ts";
import { nameIn } from "./files.ts";

export interface Signature {
  readonly path: string;
  readonly command: string;
}

type Command = (path: string, of: string, isHere: boolean) => string;

/** By itself it finds what was signed, and a list that was signed in the clear is its own. */
const gpg: Command = (path, of, isHere) => `gpg --verify ${path}${isHere ? ` ${of}` : ""}`;
const minisign: Command = (path, of) => `minisign -V -p minisign.pub -x ${path} -m ${of}`;
const cosign: Command = (path, of) =>
  `cosign verify-blob --bundle ${path} --certificate-identity WHO --certificate-oidc-issuer URL ${of}`;

/** What was signed has the name without the ending. */
const KINDS: readonly (readonly [ending: string, command: Command])[] = [
  [".asc", gpg],
  [".sig", gpg],
  [".sign", gpg],
  [".gpg", gpg],
  [".minisig", minisign],
  [".sigstore", cosign],
  [".sigstore.json", cosign],
];

/** SHA256SUMS, checksums.txt, release.sha512. */
const LIST = /(?:sums?|checksums?|^digests?)(?:\.txt)?$|\.(?:sha\d+|md5)$/i;

/** Of a file that is there, too, or of a list, which may have been pasted. */
export function signaturesIn(files: readonly JobFile[]): readonly Signature[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path }) => {
    const [ending = "", command] = KINDS.find(([one]) => path.toLowerCase().endsWith(one)) ?? [];
    const of = path.slice(0, path.length - ending.length);
    const isHere = paths.has(of);
    if (!command || !(isHere || LIST.test(nameIn(of)))) return [];
    return [{ path, command: command(argument(path), argument(of), isHere) }];
  });
}

/** A path is never an option. */
function argument(path: string): string {
  return quoteShell(path.startsWith("-") ? `./${path}` : path);
}
