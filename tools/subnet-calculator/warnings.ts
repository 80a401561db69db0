export const WARNINGS = {
  HOST_BITS_SET: "The address is not the first one of its network, which was used",
  LIST_TRUNCATED: "A list is longer than limit; only its first items are shown",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;
