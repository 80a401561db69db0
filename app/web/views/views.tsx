/** The ways in which a result can be looked at, best first, by what it holds. */
import type { ComponentChildren } from "preact";
import type { UnitDetail } from "../catalogue.ts";
import { Lines } from "../parts/editor.tsx";
import type { Body } from "../runner.ts";
import { TEXTS } from "../texts.ts";
import { blocksOf, textOfBlocks } from "./blocks.ts";
import { type Finding, textOfFindings } from "./findings-of.ts";
import { later } from "./later.tsx";
import { firstOf, pairOf, type Plan, planOf, type ViewId } from "./plan.ts";
import { isLike, isPicture, isRecord, isScalar, labelOf, type Row, textOfCell } from "./shape.ts";
import type { Taken } from "./table.tsx";

const Overview = later(async () => (await import("./overview.tsx")).default);
const Findings = later(async () => (await import("./findings.tsx")).default);
const Tree = later(async () => (await import("./tree.tsx")).default);
const OutputTree = later(async () => (await import("./output-tree.tsx")).default);
const OutputTable = later(async () => (await import("./output-table.tsx")).default);
const Diff = later(async () => (await import("./diff.tsx")).default);
const Picture = later(async () => (await import("./picture.tsx")).default);

export interface ViewContext {
  /** It is of an earlier input. */
  readonly isOld: boolean;
  readonly findings: readonly Finding[];
  /** The one that is looked at. */
  readonly current: number | undefined;
  readonly onFinding: (index: number) => void;
  /** Changes a field. */
  readonly onSet: (name: string, text: string) => void;
}

export interface View {
  readonly id: ViewId;
  readonly name: string;
  readonly copy: ViewCopy;
  /** What Download saves. */
  readonly file: ViewFile;
  show(context: ViewContext): ComponentChildren;
}

/** What Copy takes: that which is in sight. */
interface ViewCopy {
  readonly label: string;
  text(): string;
}

interface ViewFile {
  readonly name: string;
  readonly type: string;
  content(): string | Uint8Array<ArrayBuffer>;
}

export interface Shown {
  readonly views: readonly View[];
  /** The one that is shown before another is chosen. */
  readonly first: View | undefined;
}

interface Source {
  readonly detail: UnitDetail;
  readonly plan: Plan;
  readonly output: string | undefined;
  readonly value: unknown;
  /** What was put in for this result. */
  readonly input: Row;
  readonly findings: readonly Finding[];
}

const ORDER = [
  pictureView,
  overviewView,
  findingsView,
  tableView,
  textView,
  diffView,
  treeView,
  valueView,
] as const;

const known = new WeakMap<Body, Shown>();

export function viewsOf(
  detail: UnitDetail,
  body: Body,
  input: Row,
  findings: readonly Finding[],
): Shown {
  const before = known.get(body);
  if (before) return before;
  const { output, value } = (body.result ?? {}) as { output?: string; value?: unknown };
  const plan = planOf(detail.id);
  const source: Source = { detail, plan, output: output || undefined, value, input, findings };
  const isNone = source.output === undefined && (value === null || value === undefined);
  const views = isNone ? [] : ORDER.flatMap((make) => make(source) ?? []);
  const first = firstOf({
    ids: views.map(({ id }) => id),
    plan,
    isForm: detail.texts.length === 0,
    hasFindings: findings.length > 0,
  });
  const shown = { views, first: views.find(({ id }) => id === first) };
  known.set(body, shown);
  return shown;
}

function jsonFile({ detail }: Source, value: unknown): ViewFile {
  return {
    name: `${detail.id}.json`,
    type: "application/json",
    content: () => JSON.stringify(value, null, 2),
  };
}

function jsonCopy(value: unknown): ViewCopy {
  return { label: TEXTS.views.copyJson, text: () => JSON.stringify(value, null, 2) };
}

