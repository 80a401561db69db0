/** Follows what is shipped back to where it comes from. */
import type { Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { type Finding as AnyFinding, reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import type { ChecksumAlgorithm } from "../_lib/bytes/checksums/algorithms.ts";
import type { Digest } from "../_lib/bytes/checksums/digest.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { DocumentWarning } from "../_lib/fields/document-field.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Code, Input, Value, Whole } from "../artifact-lineage-integrity-auditor.ts";
import { LineageGraph } from "./graph.ts";
import { type Artifact, type Material, readMaterial, type Reference } from "./read.ts";

const TOOL = "artifact-lineage-integrity-auditor";
const MOST_LISTED = 1000;

/** Audits what was read, with the `warnings` of reading it. */
export function auditLineage(
  whole: Whole,
  warnings: readonly Entry<DocumentWarning>[],
  failOn: Input["failOn"],
) {
  const { material, failure } = readMaterial(whole);
  return failure ?? new Audit(material).run(warnings, failOn);
}

type Finding = AnyFinding<Code>;

/** A digest that somebody wrote for an artifact. */
type Claim = Pick<Reference, "id" | "digest" | "path">;

class Audit {
  readonly #material: Material;
  readonly #graph: LineageGraph;
  readonly #found: Finding[] = [];
  readonly #inCycle: ReadonlySet<number>;
  /** By node; undefined on cycles and behind them. */
  readonly #lineage: readonly (string | undefined)[];
  readonly #targets: readonly number[];
  /** Undefined where any root will do. */
  readonly #sources: ReadonlySet<string> | undefined;

  constructor(material: Material) {
    this.#material = material;
    this.#graph = new LineageGraph(material);
    this.#inCycle = new Set(this.#graph.cycles.flat());
    this.#lineage = lineageOf(this.#graph);
    this.#targets = this.#findTargets();
    this.#sources = material.sources && new Set(material.sources);
  }

  run(read: readonly Entry<DocumentWarning>[], failOn: Input["failOn"]) {
    const { ids, graph, order, cycles } = this.#graph;
    this.#findRepeats();
    this.#findCycles();
    this.#findDangling();
    this.#findMismatches();
    this.#findProducers();
    this.#findInversions();
    this.#findDigests();
    const orphans = this.#findOrphans();
    const targets = this.#targets.map((node) => this.#targetOf(node));
    this.#findUndeclared();
    const { findings, counts, verdict, valid, errors, warnings } = reviewOf(this.#found);
    const named = (nodes: readonly number[]) => nodes.map((node) => this.#graph.idOf(node));
    const value: Value = {
      verdict,
      findings,
      counts: { artifacts: ids.length, edges: graph.edgeCount, ...counts },
      order: named(order),
      cycles: cycles.map(named),
      roots: named(ids.flatMap((_, node) => (this.#graph.isRoot(node) ? [node] : []))),
      orphans: named(orphans),
      targets,
      lineage: Object.fromEntries(
        this.#lineage.flatMap((hash, node) => (hash ? [[this.#graph.idOf(node), hash]] : [])),
      ),
    };
    const parts = [
      counted(ids.length, "artifact"),
      counted(graph.edgeCount, "edge"),
      counted(targets.length, "target"),
    ];
    const figures = parts.join(", ");
    const outcome = {
      output: findingsTable({ tool: TOOL, verdict, figures }, findings),
      value,
      valid,
      errors,
      warnings: [...read, ...warnings],
      stats: value.counts,
    };
    const message = `Cannot pass the lineage: found ${countedFindings(counts)}, expected none`;
    const code = "ARTIFACT_LINEAGE_INTEGRITY_AUDITOR_FAILED";
    return gated(outcome, { failOn, code, message }, counts.warning);
  }

  #find(
    severity: Finding["severity"],
    code: Code,
    place: { readonly path: string; readonly subject: string },
    message: string,
  ): void {
    this.#found.push({ code, severity, message, ...place });
  }

  #artifactAt(node: number): Artifact {
    return this.#graph.artifacts[node] as Artifact;
  }

  #findRepeats(): void {
    for (const list of [this.#material.artifacts, this.#material.steps]) {
      const seen = new Set<string>();
      for (const { id, path } of list) {
        if (seen.has(id)) {
          const message = `Cannot tell ids apart: found ${quoted(id)} again, expected another`;
          this.#find("error", "DUPLICATE_ID", { path, subject: id }, message);
        }
        seen.add(id);
      }
    }
  }

  #findCycles(): void {
    for (const cycle of this.#graph.cycles) {
      const [first = 0] = cycle;
      const { id: subject, path } = this.#artifactAt(first);
      const ids = cycle.slice(0, 10).map((node) => quoted(this.#graph.idOf(node)));
      const more = cycle.length > ids.length ? ` and ${cycle.length - ids.length} more` : "";
      const message = `Cannot order the artifacts: found ${ids.join(", ")}${more} in a circle, expected none`;
      this.#find("error", "CYCLE", { path, subject }, message);
    }
  }

  #findDangling(): void {
    for (const { id: subject, path } of this.#graph.dangling) {
      const message = `Cannot follow a reference: found no artifact ${quoted(subject)}, expected its id`;
      this.#find("error", "DANGLING_REFERENCE", { path, subject }, message);
    }
  }

  /** All digests written for an artifact have to be the first one of their algorithm. */
  #findMismatches(): void {
    const first = new Map<string, Map<ChecksumAlgorithm, string>>();
    const claim = ({ id, digest: written, path }: Claim) => {
      if (written === undefined) return;
      const { algorithm, digest } = written;
      const known = first.get(id) ?? new Map<ChecksumAlgorithm, string>();
      first.set(id, known);
      const expected = known.get(algorithm);
      const place = { path: `${path}/sha256`, subject: id };
      if (expected === undefined) {
        if (known.size > 0) {
          const message = `${quoted(id)} has a ${algorithm} digest here, and others of ${[...known.keys()].join(" and ")} that it cannot be held against`;
          this.#find("warning", "DIGEST_UNCHECKED", place, message);
        }
        known.set(algorithm, digest);
      } else if (expected !== digest) {
        const message = `Cannot trust ${quoted(id)}: found the digest ${digest}, expected ${expected}`;
        this.#find("error", "HASH_MISMATCH", place, message);
      }
    };
    const { artifacts, steps } = this.#material;
    for (const artifact of artifacts) claim(artifact);
    for (const { inputs } of artifacts) for (const reference of inputs) claim(reference);
    for (const { inputs, outputs } of steps) {
      for (const reference of [...inputs, ...outputs]) claim(reference);
    }
  }

  #findProducers(): void {
    const producers = new Map<string, string>();
    for (const step of this.#material.steps) {
      for (const { id: subject, path } of step.outputs) {
        const known = producers.get(subject);
        if (known === undefined) producers.set(subject, step.path);
        else if (known !== step.path) {
          const message = `Cannot tell what makes ${quoted(subject)}: found another step, expected ${known} alone`;
          this.#find("error", "MULTIPLE_PRODUCERS", { path, subject }, message);
        }
      }
    }
  }

  #findInversions(): void {
    this.#graph.artifacts.forEach(({ createdAt, id: subject, path }, node) => {
      if (createdAt === undefined) return;
      for (const parent of this.#graph.graph.predecessors(node)) {
        const { createdAt: before, id } = this.#artifactAt(parent);
        if (before === undefined || createdAt >= before) continue;
        const message = `Cannot make ${quoted(subject)} of ${quoted(id)}: found it older, expected it younger`;
        this.#find("error", "TIME_INVERSION", { path: `${path}/createdAt`, subject }, message);
      }
    });
  }

  #findDigests(): void {
    for (const { id: subject, digest, path } of this.#graph.artifacts) {
      if (digest !== undefined) continue;
      this.#find(
        "warning",
        "MISSING_DIGEST",
        { path, subject },
        `${quoted(subject)} has no digest`,
      );
    }
    const withDigest = this.#graph.artifacts.filter(({ digest }) => digest !== undefined);
    for (const same of groupBy(withDigest, ({ digest }) => digest && textOf(digest)).values()) {
      const [first, second] = same;
      if (!first || !second) continue;
      const message = `${counted(same.length, "artifact")} have the digest of ${quoted(first.id)}`;
      this.#find("info", "SHARED_DIGEST", { path: second.path, subject: second.id }, message);
    }
  }

  #findTargets(): number[] {
    const { graph, ids } = this.#graph;
    const { targets } = this.#material;
    if (!targets) {
      const produced = new Set(this.#material.steps.flatMap(({ outputs }) => outputs));
      const makes = new Set([...produced].map(({ id }) => id));
      return ids.flatMap((id, node) => {
        const isMade =
          makes.has(id) || graph.predecessors(node).length > 0 || this.#graph.gaps.has(node);
        const isLeaf = graph.successors(node).length === 0;
        return isLeaf && isMade && !this.#inCycle.has(node) ? [node] : [];
      });
    }
    return [...new Set(targets)].flatMap((subject) => {
      const node = this.#graph.nodeOf(subject);
      if (node !== undefined) return [node];
      const message = `Cannot follow ${quoted(subject)} back: found no such artifact, expected its id`;
      this.#find("error", "TARGET_UNKNOWN", { path: "/targets", subject }, message);
      return [];
    });
  }

  #findOrphans(): number[] {
    const used = new Set(this.#targets);
    for (const target of this.#targets) {
      for (const node of this.#graph.ancestors.columnsOf(target)) used.add(node);
    }
    const orphans = this.#graph.ids.flatMap((_, node) => (used.has(node) ? [] : [node]));
    for (const node of orphans) {
      if (this.#inCycle.has(node)) continue;
      const { id: subject, path } = this.#artifactAt(node);
      const message = `Nothing that is shipped is made of ${quoted(subject)}`;
      this.#find("warning", "ORPHAN", { path, subject }, message);
    }
    return orphans;
  }

  /** The roots from which a target comes; itself, if it is one. */
  #sourcesOf(target: number): number[] {
    const nodes = new Set([target, ...this.#graph.ancestors.columnsOf(target)]);
    return [...nodes].filter((node) => this.#graph.isRoot(node)).toSorted((a, b) => a - b);
  }

  #isDeclared(node: number): boolean {
    return this.#sources === undefined || this.#sources.has(this.#graph.idOf(node));
  }

  #targetOf(target: number): Value["targets"][number] {
    const { ancestors, depths } = this.#graph;
    // On a cycle a target is behind itself, and still no ancestor of its own.
    const nodes = ancestors.columnsOf(target).filter((node) => node !== target);
    const sources = this.#sourcesOf(target);
    const undeclared = sources.filter((node) => !this.#isDeclared(node));
    const isWhole = (node: number) =>
      !this.#inCycle.has(node) &&
      !this.#graph.gaps.has(node) &&
      this.#artifactAt(node).digest !== undefined;
    const named = (list: readonly number[]) =>
      list.slice(0, MOST_LISTED).map((node) => this.#graph.idOf(node));
    return {
      id: this.#graph.idOf(target),
      ancestors: nodes.length,
      depth: depths[target] ?? null,
      sources: named(sources),
      undeclaredSources: named(undeclared),
      complete: undeclared.length === 0 && isWhole(target) && nodes.every(isWhole),
      lineageSha256: this.#lineage[target] ?? null,
    };
  }

  #findUndeclared(): void {
    if (this.#sources === undefined) return;
    const roots = new Set(this.#targets.flatMap((target) => this.#sourcesOf(target)));
    for (const node of [...roots].toSorted((a, b) => a - b)) {
      if (this.#isDeclared(node)) continue;
      const subject = this.#graph.idOf(node);
      const message = `Cannot accept ${quoted(subject)} as a source: found it undeclared, expected it in sources`;
      this.#find("error", "UNDECLARED_SOURCE", { path: "/targets", subject }, message);
    }
  }
}

/** Without its algorithm where that is SHA-256, which a lineage is made of if nothing else is said. */
function textOf({ algorithm, digest }: Digest): string {
  return algorithm === "sha256" ? digest : `${algorithm}:${digest}`;
}

function lineageOf({ graph, order, artifacts }: LineageGraph): (string | undefined)[] {
  const hashes: (string | undefined)[] = artifacts.map(() => undefined);
  for (const node of order) {
    const { id, digest } = artifacts[node] as Artifact;
    const parents = graph.predecessors(node).map((parent) => hashes[parent] ?? "");
    const lines = [id, digest ? textOf(digest) : "-", ...parents.toSorted(byCodeUnit)];
    hashes[node] = sha256Hex(lines.map((line) => `${line}\n`).join(""));
  }
  return hashes;
}
