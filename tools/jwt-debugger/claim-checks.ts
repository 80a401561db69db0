/** The claims that a verifier checks, in the order in which it does (RFC 7519 section 4.1, RFC 8725). */

export interface Expectations {
  /** Accepted values, any of them; absent where the claim is not checked. */
  readonly issuer?: readonly string[] | undefined;
  readonly audience?: readonly string[] | undefined;
  readonly subject?: readonly string[] | undefined;
  /** Of the header's typ. */
  readonly type?: readonly string[] | undefined;
  readonly requiredClaims: readonly string[];
  /** Seconds. */
  readonly clockTolerance: number;
  /** Seconds. */
  readonly maxAge?: number | undefined;
}

export interface ClaimCheck {
  readonly claim: string;
  readonly ok: boolean;
  readonly check: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly message: string;
}

type Members = Readonly<Record<string, unknown>>;

/** `now` is in seconds since 1970; no claims at all fail every check that is asked for. */
export function checkClaims(
  header: Members,
  claims: Members,
  expected: Expectations,
  now: number,
): ClaimCheck[] {
  const { issuer, audience, subject, type, requiredClaims } = expected;
  const checks: ClaimCheck[] = [...checkTimes(claims, expected, now)];
  if (issuer) checks.push(checkText("iss", "issuer", memberOf(claims, "iss"), issuer));
  if (audience) checks.push(checkAudience(memberOf(claims, "aud"), audience));
  if (subject) checks.push(checkText("sub", "subject", memberOf(claims, "sub"), subject));
  if (type) checks.push(checkType(memberOf(header, "typ"), type));
  for (const claim of requiredClaims) {
    const ok = Object.hasOwn(claims, claim);
    const message = ok ? "The required claim is there" : "A required claim is missing";
    checks.push({ claim, ok, check: "required", message });
  }
  return checks;
}

function memberOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function checkTimes(
  claims: Members,
  { clockTolerance, maxAge }: Expectations,
  now: number,
): ClaimCheck[] {
  const checks: ClaimCheck[] = [];
  const add = (claim: string, check: string, judge: (time: number) => string | undefined): void => {
    const actual = memberOf(claims, claim);
    const problem =
      typeof actual === "number" && Number.isFinite(actual)
        ? judge(actual)
        : `${claim} is ${actual === undefined ? "missing" : "not a number"}`;
    checks.push({
      claim,
      ok: problem === undefined,
      check,
      ...(actual === undefined ? {} : { actual }),
      message: problem ?? `${claim} allows this time`,
    });
  };
  if (Object.hasOwn(claims, "exp")) {
    add("exp", "expiry", (exp) =>
      now >= exp + clockTolerance ? `The token expired ${seconds(now - exp)} ago` : undefined,
    );
  }
  if (Object.hasOwn(claims, "nbf")) {
    add("nbf", "notBefore", (nbf) =>
      now < nbf - clockTolerance ? `The token is valid only in ${seconds(nbf - now)}` : undefined,
    );
  }
  if (Object.hasOwn(claims, "iat") || maxAge !== undefined) {
    add("iat", "issuedAt", (iat) => {
      if (iat > now + clockTolerance)
        return `The token is issued ${seconds(iat - now)} in the future`;
      const isOld = maxAge !== undefined && now - iat > maxAge + clockTolerance;
      return isOld ? `The token is ${seconds(now - iat)} old, more than maxAge` : undefined;
    });
  }
  return checks;
}

function seconds(count: number): string {
  const rounded = Math.round(count * 1000) / 1000;
  return `${rounded} ${rounded === 1 ? "second" : "seconds"}`;
}

function checkText(
  claim: string,
  check: string,
  actual: unknown,
  expected: readonly string[],
): ClaimCheck {
  const ok = typeof actual === "string" && expected.includes(actual);
  return verdict(claim, check, actual, expected, ok);
}

/** One audience or several, of which any may match. */
function checkAudience(actual: unknown, expected: readonly string[]): ClaimCheck {
  const audiences: readonly unknown[] = Array.isArray(actual) ? actual : [actual];
  const accepted: ReadonlySet<unknown> = new Set(expected);
  const ok = audiences.some((audience) => accepted.has(audience));
  return verdict("aud", "audience", actual, expected, ok);
}

/** Media types are compared without letter case, and `application/` may be left out (RFC 7515, 4.1.9). */
function checkType(actual: unknown, expected: readonly string[]): ClaimCheck {
  const ok =
    typeof actual === "string" && expected.some((type) => plainType(type) === plainType(actual));
  return verdict("typ", "type", actual, expected, ok);
}

function plainType(type: string): string {
  return type.toLowerCase().replace(/^application\//, "");
}

function verdict(
  claim: string,
  check: string,
  actual: unknown,
  expected: readonly string[],
  ok: boolean,
): ClaimCheck {
  const problem =
    actual === undefined ? `${claim} is missing` : `${claim} is another than expected`;
  return {
    claim,
    ok,
    check,
    expected,
    ...(actual === undefined ? {} : { actual }),
    message: ok ? `${claim} is as expected` : problem,
  };
}
