/** Keywords about objects. */
import { textsOf } from "../_lib/json/tree/members.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { compareOpaque } from "./opaque.ts";
import { compareDependencies } from "./dependencies.ts";
import { compareCounts } from "./limits.ts";
import { compareNamePatterns } from "./name-patterns.ts";
import { certain, contentModel, covering, type ObjectModel, objectModel } from "./object-model.ts";
import type { Outcome } from "./outcome.ts";
import { compareRest } from "./rest.ts";
import type { Shape } from "./shape.ts";

export function compareObjects(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [objectModel(before), objectModel(after)];
  compareCounts("object", before, after, outcome);
  compareRequired(was, is, outcome);
  compareMembers(was, is, outcome);
  compareNamePatterns(was, is, outcome);
  compareRest(was, is, outcome);
  compareDependencies(before, after, outcome);
  compareOpaque("propertyNames", before, after, outcome);
}

function pathOf(name: string): string {
  return appendPointer("/properties", name);
}

/** A default fills in what is missing, so that what is needed is there in old data. */
function compareRequired(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  const [old, now] = [was, is].map(({ shape }) => new Set(textsOf(shape.keyword("required"))));
  const { defaultsFill } = outcome.rules;
  for (const name of now ?? []) {
    if (old?.has(name)) continue;
    const fills = hasDefault(is, name);
    const code = fills ? "REQUIRED_ATTRIBUTE_WITH_DEFAULT_ADDED" : "REQUIRED_ATTRIBUTE_ADDED";
    const backward = fills && defaultsFill;
    outcome.change(code, pathOf(name), { backward, forward: true });
  }
  for (const name of old ?? []) {
    if (now?.has(name)) continue;
    const forward = hasDefault(was, name) && defaultsFill;
    outcome.change("REQUIRED_ATTRIBUTE_REMOVED", pathOf(name), { backward: true, forward });
  }
}

function hasDefault({ listed }: ObjectModel, name: string): boolean {
  return listed.get(name)?.annotation("default") !== undefined;
}

function compareMembers(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  for (const [name, after] of is.listed) {
    const before = was.listed.get(name);
    if (before === undefined) addMember(name, after, was, outcome);
    else outcome.step(before, after, pathOf(name), name);
  }
  for (const [name, before] of was.listed) {
    if (!is.listed.has(name)) removeMember(name, before, is, outcome);
  }
}

function addMember(name: string, after: Shape, was: ObjectModel, outcome: Outcome): void {
  const covers = covering(was, name);
  const content = contentModel(covers);
  const isEmpty = content === "OPEN" && after.verdict === true;
  const code = isEmpty
    ? "PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL"
    : `PROPERTY_ADDED_TO_${content}_CONTENT_MODEL`;
  const backward = certain(was, name).map((source) => outcome.verdictOf(source, after));
  const forward = covers.map((cover) => outcome.verdictOf(cover, after));
  outcome.contentChange(
    code,
    pathOf(name),
    {
      backward: backward.some((verdict) => verdict.backward),
      forward: forward.every((verdict) => verdict.forward),
    },
    { after: after.chain[0] },
  );
}

function removeMember(name: string, before: Shape, is: ObjectModel, outcome: Outcome): void {
  const covers = covering(is, name);
  const backward = covers.map((cover) => outcome.verdictOf(before, cover));
  const forward = certain(is, name).map((source) => outcome.verdictOf(before, source));
  outcome.contentChange(
    `PROPERTY_REMOVED_FROM_${contentModel(covers)}_CONTENT_MODEL`,
    pathOf(name),
    {
      backward: backward.every((verdict) => verdict.backward),
      forward: forward.some((verdict) => verdict.forward),
    },
    { before: before.chain[0] },
  );
}
