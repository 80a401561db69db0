/** Chromium: the worker of the page as an engine, and the pages of units as a door. */
import { type Browser, errors, type Page } from "playwright-core";
import { findEntry } from "../../../app/registry.ts";
import { writeShared } from "../../../app/web/share.ts";
import type { Call } from "./calls.ts";
import type { Party, Told } from "./compare.ts";
import { ASK, type Batch, type Delivery, type Order } from "./in-page.ts";
import { type Form, type Outcome, outcomeOf, type Request } from "./outcome.ts";
import type { Place } from "./processes.ts";

const IN_PAGE = "tests/prove/determinism/in-page.ts";
/** Calls that a page is handed at once. */
const HANDED = 100;

/** Pages are asked what they answer, whenever they do. */
const LONGEST_WAIT_MS = 120_000;

interface Opened {
  readonly browser: Browser;
  readonly base: string;
  readonly place: Place;
}

async function openPage({ browser, place }: Opened): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: "block",
    timezoneId: place.zone,
    locale: place.language.replace("_", "-"),
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  return context.newPage();
}

/** `publicUrl` is what kits name as the service. */
export function chromiumEngine(opened: Opened, publicUrl: string): Party {
  return {
    name: `Chromium ${opened.browser.version()}, the page's worker`,
    async ask(calls, form) {
      const page = await openPage(opened);
      await page.goto(opened.base);
      await page.evaluate(await scriptText());
      const script = await page.evaluate<string>("document.documentElement.dataset.worker");
      const outcomes: Outcome[] = [];
      for (let at = 0; at < calls.length; at += HANDED) {
        const requests = calls.slice(at, at + HANDED).map(requestOf);
        const batch: Batch = { script, requests, form, publicUrl };
        // As text that is parsed there: in a script a member called __proto__ would be none.
        const text = JSON.stringify(JSON.stringify(batch));
        outcomes.push(
          ...(await page.evaluate<Outcome[]>(`globalThis["${ASK}"](JSON.parse(${text}))`)),
        );
      }
      await page.context().close();
      return outcomes;
    },
  };
}

const requestOf = ({ tool_id, input, options }: Call): Request => ({ tool_id, input, options });

async function scriptText(): Promise<string> {
  const built = await Bun.build({ entrypoints: [IN_PAGE], target: "browser", format: "iife" });
  const [script] = built.outputs;
  if (!script) throw new AggregateError(built.logs, `${IN_PAGE} cannot be bundled`);
  return script.text();
}

/** What a page ordered from its worker, and what it was delivered. */
export interface Exchange {
  readonly order: Order;
  readonly body: NonNullable<Delivery["body"]>;
}

/** Keeps what goes to and fro between the page and its worker, before the page's own scripts run. */
const WATCH = `globalThis.exchanges = [];
globalThis.Worker = class extends globalThis.Worker {
  #orders = new Map();
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => {
      const order = this.#orders.get(data?.id);
      if (order && data.body) globalThis.exchanges.push({ order, body: data.body });
    });
  }
  postMessage(order, ...words) {
    if (order?.request) this.#orders.set(order.id, order);
    super.postMessage(order, ...words);
  }
};`;

/** The page of each call's unit, opened by a link that holds the call. */
export function pagesOfUnits(opened: Opened): Party {
  return {
    name: "the tool's page",
    async ask(calls, form) {
      const page = await openPage(opened);
      await page.addInitScript(WATCH);
      const told: Told[] = [];
      for (const call of calls) {
        told.push(await shownBy(page, opened.base, call, form));
      }
      await page.context().close();
      return told;
    },
  };
}

async function shownBy(page: Page, base: string, call: Call, form: Form): Promise<Told> {
  const { tool_id, input, options } = call;
  const { kind = "tool", browser = false } = findEntry(tool_id) ?? {};
  const fragment = await writeShared({ input, options });
  if (fragment === undefined) return { omitted: "too large for a link" };
  await page.goto("about:blank");
  await page.goto(`${base}/${kind}s/${tool_id}#${fragment}`);
  const exchange = await exchangeIn(page, browser ? PATIENCE_MS.slice(0, 1) : PATIENCE_MS);
  if (exchange) return { ...outcomeOf(exchange.body, form), made: madeBy(call, exchange) };
  if (browser) return { omitted: "its page works on files, not on a call" };
  throw new Error(`The page of ${tool_id} ran nothing`);
}

function madeBy(call: Call, { order }: Exchange): Call {
  const { input, options = {} } = order.request;
  return { ...call, input, options: options as Call["options"] };
}

/** What the page has in its own world. */
interface Watched {
  readonly exchanges: readonly Exchange[];
}

/** Where a page does not run by itself what its link says, it is told to: so long after it was opened, and again. */
const PATIENCE_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000];

async function exchangeIn(page: Page, patience: readonly number[]): Promise<Exchange | undefined> {
  const last = () => (globalThis as unknown as Watched).exchanges.at(-1);
  for (const timeout of patience) {
    try {
      return await (await page.waitForFunction(last, undefined, { timeout })).jsonValue();
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
    await page.keyboard.press("Control+Enter");
  }
  return undefined;
}
