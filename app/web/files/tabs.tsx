/** Ways to use one page: each shows the options that it is about, and what was put in stays. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Tab } from "./file-kit.ts";

interface TabsProps {
  readonly tabs: readonly Tab[];
  /** There is none where a page has only one way. */
  readonly current: Tab | undefined;
  readonly onTab: (tab: Tab) => void;
  readonly children: ComponentChildren;
}

const PANEL = "tab-panel";
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Tabs({ tabs, current, onTab, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  if (!current) return <>{children}</>;
  const place = tabs.indexOf(current);
  const hear = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const next = step === undefined ? undefined : tabs.at((place + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    onTab(next);
    list.current?.querySelectorAll<HTMLElement>("button")[tabs.indexOf(next)]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" ref={list} onKeyDown={hear}>
        {tabs.map((tab, index) => (
          <button
            type="button"
            class="btn"
            role="tab"
            id={`tab-${index}`}
            key={tab.name}
            aria-selected={tab === current}
            aria-controls={PANEL}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onTab(tab)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={PANEL} aria-labelledby={`tab-${place}`}>
        {children}
      </div>
    </>
  );
}
