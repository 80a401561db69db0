/** References in the texts of a server — `${VAR}`, `${env:VAR}`, `${input:id}`, `${workspaceFolder}` — and what each client makes of them. */
import { appendPointer } from "../_lib/results/pointer.ts";
import type { System } from "../mcp-config-generator.ts";
import type { Pairs, Server } from "./server.ts";

export type Reference =
  | {
      readonly kind: "environment";
      readonly variable: string;
      /** Of `${VAR:-fallback}`. */
      readonly fallback: string | undefined;
      /** Written `${env:VAR}`: of the environment, and not to be asked for. */
      readonly isExplicit: boolean;
    }
  | { readonly kind: "input"; readonly id: string }
  /** A place that an editor knows, or something else that only an editor reads. */
  | { readonly kind: "place"; readonly name: string };

const REFERENCE = /\$\{([^${}\n]{1,200})\}/g;

/** What editors know by name. */
const PLACES: ReadonlySet<string> = new Set([
  "/",
  "cwd",
  "defaultBuildTask",
  "execPath",
  "extensionInstallFolder",
  "file",
  "fileBasename",
  "fileBasenameNoExtension",
  "fileDirname",
  "fileDirnameBasename",
  "fileExtname",
  "fileWorkspaceFolder",
  "lineNumber",
  "pathSeparator",
  "relativeFile",
  "relativeFileDirname",
  "selectedText",
  "userHome",
  "workspaceFolder",
  "workspaceFolderBasename",
  "workspaceRoot",
]);

function readReference(inside: string): Reference | undefined {
  const environment = /^(env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inside);
  const [, prefix, variable = "", fallback] = environment ?? [];
  if (PLACES.has(inside) || /^(?:command|config|file|workspaceFolder(?:Basename)?):/.test(inside))
    return { kind: "place", name: inside };
  const input = /^input:([\w.-]+)$/.exec(inside)?.[1];
  if (input !== undefined) return { kind: "input", id: input };
  if (environment === null) return undefined;
  return { kind: "environment", variable, fallback, isExplicit: prefix !== undefined };
}

export function referencesIn(text: string): Reference[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, inside = ""]) => readReference(inside) ?? []);
}

/** How a client refers to a variable, and what that means for whoever uses it. */
export interface VariableForm {
  write(variable: string): string;
  how(variable: string): string;
  /** The client takes the text literally. */
  readonly isLiteral?: boolean;
  /** The client asks for what it does not know. */
  readonly asks?: boolean;
  /** The client reads `${VAR:-fallback}`. */
  readonly hasFallback?: boolean;
  /** Places that the client knows, and how they are written; `all` are those of VS Code. */
  readonly places?: "all" | Readonly<Record<string, string>>;
}

export const FROM_ENVIRONMENT = "read from the environment of the client";

export const SHELL_FORM: VariableForm = {
  write: (variable) => `\${${variable}}`,
  how: () => FROM_ENVIRONMENT,
  hasFallback: true,
};
/** Claude Code tells only the server of its folder, in which the server is started. */
export const CLAUDE_CODE_FORM: VariableForm = {
  ...SHELL_FORM,
  places: { workspaceFolder: "${CLAUDE_PROJECT_DIR:-.}" },
};
export const ENV_FORM: VariableForm = {
  write: (variable) => `\${env:${variable}}`,
  how: () => FROM_ENVIRONMENT,
};
export const CURSOR_FORM: VariableForm = {
  ...ENV_FORM,
  places: {
    userHome: "${userHome}",
    workspaceFolder: "${workspaceFolder}",
    workspaceFolderBasename: "${workspaceFolderBasename}",
    pathSeparator: "${pathSeparator}",
    "/": "${/}",
  },
};
export const ROO_FORM: VariableForm = {
  ...ENV_FORM,
  places: { workspaceFolder: "${workspaceFolder}" },
};
export const BRACE_FORM: VariableForm = {
  write: (variable) => `{env:${variable}}`,
  how: () => FROM_ENVIRONMENT,
};
export const PROMPT_FORM: VariableForm = {
  write: (variable) => `\${input:${promptId(variable)}}`,
  how: (variable) => `asked for once and kept by the client, as ${promptId(variable)}`,
  asks: true,
  places: "all",
};
export const LITERAL_FORM: VariableForm = {
  write: (variable) => `YOUR_${variable}`,
  how: (variable) => `put in by hand in the place of YOUR_${variable}`,
  isLiteral: true,
};

