import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findAnchors, Search } from "../../tools/_lib/detectors/candidates.ts";
import { LiteralSet } from "../../tools/_lib/detectors/literals.ts";
import { scanSensitive } from "../../tools/_lib/detectors/scan.ts";
import { DETECTORS } from "../../tools/_lib/detectors/table.ts";
import tool from "../../tools/sensitive-log-redaction-evidence.ts";
import { runUnit } from "../support/run-unit.ts";

interface Evidence {
  token: string;
  detector: string;
  category: string;
  severity: string;
  count: number;
  line: number;
  column: number;
  lines: number[];
  length: number;
  checks: string[];
}

interface Value {
  evidence: Evidence[];
  summary: {
    total: number;
    distinct: number;
    byCategory: Record<string, number>;
    byDetector: Record<string, number>;
    bySeverity: Record<string, number>;
  };
  review: { line: number; column: number; length: number; entropy: number }[];
  verified: boolean;
}

const run = (input: object | string) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: object | string) => run(input).value as Value;
const redacted = (input: object | string) => run(input).output ?? "";
const detectorsOf = (input: object | string) => value(input).evidence.map((e) => e.detector);
const codes = (input: object | string) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

// Keys are made up of parts, so that no text here looks like a live one.
const cycle = (letters: string) => (length: number) =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
const word = cycle("aB3dE6gH9jK2mN5pQ8");
const hex = cycle("0f1e2d3c4b5a6978");
const capitals = cycle("QWERTYUPASDFGHJKLZXCVBNM234567");
const digits = cycle("4812093657");
const base64url = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const jwt = `${base64url({ alg: "HS256" })}.${base64url({ sub: 1 })}.${word(43)}`;
const pem = (kind: string) =>
  `-----BEGIN ${kind}-----\n${word(64)}\n${word(20)}=\n-----END ${kind}-----`;

/** One text for each detector, what stands around the value, and the value. */
const SAMPLES: Readonly<
  Record<string, string | readonly [before: string, value: string, after?: string]>
