/** What holds for every stream. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { type INPUT, type Value } from "./contract.ts";
import { isEventStream } from "./sse.ts";

export const STREAM_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "a stream cut into pieces anywhere gives the same result",
    holds(run, input) {
      const { stream } = input;
      if (typeof stream !== "string" || !isEventStream(stream)) return true;
      const pieces = piecesOf(stream);
      if (!pieces.some((piece) => /[\r\n]/.test(piece))) return true;
      return canonicalJson(run({ ...input, stream: pieces })) === canonicalJson(run(input));
    },
  },
  {
    name: "server-sent events, JSON lines and an array give the same calls",
    holds(run, input) {
      const { stream } = input;
      if (!Array.isArray(stream) || stream.some((chunk) => typeof chunk !== "object" || !chunk))
        return true;
      const lines = stream.map((chunk) => JSON.stringify(chunk));
      const forms = [
        lines.join("\r\n"),
        JSON.stringify(stream, null, 2),
        lines.map((line) => `event: x\n: kept alive\ndata:${line}\n\n`).join(""),
      ];
      const first = run(input);
      if (!first.ok) return true;
      return forms.every((text) => {
        const again = run({ ...input, stream: text });
        return (
          again.output === first.output && canonicalJson(again.value) === canonicalJson(first.value)
        );
      });
    },
  },
  {
    name: "a call is complete exactly if it has arguments, and the output holds them all",
    holds(run, input) {
      const { value, output = "[]" } = run(input);
      if (!value) return true;
      const shown = JSON.parse(output) as { id: string; name: string; arguments: unknown }[];
      return (
        shown.length === value.calls.length &&
        value.calls.every(
          ({ id, name, complete, arguments: data }, index) =>
            complete === (data !== null) &&
            shown[index]?.id === id &&
            shown[index].name === name &&
            (shown[index].arguments !== null) === complete,
        )
      );
    },
  },
  {
    name: "chunks that nobody knows change nothing but the count of chunks",
    holds(run, input) {
      const { stream } = input;
      if (!Array.isArray(stream) || stream.length === 0) return true;
      const isPlain = stream.every((chunk) => typeof chunk === "object" && chunk !== null);
      const first = run(input);
      if (!isPlain || !first.ok) return true;
      const again = run({ ...input, stream: [{ type: "ping" }, ...stream, { type: "ping" }] });
      return again.output === first.output && again.valid === first.valid;
    },
  },
];

/** Pieces of 1, 2, 3, … characters. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0, length = 1; start < text.length; start += length, length++)
    pieces.push(text.slice(start, start + length));
  return pieces;
}
