/** One control for each field: in a line above the text, or below one another in a form. */
import { useState } from "preact/hooks";
import type { FieldSchema, UnitDetail } from "../catalogue.ts";
import { TEXTS } from "../texts.ts";
import { appendPointer } from "../../../tools/_lib/results/pointer.ts";
import { defaultText, groupedFields, kindOf, measureOf, type Texts, wordsOf } from "./fields.ts";
import { RowsEditor } from "./rows-editor.tsx";
import { rowsIn, shapesOf } from "./rows.ts";

export interface ControlsProps {
  readonly detail: UnitDetail;
  readonly names: readonly string[];
  readonly texts: Texts;
  readonly errors: ReadonlyMap<string, string>;
  readonly onText: (name: string, text: string) => void;
  /** Before the ids of the controls, where several forms stand on one screen. */
  readonly prefix?: string;
  /** How many fields are shown at once. */
  readonly most?: number;
}

interface ControlProps {
  readonly prefix: string;
  readonly name: string;
  readonly field: FieldSchema;
  readonly text: string | undefined;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}

function Control({ prefix, name, field, text, error, onText }: ControlProps) {
  const shown = text ?? defaultText(field);
  const own = {
    id: `${prefix}f-${name}`,
    "aria-describedby": `${prefix}${error === undefined ? "d" : "e"}-${name}`,
    ...(error === undefined ? {} : { "aria-invalid": true }),
  };
  const reset = (event: KeyboardEvent): void => {
    if (event.key === "Backspace" && shown === "") onText(defaultText(field));
  };
  switch (kindOf(field)) {
    case "choice":
      return (
        <select {...own} value={shown} onChange={(event) => onText(event.currentTarget.value)}>
          {!field.enum?.includes(shown) && <option value="" />}
          {field.enum?.map((word) => (
            <option key={String(word)}>{String(word)}</option>
          ))}
        </select>
      );
    case "check":
      return (
        <input
          {...own}
          type="checkbox"
          checked={shown === "true"}
          onChange={(event) => onText(String(event.currentTarget.checked))}
        />
      );
    case "number":
      return (
        <input
          {...own}
          type="number"
          step="any"
          min={field.minimum}
          max={field.maximum}
          value={shown}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={reset}
        />
      );
    default:
      return (
        <input
          {...own}
          type="text"
          class={kindOf(field) === "data" ? "mono" : undefined}
          autocomplete="off"
          spellcheck={false}
          value={shown}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={reset}
        />
      );
  }
}