> = {
  "private-key": pem("RSA PRIVATE KEY"),
  "age-secret-key": `AGE-SECRET-KEY-1${cycle("QPZRY9X8GF2TVDW0")(58)}`,
  "aws-access-key-id": `AKIA${capitals(16)}`,
  "gcp-api-key": `AIza${word(35)}`,
  "google-oauth-token": `ya29.${word(40)}`,
  "google-client-secret": `GOCSPX-${word(28)}`,
  "azure-storage-key": ["AccountKey=", `${word(86)}==`, ";EndpointSuffix=x"],
  "azure-sas-signature": ["https://x.blob/y?sv=1&sig=", `${word(43)}%3D`],
  "azure-client-secret": `aB38Q~${word(34)}`,
  "github-token": `ghp_${word(36)}`,
  "github-fine-grained": `github_pat_${word(22)}_${word(59)}`,
  "gitlab-token": `glpat-${word(20)}`,
  "bitbucket-app-password": `ATBB${word(32)}`,
  "atlassian-token": `ATATT3${word(60)}`,
  "slack-token": `xoxb-${digits(12)}-${word(24)}`,
  "slack-app-token": `xapp-1-A0${capitals(6)}-${digits(12)}-${hex(64)}`,
  "slack-webhook": `https://hooks.slack.com/services/T0${word(8)}/B0${word(8)}/${word(24)}`,
  "discord-webhook": `https://discord.com/api/webhooks/${digits(18)}/${word(68)}`,
  "teams-webhook": `https://acme.webhook.office.com/webhookb2/${hex(36)}@${hex(36)}`,
  "discord-bot-token": `M${word(23)}.${word(6)}.${word(27)}`,
  "telegram-bot-token": `${digits(9)}:AA${word(33)}`,
  "stripe-key": `sk_${"live"}_${word(24)}`,
  "webhook-signing-secret": `whsec_${word(32)}`,
  "anthropic-key": `sk-ant-api03-${word(93)}`,
  "openrouter-key": `sk-or-v1-${hex(64)}`,
  "openai-key": `sk-proj-${word(48)}`,
  "huggingface-token": `hf_${word(34)}`,
  "groq-key": `gsk_${word(52)}`,
  "replicate-token": `r8_${word(37)}`,
  "sendgrid-key": `SG.${word(22)}.${word(43)}`,
  "mailgun-key": `key-${hex(32)}`,
  "mailchimp-key": `${hex(32)}-us12`,
  "twilio-key": `AC${hex(32)}`,
  "npm-token": `npm_${word(36)}`,
  "pypi-token": `pypi-AgE${word(60)}`,
  "rubygems-key": `rubygems_${hex(48)}`,
  "docker-token": `dckr_pat_${word(27)}`,
  "digitalocean-token": `dop_v1_${hex(64)}`,
  "databricks-token": `dapi${hex(32)}-2`,
  "vault-token": `hvs.${word(30)}`,
  "terraform-token": `${word(14)}.atlasv1.${word(67)}`,
  "pulumi-token": `pul-${hex(40)}`,
  "doppler-token": `dp.st.dev_x.${word(43)}`,
  "linear-key": `lin_api_${word(40)}`,
  "notion-token": `ntn_${word(46)}`,
  "figma-token": `figd_${word(40)}`,
  "shopify-token": `shpat_${hex(32)}`,
  "square-token": `sq0atp-${word(22)}`,
  "new-relic-key": `NRAK-${capitals(27)}`,
  "grafana-token": `glsa_${word(32)}_${hex(8)}`,
  "sentry-token": `sntrys_${word(60)}`,
  "postman-key": `PMAK-${hex(24)}-${hex(34)}`,
  "planetscale-token": `pscale_tkn_${word(43)}`,
  "supabase-key": `sbp_${hex(40)}`,
  jwt,
  "authorization-header": ["Proxy-Authorization: Basic ", word(20)],
  "bearer-token": ["sent bearer ", word(24)],
  "cookie-header": ["Set-Cookie: ", "sid=1f; Path=/; HttpOnly", "\r"],
  "url-credentials": ["postgres://app:", "s3cr3t!", "@db:5432/x"],
  "secret-parameter": ["GET /cb?state=1&code=", "4/P7q7W91", "&x=1"],
  "assigned-secret": ["db_password: ", "correct-horse"],
  "flag-secret": ["mysql --password ", "swordfish", " -h db"],
  "credit-card": "4111 1111 1111 1111",
  iban: ["to ", "DE89 3704 0044 0532 0130 00", " PAID"],
  "us-routing-number": ["routing number: ", "021000021"],
  "bank-account": ["account number: ", "12345678"],
  "swift-bic": ["swift: ", "DEUTDEFF500"],
  "btc-address": "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  "eth-address": `0x${hex(40)}`,
  "us-ssn": "219-09-9999",
  "us-ssn-keyed": ["SSN ", "219099999"],
  "us-itin": "912-70-1234",
  "uk-nino": "AB 12 34 56 C",
  "uk-nhs-number": ["NHS number: ", "943 476 5919"],
  "ca-sin": ["SIN: ", "046 454 286"],
  "fr-nir": "2 55 08 14 168 025 38",
  "es-dni-nie": "12345678Z",
  "it-codice-fiscale": "RSSMRA85T10A562S",
  "nl-bsn": ["bsn ", "111222333"],
  "de-tax-id": ["IdNr: ", "86095742719"],
  "pl-pesel": ["PESEL ", "44051401359"],
  "br-cpf": "529.982.247-25",
  "br-cnpj": "11.222.333/0001-81",
  "in-aadhaar": "2341 2341 2346",
  "in-pan": ["PAN: ", "ABCPE1234F"],
  "au-tfn": ["TFN: ", "123 456 782"],
  passport: ["passport no: ", "C01X00T47"],
  "driver-licence": ["driver's license: ", "D123-4567"],
  "date-of-birth": ["dob=", "1990-05-17"],
  imei: ["imei: ", "490154203237518"],
  vin: ["vin: ", "1M8GDM9AXKP042788"],
  email: "ann.smith+log@mail.example.com",
  "geo-coordinates": ['"lat": ', "52.52000"],
  phone: "+44 20 7946 0958",
  ipv4: "8.8.8.8",
  ipv6: "2a00:1450:4001:81b::200e",
  "mac-address": "00:1A:2b:3c:4D:5e",
  "home-directory": ["/home/", "ann", "/x.log"],
};

const samples = Object.entries(SAMPLES).map(([id, sample]) => {
  const [before, secret, after = ""] = typeof sample === "string" ? ["", sample] : sample;
  return { id, before, secret, after, text: `${before}${secret}${after}` };
});

