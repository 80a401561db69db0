/** `${VAR}` in the texts of a server, and how clients write it. */
import { appendPointer } from "../_lib/results/pointer.ts";
import type { Pairs, Server } from "./server.ts";

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** How a client refers to a variable, and what that means for whoever uses it. */
export interface VariableForm {
  write(variable: string): string;
  how(variable: string): string;
  /** The client takes the text literally. */
  readonly isLiteral?: boolean;
}

export const FROM_ENVIRONMENT = "read from the environment of the client";

export const SHELL_FORM: VariableForm = {
  write: (variable) => `\${${variable}}`,
  how: () => FROM_ENVIRONMENT,
};
export const ENV_FORM: VariableForm = {
  write: (variable) => `\${env:${variable}}`,
  how: () => FROM_ENVIRONMENT,
};
export const BRACE_FORM: VariableForm = {
  write: (variable) => `{env:${variable}}`,
  how: () => FROM_ENVIRONMENT,
};
export const PROMPT_FORM: VariableForm = {
  write: (variable) => `\${input:${promptId(variable)}}`,
  how: (variable) => `asked for once and kept by the client, as ${promptId(variable)}`,
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

export function variablesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].map(([, variable = ""]) => variable);
}

export function hasVariable(text: string): boolean {
  return text.search(VARIABLE) !== -1;
}

/** The variable of a text that is nothing else. */
export function onlyVariable(text: string): string | undefined {
  return /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
}

export function rewrite(text: string, form: VariableForm): string {
  return text.replace(VARIABLE, (_whole, variable: string) => form.write(variable));
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
export function rewritten(server: Server, form: VariableForm): Server {
  const of = (text: string) => rewrite(text, form);
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
