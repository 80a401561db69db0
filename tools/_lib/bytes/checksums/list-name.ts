/** What lists of checksums are called: SHA256SUMS, CHECKSUM, checksums.txt, release.zip.sha512; signed ones, too. */
const LIST_NAME =
  /(?:^|[^a-z\d])(?:(?:sha\d{0,3}|md5|b2|b3|check)[-_]?sums?\d{0,3}|digests)(?:\.(?:sha\d{1,3}|md5))?(?:\.txt)?(?:\.asc)?$|\.(?:sha\d{1,3}|md5|b2|blake3)$/i;

/** By the last part of a path. */
export function isListName(path: string): boolean {
  return LIST_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}
