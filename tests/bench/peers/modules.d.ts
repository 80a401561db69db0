/** As much as is used here of what is installed when a comparison runs: Fastify, and the second version of the SDK. */

declare module "fastify" {
  interface Asked {
    readonly body: { readonly input: { readonly input: string } };
  }
  interface Reply {
    type(name: string): { send(text: string): void };
  }
  interface Application {
    get(path: string, answer: () => object): void;
    post(path: string, options: object, answer: (asked: Asked, reply: Reply) => void): void;
    listen(options: { readonly host: string; readonly port: number }): Promise<string>;
  }
  export default function fastify(): Application;
}

declare module "@modelcontextprotocol/server" {
  export interface Transport {
    close(): Promise<void>;
  }
  export interface ToolCall {
    readonly params: { readonly name: string; readonly arguments?: object };
  }
  export class Server {
    constructor(info: object, options: object);
    setRequestHandler(method: "tools/list", handler: () => object): void;
    setRequestHandler(method: "tools/call", handler: (request: ToolCall) => object): void;
    connect(transport: Transport): Promise<void>;
  }
  export interface Handler {
    fetch(request: Request): Promise<Response>;
  }
  export function createMcpHandler(create: () => Server, options: object): Handler;
}

declare module "@modelcontextprotocol/server/validators/ajv" {
  export class AjvJsonSchemaValidator {
    getValidator(schema: object): (value: unknown) => object;
  }
}

declare module "@modelcontextprotocol/server/stdio" {
  import type { Transport } from "@modelcontextprotocol/server";
  export class StdioServerTransport implements Transport {
    close(): Promise<void>;
  }
}

declare module "@modelcontextprotocol/node" {
  import type { RequestListener } from "node:http";
  import type { Handler } from "@modelcontextprotocol/server";
  export function toNodeHandler(handler: Handler): RequestListener;
}