describe("the table", () => {
  test("has 98 detectors with ids of their own, and a sample for each in its order", () => {
    expect(DETECTORS.length).toBe(98);
    expect(samples.map(({ id }) => id)).toEqual(DETECTORS.map(({ id }) => id));
  });

  test.each(samples)("$id finds its value and nothing else", ({ id, before, secret, text }) => {
    const found = scanSensitive(`x ${text}\ny`);
    expect(found.map(({ detector }) => detector)).toEqual([id]);
    const [{ start = 0, end = 0 } = {}] = found;
    expect([start, `x ${text}`.slice(start, end)]).toEqual([2 + before.length, secret]);
  });

  test.each(samples)(
    "$id leaves the text around the value, twice",
    ({ id, before, after, text }) => {
      const [evidence] = value(text).evidence;
      const once = `${before}${evidence?.token}${after}`;
      expect(redacted(`${text}\n${text}`)).toBe(`${once}\n${once}`);
      expect([evidence?.detector, evidence?.column]).toEqual([id, before.length + 1]);
      expect(value(text).verified).toBe(true);
      expect(redacted({ input: text, skipDetectors: DETECTORS.map((d) => d.id) })).toBe(text);
    },
  );

  test("a key in a longer word is none", () => {
    for (const id of [
      "aws-access-key-id",
      "replicate-token",
      "npm-token",
      "credit-card",
      "es-dni-nie",
    ]) {
      const secret = String(SAMPLES[id]);
      expect(detectorsOf({ input: `x${secret}`, detectors: id })).toEqual([]);
      expect(detectorsOf({ input: `${secret}x`, detectors: id })).toEqual([]);
      expect(detectorsOf({ input: `_${secret}_`, detectors: id })).toEqual([id]);
    }
  });
});

