/** The ways in which a result can be looked at, best first, by what it holds. */
import type { ComponentChildren } from "preact";
import type { Entry } from "../../../tools/_core/tool.ts";
import type { UnitDetail } from "../catalogue.ts";
import { Lines } from "../parts/editor.tsx";
import type { Body } from "../runner.ts";
import { TEXTS } from "../texts.ts";

export interface ViewContext {
  /** It is of an earlier input. */
  readonly isOld: boolean;
  readonly onPlace: (entry: Entry) => void;
}

export interface View {
  readonly id: string;
  readonly name: string;
  /** What Download saves; the text, if nothing is said. */
  readonly file?: {
    readonly name: string;
    readonly type: string;
    content(): string | Uint8Array<ArrayBuffer>;
  };
  show(context: ViewContext): ComponentChildren;
}

export function viewsOf(detail: UnitDetail, body: Body): readonly View[] {
  const result = body.result ?? {};
  const views: View[] = [];
  if (result.output !== undefined && result.output !== "")
    views.push(textView(detail, result.output));
  if (typeof result.value === "object" && result.value !== null) {
    views.push(valueView(detail, result.value));
  }
  return views;
}

function textView({ id }: UnitDetail, text: string): View {
  const isJson = /^\s*[[{"]/.test(text);
  return {
    id: "text",
    name: TEXTS.views.text,
    file: {
      name: `${id}.${isJson ? "json" : "txt"}`,
      type: isJson ? "application/json" : "text/plain",
      content: () => text,
    },
    show: ({ isOld }) => (
      <Lines text={text} label={TEXTS.views.textLabel} isJson={isJson} isOld={isOld} />
    ),
  };
}

function valueView({ id }: UnitDetail, value: object): View {
  const text = JSON.stringify(value, null, 2);
  return {
    id: "value",
    name: TEXTS.views.value,
    file: { name: `${id}.json`, type: "application/json", content: () => text },
    show: ({ isOld }) => <Lines text={text} label={TEXTS.views.value} isJson isOld={isOld} />,
  };
}
