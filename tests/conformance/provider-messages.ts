import { failed, passed, type RunTool, type Suite, type Verdict } from "./suite.ts";

type Provider = "openai-chat" | "openai-responses" | "anthropic" | "gemini";
type Body = Record<string, unknown>;

const PROVIDERS: readonly Provider[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];

/** The expected prompts and tools of a client library's tests, as bodies that go to every provider and back. */
const suite: Suite = {
  name: "provider-messages",
  tools: ["provider-request-envelope"],
  floor: { passed: 465, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      for (const [index, { of, value }] of row.expect.entries()) {
        const sample = bodyOf(row, of, value);
        if (sample === undefined) continue;
        for (const to of PROVIDERS) {
          if (to !== sample.provider)
            yield await judge(`${row.id} ${index} → ${to}`, sample, to, run);
        }
      }
    }
  },
};
export default suite;

export interface Row {
  readonly id: string;
  readonly provider: string;
  readonly api: string;
  readonly kind: string;
  readonly expect: readonly { of: string; value: unknown }[];
}

export interface Sample {
  readonly provider: Provider;
  readonly body: Body;
}

/** Where each provider has its messages, and the least that a body has beside them. */
const BODIES: Readonly<
  Record<Provider, { readonly key: string; readonly head: Body; readonly ask: Body }>
> = {
  "openai-chat": { key: "messages", head: { model: "m" }, ask: { role: "user", content: "Go." } },
  "openai-responses": { key: "input", head: { model: "m" }, ask: { role: "user", content: "Go." } },
  anthropic: {
    key: "messages",
    head: { model: "m", max_tokens: 99 },
    ask: { role: "user", content: "Go." },
  },
  gemini: { key: "contents", head: {}, ask: { role: "user", parts: [{ text: "Go." }] } },
};

/** The value as a body, where it is a list of messages or has a member for it. */
export function bodyOf(
  { provider, api, kind }: Row,
  of: string,
  value: unknown,
): Sample | undefined {
  const found = providerOf(provider, api);
  const prompt = (value as { prompt?: unknown } | null)?.prompt ?? value;
  if (found === undefined || typeof prompt !== "object" || prompt === null) return undefined;
  const body = kind === "messages" ? messagesBody(found, of, prompt) : toolsBody(found, of, prompt);
  return body && { provider: found, body: JSON.parse(JSON.stringify(body)) as Body };
}

function messagesBody(provider: Provider, of: string, prompt: object): Body | undefined {
  const { key, head } = BODIES[provider];
  if (!Array.isArray(prompt)) {
    const known = plain(prompt, [key, "system", "systemInstruction"]);
    return key in prompt ? { ...head, ...known } : undefined;
  }
  const isWhole = /^(?:result(?:\.messages|\.input|\.contents)?|messages)$/.test(of);
  return isWhole ? { ...head, [key]: prompt } : undefined;
}

function toolsBody(provider: Provider, of: string, prompt: object): Body | undefined {
  const { key, head, ask } = BODIES[provider];
  const { tools, toolChoice, toolConfig } = plain(prompt, ["tools", "toolChoice", "toolConfig"]);
  if (of !== "result" || !Array.isArray(tools)) return undefined;
  const choice = provider === "gemini" ? { toolConfig } : { tool_choice: toolChoice };
  return { ...head, [key]: [ask], tools, ...choice };
}

function plain(value: object, keys: readonly string[]): Body {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

function providerOf(provider: string, api: string): Provider | undefined {
  if (provider === "anthropic") return "anthropic";
  if (provider === "google") return api === "" ? "gemini" : undefined;
  if (api === "responses") return "openai-responses";
  const isChat = ["openai", "openai-compatible", "groq", "xai", "mistral", "deepseek"].includes(
    provider,
  );
  return isChat ? "openai-chat" : undefined;
}

async function judge(
  label: string,
  { provider, body }: Sample,
  to: Provider,
  run: RunTool,
): Promise<Verdict> {
  const there = await convert(body, provider, to, run);
  if (typeof there === "string") return failed(label, there);
  const gone = missing(body, there);
  if (gone.length > 0) return failed(label, `not told to be lost: ${JSON.stringify(gone)}`);
  const back = await convert(there.request, to, provider, run);
  if (typeof back === "string") return failed(label, back);
  const goneBack = missing(there.request, back);
  return goneBack.length === 0
    ? passed(label)
    : failed(label, `not told on the way back: ${JSON.stringify(goneBack)}`);
}

interface Converted {
  readonly request: Body;
  readonly endpoint: string;
  readonly lost: readonly { path: string }[];
  readonly nameMap: readonly { from: string; to: string }[];
}

async function convert(
  request: Body,
  from: Provider,
  to: Provider,
  run: RunTool,
): Promise<Converted | string> {
  const { ok, value, errors } = await run({
    tool_id: "provider-request-envelope",
    input: { request, from, to },
  });
  return ok ? (value as Converted) : JSON.stringify(errors);
}

interface Leaf {
  readonly path: string;
  readonly key: string;
  readonly value: string | number;
}

/** What says how a body is built, not what it says. */
const STRUCTURE = new Set([
  "role",
  "type",
  "mode",
  "status",
  "detail",
  "mimeType",
  "media_type",
  "strict",
]);

/** The scalars of a body that are neither in the written one nor told to be lost. */
function missing(body: Body, { request, endpoint, lost, nameMap }: Converted): string[] {
  const names = new Map(nameMap.map(({ from, to }) => [from, to]));
  const written = [...leaves(request, "")].map(({ value }) => value);
  const texts = [...written.map(String), endpoint];
  const isThere = (value: string | number): boolean =>
    typeof value === "number"
      ? written.includes(value)
      : partsOf(value).every((part) =>
          texts.some((text) => text.includes(names.get(part) ?? part)),
        );
  return [...leaves(body, "")]
    .filter(
      ({ path }) => !lost.some((entry) => path === entry.path || path.startsWith(`${entry.path}/`)),
    )
    .filter(({ key, value }) => !STRUCTURE.has(key) && !isThere(value))
    .map(({ path }) => path);
}

/** The media type and the body of a data URL are apart elsewhere. */
function partsOf(value: string): string[] {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(value);
  return data === null ? [value] : data.slice(1);
}

/** Scalars, and those in texts that are JSON; items of a name have an id of their own. */
function* leaves(node: unknown, path: string, key = ""): Iterable<Leaf> {
  if (typeof node === "string" && key === "arguments") {
    if (node !== "") yield* leaves(JSON.parse(node), path);
  } else if (typeof node === "string" || typeof node === "number") yield { path, key, value: node };
  else if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* leaves(item, `${path}/${index}`, key);
  } else if (typeof node === "object" && node !== null) {
    const isItem = "call_id" in node || "role" in node;
    for (const [name, value] of Object.entries(node)) {
      if (isItem && name === "id") continue;
      yield* leaves(value, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, name);
    }
  }
}
