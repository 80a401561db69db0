/** What is wanted of the files: parts, what is written on pages, and what the file says of itself. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BeforeProps, Plan } from "../file-kit.ts";
import { useSignal } from "../../signal.ts";
import { drawing } from "./draw.ts";
import { PartsEditor } from "./parts-editor.tsx";
import { attachmentsOf, isPart } from "./parts.ts";
import { protection } from "./protection.ts";
import { TEXTS } from "./texts.ts";

type Data = Readonly<Record<string, unknown>>;

const POSITIONS = ["top", "bottom"].flatMap((edge) =>
  ["left", "center", "right"].map((side) => `${edge}-${side}`),
);

export function Recipe(props: BeforeProps) {
  const { options, set, job, errors, value } = props;
  const { plan } = (value ?? {}) as { readonly plan?: Plan };
  const { files } = job;
  useEffect(() => {
    if (files.length > 0) void drawing();
  }, [files.length > 0]);
  // What has no pages can only be attached.
  const attached = attachmentsOf(options);
  const others = files.filter((file) => !isPart(file) && !attached.includes(file.id));
  useEffect(() => {
    if (others.length > 0) set({ attachments: [...attached, ...others.map(({ id }) => id)] });
  }, [others.map(({ id }) => id).join()]);
  const member = (option: string) => (options[option] ?? undefined) as Data | undefined;
  const change = (option: string) => (data: Data | undefined) => set({ [option]: data });
  return (
    <div class="pdfrecipe">
      {files.length > 0 && <PartsEditor {...props} />}
      {plan && <Outline plan={plan} />}
      <Switch name={TEXTS.contents} data={member("toc")} set={change("toc")}>
        <Text option="toc" member="title" label={TEXTS.contentsTitle} {...props} first="Contents" />
      </Switch>
      <Switch name={TEXTS.numbers} data={member("pageNumbers")} set={change("pageNumbers")}>
        <Text
          option="pageNumbers"
          member="format"
          label={TEXTS.format}
          {...props}
          first="{n} / {total}"
        />
        <label class="field">
          {TEXTS.position}
          <select
            value={String(member("pageNumbers")?.["position"] ?? "bottom-center")}
            onChange={(event) =>
              set({
                pageNumbers: { ...member("pageNumbers"), position: event.currentTarget.value },
              })
            }
          >
            {POSITIONS.map((position) => (
              <option key={position}>{position}</option>
            ))}
          </select>
        </label>
        <Numbers
          option="pageNumbers"
          members={[
            ["start", TEXTS.start, "1"],
            ["from", TEXTS.from, "1"],
            ["fontSize", TEXTS.fontSize, "9"],
            ["margin", TEXTS.margin, "24"],
          ]}
          {...props}
        />
      </Switch>
      <Switch
        name={TEXTS.watermark}
        data={member("watermark")}
        set={change("watermark")}
        first={{ text: "DRAFT" }}
      >
        <Text option="watermark" member="text" label={TEXTS.watermarkText} {...props} first="" />
        <Numbers
          option="watermark"
          members={[
            ["opacity", TEXTS.opacity, "0.15"],
            ["angle", TEXTS.angle, "45"],
            ["fontSize", TEXTS.fontSize, "48"],
          ]}
          {...props}
        />
      </Switch>
      <details>
        <summary>{TEXTS.about}</summary>
        <Text option="metadata" member="title" label={TEXTS.metaTitle} {...props} first="" />
        <Text option="metadata" member="author" label={TEXTS.author} {...props} first="" />
        <Text option="metadata" member="subject" label={TEXTS.subject} {...props} first="" />
        <Text option="metadata" member="language" label={TEXTS.language} {...props} first="" />
        <Keywords options={options} set={set} />
      </details>
      <Protect />
      {[...errors]
        .filter(([path]) => !path.startsWith("/"))
        .map(([option, message]) =>
          OWN.has(option) ? (
            <p class="err" role="alert" key={option}>
              {message}
            </p>
          ) : null,
        )}
    </div>
  );
}

const OWN = new Set(["parts", "attachments", "toc", "pageNumbers", "watermark", "metadata"]);

interface SwitchProps {
  readonly name: string;
  readonly data: Data | undefined;
  readonly set: (data: Data | undefined) => void;
  readonly first?: Data;
  readonly children: ComponentChildren;
}

/** An option that is there or not, with its members below it. */
function Switch({ name, data, set, first = {}, children }: SwitchProps) {
  return (
    <fieldset class="switch">
      <legend>
        <label>
          <input
            type="checkbox"
            checked={data !== undefined}
            onChange={(event) => set(event.currentTarget.checked ? first : undefined)}
          />{" "}
          {name}
        </label>
      </legend>
      {data !== undefined && children}
    </fieldset>
  );
}

