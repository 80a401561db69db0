export const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  CONTENT_FALLBACK_BODY: "No main content was found, so the whole body was taken",
  CLIENT_RENDERED: "Little text and many scripts: the page has to be rendered in a browser",
  RELATIVE_LINKS: "Links or images are relative, and no base was given",
  TABLE_FLATTENED: "Tables that are no grid of data were written as text",
  HIDDEN_TEXT_REMOVED: "Much hidden text was removed, planted for agents perhaps",
  TRUNCATED: "Blocks were left out for maxTokens",
} as const;
