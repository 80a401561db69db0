/** Home: one field for words and for pasted text, then what is at hand, then everything there is. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Entry, loadEntries } from "../catalogue.ts";
import { offersFor } from "../detect.ts";
import { handOver } from "../handover.ts";
import { useDrop } from "../parts/drop.tsx";
import { rowOf } from "../parts/finder.tsx";
import { type HitList, type HitRow, Hits, useHits } from "../parts/hits.tsx";
import { isInDialog } from "../parts/keys.ts";
import { OpenFile } from "../parts/open-file.tsx";
import { say } from "../parts/shell.tsx";
import { go, toolUrl } from "../router.ts";
import { searchUnits } from "../search.ts";
import { useSignal } from "../signal.ts";
import { pinned, recent } from "../storage.ts";
import { grouped, TEXTS } from "../texts.ts";

const MOST_HITS = 8;
const MOST_OFFERS = 5;
/** Longer ones, and those of several lines, are texts and not words. */
const LONGEST_WORDS = 80;
/** A text as short as this is words, unless a tool knows its shape. */
const SHORTEST_TEXT = 5;

interface Found {
  readonly of: string;
  readonly kind: "offers" | "hits" | "unknown";
  readonly rows: readonly HitRow[];
}

async function findFor(text: string): Promise<Found> {
  const isText = text.includes("\n") || text.trim().length > LONGEST_WORDS;
  if (text.trim().length >= SHORTEST_TEXT) {
    const offers = await offersFor(text, MOST_OFFERS);
    if (offers.length > 0) {
      const rows = offers.map(({ entry }, index) => ({
        ...rowOf(entry),
        key: `Alt ${index + 1}`,
      }));
      return { of: text, kind: "offers", rows };
    }
  }
  if (isText) return { of: text, kind: "unknown", rows: [] };
  const hits = await searchUnits(text, MOST_HITS);
  return { of: text, kind: "hits", rows: hits.map((entry) => rowOf(entry)) };
}

export function Home({ query }: { readonly query: string }) {
  const [text, setText] = useState(query);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [found, setFound] = useState<Found>();
  /** What no tool claims, while one is searched for it. */
  const [carried, setCarried] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const isAsked = text.trim() !== "";
  // A word that is typed before everything was drawn has its hits first.
  const isDrawn = useRef(false);
  isDrawn.current ||= !isAsked && entries.length > 0;
  // Drawn once: as one types, only what is above it changes.
  const everything = useMemo(() => <Everything entries={entries} />, [entries]);
  useEffect(() => {
    void loadEntries().then(setEntries);
    field.current?.focus();
  }, []);
  useEffect(() => {
    if (!isAsked) {
      setFound(undefined);
      return;
    }
    let isOver = false;
    void findFor(text).then((answer) => {
      if (isOver) return;
      setFound(answer);
      say(TEXTS.home.found(answer.rows.length));
    });
    return () => {
      isOver = true;
    };
  }, [text]);
  const isOver = useDrop(
    (file) => setText(file.text),
    (name) => say(TEXTS.home.tooLarge(name)),
  );
  const rows = found?.rows ?? [];
  const takeAlong = (href: string): void => {
    const along = found === undefined || found.kind === "hits" ? carried : text;
    if (along !== "") handOver(href.split("/").at(-1) ?? "", along);
  };
  const open = ({ href }: HitRow): void => {
    takeAlong(href);
    go(href);
  };
  const list = useHits(rows, open);
  useOfferKeys(list);
  const isPasted = found !== undefined && found.kind !== "hits" && text.length > 40;
  return (
    <div class={`home${isOver ? " over" : ""}`}>
      <div class="ask">
        <h1>{TEXTS.home.title}</h1>
        <textarea
          ref={field}
          id="ask"
          class={isPasted ? "pasted" : undefined}
          aria-label={TEXTS.home.title}
          aria-autocomplete="list"
          aria-controls={rows.length > 0 ? "hits" : undefined}
          aria-activedescendant={rows.length > 0 ? `hit${list.current}` : undefined}
          spellcheck={false}
          autocomplete="off"
          placeholder={TEXTS.home.placeholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => list.keyDown(event)}
        />
        <p class="line">
          <span class="keyhint">
            <kbd>/</kbd> {TEXTS.home.toCome}
          </span>
          <span class="keyhint">
            <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd> {TEXTS.home.toOpen}
          </span>
          <span>
            <OpenFile onText={setText} isFirst /> {TEXTS.home.orDrop}
          </span>
          <span>{TEXTS.home.stays}</span>
        </p>
      </div>
      <Carried text={carried} onForget={() => setCarried("")} />
      {found ? (
        <Answer
          found={found}
          current={list.current}
          onOpen={open}
          onSearch={() => {
            setCarried(text);
            setText("");
            field.current?.focus();
          }}
        />
      ) : (
        isDrawn.current && <div onClick={(event) => takeAlong(linkOf(event))}>{everything}</div>
      )}
    </div>
  );
}

