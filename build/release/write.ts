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
  const texts = [BILL, LICENCES, "install.sh", "LICENSE"];
  for (const name of texts) refuse(name, await foreignIn(`${folder}/${name}`));
  const sums = [...executables, ...texts].toSorted().map(async (name) => {
    return `${await sha256Of(`${folder}/${name}`)}  ${name}\n`;
  });
  await Bun.write(`${folder}/SHA256SUMS`, (await Promise.all(sums)).join(""));
}

/** Nothing is given away that tells of the machine that made it. */
export function refuse(name: string, foreign: readonly string[]): void {
  if (foreign.length > 0) throw new Error(`${name} tells ${foreign.join(", ")}`);
}
