/**
 * Clients that programs write from the OpenAPI documents compile strictly and run every example of every unit, by the
 * code of docs/clients.md; and linters find nothing in the documents. The programs are installed beside the product,
 * not into it; where they cannot be had, nothing is tested, which is said.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { cp, exists, mkdtemp, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import Ajv from "ajv/dist/2020.js";
import { detailOf, ENTRIES, loadDetails } from "../../app/registry.ts";
import type { Json } from "../support/client.ts";
import { ContractChecker } from "../support/openapi.ts";
import { PATIENT, startServer } from "../support/server.ts";

const HERE = import.meta.dir;
const MINUTES_MS = 600_000;

interface Ran {
  readonly code: number;
  readonly written: string;
}

async function ran(cwd: string, ...words: string[]): Promise<Ran> {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off" },
  });
  const texts = [child.stdout, child.stderr].map((text) => new Response(text).text());
  const written = (await Promise.all(texts)).join("");
  return { code: await child.exited, written };
}

/** A folder with the programs, installed once for each lock file; undefined where there is no way to them. */
async function installed(): Promise<string | undefined> {
  const lock = await Bun.file(`${HERE}/bun.lock`).text();
  const folder = `${tmpdir()}/clients-${Bun.hash(lock).toString(36)}`;
  if (await exists(folder)) return folder;
  const made = await mkdtemp(`${folder}-`);
  for (const name of ["package.json", "bun.lock"]) await cp(`${HERE}/${name}`, `${made}/${name}`);
  const { code, written } = await ran(made, "install", "--frozen-lockfile", "--ignore-scripts");
  if (code === 0) {
    // Whoever is first has made it for all.
    await rename(made, folder).catch(() => rm(made, { recursive: true }));
    return folder;
  }
  await rm(made, { recursive: true });
  if (/lockfile had changes/.test(written)) throw new Error(written);
  console.warn(`Clients are not tested, as their programs cannot be installed: ${written}`);
  return undefined;
}

await loadDetails();
const EXAMPLES = ENTRIES.flatMap((entry) =>
  detailOf(entry).examples.map((example) => ({ id: entry.id, ...example })),
);

const COMPILER = {
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
};

interface Generator {
  readonly name: string;
  /** Of the code in docs/clients.md. */
  readonly file: string;
  readonly words: readonly string[];
  readonly compiler: object;
}

const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript",
    file: "run-typescript.ts",
    words: ["openapi-typescript", "../openapi.tools.json", "-o", "purebox.d.ts"],
    compiler: { ...COMPILER, exactOptionalPropertyTypes: true },
  },
  {
    name: "@hey-api/openapi-ts",
    file: "run-hey.ts",
    words: ["openapi-ts", "-i", "../openapi.tools.json", "-o", "purebox"],
    // The code that it puts beside the types does not know optional properties that are exact.
    compiler: COMPILER,
  },
];

/** What a compiler finds before a call is made, and what it knows of its answer. */
const MISTAKES = `
// @ts-expect-error -- no such tool
void run("json-fromatter", {});
// @ts-expect-error -- no such field
void run("json-formatter", { inptu: "[1]" });
// @ts-expect-error -- no such action
void run("json-formatter", { input: "[1]", action: "prettify" });
// @ts-expect-error -- a kit's input is needed, and what it needs in it
void run("finance-scenario-memo-kit", {});
export const columns = async (): Promise<number> => {
  const { result } = await run("csv-to-json", "a,b");
  // @ts-expect-error -- of another tool
  void result.value?.wilson;
  return result.value?.columns?.length ?? 0;
};
`;

const PROGRAM = `
import { calls } from "./calls.ts";
const answers = [];
for (const call of calls) answers.push(await call().catch((error) => error.cause ?? String(error)));
await Bun.write("answers.json", JSON.stringify(answers));
`;

const programs = await installed();