/** Where a click on a link leads. */
function linkOf({ target }: Event): string {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.getAttribute("href") ?? "";
}

/** Alt and a digit choose an offer from anywhere on the screen. */
function useOfferKeys(list: HitList): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.altKey && !event.defaultPrevented && !isInDialog()) list.keyDown(event);
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  });
}

function Carried({ text, onForget }: { readonly text: string; readonly onForget: () => void }) {
  if (text === "") return null;
  return (
    <p class="carried">
      {TEXTS.home.carried(grouped(text.length))}{" "}
      <button type="button" class="btn line" onClick={onForget}>
        {TEXTS.home.drop}
      </button>
    </p>
  );
}

interface AnswerProps {
  readonly found: Found;
  readonly current: number;
  readonly onOpen: (row: HitRow) => void;
  readonly onSearch: () => void;
}

function Answer({ found, current, onOpen, onSearch }: AnswerProps) {
  const { kind, of: text, rows } = found;
  if (kind === "unknown") {
    return (
      <div class="hits">
        <p class="said">{TEXTS.home.unknown}</p>
        <button type="button" class="btn line" onClick={onSearch}>
          {TEXTS.home.search}
        </button>
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div class="hits">
        <p class="said">{TEXTS.finder.nothing(text.trim())}</p>
      </div>
    );
  }
  return (
    <div class={`hits${kind === "offers" ? " detect" : ""}`}>
      {kind === "offers" && <p class="said">{TEXTS.home.read(grouped(text.length))}</p>}
      <Hits
        rows={rows}
        current={current}
        label={kind === "offers" ? TEXTS.home.offers : TEXTS.finder.hits}
        words={kind === "hits" ? text : ""}
        onOpen={onOpen}
      />
    </div>
  );
}

function Everything({ entries }: { readonly entries: readonly Entry[] }) {
  const tools = entries.filter(({ kind }) => kind === "tool");
  const kits = entries.filter(({ kind }) => kind === "kit");
  const categories = [...new Set(tools.map(({ category }) => category))].toSorted();
  return (
    <>
      <AtHand entries={entries} />
      <div class="all">
        <section aria-labelledby="tools">
          <div class="title">
            <h2 id="tools">{TEXTS.home.tools}</h2>
            <p class="muted">{TEXTS.home.about(tools.length)}</p>
          </div>
          <div class="index">
            {categories.map((category) => (
              <Group
                key={category}
                category={category}
                tools={tools.filter((tool) => tool.category === category)}
              />
            ))}
          </div>
        </section>
        <section aria-labelledby="kits">
          <div class="title">
            <h2 id="kits">{TEXTS.home.kits}</h2>
            <p class="muted">{TEXTS.home.kitsAbout}</p>
          </div>
          <KitList kits={kits} />
        </section>
      </div>
    </>
  );
}

function Group({
  category,
  tools,
}: {
  readonly category: string;
  readonly tools: readonly Entry[];
}) {
  return (
    <div class="group">
      <h3>
        {category}
        <span>{grouped(tools.length)}</span>
      </h3>
      <ul>
        {tools.map((tool) => (
          <li key={tool.id}>
            <a href={toolUrl(tool)} title={tool.description}>
              {tool.name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function KitList({ kits }: { readonly kits: readonly Entry[] }) {
  return (
    <ul class="kits">
      {kits.map((kit) => (
        <li key={kit.id}>
          <a href={toolUrl(kit)}>{kit.name}</a>
          <p>{kit.description}</p>
        </li>
      ))}
    </ul>
  );
}

function AtHand({ entries }: { readonly entries: readonly Entry[] }) {
  const pins = useSignal(pinned);
  const visits = useSignal(recent);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const [first, second] = TEXTS.home.noPins;
  return (
    <div class="strips">
      <div class="strip">
        <h2>{TEXTS.home.pinned}</h2>
        {pins.length === 0 ? (
          <p class="muted">
            {first} <kbd>Alt P</kbd> {second}
          </p>
        ) : (
          <ul>
            {pins
              .flatMap((id) => byId.get(id) ?? [])
              .map((entry) => (
                <li key={entry.id}>
                  <a href={toolUrl(entry)}>{entry.name}</a>
                </li>
              ))}
          </ul>
        )}
      </div>
      {visits.length > 0 && (
        <div class="strip">
          <h2>{TEXTS.home.recent}</h2>
          <ul>
            {visits.map(({ id, at }) => {
              const entry = byId.get(id);
              return (
                entry && (
                  <li key={id}>
                    <a href={toolUrl(entry)}>{entry.name}</a>{" "}
                    <span class="muted small">{dayOf(at)}</span>
                  </li>
                )
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}

/** The time of today, else the day. */
function dayOf(at: number): string {
  const [day = "", time = ""] = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
    .toISOString()
    .split("T");
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  return today.startsWith(day) ? time.slice(0, 5) : day;
}
