/** The stages in which other tools look at each row. */
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { codeOf } from "../../tools/_lib/schemas/json-schema/violations.ts";
import { normalText } from "../../tools/_lib/text/prose/normal-form.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import validate from "../../tools/json-schema-validator.ts";
import countTokens from "../../tools/token-counter.ts";
import admit from "../../tools/untrusted-input-admission.ts";
import type { Input, Work } from "../evaluation-dataset-qa-kit.ts";
import type { Row } from "./checks.ts";
import type { Ledger } from "./ledger.ts";
import { idOf, type SourceRow } from "./read.ts";
import { type Asked, understand } from "./rows.ts";

export function keyOfId({ mapping }: Input): string {
  return mapping.id ?? "id";
}

export function reportUnreadable(sources: readonly SourceRow[], ledger: Ledger): void {
  for (const { index, line, node } of sources) {
    if (node !== undefined) continue;
    const message = `Cannot read row ${index}: found no JSON object, expected one`;
    const place = line === null ? {} : { line };
    ledger.refuse("read", "ROW_INVALID", message, { index, id: null }, place);
  }
}

export function checkSchema(sources: readonly SourceRow[], work: Work, ledger: Ledger): void {
  const { input, ctx, report } = work;
  const { schema } = input;
  if (schema === undefined) {
    report.skipped("schema", "The field `schema` says what a row has to be");
    return;
  }
  let invalid = 0;
  for (const source of sources) {
    if (source.node === undefined) continue;
    const checked = ctx.step(validate, { schema, data: minifyJson(source.node) ?? "{}" });
    if (!checked.value) {
      const [error] = checked.errors ?? [];
      if (error) report.stageFailed("schema", error);
      return;
    }
    const row = { index: source.index, id: idOf(source, keyOfId(input)) };
    if (!checked.value.valid) invalid++;
    for (const { path, keyword, message } of checked.value.errors) {
      const at = `/dataset/${source.index}${path}`;
      ledger.refuse("schema", codeOf(keyword), message, row, { path: at });
    }
  }
  report.done("schema", `${counted(invalid, "row")} refused`, invalid === 0 ? "pass" : "fail");
}

export interface Understood {
  readonly format: string;
  readonly rows: readonly Row[];
}

/** Undefined where no row can be read, which ends the run. */
export function readAsked(
  sources: readonly SourceRow[],
  work: Work,
  ledger: Ledger,
): Understood | undefined {
  const { input, report } = work;
  const { format, asked, refused, errors } = understand(sources, work);
  if (errors !== undefined) {
    report.stop("rows", errors);
    return undefined;
  }
  const key = keyOfId(input);
  const answered = [...asked.values()].filter(({ target }) => target !== null).length;
  const needsTarget = 2 * answered > asked.size;
  const rows: Row[] = [];
  for (const source of sources) {
    const row = { index: source.index, id: idOf(source, key) };
    const code = refused.get(source.index);
    if (code !== undefined) ledger.refuse("rows", code, REFUSALS[code], row);
    const texts = asked.get(source.index);
    if (texts === undefined) continue;
    rows.push({ ...row, ...texts, source, ...normalsOf(texts), tokens: 0 });
    if (texts.target !== null || !needsTarget) continue;
    const message = "Cannot use the row: found no target, expected one as in most rows";
    ledger.refuse("rows", "TARGET_MISSING", message, row);
  }
  report.done("rows", `${counted(rows.length, "row")} with an input, ${answered} with a target`);
  return { format, rows };
}

const REFUSALS = {
  INPUT_MISSING: "Cannot use the row: found no input, expected one",
  ROLE_INVALID: "Cannot use the row: found a message of an unknown role, expected a known one",
} as const;

function normalsOf({ input, target }: Asked) {
  return {
    normalInput: normalText(input).text,
    normalTarget: target === null ? null : normalText(target).text,
  };
}

/** The rows with what they take of the model's context. */
export function measure(rows: readonly Row[], work: Work, ledger: Ledger): readonly Row[] {
  const { input, ctx, report } = work;
  const { model, maxRowTokens } = input;
  const known = new Map<string, number>();
  const count = (text: string): number => {
    let tokens = known.get(text);
    if (tokens === undefined) {
      tokens = ctx.step(countTokens, { text, model }).value?.high ?? 0;
      known.set(text, tokens);
    }
    return tokens;
  };
  const measured = rows.map((row) => {
    const tokens = count(row.input) + (row.target === null ? 0 : count(row.target));
    return { ...row, tokens };
  });
  for (const row of measured) {
    const { tokens } = row;
    if (tokens <= maxRowTokens) continue;
    const message = `Cannot use the row: found ${tokens} tokens, expected at most ${maxRowTokens}`;
    const figures = { received: tokens, expected: maxRowTokens };
    ledger.refuse("tokens", "ROW_TOO_LONG", message, row, figures);
  }
  const total = measured.reduce((sum, { tokens }) => sum + tokens, 0);
  report.done("tokens", `${counted(total, "token")} of ${model}`);
  return measured;
}

const MOST_CHARACTERS = 100_000;

export function screen(rows: readonly Row[], work: Work, ledger: Ledger): void {
  const { ctx, report } = work;
  const screened = new Map<string, { code: string; received: string } | undefined>();
  const look = (text: string) => {
    const { value } = ctx.step(admit, {
      input: text,
      failOn: "none",
      policy: { maxChars: MOST_CHARACTERS },
    });
    const [first] = value?.findings ?? [];
    if (!value || value.verdict === "admit" || first === undefined) return undefined;
    const code = value.families.length > 0 ? "INSTRUCTION_LIKE" : "ADMISSION";
    return { code, received: first.code };
  };
  let caught = 0;
  for (const row of rows) {
    if (!screened.has(row.input)) screened.set(row.input, look(row.input));
    const found = screened.get(row.input);
    if (found === undefined) continue;
    caught++;
    const { code, received } = found;
    const message =
      code === "INSTRUCTION_LIKE"
        ? "The input reads like an instruction to the model"
        : "The input holds what text from outside should not";
    ledger.warn("injection", code, message, row, { received });
  }
  const summary = `${counted(caught, "input")} of ${rows.length} not admitted`;
  report.done("injection", summary, caught === 0 ? "pass" : "review");
}
