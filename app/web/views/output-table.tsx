/** An output of CSV, or of a list of like objects in JSON, as a table. */
import { useMemo } from "preact/hooks";
import { TEXTS } from "../texts.ts";
import { rowsOfCsv, rowsOfJson } from "./output-rows.ts";
import Table, { type Taken } from "./table.tsx";

export interface OutputTableProps {
  readonly text: string;
  /** Of CSV; a text without one is JSON. */
  readonly delimiter: string | undefined;
  readonly name: string;
  readonly isOld: boolean;
  readonly taken: Taken;
}

export default function OutputTable({ text, delimiter, name, isOld, taken }: OutputTableProps) {
  const rows = useMemo(
    () => (delimiter === undefined ? rowsOfJson(text) : rowsOfCsv(text, delimiter)),
    [text, delimiter],
  );
  return (
    <div
      class={`view overview${isOld ? " faded" : ""}`}
      tabIndex={0}
      role="region"
      aria-label={TEXTS.views.table}
    >
      <Table
        title=""
        rows={rows}
        name={name}
        isOutput
        csv={delimiter === undefined ? undefined : text}
        taken={taken}
      />
    </div>
  );
}
