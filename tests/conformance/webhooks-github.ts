import { Glob } from "bun";
import { failed, passed, type RunTool, type Suite, type Verdict } from "./suite.ts";

interface Event {
  readonly type: string;
  readonly id: string;
  readonly action?: string;
  readonly actor?: string;
  readonly tenant?: string;
  readonly data: unknown;
}

interface Body {
  readonly action?: unknown;
  readonly sender?: { readonly login?: string };
  readonly repository?: { readonly full_name?: string };
  readonly organization?: { readonly login?: string };
}

const DELIVERY = "72d3162e-cc78-11e3-81ab-4c9367dc0958";

/** Every recorded payload is an event, which keeps its name, action, delivery, actor, repository and data. */
const suite: Suite = {
  name: "webhooks-github",
  tools: ["webhook-normalization-kit"],
  floor: { passed: 148, failed: 0 },
  async *judge(folder, run) {
    const root = `${folder}/payload-examples/api.github.com`;
    for (const file of [...new Glob("*/*.json").scanSync(root)].toSorted()) {
      yield await judge(file, await Bun.file(`${root}/${file}`).text(), run);
    }
  },
};
export default suite;

async function judge(file: string, body: string, run: RunTool): Promise<Verdict> {
  const [name = ""] = file.split("/");
  const headers = { "X-GitHub-Event": name, "X-GitHub-Delivery": DELIVERY };
  const result = await run({ tool_id: "webhook-normalization-kit", input: { headers, body } });
  const { events = [] } = (result.value ?? {}) as { readonly events?: readonly Event[] };
  const [event] = events;
  if (!result.ok || event === undefined) return failed(file, result.error?.message ?? "no event");
  const { action, sender, repository, organization } = JSON.parse(body) as Body;
  const known = name === "issues" ? "issue" : name;
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [event.id, DELIVERY],
    [event.type === `com.github.${known}` || event.type.startsWith(`com.github.${known}.`), true],
    [event.action, typeof action === "string" ? action : undefined],
    [event.actor, sender?.login],
    [event.tenant, repository?.full_name ?? organization?.login],
    [Bun.deepEquals(event.data, JSON.parse(body)), true],
  ];
  const wrong = pairs.find(([left, right]) => left !== right);
  return wrong === undefined ? passed(file) : failed(file, `${wrong[0]}, not ${wrong[1]}`);
}
