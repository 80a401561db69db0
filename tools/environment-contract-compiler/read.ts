/** Environment files with the comments that belong to each variable. */
import { readEnv } from "../_lib/formats/config/read-env.ts";
import { positionFinder } from "../_lib/text/position.ts";

export interface Entry {
  readonly name: string;
  readonly value: string;
  /** 1-based. */
  readonly line: number;
  /** The lines directly above, and what stands behind the value, without `#`. */
  readonly comments: readonly string[];
}

export interface EnvironmentFile {
  readonly entries: readonly Entry[];
  /** Lines, counted from 1, that are neither blank nor a comment nor a variable. */
  readonly unparsed: readonly number[];
}

export function readEnvironment(input: string): EnvironmentFile {
  const text = input.replace(/^\ufeff/, "");
  const find = positionFinder(text);
  const entries: Entry[] = [];
  const unparsed: number[] = [];
  let comments: string[] = [];
  for (const item of readEnv(text)) {
    if (item.type === "comment") {
      comments.push(text.slice(item.start + 1, item.end));
      continue;
    }
    const { line } = find(item.start);
    if (item.type === "variable") {
      const { name, value, comment } = item;
      if (comment) comments.push(text.slice(comment.start + 1, comment.end));
      entries.push({ name, value, line, comments });
    } else if (item.type === "unknown") unparsed.push(line);
    comments = [];
  }
  return { entries, unparsed };
}
