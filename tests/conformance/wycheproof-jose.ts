import { differs, failed, passed, type Suite } from "./suite.ts";

interface File {
  readonly testGroups: readonly {
    readonly public?: object;
    readonly private: object;
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly jws: string | object;
      readonly result: "valid" | "invalid";
    }[];
  }[];
}

/** Rows whose verdict is another than the text's. */
const DIFFERENT: ReadonlyMap<number, string> = new Map([
  [346, "PS384 with a key whose alg is PS256, which the tool honours"],
  [367, "the same token and key as row 357, which is valid"],
  [370, "the same token and key as row 357, which is valid"],
  [372, "takes a header with a character outside base64url, which RFC 7515 does not"],
]);

const suite: Suite = {
  name: "wycheproof-jose",
  tools: ["jwt-debugger"],
  floor: { passed: 226, failed: 0 },
  async *judge(folder, run) {
    const path = `${folder}/testvectors_v1/json_web_signature_test.json`;
    const { testGroups } = (await Bun.file(path).json()) as File;
    for (const { public: publicKey, private: secret, tests } of testGroups) {
      for (const { tcId, comment, jws, result } of tests) {
        const name = `${tcId} ${comment}`;
        const reason = DIFFERENT.get(tcId);
        if (reason !== undefined) {
          yield differs(name, reason);
          continue;
        }
        const token = typeof jws === "string" ? jws : JSON.stringify(jws);
        const { valid, output, error } = await run({
          tool_id: "jwt-debugger",
          input: { token, key: publicKey ?? secret },
        });
        const verdict = valid === true ? "valid" : "invalid";
        yield verdict === result ? passed(name) : failed(name, output ?? error?.message ?? "");
      }
    }
  },
};
export default suite;