/** A line of words is enough for most lists; one that was given as a list is shown as rows. */
function hasRows(field: FieldSchema, text: string): boolean {
  const kind = kindOf(field);
  return kind === "rows" || (kind === "list" && /^\s*\[/.test(text));
}

function RowsField({ name, field, texts, errors, onText, prefix }: RowsFieldProps) {
  const id = `${prefix}f-${name}`;
  const error = errors.get(appendPointer("", name));
  return (
    <>
      <RowsEditor
        id={id}
        name={name}
        field={field}
        text={texts[name] ?? defaultText(field)}
        errors={errors}
        describedBy={`${prefix}${error === undefined ? "d" : "e"}-${name}`}
        onText={(text) => onText(name, text)}
      />
      <Help prefix={prefix} name={name} field={field} error={error} />
    </>
  );
}

type RowsFieldProps = Pick<ControlsProps, "texts" | "errors" | "onText"> & {
  readonly prefix: string;
  readonly name: string;
  readonly field: FieldSchema;
};

/** What the number counts, beside its name. */
function Measure({
  detail,
  name,
  texts,
}: Pick<ControlsProps, "detail" | "texts"> & Pick<ControlProps, "name">) {
  const measure = measureOf(name, detail, texts);
  return measure === undefined ? null : <span class="muted">{measure}</span>;
}

function isSet(field: FieldSchema, text: string | undefined): boolean {
  return text !== undefined && text !== defaultText(field);
}

/** The first of the options in a line; the others when they are asked for. */
export function OptionLine({ detail, names, texts, errors, onText, prefix = "" }: ControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const changed = names.some((name, index) => index >= MOST_IN_LINE && texts[name] !== undefined);
  const all = isOpen || changed || names.length <= MOST_IN_LINE + 1;
  const shown = all ? names : names.slice(0, MOST_IN_LINE);
  return (
    <div class="opts" role="group" aria-label={TEXTS.tool.options}>
      {shown.map((name) => {
        const field = detail.fields[name] ?? {};
        const error = errors.get(name);
        const given = texts[name] ?? defaultText(field);
        if (hasRows(field, given)) {
          return (
            <details class={`opt rows${isSet(field, texts[name]) ? " set" : ""}`} key={name}>
              <summary title={field.description}>
                {wordsOf(name)} <span class="muted">{countIn(field, given)}</span>
                {error !== undefined && <span class="err"> {TEXTS.rows.wrong}</span>}
              </summary>
              <RowsField {...{ prefix, name, field, texts, errors, onText }} />
            </details>
          );
        }
        return (
          <div class={`opt${isSet(field, texts[name]) ? " set" : ""}`} key={name}>
            <label for={`${prefix}f-${name}`} title={field.description}>
              {wordsOf(name)} <Measure detail={detail} name={name} texts={texts} />
            </label>
            <Control
              prefix={prefix}
              name={name}
              field={field}
              text={texts[name]}
              error={error}
              onText={(text) => onText(name, text)}
            />
            <Help prefix={prefix} name={name} field={field} error={error} />
          </div>
        );
      })}
      {!all && (
        <button type="button" class="btn line" aria-expanded="false" onClick={() => setOpen(true)}>
          {TEXTS.tool.more(names.length - MOST_IN_LINE)}
        </button>
      )}
    </div>
  );
}

function countIn(field: FieldSchema, text: string): string {
  const found = rowsIn(shapesOf(field), text);
  if (!found) return "JSON";
  return found.shape.kind === "record" ? "" : TEXTS.rows.count(found.rows.length);
}

const MOST_IN_LINE = 5;
const MOST_IN_FORM = 9;

function Help({
  prefix,
  name,
  field,
  error,
}: Pick<ControlProps, "prefix" | "name" | "field" | "error">) {
  return error === undefined ? (
    <small id={`${prefix}d-${name}`}>{field.description}</small>
  ) : (
    <span class="err" id={`${prefix}e-${name}`} role="alert">
      {error}
    </span>
  );
}

export function Form(props: ControlsProps) {
  const { names, texts, errors } = props;
  const first = names.slice(0, props.most ?? MOST_IN_FORM);
  const others = names.slice(first.length);
  const isOpen = others.some((name) => texts[name] !== undefined || errors.has(name));
  return (
    <form class="fields" onSubmit={(event) => event.preventDefault()}>
      <FieldList {...props} names={first} />
      {others.length > 0 && (
        <details open={isOpen}>
          <summary>{TEXTS.tool.moreFields(others.map(wordsOf))}</summary>
          <FieldList {...props} names={others} />
        </details>
      )}
    </form>
  );
}

/** Fields that belong together stand together. */
function FieldList(props: ControlsProps) {
  return (
    <>
      {groupedFields(props.names, props.detail).map((names) => {
        const fields = <Fields key={names[0]} {...props} names={names} />;
        return names.length === 1 ? (
          fields
        ) : (
          <div class="together" key={names[0]}>
            {fields}
          </div>
        );
      })}
    </>
  );
}

function Fields({ detail, names, texts, errors, onText, prefix = "" }: ControlsProps) {
  return (
    <>
      {names.map((name) => {
        const field = detail.fields[name] ?? {};
        const error = errors.get(name);
        if (hasRows(field, texts[name] ?? defaultText(field))) {
          return (
            <div class={`field rows${isSet(field, texts[name]) ? " set" : ""}`} key={name}>
              <RowsField {...{ prefix, name, field, texts, errors, onText }} />
            </div>
          );
        }
        return (
          <div class={`field${isSet(field, texts[name]) ? " set" : ""}`} key={name}>
            <label for={`${prefix}f-${name}`}>
              {wordsOf(name)} <Measure detail={detail} name={name} texts={texts} />
            </label>
            <Control
              prefix={prefix}
              name={name}
              field={field}
              text={texts[name]}
              error={error}
              onText={(text) => onText(name, text)}
            />
            <Help prefix={prefix} name={name} field={field} error={error} />
          </div>
        );
      })}
    </>
  );
}
