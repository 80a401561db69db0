import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { FORMATS } from "../../tools/artifact-delivery-manifest/deliver.ts";
import type { Value } from "../../tools/artifact-delivery-manifest.ts";
import tool from "../../tools/artifact-delivery-manifest.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const documents = (input: object) =>
  valueOf({ formats: FORMATS, ...input }).documents as Record<string, Record<string, unknown>>;
const hash = (algorithm: string, text: string | Uint8Array) =>
  createHash(algorithm).update(text).digest("hex");
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const warnings = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
const A = { path: "a.txt", content: "a" };
const B = { path: "./b\\c.txt", content: "b", mediaType: "text/plain" };

describe("files", () => {
  test("by path, normal, with size and digest", () => {
    expect(valueOf({ files: [B, A] }).files).toEqual([
      { path: "a.txt", sizeBytes: 1, sha256: hash("sha256", "a") },
      { path: "b/c.txt", sizeBytes: 1, sha256: hash("sha256", "b") },
    ]);
  });

  test("known by digest alone; the whole size is not known where one is not", () => {
    const digest = hash("sha256", "x").toUpperCase();
    const files = [A, { path: "x", sha256: digest }];
    expect(valueOf({ files })).toMatchObject({ totalBytes: null, fileCount: 2 });
    expect(valueOf({ files: [A, { path: "x", sha256: digest, sizeBytes: 9 }] }).totalBytes).toBe(
      10,
    );
    expect(valueOf({ files }).files?.[1]?.sha256).toBe(hash("sha256", "x"));
  });

  test("as a checksum list", () => {
    const files = `${hash("sha256", "a")}  a.txt\n${hash("sha512", "a")}  a.txt\n`;
    expect(valueOf({ files }).files).toEqual([
      { path: "a.txt", sizeBytes: null, sha256: hash("sha256", "a") },
    ]);
    expect(errors({ files: `${hash("sha1", "a")}  a.txt\n` })).toEqual(["DIGEST_MISSING /files/0"]);
  });

  test("Base64 with line ends, and empty files", () => {
    const files = [
      { path: "z", content: "AP+\r\nA", encoding: "base64" },
      { path: "e", content: "" },
    ];
    expect(valueOf({ files })).toMatchObject({
      totalBytes: 3,
      files: [
        { sha256: hash("sha256", "") },
        { sha256: hash("sha256", Uint8Array.of(0, 255, 128)) },
      ],
    });
  });

  test.each(["", "/etc/x", "C:\\x", "c:x", "a/../b", "..", "a\0b"])("unsafe: %j", (path) => {
    expect(errors({ files: [{ path, content: "" }] })).toEqual(["PATH_UNSAFE /files/0/path"]);
  });

  test("paths that are the same, or would be elsewhere", () => {
    expect(errors({ files: [A, { path: "./a.txt", content: "" }] })).toEqual([
      "DUPLICATE_PATH /files/1/path",
    ]);
    expect(warnings({ files: [A, { path: "A.TXT", content: "" }] })).toEqual([
      "CASE_COLLISION /files/0/path",
    ]);
  });

  test("what contradicts itself or says too little", () => {
    expect(errors({ files: [{ ...A, sha1: "0".repeat(40) }] })).toEqual([
      "DIGEST_MISMATCH /files/0/sha1",
    ]);
    expect(errors({ files: [{ path: "x" }] })).toEqual(["DIGEST_MISSING /files/0"]);
    expect(errors({ files: [{ path: "x", content: "!", encoding: "base64" }] })).toEqual([
      "BASE64_INVALID /files/0/content",
    ]);
    // What is missing or out of bounds is an input error, as everywhere: contract, section 2.
    expect(errors({})).toEqual(["REQUIRED /files"]);
    expect(errors({ files: [] })).toEqual(["RANGE /files"]);
    expect(errors({ files: [A], formats: ["in-toto", "sbom"] })).toEqual(["RANGE /formats/1"]);
    expect(errors({ files: [{ ...A, sizeBytes: 2 }] })).toEqual([
      "SIZE_MISMATCH /files/0/sizeBytes",
    ]);
    expect(run({ files: [{ ...A, sizeBytes: 1 }] }).valid).toBe(true);
    expect(errors({ files: [A], startedOn: "noon" })).toEqual(["DATE_INVALID /startedOn"]);
    expect(errors({ files: "- path: a\n  content: 1" })?.[0]).toBe("TYPE /files/0/content");
  });
});

