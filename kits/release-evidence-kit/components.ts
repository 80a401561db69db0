/** What a release is made of, by package URLs put right, and the bill of materials of it. */
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { stamp, writeUuid } from "../../tools/_lib/bytes/uuid.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { buildPackageUrl, writePackageUrl } from "./package-url/build.ts";
import type { PackageUrl } from "./package-url/package-url.ts";
import { parsePackageUrl } from "./package-url/parse.ts";
import type { Input, Value, Work } from "../release-evidence-kit.ts";

export type Component = Value["components"][number];

type Given = NonNullable<Input["components"]>[number];

/** One for each that is given, in their order. */
export function checkComponents({ input, report }: Work): Component[] {
  const { components: given } = input;
  if (given === undefined || given.length === 0) {
    report.skipped("components", "The field `components` takes package URLs");
    return [];
  }
  const known = new Map<string, number>();
  const components = given.map((one, index) => {
    const component = componentOf(one);
    judge(component, { index, known, report });
    return component;
  });
  report.finish(
    "components",
    `${counted(known.size, "package")} by ${counted(given.length, "package URL")}`,
  );
  return components;
}

const NOTHING = {
  purl: null,
  type: null,
  namespace: null,
  name: null,
  version: null,
  qualifiers: null,
  subpath: null,
};

function componentOf(input: Given): Component {
  const read = typeof input === "string" ? parsePackageUrl(input) : buildPackageUrl(input);
  if (!read.ok) {
    const { found, expected } = read.problem;
    const error = `found ${found}, expected ${expected}`;
    return { input, valid: false, ...NOTHING, error };
  }
  const { type, namespace, name, version, qualifiers, subpath }: PackageUrl = read.purl;
  const purl = writePackageUrl(read.purl);
  return { input, valid: true, purl, type, namespace, name, version, qualifiers, subpath };
}

interface Judging {
  readonly index: number;
  /** Canonical text → the first entry of it. */
  readonly known: Map<string, number>;
  readonly report: Work["report"];
}

function judge(
  { input, purl, version, error }: Component,
  { index, known, report }: Judging,
): void {
  const path = `/components/${index}`;
  const find = report.find.bind(report);
  if (purl === null) {
    const message = `Cannot name a package: ${error}`;
    find("error", "components", { code: "PURL_INVALID", message, path });
    return;
  }
  const subject = purl;
  if (typeof input === "string" && input !== purl) {
    const message = `${quoted(input)} is not the canonical package URL: write ${quoted(purl, LONGEST_PURL)}`;
    const about = { path, subject, expected: purl, received: input };
    find("warning", "components", { code: "PURL_NOT_CANONICAL", message, ...about });
  }
  const first = known.get(purl);
  if (first !== undefined) {
    const message = `${quoted(purl, LONGEST_PURL)} is entry ${first} already`;
    find("warning", "components", { code: "COMPONENT_DUPLICATE", message, path, subject });
    return;
  }
  known.set(purl, index);
  if (version === null) {
    const message = `${quoted(purl, LONGEST_PURL)} has no version: nobody can tell which one was shipped`;
    find("info", "components", { code: "COMPONENT_UNPINNED", message, path, subject });
  }
}

const LONGEST_PURL = 200;

/** CycloneDX 1.6: the packages by their URLs, then the files as their own list has them. */
export function billOfMaterials(
  { name, version }: Value["release"],
  components: readonly Component[],
  delivered: { readonly files: readonly unknown[]; readonly treeSha256: string } | undefined,
): object {
  const packages = new Map(
    components.flatMap((one) => (one.purl === null ? [] : [[one.purl, one]])),
  );
  const purls = [...packages.keys()].toSorted(byCodeUnit);
  const hashed = delivered === undefined ? purls : [...purls, delivered.treeSha256];
  const bits = BigInt(`0x${sha256Hex(hashed.join("\n")).slice(0, UUID_DIGITS)}`);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: writeUuid(stamp(bits, 8), "urn"),
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components: [
      ...purls.map((purl) => library(purl, packages.get(purl))),
      ...(delivered?.files ?? []),
    ],
  };
}

const UUID_DIGITS = 32;

function library(purl: string, component: Component | undefined): object {
  return {
    type: "library",
    "bom-ref": purl,
    ...(component?.namespace ? { group: component.namespace } : {}),
    name: component?.name ?? purl,
    ...(component?.version ? { version: component.version } : {}),
    purl,
  };
}
