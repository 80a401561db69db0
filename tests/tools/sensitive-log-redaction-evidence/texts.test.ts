import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { scanSensitive } from "../../../tools/_lib/secrets/detectors/scan.ts";
import { DETECTORS } from "../../../tools/_lib/secrets/detectors/table.ts";
import {
  codes,
  detectorsOf,
  hex,
  jwt,
  pem,
  redacted,
  run,
  SAMPLES,
  samples,
  value,
  word,
} from "../../support/redaction.ts";

describe("what stays", () => {
  test.each([
    "2026-01-01T00:00:00Z 3f2504e0-4f89-41d3-9a0c-0305e82c3301 v1.2.3.4 released",
    `commit ${hex(40)} sha256:${hex(64)}`,
    "token_count: 1234 tokens=4521 max_tokens: 4096 token=4521",
    "10.0.0.5 192.168.1.1 127.0.0.1 192.0.2.7 169.254.1.1 2001:db8:1::1 fe80:0:0:0:1:2:3:4",
    "ff:ff:ff:ff:ff:ff 00-00-00-00-00-00 12:34:56",
    "order 4111 1111 1111 1112 refused GB83 WEST 1234 5698 7654 32",
    "/home/runner/x /Users/Shared/y C:\\Users\\Public\\z",
    "a..b@.example.com 000-12-3456 666-12-3456 123-00-4567 900-12-3456",
    "lat: 91.00000 lon: 181.00000",
  ])("%s", (text) => {
    const { output, valid, warnings } = run(text);
    expect([output, valid, warnings]).toEqual([text, true, []]);
  });

  test.each([
    ..."**** xxxx XXXXX .... <password> [hidden] {{pw}} {pw} ${PW} $(pw) $DB_PASS %pw%".split(" "),
    "%(password)s",
    ..."null None nil undefined true FALSE redacted Hidden masked n/a empty required string".split(
      " ",
    ),
  ])("the placeholder %s", (text) => {
    for (const input of [`password="${text}"`, `--password ${text}`, `https://u:${text}@h`]) {
      expect(detectorsOf(input)).toEqual([]);
    }
  });

  test.each(["$ecret12", "$2b$10$abcdef", "%2Fabcdef", "nullable", "xx1234", "trueblue"])(
    "%s is no placeholder",
    (text) => expect(redacted(`password="${text}"`)).toBe('password="[SECRET_1]"'),
  );

  test("a bare number is secret only under a password, code or pin", () => {
    expect(redacted("secret=123456 api_key: 99887766")).toBe("secret=123456 api_key: 99887766");
    expect(redacted('secret="123456"')).toBe('secret="[SECRET_1]"');
    for (const key of ["password", "user_pwd", "otp", "pin_code"]) {
      expect(redacted(`${key}=123456`)).toBe(`${key}=[SECRET_1]`);
    }
  });

  test("tokens of an earlier run, and their numbers keep their meaning", () => {
    const earlier = "password=[SECRET_1] Cookie: [COOKIE:0a1b2c3d] user [EMAIL_2] [X_1]";
    expect(run(earlier)).toMatchObject({ output: earlier, valid: true });
    expect(redacted(`${earlier} a@b.com c@d.com e@f.com`)).toBe(
      `${earlier} [EMAIL_1] [EMAIL_3] [EMAIL_4]`,
    );
  });

  test("allowed values, exactly", () => {
    const input = "ann@example.com bob@example.com password=hunter2hunter2";
    expect(redacted({ input, allowValues: "bob@example.com, hunter2hunter2" })).toBe(
      "[EMAIL_1] bob@example.com password=hunter2hunter2",
    );
    expect(redacted({ input, allowValues: ["Bob@example.com"] })).toContain("[EMAIL_2]");
  });
});

