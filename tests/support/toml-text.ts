/** Arbitrary TOML documents: any syntax and layout, keys that never clash. */
import fc from "fast-check";

const blank = fc.constantFrom("", "", " ", "\t", "  ");
const lineEnd = fc.constantFrom("\n", "\n", "\n\n", "\r\n", "\n \n\n");
const comment = fc.stringMatching(/^#[ -~é\t]{0,8}$/);

const date = fc
  .tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => [String(year).padStart(4, "0"), pad(month), pad(day)].join("-"));
const time = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.constantFrom("", ".5", ".123456"))
  .map(
    ([hour, minute, second, fraction]) => `${[hour, minute, second].map(pad).join(":")}${fraction}`,
  );
const moment = fc.oneof(
  date,
  time,
  fc
    .tuple(
      date,
      fc.constantFrom("T", "t", " "),
      time,
      fc.constantFrom("", "Z", "z", "+01:30", "-08:00"),
    )
    .map((parts) => parts.join("")),
);

const scalar = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom(
    "+1",
    "-0",
    "1_000",
    "0xDEAD_beef",
    "0o17",
    "0b1_0",
    "1.50",
    "6.626e-34",
    "+1e+06",
  ),
  fc.constantFrom("inf", "-inf", "+inf", "true", "false"),
  moment,
  fc
    .string({ unit: "grapheme", maxLength: 6 })
    .map((text) => JSON.stringify(text).replaceAll("\u007f", "\\u007F")),
  fc.stringMatching(/^'[ -&(-~é]{0,6}'$/),
  fc.constantFrom(
    '"\\t\\U0001F600"',
    '""',
    "''",
    "'''it's\n\n'''",
    '"""a\n\\\n  b""c"""',
    '"""\r\nx\r\n"""',
  ),
);

interface Depth {
  readonly breaks: boolean;
}

/** Arrays and inline tables; only under `breaks` do line ends and comments stand between elements. */
function valueText(depth: number, { breaks }: Depth): fc.Arbitrary<string> {
  if (depth === 0) return scalar;
  const inner = valueText(depth - 1, { breaks });
  const gap = breaks
    ? fc.oneof(
        blank,
        blank,
        lineEnd,
        fc.tuple(comment, lineEnd).map((parts) => parts.join("")),
      )
    : blank;
  const array = fc
    .tuple(fc.array(fc.tuple(gap, inner, gap), { maxLength: 4 }), fc.boolean(), gap)
    .map(([elements, comma, end]) => `[${joined(elements, comma)}${end}]`);
  const table = fc
    .tuple(fc.array(fc.tuple(gap, inner, gap), { maxLength: 3 }), fc.boolean(), gap)
    .map(([elements, comma, end]) => {
      const pairs = elements.map(
        ([before, value, after], index) => [before, `k${index} = ${value}`, after] as const,
      );
      return `{${joined(pairs, comma && breaks)}${end}}`;
    });
  return fc.oneof({ weight: 3, arbitrary: scalar }, array, table);
}

function joined(elements: readonly (readonly [string, string, string])[], comma: boolean): string {
  const text = elements.map((parts) => parts.join("")).join(",");
  return comma && elements.length > 0 ? `${text},` : text;
}

const name = fc.constantFrom("a", "b-c", "3", '"x y"', "'é.f'", '""', "A_1");

const rest = fc
  .tuple(blank, fc.option(comment, { nil: "" }), lineEnd)
  .map((parts) => parts.join(""));
const loose = fc
  .array(
    fc.tuple(blank, comment, lineEnd).map((parts) => parts.join("")),
    { maxLength: 2 },
  )
  .map((lines) => lines.join(""));

const pair = fc.tuple(
  loose,
  fc.array(name, { minLength: 1, maxLength: 3 }),
  fc.tuple(blank, blank, blank),
  fc.oneof(valueText(2, { breaks: true }), valueText(2, { breaks: false })),
  rest,
);

/** Each first key part carries the number of its pair, so that no two pairs meet. */
const body = fc.array(pair, { maxLength: 4 }).map((pairs) =>
  pairs
    .map(([before, names, [dot, left, right], value, after], index) => {
      const key = [`p${index}`, ...names.slice(1)].join(`${dot}.${dot}`);
      return `${before}${left}${key}${left}=${right}${value}${after}`;
    })
    .join(""),
);

const section = fc.tuple(loose, fc.boolean(), fc.array(name, { maxLength: 2 }), blank, rest, body);

export const tomlText: fc.Arbitrary<string> = fc
  .tuple(lineEnd, body, fc.array(section, { maxLength: 4 }))
  .map(([start, first, sections]) => {
    const text = sections.map(([before, list, names, gap, after, lines], index) => {
      const key = [`t${index}`, ...names].join(`${gap}.${gap}`);
      const [open, close] = list ? ["[[", "]]"] : ["[", "]"];
      return `${before}${open}${gap}${key}${gap}${close}${after}${lines}`;
    });
    return `${start}${first}${text.join("")}`;
  });

function pad(part: number): string {
  return String(part).padStart(2, "0");
}
