/** An output of CSV as a table. */
import { useMemo } from "preact/hooks";
import { readTable } from "../../../tools/_lib/formats/csv/table.ts";
import Table from "./table.tsx";
import type { Row } from "./shape.ts";
import { TEXTS } from "../texts.ts";

export default function OutputTable({
  text,
  delimiter,
  name,
  isOld,
}: {
  readonly text: string;
  readonly delimiter: string;
  readonly name: string;
  readonly isOld: boolean;
}) {
  const rows = useMemo(() => rowsOf(text, delimiter), [text, delimiter]);
  return (
    <div
      class={`view overview${isOld ? " faded" : ""}`}
      tabIndex={0}
      role="region"
      aria-label={TEXTS.views.table}
    >
      <Table title="" rows={rows} name={name} isRaw />
    </div>
  );
}

function rowsOf(text: string, delimiter: string): readonly Row[] {
  const problems = { add: () => {} } as never;
  const { columns, records } = readTable(text, { delimiter, header: "first" }, problems);
  return records.map(({ cells }) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])),
  );
}
