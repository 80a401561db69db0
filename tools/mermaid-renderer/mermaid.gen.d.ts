import type { DiagramData } from "./guards.ts";

export interface Mermaid {
  initialize(config: object): void;
  parse(text: string): PromiseLike<{ diagramType: string }>;
  render(id: string, text: string): PromiseLike<{ svg: string; diagramType: string }>;
  readonly mermaidAPI: {
    getDiagramFromText(
      text: string,
    ): PromiseLike<{ readonly type: string; readonly db: DiagramData }>;
    getConfig(): Readonly<Record<string, unknown>>;
  };
}

export function open(world: object): { readonly mermaid: Mermaid };
