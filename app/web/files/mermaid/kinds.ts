/** What the texts are that the page takes: told by what they hold. */
export const MARKDOWN = "text/markdown";
export const MERMAID = "text/vnd.mermaid";
