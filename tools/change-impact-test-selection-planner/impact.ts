/** Which tests notice a change, and by which way of imports. */
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { Change } from "./changes.ts";
import type { Selected } from "../change-impact-test-selection-planner.ts";
import type { Material } from "./material.ts";

type Graph = Pick<Material, "known" | "dependencies">;

/** Files by number in plain order, and an edge from each file to those that import it. */
export class ImportGraph {
  readonly paths: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #importers: Digraph;

  constructor({ known, dependencies }: Graph) {
    this.paths = [...known].toSorted(byCodeUnit);
    this.#numbers = new Map(this.paths.map((path, number) => [path, number]));
    this.#importers = new Digraph(this.paths.length);
    for (const importer of this.paths) {
      for (const imported of dependencies.get(importer) ?? [])
        this.#importers.addEdge(this.numberOf(imported), this.numberOf(importer));
    }
  }

  /** Of a path that is known. */
  numberOf(path: string): number {
    return this.#numbers.get(path) ?? -1;
  }

  importersOf(path: string): string[] {
    return this.#importers.successors(this.numberOf(path)).map((at) => this.paths[at] ?? "");
  }

  /** The ways from the files to their importers, breadth first, up to so many edges. */
  walkUp(starts: readonly string[], most: number): Walk {
    return new Walk(this.#numbersOf(starts), most, (node) => this.#importers.successors(node));
  }

  /** The ways from the files to what they import. */
  walkDown(starts: readonly string[], most: number): Walk {
    return new Walk(this.#numbersOf(starts), most, (node) => this.#importers.predecessors(node));
  }

  #numbersOf(paths: readonly string[]): number[] {
    return paths.map((path) => this.numberOf(path)).toSorted((a, b) => a - b);
  }
}

/**
 * A walk from several nodes at once. Nodes and their neighbours are met in rising order, so that the first way to a
 * node is the least of the shortest ones.
 */
export class Walk {
  readonly #distances = new Map<number, number>();
  readonly #parents = new Map<number, number>();

  constructor(starts: readonly number[], most: number, next: (node: number) => readonly number[]) {
    for (const start of starts) this.#distances.set(start, 0);
    // A map hands out what is added while it is walked.
    for (const [node, distance] of this.#distances) {
      if (distance === most) continue;
      for (const neighbour of next(node)) {
        if (this.#distances.has(neighbour)) continue;
        this.#distances.set(neighbour, distance + 1);
        this.#parents.set(neighbour, node);
      }
    }
  }

  distanceOf(node: number): number | undefined {
    return this.#distances.get(node);
  }

  /** From a start to the node. */
  wayTo(node: number): number[] {
    const way: number[] = [];
    for (let at: number | undefined = node; at !== undefined; at = this.#parents.get(at))
      way.push(at);
    return way.toReversed();
  }
}

/** A test and why it runs. */
export function selectionOf(
  test: string,
  { material, graph, walk, covered, conventional, runsAll }: Sources,
): Selected | undefined {
  const node = graph.numberOf(test);
  const distance = walk.distanceOf(node);
  if (distance === 0) return { test, reason: "changed", distance, via: [test] };
  if (distance !== undefined) {
    const via = walk.wayTo(node).map((at) => graph.paths[at] ?? "");
    return { test, reason: "dependency", distance, via };
  }
  const change = covered.get(test);
  if (change !== undefined) return { test, reason: "coverage", distance: 1, via: [change, test] };
  const way = conventional.get(test);
  if (way) return { test, reason: "convention", distance: way.length, via: [...way, test] };
  if (material.alwaysRun.matches(test))
    return { test, reason: "always", distance: null, via: [test] };
  return runsAll ? { test, reason: "run-all", distance: null, via: [] } : undefined;
}

export interface Sources {
  readonly material: Material;
  readonly graph: ImportGraph;
  /** From the changed files up. */
  readonly walk: Walk;
  /** Test → the plain-smallest changed file that it executes. */
  readonly covered: ReadonlyMap<string, string>;
  /** Test → the shortest way to a file to which it belongs by convention. */
  readonly conventional: ReadonlyMap<string, readonly string[]>;
  readonly runsAll: boolean;
}

/** The tests that belong by convention to what the walk reached, and the least of the shortest ways there. */
export function conventionalTests(
  { conventions }: Material,
  graph: ImportGraph,
  walk: Walk,
  most: number,
): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  /** Lists for which a changed file itself is known: as paths are in plain order, no later one is before it. */
  const settled = new Set<readonly string[]>();
  for (const path of graph.paths) {
    const tests = conventions.get(path);
    const node = graph.numberOf(path);
    const distance = walk.distanceOf(node);
    if (!tests || distance === undefined || distance >= most || settled.has(tests)) continue;
    if (distance === 0) settled.add(tests);
    const way = walk.wayTo(node).map((at) => graph.paths[at] ?? "");
    for (const test of tests) {
      const known = ways.get(test);
      if (!known || isBefore(way, known)) ways.set(test, way);
    }
  }
  return ways;
}

function isBefore(way: readonly string[], other: readonly string[]): boolean {
  if (way.length !== other.length) return way.length < other.length;
  const at = way.findIndex((path, index) => path !== other[index]);
  return at >= 0 && (way[at] ?? "") < (other[at] ?? "");
}

export function coveredTests(
  { coverage, tests }: Material,
  followed: readonly Change[],
): Map<string, string> {
  const changed = new Set(followed.map(({ path }) => path));
  const covered = new Map<string, string>();
  for (const [test, files] of coverage) {
    if (!tests.has(test)) continue;
    for (const file of files) {
      const known = covered.get(test);
      if (changed.has(file) && (known === undefined || file < known)) covered.set(test, file);
    }
  }
  return covered;
}

/** Changed files from which no way leads to a test, and which none is known to execute. */
export function untestedChanges(
  { conventions, coverage, tests }: Material,
  followed: readonly Change[],
  graph: ImportGraph,
  most: number,
): Change[] {
  const walk = graph.walkDown([...tests], most);
  // From what belongs to a test it is one step more to the test.
  const beside = graph.walkDown([...conventions.keys()], most - 1);
  const executed = new Set(
    [...coverage].filter(([test]) => tests.has(test)).flatMap(([, files]) => files),
  );
  const isReached = (node: number) =>
    walk.distanceOf(node) !== undefined || beside.distanceOf(node) !== undefined;
  return followed.filter(({ path }) => !isReached(graph.numberOf(path)) && !executed.has(path));
}
