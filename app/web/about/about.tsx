/** What is kept (nothing), limits, receipts, and what this browser keeps. */
import { useEffect, useState } from "preact/hooks";
import { SETUP } from "../setup.ts";
import { useSignal } from "../signal.ts";
import { pinned, setPins } from "../storage.ts";
import { saveFile } from "../parts/copy.tsx";
import { grouped, TEXTS } from "../texts.ts";
import { ABOUT } from "./texts.ts";
import { KeepAll } from "./keep-all.tsx";

interface Overview {
  readonly limits: Readonly<Record<string, number>>;
}

export default function AboutPage({ part }: { readonly part: string }) {
  const [overview, setOverview] = useState<Overview>();
  useEffect(() => {
    document.title = `${ABOUT.title} · ${TEXTS.name}`;
    void fetch("/api")
      .then((response) => response.json())
      .then((body) => setOverview(body as Overview))
      .catch(() => setOverview(undefined));
  }, []);
  useEffect(() => {
    if (part !== "") document.querySelector(`#${CSS.escape(part)}`)?.scrollIntoView();
  }, [part]);
  const { privacy, files, limits, receipts, browser, version } = ABOUT;
  return (
    <div class="home about">
      <h1>{ABOUT.title}</h1>
      <section id="privacy">
        <h2>{privacy.title}</h2>
        {privacy.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section id="files">
        <h2>{files.title}</h2>
        {files.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section id="limits">
        <h2>{limits.title}</h2>
        <p>{limits.text(grouped(SETUP.maxInputChars))}</p>
        {overview && (
          <table>
            <tbody>
              {Object.entries(overview.limits).map(([name, count]) => (
                <tr key={name}>
                  <th scope="row">{name.replaceAll("_", " ")}</th>
                  <td>{grouped(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {limits.more.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section id="receipts">
        <h2>{receipts.title}</h2>
        {receipts.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section id="browser">
        <h2>{browser.title}</h2>
        <p>{browser.text}</p>
        <Pins />
        <KeepAll />
      </section>
      <section id="version">
        <h2>{version.title}</h2>
        <p>{version.text(SETUP.version)}</p>
      </section>
    </div>
  );
}

function Pins() {
  const pins = useSignal(pinned);
  const { exportPins, importPins } = ABOUT.browser;
  return (
    <p class="acts">
      <button
        type="button"
        class="btn line"
        disabled={pins.length === 0}
        onClick={() =>
          saveFile("purebox-pins.json", `${JSON.stringify(pins)}\n`, "application/json")
        }
      >
        {exportPins}
      </button>
      <label class="btn line">
        {importPins}
        <input
          type="file"
          class="hidden"
          accept="application/json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            void file?.text().then(readPins);
          }}
        />
      </label>
    </p>
  );
}

function readPins(text: string): void {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) setPins(list.filter((one): one is string => typeof one === "string"));
  } catch {
    // Another file was chosen; what is pinned stays.
  }
}
