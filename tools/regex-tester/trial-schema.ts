import { type Static, Type } from "@sinclair/typebox";

const OFFSET = Type.Integer({ minimum: -1 });
const SPAN = { index: OFFSET, end: OFFSET };
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

/** What trying a pattern on a text gives: `value` of regex-tester. */
export const REGEX_TRIAL = Type.Object({
  flags: Type.String(),
  groupCount: Type.Integer({ minimum: 0 }),
  groupNames: Type.Array(Type.String()),
  matched: Type.Boolean(),
  matchCount: Type.Integer({ minimum: 0 }),
  truncated: Type.Boolean(),
  matches: Type.Array(
    Type.Object({
      text: Type.String(),
      ...SPAN,
      line: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 1 }),
      groups: Type.Array(
        Type.Object({
          number: Type.Integer({ minimum: 1 }),
          name: NULLABLE_TEXT,
          text: NULLABLE_TEXT,
          ...SPAN,
        }),
      ),
    }),
  ),
  result: NULLABLE_TEXT,
  pieces: Type.Union([Type.Array(NULLABLE_TEXT), Type.Null()]),
  risk: Type.Object({
    verdict: Type.Union(
      (["linear", "polynomial", "exponential", "unknown"] as const).map((name) =>
        Type.Literal(name),
      ),
    ),
    degree: Type.Union([Type.Integer({ minimum: 2 }), Type.Null()]),
    attack: NULLABLE_TEXT,
    offset: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    message: Type.String(),
  }),
});

export type RegexTrial = Static<typeof REGEX_TRIAL>;