/** The id under which an input of VS Code is asked for. */
export function promptId(variable: string): string {
  return variable.toLowerCase().replaceAll("_", "-");
}

/** What a reference is written as, and what of it the client does not do. */
export interface Written {
  readonly text: string;
  readonly problem?: string;
}

export function writeReference(reference: Reference, form: VariableForm, os: System): Written {
  switch (reference.kind) {
    case "environment":
      return writeEnvironment(reference, form);
    case "input": {
      if (form.asks) return { text: `\${input:${reference.id}}` };
      const text = form.write(variableOf(reference) ?? "");
      return { text, problem: `asks for no input: ${text} stands in its place` };
    }
    case "place":
      return writePlace(reference.name, form, os);
  }
}

function writeEnvironment(
  { variable, fallback, isExplicit }: Extract<Reference, { kind: "environment" }>,
  form: VariableForm,
): Written {
  if (form.isLiteral) {
    const text = fallback ?? form.write(variable);
    return {
      text,
      problem: `reads no variables: put the value of ${variable} in the place of ${text}`,
    };
  }
  const text = form.asks && isExplicit ? ENV_FORM.write(variable) : form.write(variable);
  if (fallback === undefined) return { text };
  if (form.hasFallback) return { text: `\${${variable}:-${fallback}}` };
  return { text, problem: `reads no default beside ${variable}` };
}

function writePlace(name: string, form: VariableForm, os: System): Written {
  const whole = `\${${name}}`;
  if (form.places === "all") return { text: whole };
  const own = Object.hasOwn(form.places ?? {}, name) ? form.places?.[name] : undefined;
  if (own !== undefined) return { text: own };
  if (name === "/" || name === "pathSeparator") return { text: os === "windows" ? "\\" : "/" };
  if (name === "userHome" && !form.isLiteral)
    return { text: form.write(os === "windows" ? "USERPROFILE" : "HOME") };
  return { text: whole, problem: `knows no ${whole}: the text stays as it is` };
}

/** The variable of the environment that a reference means, or would be kept in; undefined for places. */
export function variableOf(reference: Reference): string | undefined {
  if (reference.kind === "environment") return reference.variable;
  return reference.kind === "input"
    ? reference.id.toUpperCase().replace(/[^A-Z0-9]+/g, "_")
    : undefined;
}

export function variablesIn(text: string): string[] {
  return referencesIn(text).flatMap((reference) => variableOf(reference) ?? []);
}

/** The variable of a text that is nothing else. */
export function onlyVariable(text: string): string | undefined {
  return /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
}

function rewrite(text: string, form: VariableForm, os: System): string {
  return text.replace(REFERENCE, (whole, inside: string) => {
    const reference = readReference(inside);
    return reference === undefined ? whole : writeReference(reference, form, os).text;
  });
}

export interface PlacedText {
  /** Pointer of the field. */
  readonly path: string;
  readonly text: string;
}

/** Every text of the server in which a variable may stand. */
export function textsOf(server: Server): PlacedText[] {
  const pairs = (given: Pairs, path: string) =>
    given.map(([name, text]) => ({ path: appendPointer(path, name), text }));
  if (server.kind === "remote")
    return [{ path: "/url", text: server.url }, ...pairs(server.headers, "/headers")];
  const { command, args, env, cwd = "" } = server;
  return [
    { path: "/command", text: command },
    ...args.map((text, at) => ({ path: `/args/${at}`, text })),
    ...pairs(env, "/env"),
    { path: "/cwd", text: cwd },
  ];
}

/** The server with its variables as a client writes them. */
export function rewritten(server: Server, form: VariableForm, os: System): Server {
  const of = (text: string) => rewrite(text, form, os);
  const pairs = (given: Pairs) => given.map(([name, text]) => [name, of(text)] as const);
  if (server.kind === "remote")
    return { ...server, url: of(server.url), headers: pairs(server.headers) };
  const { command, args, env, cwd } = server;
  return {
    ...server,
    command: of(command),
    args: args.map(of),
    env: pairs(env),
    cwd: cwd === undefined ? undefined : of(cwd),
  };
}
