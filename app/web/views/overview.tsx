/** What a value says at one glance: its figures large, its series drawn, all else by name. */
import { useState } from "preact/hooks";
import { CopyButton } from "../parts/copy.tsx";
import { Lines } from "../parts/editor.tsx";
import { TEXTS } from "../texts.ts";
import type { Block, Named } from "./blocks.ts";
import { later } from "./later.tsx";

const Plots = later(async () => (await import("./plot.tsx")).default);
const Table = later(async () => (await import("./table.tsx")).default);
const Tree = later(async () => (await import("./tree.tsx")).default);

export interface OverviewProps {
  readonly blocks: readonly Block[];
  readonly isOld: boolean;
  /** The name of files. */
  readonly id: string;
  /** Asks for the schedule that was left out. */
  readonly onSchedule: (() => void) | undefined;
}

export default function Overview({ blocks, isOld, id, onSchedule }: OverviewProps) {
  return (
    <div
      class={`view overview${isOld ? " faded" : ""}`}
      tabIndex={0}
      role="region"
      aria-label={TEXTS.views.overview}
    >
      {blocks.map((block, index) => (
        <BlockView key={`${block.kind}${index}`} block={block} id={id} />
      ))}
      {onSchedule && (
        <p class="part">
          <button type="button" class="btn line" onClick={onSchedule}>
            {TEXTS.views.schedule}
          </button>
        </p>
      )}
    </div>
  );
}

function BlockView({ block, id }: { readonly block: Block; readonly id: string }) {
  switch (block.kind) {
    case "figures":
      return <Figures title={block.title} main={block.main} others={block.others} />;
    case "plot":
      return <Plots plot={block.plot} />;
    case "values":
      return <Values title={block.title} values={block.values} isLead={block.isLead === true} />;
    case "list":
      return <List title={block.title} items={block.items} />;
    case "table":
      return <Table title={block.title} rows={block.rows} name={id} />;
    case "text":
      return <Text title={block.title} text={block.text} />;
    case "tree":
      return (
        <section class="part">
          <Head title={block.title} text={() => JSON.stringify(block.value, null, 2)} />
          <Tree value={block.value} isPart />
        </section>
      );
  }
}

function Figures({
  title,
  main,
  others,
}: {
  readonly title: string;
  readonly main: Named | undefined;
  readonly others: readonly Named[];
}) {
  return (
    <section class="part">
      {title !== "" && <h3>{title}</h3>}
      <dl class="figures">
        {main && (
          <Figure {...main} kind={main.text.length > LONGEST_LARGE ? "main long" : "main"} />
        )}
        {others.map((one) => (
          <Figure key={one.label} {...one} />
        ))}
      </dl>
    </section>
  );
}

/** A figure that is longer is less large. */
const LONGEST_LARGE = 28;

function Figure({ label, text, kind }: Named & { readonly kind?: string }) {
  return (
    <div class={kind}>
      <dt>{label}</dt>
      <dd>
        {text} <CopyButton text={() => text} label={label} />
      </dd>
    </div>
  );
}

function Values({
  title,
  values,
  isLead,
}: {
  readonly title: string;
  readonly values: readonly Named[];
  readonly isLead: boolean;
}) {
  return (
    <section class="part">
      {title !== "" && <h3>{title}</h3>}
      <dl class={`values${isLead ? " prime" : ""}`}>
        {values.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="mono">{text}</dd>
            <dd>
              <CopyButton text={() => text} label={label} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Head({ title, text }: { readonly title: string; readonly text: () => string }) {
  return (
    <div class="part-head">
      <h3>{title}</h3>
      <CopyButton text={text} label={title} />
    </div>
  );
}

const MOST_ITEMS = 200;

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? items : items.slice(0, MOST_ITEMS);
  return (
    <section class="part">
      <Head title={`${title}, ${items.length}`} text={() => items.join("\n")} />
      <ol class="values list">
        {shown.map((item, index) => (
          <li key={index}>
            <span class="mono">{item}</span>
            <CopyButton text={() => item} label={String(index + 1)} />
          </li>
        ))}
      </ol>
      {shown.length < items.length && (
        <button type="button" class="btn line" onClick={() => setAll(true)}>
          {TEXTS.views.all(items.length)}
        </button>
      )}
    </section>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="part">
      <Head title={title} text={() => text} />
      <div class="quoted">
        <Lines text={text} label={title} isJson={/^\s*[[{]/.test(text)} />
      </div>
    </section>
  );
}
