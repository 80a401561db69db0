import { ARRAY_NATIVES } from "./natives-arrays.ts";
import { CONVERT_NATIVES } from "./natives-convert.ts";
import { DATE_NATIVES } from "./natives-dates.ts";
import { MATH_NATIVES } from "./natives-math.ts";
import { OBJECT_NATIVES } from "./natives-objects.ts";
import { REGEX_NATIVES } from "./natives-regex.ts";
import { STREAM_NATIVES } from "./natives-streams.ts";
import { STRING_NATIVES } from "./natives-strings.ts";
import type { Native } from "./native.ts";

/** Functions by `name/arity`; those with `_` are for the prelude. */
export const NATIVES: ReadonlyMap<string, Native> = new Map(
  [
    ARRAY_NATIVES,
    CONVERT_NATIVES,
    DATE_NATIVES,
    MATH_NATIVES,
    OBJECT_NATIVES,
    REGEX_NATIVES,
    STREAM_NATIVES,
    STRING_NATIVES,
  ].flatMap((natives) => Object.entries(natives)),
);
