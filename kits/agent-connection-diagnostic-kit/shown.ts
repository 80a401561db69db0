/** What was found as it is shown: without secrets. */
import { parseToml } from "../../tools/_lib/formats/toml/parse.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { isInsidePair } from "../../tools/_lib/text/code-points.ts";
import { textsOf, withoutSecret, withoutSecrets } from "../_core/json-secrets.ts";
import { mapTexts, redactStage, textsIn } from "../_core/redaction.ts";
import type { Facts, Input, Work } from "../agent-connection-diagnostic-kit.ts";
import type { Config } from "./configs.ts";
import type { Diagnosis } from "./diagnose.ts";
import type { Place, Situation } from "./facts.ts";
import { eraOf, hasHandshake, toolsIn, versionOf } from "./messages.ts";
import type { Fixed, Repaired } from "./stages.ts";

export interface Found {
  readonly situation: Situation;
  readonly diagnoses: readonly Diagnosis[];
  readonly repaired: Repaired;
}

/** How things are shown: without secrets. */
export interface Show {
  text(text: string): string;
  fixed(one: Fixed): string | undefined;
  line(place: Place): string;
  readonly input: unknown;
}

export function shower(
  given: Input,
  { situation, diagnoses, repaired }: Found,
  { report, write }: Work,
): Show {
  const { evidence, configs } = situation;
  const names = [
    situation.endpoint ?? "",
    ...situation.messages.flatMap(({ id, method }) => [id ?? "", method ?? ""]),
    ...(toolsIn(situation.messages) ?? []),
    ...situation.tokens.flatMap(({ audience }) => audience),
    ...diagnoses.flatMap(({ fix, places }) => [fix, ...places.map(({ text = "" }) => text)]),
    ...repaired.expected.values(),
  ];
  const trees = repaired.fixed.flatMap(({ made }) => ("root" in made ? [made] : []));
  const texts = repaired.fixed.flatMap(({ made }) => ("text" in made ? [made.text] : []));
  const replace = redactStage(
    report,
    "redact",
    [
      evidence.text,
      ...configs.map(({ text }) => text),
      ...names,
      ...trees.flatMap(textsOf),
      ...trees.flatMap(({ lastComments = [] }) => lastComments.map(({ text }) => text)),
      ...texts,
      ...textsIn(given),
    ],
    given,
  );
  const shownEvidence = replace(evidence.text).split("\n");
  const shownConfigs = new Map(
    configs.map(({ number, text }) => [number, replace(text).split("\n")] as const),
  );
  const input = mapTexts(given, replace);
  return {
    input,
    text: replace,
    fixed({ made }) {
      if ("text" in made) {
        const text = replace(made.text);
        return parseToml(text, "1.1").problems.length === 0 ? text : undefined;
      }
      const shown = withoutSecrets(made, replace);
      const last = made.lastComments?.map((comment) => withoutSecret(comment, replace));
      return shown && "root" in shown ? write(shown.root, last) : undefined;
    },
    line({ config, line, text, word }) {
      if (line === null) return replace(text ?? "");
      const [lines, original] =
        config === undefined
          ? [shownEvidence, evidence.lines]
          : [shownConfigs.get(config) ?? [], linesOf(configs, config)];
      // A secret of several lines moves those behind it; what it left as it was can still be told.
      const before = original[line - 1] ?? "";
      const kept = lines.includes(before) ? before : "(beside a secret of several lines)";
      const shown = lines.length === original.length ? (lines[line - 1] ?? "") : kept;
      return around(shown.trim(), word);
    },
  };
}

const LONGEST_LINE = 300;
const BEFORE = 80;

/** A line, or what stands around a word of a long one. */
function around(line: string, word = ""): string {
  const at = line.length <= LONGEST_LINE ? 0 : Math.max(0, line.indexOf(word) - BEFORE);
  return beginning(line.slice(isInsidePair(line, at) ? at - 1 : at), LONGEST_LINE);
}

function linesOf(configs: readonly Config[], number: number): readonly string[] {
  return configs.find((config) => config.number === number)?.text.split("\n") ?? [];
}

export function shownFacts(
  situation: Situation,
  diagnoses: readonly Diagnosis[],
  http: Facts["facts"]["http"],
  show: Show,
): Facts {
  const { evidence, messages, tokens, client, endpoint } = situation;
  const tools = toolsIn(messages) ?? [];
  const isReached = evidence.statuses.length > 0;
  return {
    reached:
      tools.length > 0
        ? "tools"
        : hasHandshake(messages)
          ? "handshake"
          : isReached
            ? "http"
            : "none",
    diagnoses: diagnoses.map((diagnosis, at) => shownDiagnosis(diagnosis, at + 1, show)),
    facts: {
      client,
      era: eraOf(evidence.text, messages),
      protocolVersion: versionOf(evidence.text, messages),
      endpoint: endpoint === null ? null : show.text(endpoint),
      statuses: [...new Set(evidence.statuses.map(({ status }) => status))],
      http,
      messages: messages.map(({ id, method, outcome, errorCode }) => ({
        id: id === null ? null : show.text(id),
        method: method === null ? null : show.text(method),
        outcome,
        errorCode,
      })),
      tools: tools.map(show.text),
      tokens: tokens.map(({ expired, expiresAt, audience }) => ({
        expired,
        expiresAt,
        audience: audience.map(show.text),
      })),
    },
  };
}

function shownDiagnosis(
  { rule, score, confidence, explainedBy, places, fix, client }: Diagnosis,
  rank: number,
  show: Show,
): Facts["diagnoses"][number] {
  const { code, layer, kind } = rule;
  // Several signs may stand on one line.
  const distinct = new Map(
    places.map((place) => [`${place.config} ${place.line} ${place.text}`, place] as const),
  );
  const evidence = Array.from(distinct.values(), (place) => ({
    source:
      place.config === undefined
        ? place.line === null
          ? "fact"
          : "evidence"
        : `configs/${place.config}`,
    line: place.line,
    text: show.line(place),
  }));
  return {
    rank,
    code,
    layer,
    kind,
    score,
    confidence,
    explainedBy,
    evidence,
    fix: show.text(fix),
    client,
  };
}
