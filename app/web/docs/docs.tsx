/** The API for people: each endpoint with its fields, its answers and a call to try, read from the OpenAPI document. */
import { useEffect, useState } from "preact/hooks";
import { quoteShell } from "../../../tools/_lib/text/shell-quote.ts";
import { CopyButton } from "../parts/copy.tsx";
import { Lines } from "../parts/editor.tsx";
import { TEXTS } from "../texts.ts";
import {
  type Endpoint,
  endpointsOf,
  type Example,
  type FieldRow,
  fieldRows,
  type OpenApi,
  type Parameter,
  type Reply,
  type Request,
  requestOf,
} from "./openapi.ts";

export default function DocsPage() {
  const [api, setApi] = useState<OpenApi>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    document.title = `${TEXTS.docs.title} · ${TEXTS.name}`;
    void fetch("/openapi.json")
      .then((response) => response.json())
      .then((read) => setApi(read as OpenApi))
      .catch(() => setMissing(true));
  }, []);
  const { title, missing } = TEXTS.docs;
  return (
    <div class="home docs">
      <h1>{title}</h1>
      {isMissing && <p role="alert">{missing}</p>}
      {api && <Reference api={api} />}
    </div>
  );
}

function Reference({ api }: { readonly api: OpenApi }) {
  const endpoints = endpointsOf(api);
  const examples = endpoints.find((one) => Object.keys(one.examples).length > 0)?.examples ?? {};
  const [chosen, setChosen] = useState(() => firstOf(examples));
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set([location.hash.slice(1) || "runTool"]),
  );
  useEffect(() => {
    const follow = (): void => {
      const id = location.hash.slice(1);
      setOpened((before) => new Set(before).add(id));
      requestAnimationFrame(() => document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView());
    };
    if (location.hash !== "") follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  const { docs } = TEXTS;
  const failure = api.components.schemas["Failure"];
  return (
    <>
      <p class="lead">{api.info.description}</p>
      <p class="muted">
        {docs.base} <code>{location.origin}</code> · <a href="/openapi.json">{docs.document}</a> ·{" "}
        {docs.key}{" "}
        {Object.values(api.components.securitySchemes ?? {}).map(({ description }) => description)}
      </p>
      <div class="reference">
        <nav aria-label={docs.contents}>
          {api.tags.map(({ name }) => (
            <ul key={name} aria-label={name}>
              {endpoints
                .filter(({ tag }) => tag === name)
                .map(({ id, method, path }) => (
                  <li key={id}>
                    <a href={`#${id}`}>
                      <span class="muted">{method}</span> {path}
                    </a>
                  </li>
                ))}
            </ul>
          ))}
        </nav>
        <div>
          {api.tags.map(({ name, description }) => (
            <section key={name} aria-labelledby={`tag-${name}`}>
              <h2 id={`tag-${name}`}>{description}</h2>
              {endpoints
                .filter(({ tag }) => tag === name)
                .map((endpoint) => (
                  <EndpointPart
                    key={endpoint.id}
                    api={api}
                    endpoint={endpoint}
                    isOpen={opened.has(endpoint.id)}
                    example={(examples[chosen] ?? NO_EXAMPLE).value}
                    choice={{ examples: endpoint.examples, chosen, choose: setChosen }}
                  />
                ))}
            </section>
          ))}
          {failure && (
            <section aria-labelledby="failure">
              <h2 id="failure">{docs.failure}</h2>
              <Fields rows={fieldRows(api, failure)} label={docs.failure} isAnswer />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

const NO_EXAMPLE: Example = { summary: "", value: {} };

/** The tool that everybody knows, if it is there. */
function firstOf(examples: Readonly<Record<string, Example>>): string {
  const ids = Object.keys(examples);
  return ids.find((id) => id === "json-formatter") ?? ids[0] ?? "";
}

interface Choice {
  readonly examples: Readonly<Record<string, Example>>;
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

interface EndpointProps {
  readonly api: OpenApi;
  readonly endpoint: Endpoint;
  readonly isOpen: boolean;
  readonly example: Example["value"];
  readonly choice: Choice;
}

function EndpointPart({ api, endpoint, isOpen, example, choice }: EndpointProps) {
  const { id, method, path, summary, parameters, body, answers } = endpoint;
  const { docs } = TEXTS;
  const done = answers.filter(({ status }) => status.startsWith("2"));
  const wrong = answers.filter(({ status }) => !status.startsWith("2"));
  return (
    <details class="endpoint" id={id} open={isOpen}>
      <summary>
        <span class="muted mono">{method}</span> <b class="mono">{path}</b> <span>{summary}</span>
      </summary>
      <div class="inside">
        {parameters.length > 0 && (
          <>
            <h3>{docs.parameters}</h3>
            <Fields rows={parameters.map(rowOfParameter)} label={`${docs.parameters}: ${path}`} />
          </>
        )}
        {body && (
          <>
            <h3>{docs.body}</h3>
            <Fields rows={fieldRows(api, body)} label={`${docs.body}: ${path}`} />
          </>
        )}
        <h3>{docs.try}</h3>
        <Try request={requestOf(api, endpoint, example)} path={path} choice={choice} />
        {done.map((reply) => {
          const rows = reply.schema ? fieldRows(api, reply.schema) : [];
          return (
            <>
              <h3>
                {reply.status} {reply.description}
              </h3>
              {reply.types.length > 1 && <p class="muted">{reply.types.join(", ")}</p>}
              {rows.length > 0 && <Fields rows={rows} label={`${docs.answer}: ${path}`} isAnswer />}
            </>
          );
        })}
        <h3>{docs.errors}</h3>
        <Errors replies={wrong} label={`${docs.errors}: ${path}`} />
      </div>
    </details>
  );
}

function rowOfParameter({ name, in: place, required, description, schema }: Parameter): FieldRow {
  const { type = "string", enum: words, default: fallback } = schema ?? {};
  const named = type === "integer" ? TEXTS.docs.wholeNumber : TEXTS.docs.text;
  const last = fallback === undefined ? "" : ` ${TEXTS.docs.ifLeftOut(String(fallback))}`;
  return {
    path: place === "path" ? `{${name}}` : `?${name}`,
    type: words ? words.map(String).join(", ") : named,
    isRequired: required === true,
    text: `${description ?? ""}${last}`,
  };
}

function Fields({
  rows,
  label,
  isAnswer = false,
}: {
  readonly rows: readonly FieldRow[];
  readonly label: string;
  readonly isAnswer?: boolean;
}) {
  const { docs } = TEXTS;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{docs.field}</th>
          <th scope="col">{docs.type}</th>
          <th scope="col">{docs.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, type, isRequired, text }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>
              {type}
              {isRequired !== isAnswer && (
                <span class="muted"> · {isAnswer ? docs.sometimes : docs.required}</span>
              )}
            </td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Errors({
  replies,
  label,
}: {
  readonly replies: readonly Reply[];
  readonly label: string;
}) {
  const { docs } = TEXTS;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{docs.status}</th>
          <th scope="col">{docs.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {replies.map(({ status, description }) => (
          <tr key={status}>
            <th scope="row">
              <code>{status}</code>
            </th>
            <td>{withCodes(description)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Codes are what programs compare. */
function withCodes(text: string) {
  return text
    .split(/\b([A-Z]+(?:_[A-Z]+)+)\b/)
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

interface Came {
  readonly status: number;
  readonly milliseconds: number;
  readonly text: string;
}

function Try({
  request,
  path,
  choice,
}: {
  readonly request: Request;
  readonly path: string;
  readonly choice: Choice;
}) {
  const [came, setCame] = useState<Came>();
  const [isWaiting, setWaiting] = useState(false);
  const { docs } = TEXTS;
  const names = Object.entries(choice.examples);
  const send = (): void => {
    setWaiting(true);
    void sent(request)
      .then(setCame)
      .catch(() => setCame({ status: 0, milliseconds: 0, text: TEXTS.result.trouble.unreachable }))
      .finally(() => setWaiting(false));
  };
  return (
    <>
      {names.length > 0 && (
        <p class="acts">
          <select
            aria-label={docs.example}
            value={choice.chosen}
            onChange={(event) => choice.choose(event.currentTarget.value)}
          >
            {names.map(([id, { summary }]) => (
              <option key={id} value={id}>
                {id}: {summary}
              </option>
            ))}
          </select>
        </p>
      )}
      <div class="snippet">
        <pre tabIndex={0} role="region" aria-label={`curl ${path}`}>
          {curlOf(request)}
        </pre>
        <CopyButton text={() => curlOf(request)} label={`curl ${path}`} />
        <button type="button" class="btn" disabled={isWaiting} onClick={send}>
          {docs.send}
          <span class="hidden"> {path}</span>
        </button>
      </div>
      {came && (
        <div class="came">
          <p class="facts" role="status">
            {docs.came(came.status, came.milliseconds)}
          </p>
          <Lines text={came.text} label={`${docs.answer}: ${path}`} isJson />
        </div>
      )}
    </>
  );
}

function curlOf({ method, path, body }: Request): string {
  const url = quoteShell(location.origin + path);
  if (body === undefined) return `curl -s ${url}`;
  const verb = method === "POST" ? "" : ` -X ${method}`;
  return `curl -s${verb} ${url} -H 'content-type: application/json' -d ${quoteShell(JSON.stringify(body))}`;
}

async function sent({ method, path, body }: Request): Promise<Came> {
  const started = performance.now();
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - started);
  return { status: response.status, milliseconds, text: indented(text) };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
