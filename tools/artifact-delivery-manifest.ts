import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./artifact-delivery-manifest/contract.ts";
import { deliverArtifacts } from "./artifact-delivery-manifest/deliver.ts";
import { DELIVERY_LAWS } from "./artifact-delivery-manifest/laws.ts";

const APP = { path: "dist/app.js", content: "console.log(1)\n" };
const LICENSE = { path: "LICENSE", content: "MIT\n" };
const APP_SHA256 = "3879a5d930ae1999b278a3a498f7de3fd83ba8dae59330fcfa2db31c103ac21d";

export default defineTool({
  id: "artifact-delivery-manifest",
  name: "Artifact Delivery Manifest",
  category: "Security",
  description:
    "Lists the files of a build with their digests as a checksum list, in-toto or SLSA statement, SPDX or CycloneDX, or checks a delivery against one.",
  keywords: [
    "attestation",
    "checksum",
    "cyclonedx",
    "dsse",
    "in-toto",
    "manifest",
    "provenance",
    "release",
    "sbom",
    "sha256sums",
    "slsa",
    "spdx",
    "supply chain",
  ],
  aliases: ["artifact-manifest", "provenance-manifest", "sbom-file-manifest"],
  version: "2026-11-22",

  input: INPUT,
  primary: "files",
  value: VALUE,
  verb: "build",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "write a sha256sums file",
    "in-toto statement for build artifacts",
    "slsa provenance predicate",
    "spdx document of files",
    "cyclonedx sbom of files with hashes",
    "spdx package verification code",
    "check a delivery against its manifest",
    "manifest of release files with digests",
    "dsse payload of an attestation",
    "which delivered files changed",
    "tree hash of a set of files",
    "hand over a build with checksums",
    "list of files handed over to a customer with proof that nothing was changed",
    "packing list of a zip or bundle with fingerprints",
    "software bill of materials of shipped files",
    "inventory of deliverables with sizes and sha256 for sign-off",
    "emit an attestation statement describing release outputs",
    "did the client receive every file we shipped",
    "lieferung mit prüfsummen auflisten",
    "manifiesto de artefactos con hashes",
    "manifeste de livraison avec empreintes",
    "生成 构建 产物 清单",
    "成果物のマニフェストを作る",
    "lista de archivos entregados con sus huellas",
    "stückliste der ausgelieferten dateien",
    "liste des fichiers livrés avec empreintes",
    "交付 文件 清单 校验",
    "納品ファイルの一覧とハッシュ",
  ],
  effort: 3,

  laws: DELIVERY_LAWS,
  examples: [
    {
      title: "A checksum list of two files",
      input: { files: [APP, LICENSE], formats: ["sha256sums"] },
      expect: {
        output: `adc37366f403835c1470ab2df93d3837d4719372fc1ef8593d922e06f033f8b2  LICENSE\n${APP_SHA256}  dist/app.js\n`,
        value: {
          fileCount: 2,
          totalBytes: 19,
          treeSha256: "a7ec3494155d6779d56ce7a815669394eb24c02b2385f03d1f9fe76f3a2e9522",
          dsse: null,
        },
      },
    },
    {
      title: "SLSA provenance",
      input: {
        files: [APP],
        formats: ["slsa"],
        builderId: "https://ci.example.com/runner/1",
        buildType: "https://ci.example.com/build/v1",
        startedOn: "2026-11-20T10:00:00Z",
      },
      expect: {
        value: {
          documents: {
            slsa: {
              _type: "https://in-toto.io/Statement/v1",
              predicate: { runDetails: { builder: { id: "https://ci.example.com/runner/1" } } },
            },
          },
          dsse: { payloadType: "application/vnd.in-toto+json" },
        },
      },
    },
    {
      title: "SPDX with its verification code",
      input: { files: [APP, LICENSE], formats: ["spdx"], name: "app", version: "1.2.0" },
      expect: {
        value: {
          documents: {
            spdx: {
              packages: [
                {
                  packageVerificationCode: {
                    packageVerificationCodeValue: "ef6573dfdac0a0c67606eb53904dd5d4a912ded2",
                  },
                },
              ],
            },
          },
        },
      },
    },
    {
      title: "One changed, one missing, one surplus",
      input: {
        action: "verify",
        manifest: `${APP_SHA256}  LICENSE\n${APP_SHA256}  gone.txt\n`,
        files: [APP, LICENSE],
      },
      expect: {
        valid: false,
        output: "LICENSE: MISMATCH\ndist/app.js: EXTRA\ngone.txt: MISSING",
      },
    },
    {
      title: "A path that leads out",
      input: { files: [{ path: "../x", content: "" }] },
      expect: { ok: false, errors: [{ code: "PATH_UNSAFE", path: "/files/0/path" }] },
    },
    {
      title: "A digest that is not the content's",
      input: { files: [{ ...LICENSE, sha256: APP_SHA256 }] },
      expect: { ok: false, errors: [{ code: "DIGEST_MISMATCH", path: "/files/0/sha256" }] },
    },
  ],

  run: deliverArtifacts,
});