describe("the search around anchors", () => {
  test("finds what a search of the whole text finds", () => {
    const parts = fc.oneof(
      fc.constantFrom(...samples.map(({ text }) => text)),
      fc.constantFrom(...samples.map(({ before }) => before.toUpperCase())),
      fc.constantFrom(" ", "\n", "_", ".", "-", "=", ": ", '"', "a", "7", "&", "token=", "pwd:"),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
        const text = texts.join("");
        const anchors = findAnchors(text);
        for (const detector of DETECTORS) {
          const { source, flags } = detector.pattern;
          const whole = new RegExp(source, flags.replace("y", "").replace(/g?$/, "g"));
          const search = new Search(text, detector, anchors);
          const found: number[] = [];
          for (let match = search.next(0); match; match = search.next(match.end)) {
            found.push(match.start, match.end);
          }
          const wanted = [...text.matchAll(whole)].flatMap((m) => [m.index, m.index + m[0].length]);
          expect([detector.id, ...found]).toEqual([detector.id, ...wanted]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("literals are found wherever they stand, inside one another too", () => {
    const some = fc.array(
      fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        some,
        fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 30 }),
        (all, text) => {
          const literals = [...new Set(all)];
          const found: string[] = [];
          new LiteralSet(literals).search(text, (start, index) =>
            found.push(`${start} ${literals[index]}`),
          );
          const wanted = literals.flatMap((literal) =>
            Array.from(text, (_, at) => at)
              .filter((at) => text.startsWith(literal, at))
              .map((at) => `${at} ${literal}`),
          );
          expect(found.toSorted()).toEqual(wanted.toSorted());
        },
      ),
    );
  });

  // Each would take minutes in a search that is not linear.
  test.each(
    [
      ..."a=1\"'_-. /@:+\n(",
      ...samples.flatMap(({ before }) => (before ? [before] : [])),
      "-----BEGIN ",
      "-----BEGIN A ",
      "-----BEGIN PRIVATE KEY-----",
      "eyJ",
      "-eyJ",
      "-eyJaaaaa.",
      "eyJhbGciOiJ9.aa.",
      "a@",
      "a@a.",
      "..@a.a1 ",
      "a://b:",
      "?token",
      "-_-_.token",
      'token="',
      "token='\\\"",
      "sk-ant-a-",
      "xapp-1-A-1-",
      "4111 1111 ",
      "GB82 WEST 1234 ",
      "+1111111111111111111111 ",
      "1111111111111111111111111111 ",
      "2a:",
      "pwd=aaaaaaaa ",
      "[SECRET_1]",
      "[A_",
    ].map((part) => [part]),
  )("100,000 characters of %j end", (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000);
    expect(Array.isArray(scanSensitive(text))).toBe(true);
  });
});

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

describe("evidence", () => {
  test("says what, where and how often", () => {
    const input = "\u{1f600} a@b.com\r\nx\na@b.com c\ncard 4111 1111 1111 1111 A@b.com";
    expect(value(input)).toEqual({
      evidence: [
        {
          token: "[EMAIL_1]",
          detector: "email",
          category: "pii",
          severity: "medium",
          count: 3,
          line: 1,
          column: 3,
          lines: [1, 3, 4],
          length: 7,
          checks: [],
        },
        {
          token: "[CARD_1]",
          detector: "credit-card",
          category: "financial",
          severity: "critical",
          count: 1,
          line: 4,
          column: 6,
          lines: [4],
          length: 19,
          checks: ["luhn"],
        },
      ],
      summary: {
        total: 4,
        distinct: 2,
        byCategory: { pii: 3, financial: 1 },
        byDetector: { email: 3, "credit-card": 1 },
        bySeverity: { medium: 3, critical: 1 },
      },
      review: [],
      verified: true,
    });
  });

  test("names at most 20 lines", () => {
    const [evidence] = value("a@b.com a@b.com\n".repeat(50)).evidence;
    expect(evidence?.lines).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(evidence?.count).toBe(100);
  });

  test("is the output of scan, and always the report", () => {
    const input = "mail a@b.com, pwd=hunter22";
    const table = [
      "| Token | Detector | Category | Severity | Count | First at | Length | Checks |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
      "| [EMAIL_1] | email | pii | medium | 1 | 1:6 | 7 |  |",
      "| [SECRET_1] | assigned-secret | credential | high | 1 | 1:19 | 8 |  |",
    ].join("\n");
    expect(run({ input, action: "scan" })).toMatchObject({
      output: table,
      report: table,
      valid: false,
    });
    expect(run(input).report).toBe(table);
    expect(value({ input, action: "scan" })).toEqual(value(input));
  });

  test.each([
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", ["bech32"]],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", ["bech32m"]],
    ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", ["base58check"]],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", ["base58check"]],
    ["DE89370400440532013000", ["mod97"]],
    [jwt, ["jose-header"]],
    ["378282246310005", ["luhn"]],
    ["3530111333300000", ["luhn"]],
    ["2223003122003222", ["luhn"]],
    ["4222222222222", ["luhn"]],
    ["8.8.4.4", ["global"]],
  ])("the checks that %s passed", (input, checks) => {
    expect(value(input).evidence.map((entry) => entry.checks)).toEqual([checks]);
  });

  test.each([
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3",
    "DE88370400440532013000",
    `${base64url({ typ: "JWT" })}.${base64url({})}.x`,
    "XX8937040044053201300",
    "5105105105105105 1",
    "routing: 021000022",
    "nhs 943 476 5918",
    "SIN: 046 454 287",
    "2 55 08 14 168 025 39",
    "12345678A",
    "RSSMRA85T10A562T",
    "bsn 111222334",
    "IdNr: 86095742718",
    "PESEL 44051401358",
    "529.982.247-26",
    "111.111.111-11",
    "11.222.333/0001-82",
    "2341 2341 2347",
    "TFN: 123 456 783",
    "vin: 1M8GDM9A1KP042788",
    "swift: DEUTZZFF",
    "imei: 490154203237519",
    "passport no: ABCDEFG",
  ])("%s fails its check", (input) => {
    expect(detectorsOf({ input, skipDetectors: "credit-card" })).toEqual([]);
  });
});

