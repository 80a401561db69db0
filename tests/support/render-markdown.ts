/** Markdown as an independent renderer sees it, without the few differences that cleaning may make. */
import MarkdownIt from "markdown-it";

export type Dialect = "commonmark" | "gfm";

const RENDERERS = {
  commonmark: new MarkdownIt("commonmark"),
  gfm: new MarkdownIt({ html: true }),
};

/** HTML by CommonMark, or with the tables of GFM; texts that say the same give the same. */
export function renderMarkdown(text: string, dialect: Dialect = "commonmark"): string {
  return comparable(RENDERERS[dialect].render(`${text}\n`));
}

/** The HTML without what cleaning may change. */
export function comparable(html: string): string {
  return (
    html
      // Tabs that end a line of text are taken off, where the renderer takes off spaces only; code keeps them.
      .replace(/<pre>[^]*?<\/pre>|[ \t]*\t[ \t]*(?=\n|<br)/g, (found) =>
        found.startsWith("<") ? found : "",
      )
      // A heading on several lines comes out on one.
      .replace(/<(h[12])>[^]*?<\/\1>/g, (heading) => heading.replaceAll("\n", " "))
      // Blank lines that end the document are none of what is never closed: a fence, or HTML.
      .replace(/\s+((?:<\/(?:code|pre|li|ul|ol|blockquote)>\s*)*)$/, (_, tags: string) =>
        tags.replace(/\s+/g, ""),
      )
  );
}

/** The same without the difference between tight and loose lists. */
export function renderBlocks(text: string): string {
  return renderMarkdown(text).replace(/<\/?p>|\s/g, "");
}
