import { markdownSuite } from "./commonmark/markdown.ts";

export default markdownSuite("gfm-spec", "gfm", 360);
