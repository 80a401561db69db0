/** Checks every answer that a test sees against the service's own OpenAPI document. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";

interface OpenApi {
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  readonly components: object;
}

export class ContractChecker {
  readonly #document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#document = document;
    this.#ajv.addSchema({ $id: "openapi", ...document });
  }

  /** The problems of a JSON answer; empty when the document describes it. */
  problems(method: string, path: string, status: number, body: unknown): string[] {
    const known = Object.keys(this.#document.paths).find((template) =>
      new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
    );
    if (known === undefined) return [];
    const operation = this.#document.paths[known]?.[method.toLowerCase()];
    if (!operation) return [];
    if (!operation.responses[status]) return [`${method} ${known} does not describe ${status}`];
    const validate = this.#compile(method.toLowerCase(), known, status);
    return validate(body)
      ? []
      : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
  }

  #compile(method: string, path: string, status: number): ValidateFunction {
    const escaped = path.replaceAll("~", "~0").replaceAll("/", "~1");
    let pointer = `/paths/${encodeURIComponent(escaped)}/${method}/responses/${status}`;
    const described = this.#document.paths[path]?.[method]?.responses[status] as { $ref?: string };
    if (described.$ref) pointer = described.$ref.slice(1);
    const $ref = `openapi#${pointer}/content/application~1json/schema`;
    const known = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref });
    this.#compiled.set($ref, known);
    return known;
  }
}
