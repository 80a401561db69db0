import type { Draft } from "./drafts.ts";
import { DRAFT_2019_09 } from "./metaschemas/2019-09.ts";
import { DRAFT_2020_12 } from "./metaschemas/2020-12.ts";
import { DRAFT_04 } from "./metaschemas/draft-04.ts";
import { DRAFT_06 } from "./metaschemas/draft-06.ts";
import { DRAFT_07 } from "./metaschemas/draft-07.ts";

const METASCHEMAS: Readonly<Record<Draft, readonly object[]>> = {
  "draft-04": DRAFT_04,
  "draft-06": DRAFT_06,
  "draft-07": DRAFT_07,
  "2019-09": DRAFT_2019_09,
  "2020-12": DRAFT_2020_12,
};

/** A draft's metaschema, then those of its vocabularies. */
export function metaschemasOf(draft: Draft): readonly object[] {
  return METASCHEMAS[draft];
}
