/** Strings of each format that contracts are checked for, and one that is not in it. */

interface FormatSamples {
  /** At opposite ends of what the format allows. */
  readonly right: readonly [string, string];
  readonly wrong: string;
}

const LONGEST_LABEL = "a".repeat(63);

const SAMPLES: ReadonlyMap<string, FormatSamples> = new Map([
  ["date", { right: ["2024-02-29", "1999-12-31"], wrong: "2023-02-29" }],
  [
    "date-time",
    {
      right: ["2024-02-29T00:00:00Z", "1999-12-31T23:59:59.999-12:00"],
      wrong: "2023-02-29T00:00:00Z",
    },
  ],
  ["time", { right: ["00:00:00Z", "23:59:59.999-12:00"], wrong: "24:00:00Z" }],
  ["duration", { right: ["PT0S", "P9Y11M30DT23H59M59S"], wrong: "P" }],
  ["email", { right: ["a@b.example", "first.last+tag@mail.example.com"], wrong: "not an email" }],
  ["hostname", { right: ["a", `${LONGEST_LABEL}.example.com`], wrong: "-not-a-hostname-" }],
  ["ipv4", { right: ["0.0.0.0", "255.255.255.255"], wrong: "256.0.0.1" }],
  ["ipv6", { right: ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"], wrong: "12345::" }],
  [
    "uri",
    {
      right: ["urn:a", "https://user@example.com:8443/a/b?c=d&e=%20#f"],
      wrong: "not a uri",
    },
  ],
  ["uri-reference", { right: ["", "../a/b?c=d#e"], wrong: "\\not a reference" }],
  [
    "uuid",
    {
      right: ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
      wrong: "not-a-uuid",
    },
  ],
  ["json-pointer", { right: ["", "/a/0/b~1c~0d"], wrong: "not-a-pointer" }],
  ["regex", { right: ["", "^(?:[a-z]+|\\d{2,3})$"], wrong: "(" }],
]);

/** The samples of a format, undefined for one that is only a note. */
export function formatSamples(format: string): FormatSamples | undefined {
  return SAMPLES.get(format);
}
