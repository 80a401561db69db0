/** Where one picture differs from the options of all. */
import type { JobFile } from "../file-kit.ts";

const TEXTS = {
  summary: "Options of this picture",
  same: "as for all",
  fit: "Fit",
  ratio: "Aspect ratio, such as 16:9",
  budget: "Budget in bytes",
  quality: (format: string) => `Quality of ${format}`,
  help: "Empty: as for all",
} as const;

type Own = Readonly<Record<string, unknown>> & {
  readonly quality?: Readonly<Record<string, number>>;
};

interface OwnOptionsProps {
  readonly file: JobFile;
  readonly set: (facts: Readonly<Record<string, unknown>>) => void;
  readonly isLocked: boolean;
}

const QUALITIES = [
  ["avif", "AVIF"],
  ["webp", "WebP"],
  ["jpeg", "JPEG"],
] as const;

export function OwnOptions({ file, set, isLocked }: OwnOptionsProps) {
  const own = (file["options"] ?? {}) as Own;
  const change = (name: string, value: unknown): void => {
    const next = withMember(own, name, value);
    set({ options: Object.keys(next).length === 0 ? undefined : next });
  };
  const { quality = {} } = own;
  return (
    <details class="ownoptions">
      <summary>{TEXTS.summary}</summary>
      <div class="ownfields">
        <label>
          {TEXTS.fit}
          <select
            value={String(own["fit"] ?? "")}
            disabled={isLocked}
            onChange={(event) => change("fit", event.currentTarget.value || undefined)}
          >
            <option value="">{TEXTS.same}</option>
            {["inside", "cover", "contain"].map((fit) => (
              <option key={fit}>{fit}</option>
            ))}
          </select>
        </label>
        <label>
          {TEXTS.ratio}
          <input
            type="text"
            value={String(own["aspectRatio"] ?? "")}
            disabled={isLocked}
            placeholder={TEXTS.help}
            onChange={(event) => change("aspectRatio", event.currentTarget.value || undefined)}
          />
        </label>
        <Count
          label={TEXTS.budget}
          value={own["budgetBytes"]}
          most={100_000_000}
          isLocked={isLocked}
          change={(value) => change("budgetBytes", value)}
        />
        {QUALITIES.map(([format, name]) => (
          <Count
            key={format}
            label={TEXTS.quality(name)}
            value={quality[format]}
            most={100}
            isLocked={isLocked}
            change={(value) => {
              const next = withMember(quality, format, value);
              change("quality", Object.keys(next).length === 0 ? undefined : next);
            }}
          />
        ))}
      </div>
    </details>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: unknown;
  readonly most: number;
  readonly isLocked: boolean;
  readonly change: (value: number | undefined) => void;
}

function Count({ label, value, most, isLocked, change }: CountProps) {
  return (
    <label>
      {label}
      <input
        type="number"
        min={1}
        max={most}
        step={1}
        value={value === undefined || value === null ? "" : Number(value)}
        disabled={isLocked}
        placeholder={TEXTS.help}
        onChange={(event) => {
          const given = event.currentTarget.valueAsNumber;
          change(Number.isNaN(given) ? undefined : given);
        }}
      />
    </label>
  );
}

function withMember(object: Readonly<Record<string, unknown>>, name: string, value: unknown) {
  const { [name]: _before, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}
