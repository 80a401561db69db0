/** What is no verb × object: where a word beside the deed says what else comes of it. */
import type { Capability } from "./capability.ts";
import type { Evidence, Reading, Source } from "./infer.ts";
import type { Kind } from "./kinds.ts";

interface Rule {
  readonly capabilities: readonly Capability[];
  readonly confidence: Evidence["confidence"];
  readonly from: readonly Source[];
  /** The words that say it; undefined where nothing does. */
  readonly words: (reading: Reading, kind: Kind | "unknown") => string | undefined;
}

function inDescription(pattern: RegExp): Rule["words"] {
  return ({ description }) => pattern.exec(description)?.[0];
}

/** A parameter in which a task stands in words. */
const TASK =
  /^(?:prompt|task|instruction|instructions|question|request|query|message|messages|step|goal|objective)$/;

const OTHER_MIND =
  /\b(?:another|new|other|external|expert|different|several|multiple|second|coding|research|autonomous|background|sub-?|cloud|specialized|ai) (?:ai )?(?:models?|llms?|agents?|assistants?|ai clis?|minds?)\b|\bthe \w+ (?:agent|assistant)\b|\bsub-?agents?\b|\bsecond opinions?\b|\bby an? (?:expert|ai|language) model\b/i;

const RULES: readonly Rule[] = [
  {
    capabilities: ["untrusted-content"],
    confidence: "high",
    from: ["parameters", "name"],
    words: ({ name, sentence, parameters }, kind) => {
      if (kind === "knowledge") return undefined;
      const isRead = [...name.acts, ...sentence.acts].some(
        ({ act }) => act === "read" || act === "compute",
      );
      const isAct = name.acts.some(({ act }) => act === "remove" || act === "end");
      return isRead && !isAct
        ? parameters.names.find((each) => /^(?:urls?|uri)$/.test(each))
        : undefined;
    },
  },
  {
    capabilities: ["delegate"],
    confidence: "high",
    from: ["description", "parameters"],
    words: (reading, kind) =>
      reading.parameters.names.some((name) => TASK.test(name))
        ? inDescription(OTHER_MIND)(reading, kind)
        : undefined,
  },
  {
    capabilities: ["secrets"],
    confidence: "high",
    from: ["name"],
    // Alerts of leaked secrets show them.
    words: ({ name, nameWords }) => {
      const secret = nameWords.find((word) => /^(?:secrets?|credentials?|passwords?)$/.test(word));
      return name.acts.some(({ act }) => act === "read") ? secret : undefined;
    },
  },
  {
    capabilities: ["secrets"],
    confidence: "high",
    from: ["description"],
    words: inDescription(
      /\b(?:with (?:its|their|the|a|new)|and (?:its|their)|returns? (?:its|the|a|new)|including(?: its| the)?) (?:\w+ )?(?:dsns?|api keys?|access keys?|tokens?|passwords?|credentials|secrets?|connection strings?|private keys?)\b|\bwith\b[^.]{0,50}\b(?:passwords?|client secrets?|private keys?)\b|\benvironment variables\b/i,
    ),
  },
  {
    capabilities: ["destructive"],
    confidence: "high",
    from: ["description"],
    words: ({ name, description }) =>
      name.acts.some(({ act }) => act === "change" || act === "write" || act === "make")
        ? /\b(?:overwrit\w+|replac\w+ (?:the )?(?:whole|entire|full)|(?:whole|entire) (?:file|text|content))\b/i.exec(
            description,
          )?.[0]
        : undefined,
  },
  {
    capabilities: ["untrusted-content"],
    confidence: "high",
    from: ["parameters", "description"],
    words: ({ parameters, description }) =>
      parameters.names.find((name) => name === "is_url") ??
      (/\b(?:read|fetch|load|download|get|open)\w*\b/i.test(description)
        ? /\b(?:from|and|or) (?:a |the )?urls?\b/i.exec(description)?.[0]
        : undefined),
  },
  {
    capabilities: ["outbound", "untrusted-content"],
    confidence: "high",
    from: ["parameters"],
    words: ({ parameters: { names } }) =>
      names.some((name) => /^(?:url|uri|endpoint)$/.test(name)) && names.includes("method")
        ? "url method"
        : undefined,
  },
  {
    capabilities: ["write", "destructive"],
    confidence: "high",
    from: ["parameters", "description"],
    words: ({ parameters, description }) =>
      parameters.names.some((name) => /^(?:sql|query|statement|queries)$/.test(name)) &&
      !/\bread[- ]?only\b|\bselect (?:only|queries|statements)\b/i.test(description)
        ? /\b(?:insert|update|delete|ddl|dml|create table|alter table|any sql|arbitrary sql|write quer\w+|modif\w+)\b/i.exec(
            description,
          )?.[0]
        : undefined,
  },
];

export function phraseEvidence(reading: Reading, kind: Kind | "unknown"): Evidence[] {
  return RULES.flatMap((rule) => {
    const words = rule.words(reading, kind);
    if (words === undefined) return [];
    const { confidence, from } = rule;
    return rule.capabilities.map((capability) => ({ capability, confidence, from, words }));
  });
}
