import { expect, test } from "bun:test";
import { isSecretKey, maskSecrets } from "../../../tools/_lib/secrets/secret-keys.ts";

test("names of secrets, in any letter case and inside longer ones", () => {
  const secret = ["password", "DB_PASSWD", "passphrase", "clientSecret", "apiKey", "api_key"];
  const others = ["user", "keyboard", "private", "monkey", "api"];
  expect(secret.every(isSecretKey)).toBe(true);
  expect(["PRIVATE-KEY", "Authorization", "Set-Cookie", "refresh_token"].every(isSecretKey)).toBe(
    true,
  );
  expect(others.some(isSecretKey)).toBe(false);
});

test("scalars at and below a secret key, in arrays too", () => {
  const data = { a: 1, tokens: [1, { b: null, c: "x" }], nested: { password: true } };
  expect(maskSecrets(data)).toEqual({
    a: 1,
    tokens: ["***", { b: "***", c: "***" }],
    nested: { password: "***" },
  });
  expect(maskSecrets("x", "cookie")).toBe("***");
});

test("the password of a URL, wherever it stands in a text", () => {
  expect(maskSecrets("see postgres://u:p@ss@db/x and https://h/p:q@z")).toBe(
    "see postgres://u:***@db/x and https://h/p:q@z",
  );
  expect(maskSecrets("redis://:pw@host")).toBe("redis://:***@host");
});

test("members of any name stay members", () => {
  const data = JSON.parse('{"__proto__":{"secret":1}}') as object;
  expect(JSON.stringify(maskSecrets(data))).toBe('{"__proto__":{"secret":"***"}}');
});