describe.skipIf(programs === undefined)("clients", async () => {
  if (programs === undefined) return;
  const { base, stop } = await startServer("source", PATIENT);
  const work = await mkdtemp(`${tmpdir()}/clients-`);
  afterAll(async () => {
    await stop();
    await rm(work, { recursive: true });
  });
  await symlink(`${programs}/node_modules`, `${work}/node_modules`);
  for (const name of ["spectral.yaml", "redocly.yaml"])
    await cp(`${HERE}/${name}`, `${work}/${name}`);
  const [, document = {}] = await Promise.all(
    ["openapi.json", "openapi.tools.json"].map(async (name) => {
      const text = await (await fetch(`${base}/${name}`)).text();
      await Bun.write(`${work}/${name}`, text);
      return JSON.parse(text) as object;
    }),
  );
  const isOfType = typesOf(document);
  const contract = new ContractChecker(document as never);
  const bin = (name: string): string => `${programs}/node_modules/.bin/${name}`;

  describe.each(["openapi.json", "openapi.tools.json"])("%s", (name) => {
    test.each([
      ["redocly", ["lint", "--config", "redocly.yaml"]],
      ["spectral", ["lint", "-r", "spectral.yaml", "--fail-severity", "hint"]],
    ])(
      "%s finds nothing in it",
      async (linter, words) => {
        const { code, written } = await ran(work, bin(linter), ...words, name);
        expect({ code, written: code === 0 ? "" : written }).toEqual({ code: 0, written: "" });
      },
      MINUTES_MS,
    );
  });

  test.each(GENERATORS.map((generator) => [generator.name, generator] as const))(
    "%s writes one that compiles, and runs every example",
    async (_, { file, words: [program = "", ...words], compiler }) => {
      const folder = `${work}/${file.replace(".ts", "")}`;
      await Bun.write(
        `${folder}/${file}`,
        (await codeOf(file)).replaceAll(/http:\/\/[\d.:]+/g, base),
      );
      expect(await ran(folder, bin(program), ...words)).toMatchObject({ code: 0 });
      const run = `import { run } from "./${file}";`;
      await Bun.write(`${folder}/calls.ts`, `${run}\n${callsIn(isOfType)}`);
      await Bun.write(`${folder}/mistakes.ts`, `${run}\n${MISTAKES}`);
      await Bun.write(`${folder}/program.ts`, PROGRAM);
      const settings = { compilerOptions: compiler, files: ["calls.ts", "mistakes.ts"] };
      await Bun.write(`${folder}/tsconfig.json`, JSON.stringify(settings));
      expect(await ran(folder, bin("tsc"))).toEqual({ code: 0, written: "" });
      expect(await ran(folder, "program.ts")).toEqual({ code: 0, written: "" });
      const answers = (await Bun.file(`${folder}/answers.json`).json()) as Json[];
      expect(answers.length).toBe(EXAMPLES.length);
      for (const [at, { id, title, expect: expected }] of EXAMPLES.entries()) {
        const answer = answers[at] ?? {};
        // The whole answer, so that a failure says what came instead of a result.
        const right = { id, title, answer: { result: expected } };
        expect({ id, title, answer }).toMatchObject(right);
        const status = answer["success"] ? 200 : 422;
        expect([id, title, ...contract.problems("POST", "/api/run", status, answer)]).toEqual([
          id,
          title,
        ]);
      }
    },
    MINUTES_MS,
  );
});

/** The block of the documentation that begins with the file's name. */
async function codeOf(file: string): Promise<string> {
  const page = await Bun.file(`${HERE}/../../docs/clients.md`).text();
  const [, code = ""] = new RegExp(`^\`\`\`ts\n// ${file}\n(.*?)^\`\`\``, "ms").exec(page) ?? [];
  return code;
}

/** Every example as a call that a person would write; what is not of its type has to be refused. */
function callsIn(isOfType: (id: string, input: unknown) => boolean): string {
  const calls = EXAMPLES.map(({ id, input, options = {} }) => {
    const refused = isOfType(id, input) ? "" : "// @ts-expect-error -- not of its type\n";
    return `${refused}() => run(${[id, input, options].map((one) => JSON.stringify(one)).join(", ")}),`;
  });
  return `export const calls = [\n${calls.join("\n")}\n];\n`;
}

/** What types can say; bounds they cannot. */
const KNOWN_TO_TYPES: ReadonlySet<string> = new Set(["type", "enum", "const", "required"]);

function typesOf(document: object): (id: string, input: unknown) => boolean {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: "typed", ...document });
  return (id, input) => {
    if (typeof input === "string") return true;
    const name = id.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
    const fits = ajv.compile({ $ref: `typed#/components/schemas/${name}Input` });
    return fits(input) || !fits.errors?.some(({ keyword }) => KNOWN_TO_TYPES.has(keyword));
  };
}
