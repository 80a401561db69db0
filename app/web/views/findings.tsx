/** What was found, by what it is about; each leads to its place in the texts. */
import { useEffect, useRef, useState } from "preact/hooks";
import { TEXTS } from "../texts.ts";
import { type Finding, type Level, placesText } from "./findings-of.ts";

export interface FindingsProps {
  readonly findings: readonly Finding[];
  readonly current: number | undefined;
  readonly onFinding: (index: number) => void;
  readonly isOld: boolean;
  /** Several texts were put in: places say which. */
  readonly isNamed: boolean;
  readonly facts: string;
}

/** From so many on they can be filtered. */
const MANY = 20;
const FIRST_SHOWN = 300;
const LEVELS: readonly Level[] = ["error", "warning", "info"];

export default function Findings(props: FindingsProps) {
  const { findings, current, isOld, facts } = props;
  const [level, setLevel] = useState<Level>();
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!matchMedia("(min-width: 861px)").matches) return;
    const row = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    row?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const kept = findings
    .map((finding, index) => ({ finding, index }))
    .filter(({ finding }) => level === undefined || finding.level === level);
  const shown = isAll ? kept : kept.slice(0, FIRST_SHOWN);
  const groups = Map.groupBy(shown, ({ finding }) => finding.subject ?? "");
  // A heading over each single finding would only be noise.
  const isGrouped = groups.size > 1 ? groups.size < shown.length : !groups.has("");
  return (
    <div class={`view findings${isOld ? " faded" : ""}`} ref={list}>
      <div class="findings-head">
        <p>{[countsOf(findings), facts].filter(Boolean).join(". ")}</p>
        {findings.length >= MANY && (
          <LevelChoice name="level" findings={findings} level={level} onLevel={setLevel} />
        )}
      </div>
      {isGrouped ? (
        [...groups].map(([subject, own]) => (
          <section key={subject} aria-label={subject || TEXTS.views.findings}>
            {subject !== "" && <h3 class="mono">{subject}</h3>}
            <Rows {...props} rows={own} current={current} />
          </section>
        ))
      ) : (
        <Rows {...props} rows={shown} current={current} hasSubject />
      )}
      {shown.length < kept.length && (
        <p class="part">
          <button type="button" class="btn line" onClick={() => setAll(true)}>
            {TEXTS.views.all(kept.length)}
          </button>
        </p>
      )}
    </div>
  );
}

function countsOf(findings: readonly Finding[]): string {
  const hasLevels = findings.some(({ word }) => word !== undefined);
  if (!hasLevels) return TEXTS.views.foundCount(findings.length);
  return LEVELS.map((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? "" : TEXTS.views.levelCount[level](count);
  })
    .filter(Boolean)
    .join(", ");
}

interface RowsProps extends FindingsProps {
  readonly rows: readonly { readonly finding: Finding; readonly index: number }[];
  readonly hasSubject?: boolean;
}

function Rows({ rows, current, onFinding, isNamed, hasSubject = false }: RowsProps) {
  return (
    <ul>
      {rows.map(({ finding, index }) => {
        const { title, word, level, code, subject, change, places } = finding;
        const isPlaced = places.length > 0;
        const small = [hasSubject && subject !== title ? subject : undefined, code]
          .filter((text) => text !== undefined && text !== "" && !title.endsWith(text))
          .join("  ");
        const content = (
          <>
            {word !== undefined && <span class={`level ${level}`}>{word}</span>}
            <span class="what">
              {title}
              {change !== undefined && <code class="change">{change}</code>}
              {small !== "" && <code class="muted">{small}</code>}
            </span>
            {isPlaced && <span class="where-at">{placesText(finding, isNamed)}</span>}
          </>
        );
        return (
          <li key={index} aria-current={index === current ? "true" : undefined}>
            {isPlaced ? (
              <button type="button" class="finding" onClick={() => onFinding(index)}>
                {content}
              </button>
            ) : (
              <div class="finding">{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function LevelChoice({
  name,
  findings,
  level,
  onLevel,
}: {
  /** Of its radio buttons. */
  readonly name: string;
  readonly findings: readonly Pick<Finding, "level">[];
  readonly level: Level | undefined;
  readonly onLevel: (level: Level | undefined) => void;
}) {
  const there = LEVELS.filter((one) => findings.some((finding) => finding.level === one));
  if (there.length < 2) return null;
  return (
    <span class="seg" role="radiogroup" aria-label={TEXTS.views.levels}>
      {[undefined, ...there].map((one) => (
        <label key={one ?? "all"}>
          <input type="radio" name={name} checked={one === level} onChange={() => onLevel(one)} />
          {one === undefined ? TEXTS.views.allLevels : TEXTS.views.level[one]}
        </label>
      ))}
    </span>
  );
}
