/** Logs as the redaction tool gives them back, with a sample of every kind of secret. */
import tool from "../../tools/sensitive-log-redaction-evidence.ts";
import { runUnit } from "./run-unit.ts";

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

export const run = (input: object | string) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
export const value = (input: object | string) => run(input).value as Value;
export const redacted = (input: object | string) => run(input).output ?? "";
export const detectorsOf = (input: object | string) => value(input).evidence.map((e) => e.detector);
export const codes = (input: object | string) => run(input).warnings?.map(({ code }) => code);
export const failures = (input: object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

// Keys are made up of parts, so that no text here looks like a live one.
const cycle = (letters: string) => (length: number) =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
export const word = cycle("aB3dE6gH9jK2mN5pQ8");
export const hex = cycle("0f1e2d3c4b5a6978");
const capitals = cycle("QWERTYUPASDFGHJKLZXCVBNM234567");
const digits = cycle("4812093657");
export const base64url = (content: object) =>
  Buffer.from(JSON.stringify(content)).toString("base64url");
export const jwt = `${base64url({ alg: "HS256" })}.${base64url({ sub: 1 })}.${word(43)}`;
export const pem = (kind: string) =>
  `-----BEGIN ${kind}-----\n${word(64)}\n${word(20)}=\n-----END ${kind}-----`;

/** One text for each detector, what stands around the value, and the value. */
export const SAMPLES: Readonly<
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
  "vendor-token": `xai-${word(48)}`,
  "facebook-token": `${digits(15)}|${word(27)}`,
  "airtable-token": `pat${word(14)}.${hex(64)}`,
  jwt,
  "authorization-header": ["Proxy-Authorization: Basic ", word(20)],
  "bearer-token": ["sent bearer ", word(24)],
  "cookie-header": ["Set-Cookie: ", "sid=1f; Path=/; HttpOnly", "\r"],
  "url-credentials": ["postgres://app:", "s3cr3t!", "@db:5432/x"],
  "secret-parameter": ["GET /cb?state=1&code=", "4/P7q7W91", "&x=1"],
  "cli-password": ["redis-cli -h db -a ", "Oak.River7", " PING"],
  "cli-login": ["curl -s -u jo:", "Oak.River7", " https://h.test/"],
  "cli-flag": ["openssl rsa -passin pass:", "Oak.River7", " -in k"],
  "cli-secure-string": ["ConvertTo-SecureString '", "Oak.River7", "' -AsPlainText"],
  "cli-piped": ["echo ", "Oak.River7", " | sudo -S id"],
  "cli-here-string": ["cryptsetup luksOpen d x <<< '", "Oak.River7", "'"],
  "url-token": ["https://", word(24), "@h.test/r.git"],
  "assigned-secret": ["db_password: ", "correct-horse"],
  "flag-secret": ["mysql --password ", "swordfish", " -h db"],
  "defined-secret": ["define('DB_PASSWORD', '", "Oak.River7", "');"],
  "named-value": ['{"name":"API_KEY","value":"', "Oak.River7", '"}'],
  "element-secret": ["<password>", "Oak.River7", "</password>"],
  "clause-secret": ["CREATE USER a IDENTIFIED BY '", "Oak.River7", "'"],
  "call-secret": ["smtp.login('jo', '", "Oak.River7", "')"],
  "spoken-secret": ["the new password is ", "Oak.River7", ""],
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

export const samples = Object.entries(SAMPLES).map(([id, sample]) => {
  const [before, secret, after = ""] = typeof sample === "string" ? ["", sample] : sample;
  return { id, before, secret, after, text: `${before}${secret}${after}` };
});