describe("choice", () => {
  const input = "a@b.com 8.8.8.8 pwd=hunter22 card 4111111111111111";

  test("of categories and detectors", () => {
    expect(redacted({ input, categories: "pii, network" })).toBe(
      "[EMAIL_1] [IP_1] pwd=hunter22 card 4111111111111111",
    );
    expect(detectorsOf({ input, detectors: ["email", "credit-card"] })).toEqual([
      "email",
      "credit-card",
    ]);
    expect(detectorsOf({ input, skipDetectors: "email\nipv4" })).toEqual([
      "assigned-secret",
      "credit-card",
    ]);
    expect(detectorsOf({ input, categories: ["pii"], detectors: ["ipv4"] })).toEqual([]);
  });

  test("of one's own patterns, which run first", () => {
    const customPatterns = [
      { name: "CASE", pattern: "case (\\d+)" },
      { name: "NAME", pattern: "ann", flags: "i" },
    ];
    expect(redacted({ input: "case 17 Ann ann@x.org", customPatterns })).toBe(
      "case [CASE_1] [NAME_1] [NAME_2]@x.org",
    );
    const [evidence] = value({ input: "case 17", customPatterns }).evidence;
    expect(evidence).toMatchObject({ detector: "CASE", category: "credential", severity: "high" });
    expect(redacted({ input: "abc", customPatterns: [{ name: "E", pattern: "x*" }] })).toBe("abc");
  });

  test("that is wrong is refused, all at once and without echo", () => {
    const bad = {
      input,
      customPatterns: [
        { name: "A", pattern: "secretpattern(" },
        { name: "B", pattern: "x", flags: "q" },
      ],
      tokenStyle: "keyed",
      detectors: "e-mail, email",
      skipDetectors: ["nosuchthing"],
    };
    expect(failures(bad)).toEqual([
      "PATTERN_INVALID /customPatterns/0/pattern",
      "PATTERN_INVALID /customPatterns/1/flags",
      "SALT_REQUIRED /salt",
      "DETECTOR_UNKNOWN /detectors",
      "DETECTOR_UNKNOWN /skipDetectors",
    ]);
    expect(JSON.stringify(run(bad))).not.toMatch(/secretpattern|nosuchthing|e-mail/);
    expect(run(bad).errors?.[3]?.hint).toBe("Did you mean email?");
    expect(failures({ input, tokenStyle: "keyed", salt: "" })).toEqual(["SALT_REQUIRED /salt"]);
    expect(failures({ input, categories: "pii, secrets" })).toEqual(["ENUM /categories"]);
    expect(failures({ input, allowValues: Array(201).fill("x") })).toEqual(["RANGE /allowValues"]);
    expect(run({ input, customPatterns: [{ name: "lower", pattern: "x" }] }).ok).toBe(false);
    const many = Array.from({ length: 21 }, () => ({ name: "A", pattern: "x" }));
    expect(run({ input, customPatterns: many }).ok).toBe(false);
    expect(run({ input, customPatterns: [{ name: "A", pattern: "x".repeat(501) }] }).ok).toBe(
      false,
    );
  });

  test("of a pattern that does not end is refused", () => {
    const customPatterns = [{ name: "SLOW", pattern: "^(a+)+$" }];
    const outcome = run({ input: `${"a".repeat(40)}!`, customPatterns });
    expect([outcome.ok, outcome.errors?.[0]?.code]).toEqual([false, "REGEX_BUDGET_EXCEEDED"]);
    expect(outcome.output).toBeUndefined();
  });

  test("of too small a pattern gives too long an output", () => {
    const customPatterns = [{ name: "A".repeat(40), pattern: "." }];
    expect(failures({ input: "ab".repeat(40_000), customPatterns })?.[0]).toMatch(
      /^(OUTPUT_TOO_LARGE|REGEX_BUDGET_EXCEEDED) /,
    );
  });
});

describe("strings that look random", () => {
  const random = "wJalrXUtnFEMI+K7MDENGbPxRfiCYzQ9";

  test("are listed, replaced or left", () => {
    expect(run(`x\n y ${random}`)).toMatchObject({
      output: `x\n y ${random}`,
      valid: true,
      value: { review: [{ line: 2, column: 4, length: 32 }] },
      warnings: [{ code: "REVIEW_NEEDED", line: 2, column: 4 }],
    });
    expect(run({ input: `k ${random}`, entropy: "redact" })).toMatchObject({
      output: "k [ENTROPY_1]",
      valid: false,
      value: { evidence: [{ detector: "entropy" }], review: [], verified: true },
    });
    expect(run({ input: random, entropy: "off" })).toMatchObject({
      value: { review: [] },
      warnings: [],
    });
    expect(codes({ input: random, allowValues: [random] })).toEqual([]);
  });

  test("stand behind tokens at their place in the input", () => {
    expect(value(`ann@example.com ${random}`).review[0]).toMatchObject({ column: 17 });
    expect(value(`password=${random}`).review).toEqual([]);
  });

  test.each([
    word(23),
    word(513),
    hex(40),
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "/usr/local/lib/Python3/site-packages/Django",
    "src/components/UserProfile/index2",
    "aaaaaaaaaaaaaaaaBBBBBBBB11111111",
  ])("%s does not", (text) => expect(value(text).review).toEqual([]));

  test("have exactly 4 bits at least", () => {
    const sixteen = "abcdEFGH12345678";
    expect(value(sixteen.repeat(2)).review).toMatchObject([{ entropy: 4 }]);
    expect(value("abcdEFGH1234567".repeat(2)).review).toEqual([]);
  });
});
