/** What the last runs of the proving commands showed, each with the command that makes it again. */
import { useEffect, useState } from "preact/hooks";
import { SETUP } from "../setup.ts";
import { TEXTS } from "../texts.ts";
import type { Proof, Table } from "./proof.ts";
import { PROOFS } from "./texts.ts";

export default function ProofsPage() {
  const [proofs, setProofs] = useState<readonly Proof[] | "missing">();
  useEffect(() => {
    document.title = `${PROOFS.title} · ${TEXTS.name}`;
    void fetch(SETUP.proofs)
      .then((response) => response.json())
      .then((body) => setProofs(body as readonly Proof[]))
      .catch(() => setProofs("missing"));
  }, []);
  const isMissing = proofs === "missing";
  return (
    <div class="home about proofs">
      <h1>{PROOFS.title}</h1>
      <p class="muted lead">{PROOFS.text}</p>
      {isMissing && <p role="status">{PROOFS.missing}</p>}
      {proofs?.length === 0 && <p role="status">{PROOFS.none}</p>}
      {proofs && !isMissing && proofs.map((proof) => <One key={proof.name} proof={proof} />)}
    </div>
  );
}

function One({ proof }: { readonly proof: Proof }) {
  const { name, title, command, summary, tables, notes, date, version, machine } = proof;
  return (
    <section id={name} aria-labelledby={`title-${name}`}>
      <h2 id={`title-${name}`}>{title}</h2>
      <p>{withCodes(summary)}</p>
      <p>
        <code>{command}</code>
      </p>
      <p class="muted">{PROOFS.made(date, version, machine)}</p>
      {tables.map((table) => (
        <Figures key={table.title} table={table} />
      ))}
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{withCodes(note)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What stands between backticks is code, as in the documents that show the same. */
function withCodes(text: string) {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

function Figures({ table: { title, columns, rows } }: { readonly table: Table }) {
  return (
    <div class="wide" tabIndex={0} role="group" aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={columns[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[at]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
