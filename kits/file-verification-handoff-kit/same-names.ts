/** Files of one name in several folders, where a list is held against names alone. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import type { JobFile, PlanValue, Work } from "../file-verification-handoff-kit.ts";
import { nameIn } from "./files.ts";

/** A name stands for one file: where others of that name have another content, it is told which are not compared. */
export function findSameNames(entries: PlanValue["entries"], { job, report }: Work): void {
  if (job.options.matchBy === "path") return;
  const listed = entries.filter(({ expected }) => expected !== null);
  const names = new Set(listed.map(({ path }) => nameIn(path)));
  const arrived = job.files.filter(({ path }) => names.has(nameIn(path)));
  const conflicts = [
    ...others(arrived, ({ path }) => nameIn(path), digestsOf),
    ...others(
      listed,
      ({ path, algorithm }) => `${algorithm} ${nameIn(path)}`,
      ({ expected }) => expected,
    ),
  ];
  for (const subject of new Set(conflicts)) {
    const message = `${nameIn(subject)} is in several folders, with another content in each, and only its name is compared`;
    const about = { path: "/job/options/expected", subject };
    report.find("warning", "compare", { code: "CONFLICTING_ENTRY", message, ...about });
  }
}

/** Of each key the first path that is another, and has another content, than the first of all. */
function others<T extends { readonly path: string }>(
  all: readonly T[],
  keyOf: (one: T) => string,
  contentOf: (one: T) => string | null,
): string[] {
  return [...groupBy(all, keyOf).values()].flatMap(([first, ...later]) => {
    if (first === undefined) return [];
    const content = contentOf(first);
    const other = later.find((one) => one.path !== first.path && contentOf(one) !== content);
    return other === undefined ? [] : [other.path];
  });
}

function digestsOf({ sha256, digests }: JobFile): string {
  const { sha512, sha384, sha1, md5 } = digests ?? {};
  return [sha256, sha512, sha384, sha1, md5].join(" ");
}
