/** What every screen has around it: top bar, notices, footer, the list of keys. */
import type { ComponentChildren } from "preact"; // draws the page: 5 KB
import { useState } from "preact/hooks";
import { route } from "../router.ts";
import { SETUP } from "../setup.ts";
import { type Signal, signal, useSignal } from "../signal.ts";
import { isForgetful, keepTheme } from "../storage.ts";
import { TEXTS } from "../texts.ts";
import { openFinder } from "./finder.tsx";
import { openings, useModal } from "./modal.ts";

/** Said once to those who hear the page. */
const said = signal("");

export function say(text: string): void {
  said.value = text;
}

export const isOffline: Signal<boolean> = signal(!navigator.onLine);
window.addEventListener("online", () => (isOffline.value = false));
window.addEventListener("offline", () => (isOffline.value = true));

/** Set where a newer page waits; takes it. */
export const update: Signal<(() => void) | undefined> = signal(undefined);

const keysShown = openings<object>();

export function showKeys(): void {
  keysShown.open({});
}

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { page } = useSignal(route);
  const announcement = useSignal(said);
  return (
    <>
      <a class="skip" href="#main">
        {TEXTS.skip}
      </a>
      <header class="top">
        <a class="logo" href="/">
          {TEXTS.name}
        </a>
        {page !== "home" && (
          <button type="button" class="btn finder" onClick={() => openFinder()}>
            {TEXTS.finder.open}
            <kbd>{shortcut("Ctrl K")}</kbd>
          </button>
        )}
        <Navigation page={page} />
      </header>
      <Notices />
      <main id="main" class="screen" tabIndex={-1}>
        {children}
      </main>
      <Footer isHome={page === "home"} />
      <Keys />
      <div class="hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}

/** Opened from the desktop, without what a browser has around a page, and without its keys. */
export const isInstalled = matchMedia("(display-mode: standalone)").matches;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as this system writes them. */
export function shortcut(keys: string): string {
  const own = isInstalled && keys === "Alt C" ? "Ctrl Shift C" : keys;
  return isMac ? own.replace("Ctrl", "⌘") : own;
}

function Navigation({ page }: { readonly page: string }) {
  const current = (isIt: boolean) => (isIt ? { "aria-current": "page" as const } : {});
  return (
    <nav aria-label={TEXTS.nav.label}>
      <a class="btn wide" href="/" {...current(page === "home" || page === "tool")}>
        {TEXTS.nav.tools}
      </a>
      <a class="btn wide" href="/kits" {...current(page === "kit" || page === "kits")}>
        {TEXTS.nav.kits}
      </a>
      <a class="btn" href="/pipeline" {...current(page === "pipeline")}>
        {TEXTS.nav.pipeline}
      </a>
      <a class="btn wide" href="/docs" {...current(page === "docs")}>
        {TEXTS.nav.api}
      </a>
      <span class="sep" />
      <ThemeButton />
    </nav>
  );
}

function ThemeButton() {
  const root = document.documentElement;
  const [isDark, setDark] = useState(root.dataset["theme"] === "dark");
  const change = (): void => {
    const next = isDark ? "light" : "dark";
    root.dataset["theme"] = next;
    keepTheme(next);
    setDark(!isDark);
  };
  return (
    <button type="button" class="btn" aria-label={TEXTS.theme.label} onClick={change}>
      {isDark ? TEXTS.theme.light : TEXTS.theme.dark}
    </button>
  );
}

function Notices() {
  const offline = useSignal(isOffline);
  const take = useSignal(update);
  const forgets = useSignal(isForgetful);
  return (
    <>
      {forgets && (
        <p class="notice" role="status">
          <b>{TEXTS.storage.head}</b> {TEXTS.storage.text}
        </p>
      )}
      {offline && (
        <p class="notice" role="status">
          <b>{TEXTS.offline.head}</b> {TEXTS.offline.text}
        </p>
      )}
      {take && (
        <p class="notice" role="status">
          <b>{TEXTS.update.text}</b>{" "}
          <button type="button" class="btn line" onClick={take}>
            {TEXTS.update.reload}
          </button>
        </p>
      )}
    </>
  );
}

function Footer({ isHome }: { readonly isHome: boolean }) {
  const { foot, nav } = TEXTS;
  return (
    <footer class="foot">
      <span>{foot.version(SETUP.version)}</span>
      <a href="/about">{foot.kept}</a>
      <a href="/about/limits">{foot.limits}</a>
      <a href="/proofs">{foot.proofs}</a>
      <a class="narrow" href="/">
        {nav.tools}
      </a>
      <a class="narrow" href="/kits">
        {nav.kits}
      </a>
      <a class="narrow" href="/docs">
        {nav.api}
      </a>
      <span class="keys">
        <span>
          <kbd>{shortcut("Ctrl K")}</kbd> {foot.find}
        </span>
        {!isHome && (
          <span>
            <kbd>{shortcut("Ctrl Enter")}</kbd> {foot.run}
          </span>
        )}
        <span>
          <kbd>?</kbd> {foot.keys}
        </span>
      </span>
    </footer>
  );
}

function Keys() {
  const opening = useSignal(keysShown.now);
  return opening ? <KeysDialog key={opening} opening={opening} /> : null;
}

function KeysDialog({ opening }: { readonly opening: object }) {
  const dialog = useModal();
  const { title, close, list } = TEXTS.keys;
  return (
    <dialog ref={dialog} aria-label={title} onClose={() => keysShown.closed(opening)}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="btn" onClick={() => dialog.current?.close()}>
          {close}
        </button>
      </header>
      <dl class="keymap">
        {list.map(([keys, text]) => (
          <>
            <dt>
              <kbd>{shortcut(keys)}</kbd>
            </dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
    </dialog>
  );
}
