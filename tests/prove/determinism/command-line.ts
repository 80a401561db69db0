/** The command line: a process for each call with every field a flag, or for a few calls that take long. */
import { kebab, readField } from "../../../app/cli/fields.ts";
import { detailOf, findEntry } from "../../../app/registry.ts";
import type { Call } from "./calls.ts";
import type { Party, Told } from "./compare.ts";
import { type Answered, type Form, type Outcome, outcomeOf, STOPPED } from "./outcome.ts";

const AT_ONCE = 2;
/** Longer ones are handed over in a file: a command line takes only so much. */
const LONGEST_FLAG = 1000;

export function commandLine(command: readonly string[], folder: string): Party {
  return {
    name: "purebox run … --json, or purebox batch -",
    async ask(calls, form) {
      const outcomes: Told[] = [];
      const rest = calls.entries();
      const goOn = async (): Promise<void> => {
        for (const [at, call] of rest) {
          outcomes[at] = await ran(command, call, { prefix: `${folder}/flag-${at}`, form });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, goOn));
      return outcomes;
    },
  };
}

interface Asked {
  /** Of files that hold what is long. */
  readonly prefix: string;
  readonly form: Form;
}

async function ran(command: readonly string[], call: Call, { prefix, form }: Asked): Promise<Told> {
  const { input, options, settings } = wordsOf(call);
  const given = [...Object.entries(input), ...Object.entries(settings)];
  if (ownFlags(call).length > 0 || !given.every(([, text]) => text.isWellFormed())) {
    return batched(command, call, form);
  }
  const flags = await Promise.all(
    given.map(([name, text]) => flagOf(name, text, `${prefix}-${name}`)),
  );
  const child = Bun.spawn([...command, "run", call.tool_id, "--json", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const answered = out === "" ? { error: { code: problem } } : (JSON.parse(out) as Answered);
  const made = { ...call, input: await readAsFlags(call.tool_id, input), options };
  return { ...outcomeOf(answered, form), made };
}

/** Flags of the command that a tool's own fields of these names take for themselves. */
export function ownFlags({ tool_id }: Pick<Call, "tool_id">): readonly string[] {
  const entry = findEntry(tool_id);
  const fields = entry ? detailOf(entry).input_schema.properties : {};
  return ["now", "seed", "receipt", "json"].filter((name) => Object.hasOwn(fields, name));
}

interface Words {
  /** The text of each field. */
  readonly input: Readonly<Record<string, string>>;
  readonly options: Call["options"];
  /** The texts of the options. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Fields may stand among a call's options; here each has its flag. */
function wordsOf({ tool_id, input, options }: Call): Words {
  const { primary = "" } = findEntry(tool_id) ?? {};
  const { now, seed, receipt, ...others } = options;
  const fields = typeof input === "string" ? { [primary]: input } : (input as object);
  const own = { now, seed, ...(receipt === undefined ? {} : { receipt }) };
  return { input: texts({ ...others, ...fields }), options: own, settings: texts(own) };
}

function texts(fields: object): Readonly<Record<string, string>> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** What takes text gets the text of data: its places are then told in lines and columns. */
async function readAsFlags(toolId: string, input: Words["input"]): Promise<object> {
  const entry = findEntry(toolId);
  const properties = entry ? detailOf(entry).input_schema.properties : {};
  const read = Object.entries(input).map(async ([name, text]) => {
    const escaped = text.startsWith("@") ? `@${text}` : text;
    return [name, await readField([{ text: escaped, isFile: false }], properties[name])] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Text that begins with an @ would name a file. */
async function flagOf(name: string, text: string, path: string): Promise<string> {
  if (text.length <= LONGEST_FLAG && !text.includes("\0")) {
    return `--${kebab(name)}=${text.startsWith("@") ? `@${text}` : text}`;
  }
  await Bun.write(path, text);
  return `--${kebab(name)}=@${path}`;
}

/** Long enough for an emulated first run of the largest tool. */
const PATIENT_SECONDS = 900;

/** The party; what it stops for its time is asked once more, where a call may take longer. */
export function withPatience(party: Party, command: readonly string[]): Party {
  return {
    name: party.name,
    async ask(calls, form) {
      const told = [...(await party.ask(calls, form))];
      for (const [index, call] of calls.entries()) {
        const { omitted } = told[index] as { readonly omitted?: string };
        if (omitted !== undefined && STOPPED.has(omitted))
          told[index] = await batched(command, call, form);
      }
      return told;
    },
  };
}

async function batched(command: readonly string[], call: Call, form: Form): Promise<Outcome> {
  const { tool_id, input, options } = call;
  const body = JSON.stringify({ requests: [{ id: "one", tool_id, input, options }] });
  const words = ["batch", "-", "--deadline", String(PATIENT_SECONDS)];
  const child = Bun.spawn([...command, ...words], {
    stdio: [new TextEncoder().encode(body), "pipe", "inherit"],
  });
  const { results } = (await new Response(child.stdout).json()) as {
    readonly results: readonly [Answered];
  };
  return outcomeOf(results[0], form);
}