describe("where values stand", () => {
  test.each([
    ['{"password": "a\\"b c", "x": 1}', '{"password": "[SECRET_1]", "x": 1}'],
    ["api_key='a b c d'", "api_key='[SECRET_1]'"],
    ["CLIENT_SECRET := abcd1234;", "CLIENT_SECRET := [SECRET_1];"],
    [":password => 'open sesame'", ":password => '[SECRET_1]'"],
    [
      "curl -H 'Authorization: Bearer abcdefgh' x",
      "curl -H 'Authorization: Bearer [AUTH_HEADER_1]' x",
    ],
    ["Cookie: a=1; b=2\r\nHost: x", "Cookie: [COOKIE_1]\r\nHost: x"],
    ["amqp://u:p@ss@h/v", "amqp://u:[URL_PASSWORD_1]@ss@h/v"],
    ["redis://:pw@h:1", "redis://:[URL_PASSWORD_1]@h:1"],
    ["/cb?code=abcd&x_token=efgh#f", "/cb?code=[URL_SECRET_1]&x_token=[URL_SECRET_2]#f"],
    ["run --api-key 'k-1234' --token abcd", "run --api-key '[SECRET_1]' --token [SECRET_2]"],
    [`${jwt} and password=${jwt}`, "[JWT_1] and password=[JWT_1]"],
    ["\ufeffpwd=\u{1f511}\u{1f511}ab\u{1f511}", "\ufeffpwd=[SECRET_1]"],
    ["pwd=\ud800abcd", "pwd=[SECRET_1]"],
    ["__proto__ a@b.com constructor=1", "__proto__ [EMAIL_1] constructor=1"],
  ])("%s", (input, output) => expect(redacted(input)).toBe(output));

  test("a private key without its end goes to the end of the text", () => {
    const input = `x\n-----BEGIN OPENSSH PRIVATE KEY-----\n${word(70)}\nmore`;
    expect(redacted(input)).toBe("x\n[PRIVATE_KEY_1]");
    expect(codes(input)).toEqual(["MULTILINE_SECRET"]);
    expect(codes(pem("EC PRIVATE KEY"))).toEqual([]);
    expect(redacted(`${pem("PGP PRIVATE KEY BLOCK")}\n${pem("PUBLIC KEY")}`)).toStartWith(
      "[PRIVATE_KEY_1]\n-----BEGIN PUBLIC",
    );
  });

  test("every other occurrence of a credential of 8 or more characters, the longest first", () => {
    const input =
      "password=abcd1234 password=abcd12345678 xabcd12345678x abcd1234 pwd=short shorter";
    expect(redacted(input)).toBe(
      "password=[SECRET_1] password=[SECRET_2] x[SECRET_2]x [SECRET_1] pwd=[SECRET_3] [SECRET_3]er".replace(
        "[SECRET_3]er",
        "shorter",
      ),
    );
    expect(redacted("ann@example.com xann@example.com")).toBe("[EMAIL_1] [EMAIL_2]");
  });

  test("what a token lays bare is redacted too", () => {
    const input = `password=abcd-${String(SAMPLES["github-token"])}`;
    expect(redacted(input)).toBe("password=[SECRET_1][GITHUB_TOKEN_1]");
    expect(value(input).verified).toBe(true);
  });

  test("a refused personal number is searched on inside, a refused credential is not", () => {
    expect(redacted(".ann@example.com")).toBe(".[EMAIL_1]");
    const units = "Started getty@tty1.service, user-runtime-dir@1000.service and a@b.socket";
    expect(redacted(units)).toBe(units);
    expect(redacted("ann@mail.service.example")).toBe("[EMAIL_1]");
    expect(redacted("1 4111 1111 1111 1111")).toBe("1 [CARD_1]");
    expect(redacted("password=null_secret=abcdefgh")).not.toContain("abcdefgh");
  });
});

