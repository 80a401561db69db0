/** What goes with the executables of a release is true and complete, and tells nothing of the machine that made it. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { $, Glob } from "bun";
import { PROGRAM } from "../../build/compile.ts";
import { foreignIn } from "../../build/release/foreign.ts";
import { thirdPartyLicences } from "../../build/release/licences.ts";
import { inputsOf, type Packages, packagesIn } from "../../build/release/packages.ts";
import { billOfMaterials } from "../../build/release/sbom.ts";
import { kindOf, TARGETS, targetHere } from "../../build/release/targets.ts";
import { isReleased } from "../../build/release/write.ts";
import service, { dependencies } from "../../package.json";
import tool from "../../tools/json-schema-validator.ts";
import { programIn } from "../support/program.ts";
import { runUnit } from "../support/run-unit.ts";

type Bill = Awaited<ReturnType<typeof billOfMaterials>>;
type Component = Bill["components"][number];

const SCHEMAS = "tests/build/cyclonedx";
const isBuilt = await Bun.file("dist/purebox").exists();
const EXECUTABLES = [{ name: "purebox-1-linux-x64", sha256: "ab".repeat(32) }];

let packages: Packages;
let bill: Bill;
let licences: string;
let all: readonly Component[];

beforeAll(async () => {
  const { metafile } = await Bun.build(PROGRAM);
  if (metafile === undefined) throw new Error("The bundler does not say what it made of what");
  packages = await packagesIn(inputsOf(metafile));
  bill = await billOfMaterials(service, packages, EXECUTABLES);
  licences = await thirdPartyLicences(service, packages);
  all = [...withNested(bill.components)];
}, 120_000);

function* withNested(components: readonly Component[]): Generator<Component> {
  for (const component of components) {
    yield component;
    yield* withNested(component.components ?? []);
  }
}

function expressionsOf({ licenses = [] }: Component): readonly string[] {
  return licenses.map((one) => ("expression" in one ? one.expression : one.license.id));
}

async function schemaNamed(name: string): Promise<Record<string, unknown>> {
  return Bun.file(`${SCHEMAS}/${name}.SNAPSHOT.schema.json`).json();
}

describe("the bill of materials", () => {
  test("is CycloneDX 1.6, by its schema", async () => {
    const ajv = new Ajv({ strict: false, logger: false });
    addFormats(ajv);
    for (const name of ["spdx", "jsf-0.82"]) {
      const id = `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`;
      ajv.addSchema({ ...(await schemaNamed(name)), $id: id });
    }
    const isValid = ajv.compile(await schemaNamed("bom-1.6"));
    expect([isValid(bill), isValid.errors]).toEqual([true, null]);
    expect(isValid({ ...bill, specVersion: 1.6 })).toBe(false);
    expect(isValid({ ...bill, components: [{ name: "no type" }] })).toBe(false);
  });

  test("our own validator says so, too", async () => {
    const [schema, spdx, jsf] = await Promise.all(["bom-1.6", "spdx", "jsf-0.82"].map(schemaNamed));
    const definitions = { ...(schema?.["definitions"] as object), spdx, jsf };
    const text = JSON.stringify({ ...schema, definitions })
      .replaceAll('"spdx.SNAPSHOT.schema.json"', '"#/definitions/spdx"')
      .replaceAll(
        /"jsf-0\.82\.SNAPSHOT\.schema\.json#/g,
        '"http://cyclonedx.org/schema/jsf-0.82.schema.json#',
      );
    const isValid = (data: object) =>
      runUnit(tool, { schema: text, data: JSON.stringify(data) }).valid;
    expect(isValid(bill)).toBe(true);
    expect(isValid({ ...bill, components: [{ name: "no type" }] })).toBe(false);
  });

  test("has every package that is there at run time or embedded", async () => {
    const page = await Bun.file("CONTRIBUTING.md").text();
    const rows = page.matchAll(/^\| `([^`]+)` \| (.*(?:embedded|bundled into).*) \|$/gm);
    const told = Array.from(rows, ([, name = ""]) => name);
    const named = new Set(Array.from(packages.values(), ({ name }) => name));
    const wanted = new Set([...Object.keys(dependencies), ...told]);
    expect([...wanted].filter((name) => !named.has(name))).toEqual([]);
    for (const judge of ["ajv", "typescript", "oxlint"]) expect(named.has(judge)).toBe(false);
  });

  test("names each thing once, with its licence, and packages with their archives' hash", async () => {
    const refs = all.map((component) => component["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    for (const component of all) expect(component.licenses).toHaveLength(1);
    const { enum: ids } = (await schemaNamed("spdx")) as { readonly enum: readonly string[] };
    const expressions = all.flatMap(expressionsOf);
    const words = expressions.flatMap((text) => text.split(/ (?:AND|OR) /));
    expect(words.filter((id) => !ids.includes(id) && !id.startsWith("LicenseRef-"))).toEqual([]);
    for (const { purl, hashes } of bill.components.filter(({ type }) => type === "library")) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[^/]+\/)?[^/@]+@\d+\.\d+\.\d+/);
      expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  test("what depends on what is in it", () => {
    const known = new Set([service.name, ...all.map((component) => component["bom-ref"])]);
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !known.has(ref))).toEqual([]);
  });

  test("is read as docs/releases.md says", async () => {
    const folder = await mkdtemp(`${tmpdir()}/bill-`);
    await Bun.write(`${folder}/purebox-1.cdx.json`, JSON.stringify(bill));
    const page = await Bun.file("docs/releases.md").text();
    const [, command = ""] = /^```sh\n(purebox run json-query .*)\n```$/m.exec(page) ?? [];
    const env = await programIn(folder, "source");
    const lines = (await $`bash -c ${command}`.cwd(folder).env(env).text()).trimEnd().split("\n");
    expect(lines).toHaveLength(bill.components.length);
    expect(lines).toContain(`pkg:npm/elysia@${dependencies.elysia} MIT`);
  });

  test("is the same again, and another where an executable is", async () => {
    expect(await billOfMaterials(service, packages, EXECUTABLES)).toEqual(bill);
    const other = await billOfMaterials(service, packages, []);
    expect(other.serialNumber).not.toBe(bill.serialNumber);
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

describe("the licences", () => {
  test("name all that the bill names", () => {
    const names = licences.split("\n\n")[1]?.split("\n") ?? [];
    const missing = all.filter(({ group, name, version }) => {
      const full = [group === undefined ? name : `${group}/${name}`, version].join(" ").trim();
      return !names.some((line) => line.startsWith(`${full} | `));
    });
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test("give each text once, and none that is for nothing", async () => {
    const [, ...texts] = licences.split(`${"=".repeat(80)}\n`);
    const bodies = texts.map((text) => text.slice(text.indexOf("\n\n")).trim());
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(bodies.filter((body) => body.length < 100)).toEqual([]);
    const ids = new Set(all.flatMap(expressionsOf).flatMap((text) => text.split(/ (?:AND|OR) /)));
    for (const file of new Glob("*.txt").scanSync("build/release/licences")) {
      expect([...ids]).toContain(file.replace(/\.txt$/, ""));
    }
  });
});

describe("what a file tells", () => {
  test("where it was built, and registries, are found", async () => {
    const folder = await mkdtemp(`${tmpdir()}/foreign-`);
    const found = async (text: string) => {
      await Bun.write(`${folder}/file`, text);
      return foreignIn(`${folder}/file`);
    };
    expect(await found(`x ${resolve("tools/a.ts")} y`)).toHaveLength(1);
    expect(await found("https://registry.example.org/a")).toEqual(["registry.example.org"]);
    expect(await found(licences)).toEqual([]);
    expect(await found(JSON.stringify(bill))).toEqual([]);
  });

  test.skipIf(!isBuilt)(
    "the executable tells nothing of them, and is one for this machine",
    async () => {
      expect(await foreignIn("dist/purebox", process.execPath)).toEqual([]);
      expect(await kindOf("dist/purebox")).toBe(targetHere().kind);
    },
  );
});

test("an executable's first bytes say what it is for", async () => {
  const folder = await mkdtemp(`${tmpdir()}/kinds-`);
  const kind = async (bytes: Buffer) => {
    await Bun.write(`${folder}/file`, bytes);
    return kindOf(`${folder}/file`);
  };
  const elf = (machine: number, loader: string) => {
    const bytes = Buffer.alloc(512);
    bytes.writeUInt32BE(0x7f_45_4c_46);
    bytes.writeUInt16LE(machine, 18);
    bytes.write(loader, 256);
    return bytes;
  };
  const macho = (processor: number) => {
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32LE(0xfe_ed_fa_cf);
    bytes.writeUInt32LE(processor, 4);
    return bytes;
  };
  const pe = (machine: number) => {
    const bytes = Buffer.alloc(256);
    bytes.write("MZ");
    bytes.writeUInt32LE(128, 0x3c);
    bytes.write("PE\0\0", 128);
    bytes.writeUInt16LE(machine, 132);
    return bytes;
  };
  const made = [
    elf(0x3e, "/lib64/ld-linux-x86-64.so.2"),
    elf(0xb7, "/lib/ld-linux-aarch64.so.1"),
    elf(0x3e, "/lib/ld-musl-x86_64.so.1"),
    elf(0xb7, "/lib/ld-musl-aarch64.so.1"),
    macho(0x01_00_00_07),
    macho(0x01_00_00_0c),
    pe(0x86_64),
    pe(0xaa_64),
  ];
  const kinds: string[] = [];
  for (const bytes of made) kinds.push(await kind(bytes));
  expect(kinds).toEqual(TARGETS.map((target) => target.kind));
  expect(await kind(Buffer.alloc(4096))).toBe("unknown");
});

test("a folder with other files than those of a release is left alone", async () => {
  const folder = await mkdtemp(`${tmpdir()}/release-`);
  await Bun.write(`${folder}/notes.txt`, "mine");
  const child = Bun.spawn([process.execPath, "build/release.ts", "--to", folder], {
    stdout: "ignore",
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toContain("has notes.txt");
  expect(await child.exited).toBe(1);
  expect(await Bun.file(`${folder}/notes.txt`).text()).toBe("mine");
  expect(["purebox-1-linux-x64", "SHA256SUMS", "notes.txt"].map(isReleased)).toEqual([
    true,
    true,
    false,
  ]);
});
