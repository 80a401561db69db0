/** The page: which screen an address means, and the keys that work everywhere. */
import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadEntries } from "./catalogue.ts";
import { FILE_KITS } from "./files/kits.ts";
import { Home } from "./home/home.tsx";
import { workOffline } from "./offline.ts";
import { Finder } from "./parts/finder.tsx";
import { listenToKeys } from "./parts/keys.ts";
import { Shell } from "./parts/shell.tsx";
import { followLinks, type Route, route } from "./router.ts";
import { SETUP } from "./setup.ts";
import { useSignal } from "./signal.ts";
import { TEXTS } from "./texts.ts";

let sheet: Promise<void> | undefined;

/** Over once the styles of the other screens are there; without them a screen is shown all the same. */
function styled(): Promise<void> {
  return (sheet ??= new Promise((resolve) => {
    if (document.querySelector(`link[href="${SETUP.sheet}"]`)) {
      resolve();
      return;
    }
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = SETUP.sheet;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
    document.head.append(link);
  }));
}

/** A screen whose code is fetched when it is first shown. */
function Later<P extends object>({
  load,
  ...props
}: { load: () => Promise<ComponentType<P>> } & P) {
  const [Screen, setScreen] = useState<ComponentType<P>>();
  useEffect(() => {
    void Promise.all([load(), styled()]).then(([screen]) => setScreen(() => screen));
  }, [load]);
  return Screen ? <Screen {...(props as unknown as P)} /> : null;
}

const loadAbout = async () => (await import("./about/about.tsx")).default;
const loadDocs = async () => (await import("./docs/docs.tsx")).default;
const loadKit = async () => (await import("./kit/kit.tsx")).default;
const loadFiles = async () => (await import("./files/files-page.tsx")).default;
const loadKits = async () => (await import("./kit/kits.tsx")).default;
const loadPipeline = async () => (await import("./pipeline/pipeline.tsx")).default;
const loadProofs = async () => (await import("./proofs/proofs.tsx")).default;
const loadTool = async () => (await import("./tool/tool.tsx")).default;

function screenOf(current: Route) {
  switch (current.page) {
    case "home":
      return <Home key={current.query} query={current.query} />;
    case "tool":
      return <Later key="tool" load={loadTool} id={current.id} />;
    case "about":
      return <Later key="about" load={loadAbout} part={current.part} />;
    case "proofs":
      return <Later key="proofs" load={loadProofs} />;
    case "docs":
      return <Later key="docs" load={loadDocs} />;
    case "pipeline":
      return <Later key="pipeline" load={loadPipeline} />;
    case "kits":
      return <Later key="kits" load={loadKits} />;
    case "kit":
      return Object.hasOwn(FILE_KITS, current.id) ? (
        <Later key="files" load={loadFiles} id={current.id} />
      ) : (
        <Later key="kit" load={loadKit} id={current.id} />
      );
    case "missing":
      return <Missing path={current.path} />;
  }
}

function Missing({ path }: { readonly path: string }) {
  return (
    <div class="home">
      <h1>{TEXTS.missing.title}</h1>
      <p>{TEXTS.missing.text(path)}</p>
      <p>
        <a href="/">{TEXTS.missing.home}</a>
      </p>
    </div>
  );
}

function App() {
  const current = useSignal(route);
  return (
    <>
      <Shell>{screenOf(current)}</Shell>
      <Finder />
    </>
  );
}

listenToKeys();
followLinks();
void workOffline();
void loadEntries();
const root = document.querySelector("#app");
if (root) render(<App />, root);