describe("tokens", () => {
  test("equal values share one, however they are spelled", () => {
    const pairs = [
      ["Ann@Example.com", "ann@example.com"],
      ["4111 1111 1111 1111", "4111-1111-1111-1111", "4111111111111111"],
      ["GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"],
      ["+44 20 7946 0958", "+44-20-7946-0958"],
      ["00:1A:2B:3C:4D:5E", "00:1a:2b:3c:4d:5e"],
      ["219-09-9999", "SSN 219099999"],
      ["AB123456C", "AB 12 34 56 C"],
    ];
    for (const spellings of pairs) {
      const { summary } = value(spellings.join(" , "));
      expect([spellings[0], summary.total, summary.distinct]).toEqual([
        spellings[0],
        spellings.length,
        1,
      ]);
    }
    expect(value("password=Abcdefgh password=abcdefgh").summary.distinct).toBe(2);
  });

  test("the detector of highest priority names a value, numbers follow the text", () => {
    const { evidence } = value("token=longsecret1 password=other4444 db://u:longsecret1@h");
    expect(evidence.map(({ token, detector, count }) => [token, detector, count])).toEqual([
      ["[URL_PASSWORD_1]", "url-credentials", 2],
      ["[SECRET_1]", "assigned-secret", 1],
    ]);
  });

  test("keyed ones are an HMAC of the canonical value", () => {
    const digest = (text: string) =>
      new Bun.CryptoHasher("sha256", "pepper").update(text).digest("hex").slice(0, 8);
    const keyed = { tokenStyle: "keyed", salt: "pepper" };
    const output = redacted({ input: "Ann@Example.com 4111 1111 1111 1111", ...keyed });
    expect(output).toBe(
      `[EMAIL:${digest("ann@example.com")}] [CARD:${digest("4111111111111111")}]`,
    );
    expect(run({ input: output, ...keyed })).toMatchObject({ output, valid: true });
    expect(run({ input: output })).toMatchObject({ output, valid: true });
  });

  test("numbered ones replaced by their values give the input back", () => {
    const part = fc.oneof(
      fc.constantFrom(...samples.map(({ text }) => text)),
      fc.lorem({ maxCount: 2 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const input = parts.join("\n");
        const { evidence, summary } = value(input);
        const lines = input.split("\n");
        let output = redacted(input);
        for (const { token, line, column, length } of evidence) {
          const rest = lines.slice(line - 1).join("\n");
          const secret = [...rest].slice(column - 1, column - 1 + length).join("");
          output = output.replaceAll(token, () => secret);
        }
        expect(output).toBe(input);
        expect(evidence.reduce((sum, { count }) => sum + count, 0)).toBe(summary.total);
      }),
    );
  });
});

describe("a redacted text", () => {
  const noise = fc.constantFrom(
    " ",
    "\n",
    "_",
    "-",
    ".",
    "@",
    "=",
    ":",
    '"',
    "password=",
    "x",
    "7",
  );
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...samples.map(({ text }) => text)), noise), { maxLength: 10 })
    .map((parts) => parts.join(""));

  test("is not changed again, and holds nothing of what the evidence counts", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom("off", "flag", "redact"), (input, entropy) => {
        const { verified, evidence } = value({ input, entropy });
        const output = redacted({ input, entropy });
        expect(verified).toBe(true);
        expect(run({ input: output, entropy })).toMatchObject({ output, valid: true });
        for (const { token } of evidence) expect(output).toContain(token);
      }),
    );
  });

  test("leaves no more values with more detectors", () => {
    const left = (input: string, detectors: readonly string[]) =>
      scanSensitive(redacted({ input, detectors: [...detectors] })).length;
    const some = fc.subarray(
      DETECTORS.map(({ id }) => id),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(fc.subarray(samples, { maxLength: 8 }), some, some, (chosen, first, second) => {
        const input = chosen.map(({ text }) => text).join("\n");
        expect(left(input, [...first, ...second])).toBeLessThanOrEqual(left(input, first));
      }),
    );
  });
});
