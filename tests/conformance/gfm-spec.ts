import { markdownSuite } from "./commonmark.ts";

export default markdownSuite("gfm-spec", "gfm", 360);
