/** URLs that tell the one who serves them something: what a reader knows, or was told to fill in. */

/** What is to be filled in: `{data}`, `<data>`, `[data]`, `$DATA`, `%s`, `INSERT_DATA_HERE`. */
const BLANK =
  /[{<[][^\s{<[]*[}>\]]|\$[A-Z_]{2,}|%[sd](?![0-9A-Fa-f])|%(?:7[Bb]|5[Bb]|3[Cc])|\b[A-Z]{3,}(?:_[A-Z]{2,})+\b/;
const BLANK_NAME =
  /(?:^|[/=])(?:DATA|SECRET|TOKEN|PASSWORD|CONTENT|HISTORY|PROMPT|TEXT|HERE)(?:$|[/&.])/;

/** Parameters that say something, whatever they say; those of badges say how to draw. */
const TELLING =
  /^(?:d|q|data|payload|contents?|text|txt|msg|body|secrets?|pass|password|pwd|cookies?|conversation|chat|history|leak|exfil|info|prompt|context|summary|stolen|notes?|log|dump|keys?|creds?|credentials|email|mail|session|query|answer|reply|output|result|input|memory)$/i;

const LONGEST_VALUE = 24;
const LONGEST_SEGMENT = 40;
const HEX = /^(?:[0-9a-f]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const ENCODED = /^[A-Za-z0-9+_=-]+$/;

/** Whether an image's URL may carry more than what it takes to find the image. */
export function carriesData(url: string): boolean {
  const [, path = "", query = ""] = /^[^?#]*?[\\/]{2}([^?#]*)(?:[?#](.*))?$/s.exec(url) ?? [];
  if (BLANK.test(query) || BLANK.test(path) || BLANK_NAME.test(path)) return true;
  // It waits for what is put behind it.
  if (query.endsWith("=")) return true;
  return path.split(/[/.]/).some(isEncoded) || query.split(/[&;]/).some(tells);
}

/** A part of a path that is no name and no hash. */
function isEncoded(segment: string): boolean {
  return (
    segment.length >= LONGEST_SEGMENT &&
    ENCODED.test(segment) &&
    !HEX.test(segment) &&
    /[a-z]/.test(segment) &&
    /[A-Z]/.test(segment) &&
    /[0-9]/.test(segment)
  );
}

function tells(parameter: string): boolean {
  const [name = "", ...values] = parameter.split("=");
  const value = values.join("=");
  if (TELLING.test(name)) return value !== "";
  return value.length >= LONGEST_VALUE && ENCODED.test(value) && /[0-9A-Z]/.test(value);
}
