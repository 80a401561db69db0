/** The bill of materials of a release: CycloneDX 1.6, the same bytes for the same sources. */
import type { Package, Packages } from "./packages.ts";
import { OTHER_PARTS, type Part, runtimeParts } from "./parts.ts";

export interface ReleasedFile {
  readonly name: string;
  readonly sha256: string;
}

type License = { readonly license: { readonly id: string } } | { readonly expression: string };

interface Component {
  readonly type: "library" | "application" | "platform" | "data" | "file";
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
  readonly description?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly License[];
  readonly purl?: string;
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
  readonly components?: readonly Component[];
  readonly "bom-ref": string;
}

export async function billOfMaterials(
  service: { readonly name: string; readonly version: string; readonly license: string },
  packages: Packages,
  executables: readonly ReleasedFile[],
) {
  const root: Component = {
    type: "application",
    name: service.name,
    version: service.version,
    licenses: licensesOf(service.license),
    purl: `pkg:generic/${service.name}@${service.version}`,
    components: executables.map(({ name, sha256 }) => ({
      type: "file",
      name,
      hashes: [{ alg: "SHA-256", content: sha256 }],
      "bom-ref": `file:${name}`,
    })),
    "bom-ref": service.name,
  };
  const components = await componentsOf(packages);
  const needed = new Set([...packages.values()].flatMap(({ dependsOn }) => dependsOn));
  const direct = components.flatMap(({ "bom-ref": ref }) => (needed.has(ref) ? [] : ref));
  const edges = [...packages].map(([ref, { dependsOn }]) => ({ ref, dependsOn }));
  const body = { root, components };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    // Of what it says, not of when it was said.
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      tools: { components: [{ type: "application", name: "build/release.ts" }] },
      component: root,
    },
    components,
    dependencies: [{ ref: service.name, dependsOn: direct }, ...edges],
  } as const;
}

async function componentsOf(packages: Packages): Promise<readonly Component[]> {
  const [bun, ...linked] = await runtimeParts();
  if (bun === undefined) throw new Error("There is no runtime");
  const runtime = {
    ...(await componentOfPart(bun)),
    components: await Promise.all(linked.map((part) => componentOfPart(part, bun.name))),
  };
  const alone = OTHER_PARTS.filter(({ within }) => within === undefined);
  const parts = await Promise.all(alone.map((part) => componentOfPart(part)));
  const brought = await Promise.all([...packages].map(componentOfPackage));
  return [runtime, ...parts, ...brought];
}

async function componentOfPackage([key, found]: readonly [string, Package]): Promise<Component> {
  const [name = "", group] = found.name.split("/").toReversed();
  const within = OTHER_PARTS.filter((part) => part.within === key);
  return {
    type: "library",
    ...(group === undefined ? {} : { group }),
    name,
    version: found.version,
    ...(found.description === "" ? {} : { description: found.description }),
    hashes: [hashOfIntegrity(found.integrity)],
    licenses: licensesOf(found.license),
    purl: purlOf(found),
    ...(found.homepage === undefined ? {} : website(found.homepage)),
    ...(within.length === 0
      ? {}
      : { components: await Promise.all(within.map((part) => componentOfPart(part, key))) }),
    "bom-ref": key,
  };
}

async function componentOfPart(part: Part, within?: string): Promise<Component> {
  const { type, name, version, license, purl, homepage, file } = part;
  return {
    type,
    name,
    ...(version === undefined ? {} : { version }),
    ...(file === undefined
      ? {}
      : { hashes: [{ alg: "SHA-256", content: digestOf(await Bun.file(file).bytes()) }] }),
    licenses: licensesOf(license),
    ...(purl === undefined ? {} : { purl }),
    ...(homepage === undefined ? {} : website(homepage)),
    "bom-ref": `part:${within === undefined ? "" : `${within}/`}${name}`,
  };
}

function website(url: string): Pick<Component, "externalReferences"> {
  return { externalReferences: [{ type: "website", url }] };
}

function licensesOf(expression: string): readonly License[] {
  return /\s|^LicenseRef-/.test(expression) ? [{ expression }] : [{ license: { id: expression } }];
}

/** `pkg:npm/%40scope/name@1.2.3`. */
function purlOf({ name, version }: Package): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** `sha512-BASE64`, as SRI writes it. */
function hashOfIntegrity(integrity: string): { readonly alg: string; readonly content: string } {
  const [, bits = "", base64 = ""] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  return { alg: `SHA-${bits}`, content: Buffer.from(base64, "base64").toString("hex") };
}

/** A UUID of version 8 (RFC 9562): of our own making, from a hash. */
function uuidOf(text: string): string {
  const digits = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/;
  return digestOf(text).replace(digits, "$1-$2-8$3-8$4-$5").slice(0, 36);
}

function digestOf(data: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}
