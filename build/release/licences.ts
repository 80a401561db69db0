/** The licences of all that the executable holds of others: each text once, below the names of what it is for. */
import { Glob } from "bun";
import type { Package, Packages } from "./packages.ts";
import { OTHER_PARTS, type Part, runtimeParts } from "./parts.ts";

/** Texts as SPDX has them, for what brings none. */
const TEXTS = "build/release/licences";
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[._-](?!update).*)?$/i;
const IS_CODE = /\.[cm]?[jt]s$/;

interface Holder {
  readonly name: string;
  readonly license: string;
  readonly homepage: string | undefined;
  readonly texts: readonly string[];
}

export async function thirdPartyLicences(
  service: { readonly name: string; readonly version: string },
  packages: Packages,
): Promise<string> {
  const parts = [...(await runtimeParts()), ...OTHER_PARTS];
  const holders = await Promise.all([
    ...parts.map(holderOfPart),
    ...[...packages.values()].map(holderOfPackage),
  ]);
  const byText = new Map<string, string[]>();
  for (const { name, texts } of holders) {
    for (const text of texts) {
      const names = byText.get(text) ?? [];
      byText.set(text, names);
      if (!names.includes(name)) names.push(name);
    }
  }
  const list = holders.map(({ name, license, homepage = "" }) =>
    `${name} | ${license} | ${homepage}`.replace(/ \| $/, ""),
  );
  const texts = [...byText].map(([text, names]) => `${RULE}\n${names.join(", ")}\n\n${text}\n`);
  const head = `What ${service.name} ${service.version} holds of others, and under which terms.\n`;
  return `${head}\n${list.join("\n")}\n\n${texts.join("\n")}`;
}

const RULE = "=".repeat(80);

async function holderOfPart({ name, version, license, homepage, text }: Part): Promise<Holder> {
  const texts = text === undefined ? await textsOf(license) : [await readText(text)];
  return { name: [name, version].join(" ").trim(), license, homepage, texts };
}

async function holderOfPackage(found: Package): Promise<Holder> {
  const { name, version, license, homepage, folders, author } = found;
  const files = folders.flatMap((folder) =>
    [...new Glob("*").scanSync(folder)]
      .filter((file) => LICENCE_FILE.test(file) && !IS_CODE.test(file))
      .toSorted()
      .map((file) => `${folder}/${file}`),
  );
  const own = await Promise.all(files.map(readText));
  const texts = own.length > 0 ? own : await textsOf(license, `Copyright (c) ${author}`);
  return { name: `${name} ${version}`, license, homepage, texts };
}

/** The texts of an expression's ids, but for what is in the public domain. */
function textsOf(expression: string, holder = ""): Promise<readonly string[]> {
  const ids = expression.split(/ (?:AND|OR) /).filter((id) => !id.startsWith("LicenseRef-"));
  return Promise.all(
    ids.map(async (id) => {
      const text = await readText(`${TEXTS}/${id}.txt`);
      return holder === "" ? text : text.replace(/^Copyright .*<.*$/m, holder);
    }),
  );
}

/** The same text, whatever the ends of its lines. */
async function readText(path: string): Promise<string> {
  const lines = (await Bun.file(path).text()).replaceAll("\r\n", "\n").split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