describe("documents", () => {
  test("statements: subjects with all digests that are known, and a predicate of one's own", () => {
    const files = [{ ...A, sha512: hash("sha512", "a") }];
    const { "in-toto": own } = documents({
      files,
      predicateType: "https://x.test/review",
      predicate: { approved: true },
    });
    expect(own).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      subject: [
        { name: "a.txt", digest: { sha256: hash("sha256", "a"), sha512: hash("sha512", "a") } },
      ],
      predicateType: "https://x.test/review",
      predicate: { approved: true },
    });
  });

  test("provenance leaves out what is not known", () => {
    const { slsa, "in-toto": inToto } = documents({ files: [A] });
    expect(slsa?.["predicate"]).toEqual({ buildDefinition: {}, runDetails: {} });
    expect(JSON.stringify(inToto)).toBe(JSON.stringify(slsa));
    const build = {
      files: [A],
      buildType: "t",
      parameters: { ref: "main" },
      materials: [{ uri: "git+x", digest: { gitCommit: "0" } }],
      builderId: "b",
      invocationId: "i",
      finishedOn: "2026-01-01T00:00:00Z",
    };
    expect(documents(build)["slsa"]?.["predicate"]).toEqual({
      buildDefinition: {
        buildType: "t",
        externalParameters: { ref: "main" },
        resolvedDependencies: build.materials,
      },
      runDetails: {
        builder: { id: "b" },
        metadata: { invocationId: "i", finishedOn: "2026-01-01T00:00:00Z" },
      },
    });
  });

  test("what is to be signed", () => {
    const { dsse, documents: written } = valueOf({ files: [A], formats: "slsa" });
    const { subject } = (written as { slsa: { subject: object[] } }).slsa;
    const payload = `{"_type":"https://in-toto.io/Statement/v1","predicate":{"buildDefinition":{},"runDetails":{}},"predicateType":"https://slsa.dev/provenance/v1","subject":${JSON.stringify(subject).replace(/\{"name":(".*?"),"digest":(\{.*?\})\}/, '{"digest":$2,"name":$1}')}}`;
    const type = "application/vnd.in-toto+json";
    expect(dsse).toEqual({
      payloadType: type,
      payloadSha256: hash("sha256", payload),
      paeSha256: hash("sha256", `DSSEv1 ${type.length} ${type} ${payload.length} ${payload}`),
    });
  });

  test("SPDX", () => {
    const input = {
      files: [B, A],
      name: "my app",
      version: "1",
      finishedOn: "2026-01-01T01:00:00.9+01:00",
    };
    const { spdx } = documents(input);
    const tree = valueOf(input).treeSha256 ?? "";
    const code = hash("sha1", [hash("sha1", "a"), hash("sha1", "b")].toSorted().join(""));
    expect(spdx).toMatchObject({
      spdxVersion: "SPDX-2.3",
      dataLicense: "CC0-1.0",
      documentNamespace: `https://spdx.org/spdxdocs/my%20app-1-${tree.slice(0, 32)}`,
      creationInfo: {
        created: "2026-01-01T00:00:00Z",
        creators: ["Tool: artifact-delivery-manifest"],
      },
      packages: [
        {
          filesAnalyzed: true,
          packageVerificationCode: { packageVerificationCodeValue: code },
          versionInfo: "1",
        },
      ],
      files: [{ fileName: "./a.txt", SPDXID: "SPDXRef-File-1" }, { fileName: "./b/c.txt" }],
      relationships: [
        { relationshipType: "DESCRIBES" },
        { relationshipType: "CONTAINS", relatedSpdxElement: "SPDXRef-File-1" },
        { relatedSpdxElement: "SPDXRef-File-2" },
      ],
    });
  });

  test("SPDX without the SHA-1 of every file", () => {
    const input = { files: [A, { path: "x", sha256: hash("sha256", "x") }], formats: "spdx" };
    expect(warnings(input)).toEqual(["SPDX_SHA1_MISSING /files/1"]);
    const [pack] = (documents(input)["spdx"] ?? {})["packages"] as Record<string, unknown>[];
    expect(pack?.["filesAnalyzed"]).toBe(false);
    expect(pack).not.toHaveProperty("packageVerificationCode");
  });

  test("CycloneDX", () => {
    const { cyclonedx } = documents({ files: [A, B], startedOn: "2026-01-01T00:00:00Z" });
    expect(cyclonedx).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: {
        timestamp: "2026-01-01T00:00:00Z",
        component: { type: "application", name: "artifact" },
      },
      components: [
        { type: "file", name: "a.txt", hashes: [{ alg: "SHA-256", content: hash("sha256", "a") }] },
        { name: "b/c.txt", "mime-type": "text/plain" },
      ],
    });
    expect(cyclonedx?.["serialNumber"]).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test("the time of the run where no other is known; the output is the first format", () => {
    const { output } = runUnit(tool, { files: [A], formats: ["cyclonedx", "spdx"] });
    expect(output).toEndWith("}\n");
    expect((JSON.parse(output ?? "") as { bomFormat: string }).bomFormat).toBe("CycloneDX");
  });
});