interface TextProps extends BeforeProps {
  readonly option: string;
  readonly member: string;
  readonly label: string;
  /** What stands for nothing. */
  readonly first: string;
  readonly isNumber?: boolean;
}

function Text({ option, member, label, first, isNumber = false, options, set, errors }: TextProps) {
  const data = (options[option] ?? {}) as Data;
  const [typed, setTyped] = useState("");
  const error = errors.get(`/${option}/${member}`);
  const change = (text: string): void => {
    const { [member]: _before, ...others } = data;
    const value = isNumber ? numberIn(text) : text;
    setTyped(text);
    set({
      [option]: (isNumber ? text.trim() : text) === "" ? others : { ...others, [member]: value },
    });
  };
  const stored = data[member] ?? "";
  // "0." is 0, and on its way to 0.5.
  const isTyped = isNumber && stored !== "" && numberIn(typed) === stored;
  return (
    <label class="field">
      {label}
      <input
        type="text"
        inputMode={isNumber ? "decimal" : "text"}
        placeholder={first}
        value={isTyped ? typed : String(stored)}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {error !== undefined && (
        <span class="err" role="alert">
          {error}
        </span>
      )}
    </label>
  );
}

interface NumbersProps extends BeforeProps {
  readonly option: string;
  /** Name, label, and what stands for nothing. */
  readonly members: readonly (readonly [member: string, label: string, first: string])[];
}

function Numbers({ members, ...props }: NumbersProps) {
  return members.map(([member, label, first]) => (
    <Text key={member} member={member} label={label} first={first} isNumber {...props} />
  ));
}

/** What is no number yet stays a text, and the plan says what is wrong with it. */
function numberIn(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function Keywords({ options, set }: Pick<BeforeProps, "options" | "set">) {
  const data = (options["metadata"] ?? {}) as Data;
  const { keywords: written = [], ...others } = data;
  const change = (text: string): void => {
    const keywords = text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean);
    set({ metadata: keywords.length === 0 ? others : { ...others, keywords } });
  };
  return (
    <label class="field">
      {TEXTS.keywords}
      <input
        type="text"
        value={(written as readonly string[]).join(", ")}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

/** Not an option: a job holds no password. */
function Protect() {
  const password = useSignal(protection);
  return (
    <form class="field namefield" onSubmit={(event) => event.preventDefault()}>
      <label for="protection">{TEXTS.protect}</label>
      <input
        id="protection"
        type="password"
        autocomplete="new-password"
        value={password}
        aria-describedby="protection-help"
        onInput={(event) => {
          protection.value = event.currentTarget.value;
        }}
      />
      <small id="protection-help">{TEXTS.protectHelp}</small>
    </form>
  );
}

interface Bookmarked {
  readonly name: string;
  readonly bookmarks: readonly { readonly title: string; readonly page: number }[];
}

/** The bookmarks as they will be. */
function Outline({ plan }: { readonly plan: Plan }) {
  const outputs = (plan.outputs ?? []) as unknown as readonly Bookmarked[];
  const lines = outputs.flatMap(({ name, bookmarks }) =>
    bookmarks.map(({ title, page }) => ({ title, page, name })),
  );
  if (lines.length === 0) return null;
  return (
    <details class="outline">
      <summary>
        {TEXTS.bookmarks}: {lines.length}
      </summary>
      <ol>
        {lines.slice(0, 500).map(({ title, page, name }, index) => (
          <li key={index}>
            {title}{" "}
            <span class="muted">
              {outputs.length > 1 ? `${name}, ` : ""}
              {page}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
