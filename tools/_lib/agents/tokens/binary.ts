const ASCII = /^[\0-\x7f]*$/;
const CHUNK = 8192;

/** The UTF-8 bytes of a text, one character for each byte; half a surrogate pair becomes U+FFFD. */
export function encodeUtf8Binary(text: string): string {
  if (ASCII.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return binary;
}
