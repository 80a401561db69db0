import { readXml } from "../../tools/_lib/formats/xml/read.ts";
import { differs, failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  /** `error?`: the rows that mermaid's own tests expect to fail at some point. */
  readonly expect: "render" | "error" | "error?";
}

/** Judges the demos and rendering tests of mermaid: what is to be drawn is, what is to be refused is. */
const suite: Suite = {
  name: "mermaid",
  tools: ["mermaid-renderer"],
  floor: { passed: 727, failed: 6 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, type, text: written, expect } = JSON.parse(line) as Row;
      const name = `${id} ${type}`;
      if (/<\/?pre\b/.test(written)) {
        yield skipped(name, "cut out of its page with what follows it");
        continue;
      }
      const input = asShown(written);
      const { ok, output = "", errors } = await run({ tool_id: "mermaid-renderer", input });
      const [first] = errors;
      if (first?.code === "DIAGRAM_UNSUPPORTED") yield differs(name, `${type} is not drawn here`);
      else if (expect === "error?" && ok) yield differs(name, "mermaid draws it, too");
      else if (expect !== "render") yield ok ? failed(name, "was drawn") : passed(name);
      else if (!ok) yield failed(name, `${first?.code} ${first?.message} ${first?.line ?? ""}`);
      else yield isPicture(output) ? passed(name) : failed(name, "no picture");
    }
  },
};
export default suite;

/** Well-formed, and something to see. */
function isPicture(svg: string): boolean {
  const isDrawn = /^<svg[^>]*>.*<(?:path|rect|text|line|circle|polygon)\b/s.test(svg);
  return isDrawn && !("code" in readXml(svg));
}

/** Pages hold the sources as HTML. */
function asShown(written: string): string {
  return written.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
