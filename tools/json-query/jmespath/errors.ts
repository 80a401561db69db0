/** An error of an expression that is well-formed; the message begins with the specification's name for it. */
export class JmespathError extends Error {
  constructor(
    name: "invalid-type" | "invalid-arity" | "invalid-value" | "unknown-function",
    detail: string,
  ) {
    super(`${name}: ${detail}`);
  }
}

/** Ends an expression that takes too much work. */
export class ExpressionTooCostly extends Error {}
