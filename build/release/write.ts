/** What goes with the executables of a release, and the sums of all its files. */
import { cp } from "node:fs/promises";
import service from "../../package.json" with { type: "json" };
import { sha256Of } from "../compile.ts";
import { foreignIn } from "./foreign.ts";
import { thirdPartyLicences } from "./licences.ts";
import { packagesIn } from "./packages.ts";
import { billOfMaterials } from "./sbom.ts";

export const BILL = `${service.name}-${service.version}.cdx.json`;
export const LICENCES = "THIRD-PARTY-LICENSES.txt";

/** `purebox-2026.11.20-linux-x64`. */
export function nameFor(target: string, ending = ""): string {
  return `${service.name}-${service.version}-${target}${ending}`;
}

const SUMS = "SHA256SUMS";
/** Where an executable is built. */
export const DRAFT = "draft";
const TEXTS = [BILL, LICENCES, "install.sh", "LICENSE"];

/** Whether a release wrote the file, this one or an earlier. */
export function isReleased(name: string): boolean {
  return name.startsWith(`${service.name}-`) || [...TEXTS, SUMS, DRAFT].includes(name);
}

/** `inputs`: the files that the program is made of; `executables`: names of files that are in the folder. */
export async function finishRelease(
  folder: string,
  inputs: readonly string[],
  executables: readonly string[],
): Promise<void> {
  const packages = await packagesIn(inputs);
  const hashed = executables.map(async (name) => ({
    name,
    sha256: await sha256Of(`${folder}/${name}`),
  }));
  const bill = await billOfMaterials(service, packages, await Promise.all(hashed));
  await Bun.write(`${folder}/${BILL}`, `${JSON.stringify(bill, null, 2)}\n`);
  await Bun.write(`${folder}/${LICENCES}`, await thirdPartyLicences(service, packages));
  await cp("build/install.sh", `${folder}/install.sh`);
  await cp("LICENSE", `${folder}/LICENSE`);
  for (const name of TEXTS) refuse(name, await foreignIn(`${folder}/${name}`));
  const sums = [...executables, ...TEXTS].toSorted().map(async (name) => {
    return `${await sha256Of(`${folder}/${name}`)}  ${name}\n`;
  });
  await Bun.write(`${folder}/${SUMS}`, (await Promise.all(sums)).join(""));
}

/** Nothing is given away that tells of the machine that made it. */
export function refuse(name: string, foreign: readonly string[]): void {
  if (foreign.length > 0) throw new Error(`${name} tells ${foreign.join(", ")}`);
}