function isJson(text: string): boolean {
  return /^\s*[[{"]/.test(text) && /[\]}"]\s*$/.test(text);
}

/** Longer ones are not read on the page's own thread. */
const LONGEST_READ = 2_000_000;

function pictureView({ detail, output, value, input }: Source): View | undefined {
  if (!isRecord(value) || !isPicture(value) || output === undefined) return undefined;
  const { format } = value;
  const props = { id: detail.id, output, value, input };
  const { copySvg, copyDataUrl } = TEXTS.views;
  return {
    id: "picture",
    name: TEXTS.views.picture,
    copy:
      format === "png"
        ? { label: copyDataUrl, text: () => `data:image/png;base64,${output}` }
        : { label: copySvg, text: () => output },
    file: {
      name: `${detail.id}.${format === "png" ? "png" : "svg"}`,
      type: format === "png" ? "image/png" : "image/svg+xml",
      content: () => (format === "png" ? Uint8Array.fromBase64(output) : output),
    },
    show: ({ isOld }) => <Picture {...props} isOld={isOld} />,
  };
}

function overviewView(source: Source): View | undefined {
  const { detail, plan, output, value } = source;
  if (!isRecord(value) || plan.isPlain === true) return undefined;
  const blocks = blocksOf({ value, output, plan, input: source.input });
  if (blocks.length === 0) return undefined;
  const { schedule } = value;
  const hasNone = Array.isArray(schedule) && schedule.length === 0;
  const kinds = detail.fields["schedule"]?.enum ?? [];
  const kind = ["full", "yearly"].find((one) => kinds.includes(one));
  return {
    id: "overview",
    name: TEXTS.views.overview,
    copy: { label: TEXTS.views.copyAll, text: () => textOfBlocks(blocks) },
    file: jsonFile(source, value),
    show: ({ isOld, onSet }) => (
      <Overview
        blocks={blocks}
        isOld={isOld}
        id={detail.id}
        onSchedule={hasNone && kind !== undefined ? () => onSet("schedule", kind) : undefined}
      />
    ),
  };
}

function findingsView(source: Source): View | undefined {
  const { detail, findings, value } = source;
  if (findings.length === 0) return undefined;
  const isNamed = detail.texts.length > 1;
  let placed = findings;
  return {
    id: "findings",
    name: TEXTS.views.findings,
    copy: { label: TEXTS.result.copy, text: () => textOfFindings(placed, isNamed) },
    file: jsonFile(source, value),
    show(context) {
      // Their places are read after the first look.
      placed = context.findings;
      return (
        <Findings
          findings={placed}
          current={context.current}
          onFinding={context.onFinding}
          isOld={context.isOld}
          isNamed={isNamed}
          facts={factsOf(value)}
        />
      );
    },
  };
}

const MOST_FACTS = 3;
const SAID = /^(?:verdict|valid|changed|errorCount|version|draft|mode|flags)$/;

/** What a verdict says besides: "Suggested bump: major". */
function factsOf(value: unknown): string {
  if (!isRecord(value)) return "";
  return Object.entries(value)
    .filter(([name, member]) => {
      const isShort = isScalar(member) && member !== null && textOfCell(member).length <= 24;
      return isShort && typeof member !== "boolean" && !SAID.test(name);
    })
    .slice(0, MOST_FACTS)
    .map(([name, member]) => `${labelOf(name)}: ${textOfCell(member)}`)
    .join(". ");
}

function tableView({ detail, plan, output, value }: Source): View | undefined {
  if (output === undefined || (plan.csv !== true && !isListOfLike(output))) return undefined;
  const own = isRecord(value) ? value["delimiter"] : undefined;
  const delimiter = plan.csv !== true ? undefined : typeof own === "string" ? own : ",";
  const name = detail.id;
  const taken: Taken = {};
  const csv = (): string => taken.text?.() ?? output;
  return {
    id: "table",
    name: TEXTS.views.table,
    copy: { label: TEXTS.views.copyCsv, text: csv },
    file: { name: `${name}.csv`, type: "text/csv", content: csv },
    show: ({ isOld }) => (
      <OutputTable text={output} delimiter={delimiter} name={name} isOld={isOld} taken={taken} />
    ),
  };
}

function isListOfLike(output: string): boolean {
  if (output.length > LONGEST_READ || !/^\s*\[\s*\{/.test(output)) return false;
  try {
    const list = JSON.parse(output) as unknown;
    return Array.isArray(list) && isLike(list);
  } catch {
    return false;
  }
}

function textView({ detail: { id }, output }: Source): View | undefined {
  if (output === undefined) return undefined;
  const isData = isJson(output);
  return {
    id: "text",
    name: TEXTS.views.text,
    copy: { label: TEXTS.result.copy, text: () => output },
    file: {
      name: `${id}.${isData ? "json" : "txt"}`,
      type: isData ? "application/json" : "text/plain",
      content: () => output,
    },
    show: ({ isOld }) => (
      <Lines text={output} label={TEXTS.views.textLabel} isJson={isData} isOld={isOld} />
    ),
  };
}

function diffView({ detail, plan, output, input }: Source): View | undefined {
  const pair = pairOf(detail.texts);
  const [before, after] = pair
    ? [input[pair[0]], input[pair[1]]]
    : [input[detail.texts[0] ?? ""], plan.diff === true ? output : undefined];
  if (typeof before !== "string" || typeof after !== "string" || !before.includes("\n")) {
    return undefined;
  }
  const taken: Taken = {};
  const text = (): string => taken.text?.() ?? after;
  return {
    id: "diff",
    name: TEXTS.views.diff,
    copy: { label: TEXTS.views.copyDiff, text },
    file: { name: `${detail.id}.diff`, type: "text/x-diff", content: text },
    show: ({ isOld }) => <Diff before={before} after={after} isOld={isOld} taken={taken} />,
  };
}

function treeView({ detail, output }: Source): View | undefined {
  if (output === undefined || !/^\s*[[{]/.test(output) || output.length > LONGEST_READ) {
    return undefined;
  }
  if (!isJson(output) || !isReadable(output)) return undefined;
  return {
    id: "tree",
    name: TEXTS.views.tree,
    copy: { label: TEXTS.views.copyJson, text: () => output },
    file: { name: `${detail.id}.json`, type: "application/json", content: () => output },
    show: ({ isOld }) => <OutputTree text={output} isOld={isOld} />,
  };
}

function isReadable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function valueView(source: Source): View | undefined {
  const { value, output, plan } = source;
  if (typeof value !== "object" || value === null) return undefined;
  // The tree of the output shows the same, with every digit.
  if (plan.isPlain === true && output !== undefined && isJson(output)) return undefined;
  return {
    id: "value",
    name: TEXTS.views.value,
    copy: jsonCopy(value),
    file: jsonFile(source, value),
    show: ({ isOld }) => <Tree value={value} isOld={isOld} />,
  };
}