describe("verifying", () => {
  const verify = (manifest: unknown, files: object[] = [A, B], more: object = {}) =>
    run({ action: "verify", manifest, files, ...more });
  const verdicts = (manifest: unknown, files?: object[]) =>
    (verify(manifest, files).value as Value).entries?.map(
      ({ path, verdict }) => `${path} ${verdict}`,
    );

  test.each(FORMATS)("%s, as data and as text", (format) => {
    const { output, value } = run({ files: [A, B], formats: [format] });
    const document = ((value as Value).documents as Record<string, unknown>)[format];
    for (const manifest of [output, document]) expect(verify(manifest).valid).toBe(true);
    expect(verdicts(output, [A, { ...B, content: "B" }])).toEqual([
      "a.txt match",
      "b/c.txt mismatch",
    ]);
    expect(verdicts(output, [A])).toEqual(["a.txt match", "b/c.txt missing"]);
    const odd = { path: "a\nb", content: "a" };
    expect(verify(output, [odd]).output).toStartWith("\\a\\nb: EXTRA\n");
  });

  test("by the strongest digest of both sides", () => {
    const manifest = {
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: "a.txt", digest: { sha512: hash("sha512", "a"), sha256: "0".repeat(64) } }],
    };
    expect(verdicts(manifest, [A])).toEqual(["a.txt match"]);
    expect(verdicts(manifest, [{ path: "a.txt", sha256: hash("sha256", "a") }])).toEqual([
      "a.txt mismatch",
    ]);
    expect(verdicts(manifest, [{ path: "a.txt", sha1: hash("sha1", "a") }])).toEqual([
      "a.txt unverifiable",
    ]);
  });

  test("SHA-1 alone is worth a warning, a line that is none too", () => {
    const { valid, warnings: found } = verify(`${hash("sha1", "a")}  a.txt\n?`, [A]);
    expect(valid).toBe(true);
    expect(found?.map(({ code }) => code)).toEqual(["MALFORMED_LINE", "WEAK_ALGORITHM"]);
  });

  test("a name with half a surrogate pair", () => {
    const { ok } = run({ files: [A], formats: ["spdx", "cyclonedx", "slsa"], name: "a\ud800" });
    expect(ok).toBe(true);
  });

  test("a manifest in YAML", () => {
    const statement = `_type: https://in-toto.io/Statement/v1\nsubject:\n- name: a.txt\n  digest:\n    sha256: ${hash("sha256", "a")}\n`;
    expect(verify(statement, [A]).valid).toBe(true);
  });

  test("what is no manifest, and a gate", () => {
    const codes = (manifest: unknown) => verify(manifest).errors?.map(({ code }) => code);
    expect(codes("hello")).toEqual(["MANIFEST_FORMAT_UNKNOWN"]);
    expect(codes({ a: 1 })).toEqual(["MANIFEST_FORMAT_UNKNOWN"]);
    expect(codes(undefined)).toEqual(["REQUIRED"]);
    expect(codes(" ")).toEqual(["REQUIRED"]);
    expect(verify(`${hash("sha256", "x")}  a.txt`, [A], { failOn: "error" })).toMatchObject({
      ok: false,
      error: { code: "ARTIFACT_DELIVERY_MANIFEST_FAILED" },
      value: { counts: { mismatch: 1 } },
    });
  });
});

test("a byte more is another tree, whatever the names", () => {
  const name = fc.stringMatching(/^[a-zé][a-zé /]{0,6}$/).filter((path) => !path.includes("//"));
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), fc.nat(), (names, pick) => {
      const files = names.map((path) => ({ path, content: path }));
      const at = pick % files.length;
      const changed = files.with(at, { path: names[at] as string, content: `${names[at]}.` });
      expect(valueOf({ files: changed }).treeSha256).not.toBe(valueOf({ files }).treeSha256);
    }),
  );
});
