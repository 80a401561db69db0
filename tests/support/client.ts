/** A client that holds every answer against the OpenAPI document. */
import { expect } from "bun:test";
import { ContractChecker } from "./openapi.ts";

/** Answers are JSON of many shapes; the OpenAPI check looks at them, and each test at the members it needs. */
// oxlint-disable-next-line typescript/no-explicit-any -- a typed view of every answer would only repeat the schemas
export type Json = Readonly<Record<string, any>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export class Client {
  readonly #base: string;
  readonly #checker: ContractChecker;

  private constructor(base: string, checker: ContractChecker) {
    this.#base = base;
    this.#checker = checker;
  }

  static async connect(base: string): Promise<Client> {
    const document = await (await fetch(`${base}/openapi.json`)).json();
    return new Client(base, new ContractChecker(document as never));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send(path, { headers });
  }

  post(path: string, body: unknown): Promise<Reply> {
    return this.send(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(this.#base + path, { redirect: "manual", ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    const body = isJson && text !== "" ? (JSON.parse(text) as Json) : ({} as Json);
    if (isJson && text !== "") {
      const { pathname } = new URL(this.#base + path);
      const method = init.method ?? "GET";
      expect(this.#checker.problems(method, pathname, response.status, body)).toEqual([]);
    }
    return { status: response.status, headers: response.headers, body };
  }
}
