/** The ways in which a result can be looked at, best first, by what it holds. */
import type { ComponentChildren } from "preact";
import type { UnitDetail } from "../catalogue.ts";
import { Lines } from "../parts/editor.tsx";
import type { Body } from "../runner.ts";
import { TEXTS } from "../texts.ts";
import { blocksOf } from "./blocks.ts";
import type { Finding } from "./findings-of.ts";
import { later } from "./later.tsx";
import { firstOf, pairOf, type Plan, planOf, type ViewId } from "./plan.ts";
import { isLike, isRecord, isScalar, labelOf, type Row, textOfCell } from "./shape.ts";

const Overview = later(async () => (await import("./overview.tsx")).default);
const Findings = later(async () => (await import("./findings.tsx")).default);
const Table = later(async () => (await import("./table.tsx")).default);
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
  /** What Download saves; the text, if nothing is said. */
  readonly file?: ViewFile;
  show(context: ViewContext): ComponentChildren;
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
  const views = ORDER.flatMap((make) => make(source) ?? []);
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

function isJson(text: string): boolean {
  return /^\s*[[{"]/.test(text) && /[\]}"]\s*$/.test(text);
}

/** Longer ones are not read on the page's own thread. */
const LONGEST_READ = 2_000_000;

function pictureView({ detail, output, value, input }: Source): View | undefined {
  if (!isRecord(value) || output === undefined) return undefined;
  const { mediaType, format } = value;
  if (mediaType !== "image/svg+xml" && mediaType !== "image/png") return undefined;
  const props = { id: detail.id, output, value, input };
  return {
    id: "picture",
    name: TEXTS.views.picture,
    file: {
      name: `${detail.id}.${format === "png" ? "png" : "svg"}`,
      type: mediaType,
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
  return {
    id: "findings",
    name: TEXTS.views.findings,
    file: jsonFile(source, value),
    show: (context) => (
      <Findings
        findings={context.findings}
        current={context.current}
        onFinding={context.onFinding}
        isOld={context.isOld}
        isNamed={detail.texts.length > 1}
        facts={factsOf(value)}
      />
    ),
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
  if (output === undefined) return undefined;
  const name = detail.id;
  if (plan.csv === true) {
    const delimiter =
      isRecord(value) && typeof value["delimiter"] === "string" ? value["delimiter"] : ",";
    return {
      id: "table",
      name: TEXTS.views.table,
      file: { name: `${name}.csv`, type: "text/csv", content: () => output },
      show: ({ isOld }) => (
        <OutputTable text={output} delimiter={delimiter} name={name} isOld={isOld} />
      ),
    };
  }
  const rows = likeRows(output);
  if (!rows) return undefined;
  return {
    id: "table",
    name: TEXTS.views.table,
    show: ({ isOld }) => (
      <div
        class={`view overview${isOld ? " faded" : ""}`}
        tabIndex={0}
        role="region"
        aria-label={TEXTS.views.table}
      >
        <Table title="" rows={rows} name={name} isRaw />
      </div>
    ),
  };
}

/** Of an output that is a list of like objects. */
function likeRows(output: string): readonly Row[] | undefined {
  if (output.length > LONGEST_READ || !/^\s*\[\s*\{/.test(output)) return undefined;
  try {
    const list = JSON.parse(output) as unknown;
    return Array.isArray(list) && isLike(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function textView({ detail: { id }, output }: Source): View | undefined {
  if (output === undefined) return undefined;
  const isData = isJson(output);
  return {
    id: "text",
    name: TEXTS.views.text,
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
  return {
    id: "diff",
    name: TEXTS.views.diff,
    show: ({ isOld }) => <Diff before={before} after={after} isOld={isOld} />,
  };
}

function treeView(source: Source): View | undefined {
  const { output } = source;
  if (output === undefined || !/^\s*[[{]/.test(output) || output.length > LONGEST_READ) {
    return undefined;
  }
  if (!isJson(output) || !isReadable(output)) return undefined;
  return {
    id: "tree",
    name: TEXTS.views.tree,
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
    file: jsonFile(source, value),
    show: ({ isOld }) => <Tree value={value} isOld={isOld} />,
  };
}
