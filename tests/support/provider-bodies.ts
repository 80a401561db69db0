/** Bodies of requests as the providers have them, and what becomes of them. */
import type { Value } from "../../tools/provider-request-envelope.ts";
import tool from "../../tools/provider-request-envelope.ts";
import { runUnit } from "./run-unit.ts";

export const run = (input: object) => runUnit(tool, input);
export const valueOf = (input: object) => run(input).value as Value;
export const written = (request: object, to: string, more: object = {}) =>
  valueOf({ request, to, ...more }).request as Record<string, unknown>;
export const lost = (request: object, to: string) =>
  valueOf({ request, to }).lost.map(({ path }) => path);
export const warned = (request: object, to: string) =>
  run({ request, to }).warnings?.map(({ code, path }) => `${code} ${path}`) ?? [];

export const ASK = [{ role: "user", content: "Hi" }];
export const chat = (more: object) => ({ model: "m", messages: ASK, ...more });
export const responses = (more: object) => ({ model: "m", input: "Hi", ...more });
export const anthropic = (more: object) => ({
  model: "m",
  max_tokens: 99,
  system: "S",
  messages: ASK,
  ...more,
});
export const gemini = (more: object) => ({
  contents: [{ role: "user", parts: [{ text: "Hi" }] }],
  ...more,
});
