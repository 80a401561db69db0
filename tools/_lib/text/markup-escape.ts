/** Text as it stands in HTML and XML. */

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

function referenceTo(character: string): string {
  return REFERENCES[character] ?? character;
}

/** Text of HTML, between tags and in quoted attributes alike. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, referenceTo);
}

/** The value of an HTML attribute in double quotes. */
export function escapeHtmlAttribute(text: string): string {
  return text.replace(/[&<>"]/g, referenceTo);
}

/** The content of an XML element; a reader would take a bare CR for a line feed. */
export function escapeXmlContent(text: string): string {
  return text.replace(/[&<>\r]/g, referenceTo);
}

/** The value of an XML attribute in double quotes; a reader would take bare white space for blanks. */
export function escapeXmlAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, referenceTo);
}
