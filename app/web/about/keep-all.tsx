/** Keeps every file of the page for when there is no connection, on request, as they are many. */
import { useEffect, useState } from "preact/hooks";
import { ABOUT } from "./texts.ts";

type Files = Readonly<Record<string, number>>;

interface State {
  readonly total: number;
  readonly kept: number;
  readonly step: "ready" | "running" | "failed";
}

export function KeepAll() {
  const [state, setState] = useState<State>();
  const { keep } = ABOUT;
  useEffect(() => {
    void readState().then(setState);
  }, []);
  if (!("serviceWorker" in navigator)) return <p class="muted">{keep.cannot}</p>;
  if (!state) return null;
  const { total, kept, step } = state;
  const start = (): void => {
    setState({ ...state, step: "running" });
    keepAll((done) => setState({ ...state, kept: done, step: "running" }))
      .then(() => setState({ total, kept: total, step: "ready" }))
      .catch(() => setState({ ...state, step: "failed" }));
  };
  if (kept >= total) return <p role="status">{keep.done(megabytes(total))}</p>;
  return (
    <>
      <p>{keep.text(megabytes(total), megabytes(kept))}</p>
      <p class="acts">
        {step === "running" ? (
          <>
            <progress max={total} value={kept} aria-label={keep.progress} />
            <span class="muted">{keep.of(megabytes(kept), megabytes(total))}</span>
          </>
        ) : (
          <button type="button" class="btn line" id="keep-all" onClick={start}>
            {keep.button(megabytes(total - kept))}
          </button>
        )}
      </p>
      {step === "failed" && (
        <p class="err" role="alert">
          {keep.failed}
        </p>
      )}
    </>
  );
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

async function readState(): Promise<State | undefined> {
  try {
    const files = (await (await fetch("/files.json")).json()) as Files;
    const sizes = Object.values(files);
    const here = await keptPaths();
    const kept = Object.entries(files).reduce(
      (sum, [path, bytes]) => sum + (here.has(path) ? bytes : 0),
      0,
    );
    return { total: sizes.reduce((sum, bytes) => sum + bytes, 0), kept, step: "ready" };
  } catch {
    return undefined;
  }
}

async function keptPaths(): Promise<ReadonlySet<string>> {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(lists.flat().map(({ url }) => new URL(url).pathname));
}

/** What the worker that keeps them tells: bytes so far, the end, or that it did not work. */
type Told = number | "done" | "failed";

async function keepAll(tell: (bytes: number) => void): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    if (data === "done") resolve();
    else if (data === "failed") reject(new Error("Not all could be kept"));
    else tell(data);
  });
  port1.start();
  active?.postMessage("keep all", [port2]);
  return promise;
}
