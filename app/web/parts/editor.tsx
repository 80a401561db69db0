/** A text area over painted lines, which have numbers and carry marks; native undo, spelling and input methods stay. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Mark } from "./mark.ts";

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly marks?: readonly Mark[];
  /** The line that is looked at. */
  readonly current?: number | undefined;
  readonly area?: RefObject<HTMLTextAreaElement>;
  readonly isReadOnly?: boolean;
  /** What stands in an empty one. */
  readonly children?: ComponentChildren;
}

const LINE = 20;
/** Long lines wrap in texts that are not too long to be measured. */
const MOST_WRAPPED = 2000;
const LONG_LINE = 160;

export function Editor(props: EditorProps) {
  const { label, text, onText, marks = [], current, isReadOnly = false, children } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const area = props.area ?? own;
  const rows = useRef<HTMLDivElement>(null);
  const lines = text.split("\n");
  const isWrapped = lines.length <= MOST_WRAPPED && lines.some((line) => line.length > LONG_LINE);
  const [top, setTop] = useState(0);
  const follow = (): void => {
    const { current: field } = area;
    if (!field || !rows.current) return;
    rows.current.scrollTop = field.scrollTop;
    rows.current.scrollLeft = field.scrollLeft;
    if (!isWrapped) setTop(Math.floor(field.scrollTop / LINE / STEP) * STEP);
  };
  useLayoutEffect(follow);
  useEffect(() => {
    const { current: field } = area;
    if (current === undefined || !field) return;
    const row = rows.current?.querySelector<HTMLElement>(`[data-n="${current}"]`);
    const at = isWrapped && row ? row.offsetTop : (current - 1) * LINE;
    field.scrollTop = Math.max(0, at - 80);
    follow();
  }, [current]);
  const window = isWrapped ? { from: 0, to: lines.length } : windowAt(top, lines.length);
  return (
    <div class={`editor${isWrapped ? " wrap" : ""}`}>
      <div class="rows" aria-hidden="true" ref={rows}>
        <div class="paper" style={{ height: isWrapped ? "auto" : `${lines.length * LINE}px` }}>
          <div style={{ transform: `translateY(${window.from * LINE}px)` }}>
            {lines.slice(window.from, window.to).map((line, index) => (
              <Row
                key={window.from + index}
                number={window.from + index + 1}
                line={isWrapped ? line : ""}
                marks={marks}
                isCurrent={current === window.from + index + 1}
              />
            ))}
          </div>
        </div>
      </div>
      <textarea
        ref={area}
        aria-label={label}
        spellcheck={false}
        readOnly={isReadOnly}
        wrap={isWrapped ? "soft" : "off"}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
        onScroll={follow}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.defaultPrevented) event.currentTarget.blur();
        }}
      />
      {text === "" && children}
    </div>
  );
}

/** Rows above and below those that are seen. */
const STEP = 20;
const SHOWN = 200;

function windowAt(top: number, count: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, top - STEP);
  return { from, to: Math.min(count, from + SHOWN) };
}

interface RowProps {
  readonly number: number;
  readonly line: string;
  readonly marks: readonly Mark[];
  readonly isCurrent: boolean;
}

function Row({ number, line, marks, isCurrent }: RowProps) {
  const own = marks.filter((mark) => mark.line === number);
  const mark =
    own.find(({ kind }) => kind === "bad") ?? own.find(({ kind }) => kind === "note") ?? own[0];
  const at = mark?.column;
  return (
    <span class={`row${mark ? ` ${mark.kind}` : ""}${isCurrent ? " on" : ""}`} data-n={number}>
      {line || " "}
      {at !== undefined && <i class="at" style={{ "--col": String(at) }} />}
    </span>
  );
}

/** Text with numbered lines that is only read; JSON gets quiet colours. */
export function Lines({
  text,
  label,
  isJson = false,
  isOld = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly isJson?: boolean;
  readonly isOld?: boolean;
}) {
  const lines = text.replace(/\n$/, "").split("\n");
  const [top, setTop] = useState(0);
  const isWrapped = lines.length <= MOST_WRAPPED;
  const window = isWrapped ? { from: 0, to: lines.length } : windowAt(top, lines.length);
  return (
    <pre
      class={`lines${isWrapped ? " wrap" : ""}${isOld ? " faded" : ""}`}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={(event) => {
        if (!isWrapped) setTop(Math.floor(event.currentTarget.scrollTop / LINE / STEP) * STEP);
      }}
    >
      <div style={isWrapped ? {} : { height: `${lines.length * LINE}px` }}>
        <div style={isWrapped ? {} : { transform: `translateY(${window.from * LINE}px)` }}>
          {lines.slice(window.from, window.to).map((line, index) => (
            <span class="row" key={window.from + index} data-n={window.from + index + 1}>
              {isJson ? painted(line) : line || " "}
            </span>
          ))}
        </div>
      </div>
    </pre>
  );
}

const JSON_TOKENS = /("(?:[^"\\]|\\.)*(?:$|"(?:\s*:)?)|-?\d[\d.eE+-]*)/;

function painted(line: string): ComponentChildren {
  if (line.length > 10_000) return line;
  return line.split(JSON_TOKENS).map((part) => {
    if (/^".*:$/s.test(part)) return <span class="k">{part}</span>;
    return /^-?\d/.test(part) ? <span class="n">{part}</span> : part;
  });
}
