/** What it means to do something to an object of some kind. */
import type { Act } from "./acts.ts";
import type { Capability } from "./capability.ts";
import type { Kind } from "./kinds.ts";

const LETTERS = {
  P: "private-data",
  U: "untrusted-content",
  O: "outbound",
  W: "write",
  D: "destructive",
  X: "execute",
  M: "money",
  S: "secrets",
  G: "delegate",
} as const satisfies Readonly<Record<string, Capability>>;

type Rules = Partial<Readonly<Record<Act, string>>>;

/** What the owner keeps. */
const OWN: Rules = {
  read: "P",
  make: "W",
  change: "W",
  write: "W",
  remove: "WD",
  end: "D",
  send: "W",
  pay: "WM",
  exec: "X",
  build: "X",
};

/** By the first letters of capabilities; an act that is not named does nothing that counts. */
const RULES: Readonly<Record<Kind | "unknown", Rules>> = {
  mail: { ...OWN, read: "PU", make: "O", write: "O", send: "O" },
  chat: { ...OWN, read: "PU", make: "O", change: "O", write: "O", send: "O" },
  reaction: { read: "PU", make: "O", change: "O", remove: "O", send: "O" },
  ticket: { ...OWN, read: "PU", make: "WO", write: "WO", send: "WO", ask: "G" },
  pull: { ...OWN, read: "PU", make: "WO", write: "WO", send: "WO" },
  comment: { ...OWN, read: "PU", make: "WO", change: "WO", write: "WO", send: "WO", run: "WO" },
  event: { ...OWN, read: "PU" },
  web: {
    read: "U",
    make: "U",
    send: "UO",
    act: "O",
    compute: "U",
    local: "U",
    run: "U",
    start: "U",
  },
  social: { read: "U", make: "O", change: "O", write: "O", send: "O", remove: "WD" },
  browser: { read: "U", upload: "O", act: "O", send: "O", run: "UX", exec: "UX" },
  form: { read: "O", choose: "O", make: "O", change: "O", act: "O", send: "O", write: "O" },
  public: {
    read: "U",
    resolve: "",
    make: "W",
    change: "W",
    remove: "WD",
    send: "WO",
    build: "X",
    exec: "X",
  },
  repo: { ...OWN, read: "PU", send: "WO" },
  knowledge: {},
  price: { make: "WM", change: "WM", write: "WM" },
  session: { end: "D" },
  file: { ...OWN, write: "WD", send: "O" },
  data: { ...OWN, choose: "P", run: "P", exec: "P" },
  doc: { ...OWN, send: "WO" },
  infra: { ...OWN, run: "X", start: "W" },
  log: OWN,
  mailing: { ...OWN, send: "O" },
  people: { ...OWN, send: "O" },
  billing: {
    ...OWN,
    make: "WM",
    remove: "WDM",
    end: "WDM",
    send: "O",
    run: "WM",
    capture: "WM",
    transfer: "WM",
  },
  pricing: { ...OWN, make: "WM", change: "WM", remove: "WDM", end: "WDM", send: "OM", pay: "WM" },
  secret: { ...OWN, read: "PS", count: "", make: "WS", change: "WS", write: "WS", compute: "S" },
  job: { ...OWN, run: "X" },
  execution: { ...OWN, make: "X", run: "X" },
  process: {
    read: "P",
    end: "D",
    remove: "D",
    run: "X",
    exec: "X",
    build: "X",
    send: "X",
    make: "X",
  },
  command: { ...OWN, run: "X", send: "X" },
  agent: { run: "G", exec: "G", ask: "G", send: "G", make: "W", change: "W", remove: "WD" },
  notice: { ...OWN, make: "O", send: "O" },
  unknown: { ...OWN, send: "O", pay: "WM", ask: "G", act: "O", run: "X" },
};

/** What an act is where nothing else is said of it. */
const LIKE: Partial<Readonly<Record<Act, Act>>> = {
  start: "run",
  count: "read",
  capture: "read",
  transfer: "change",
  resolve: "change",
  upload: "make",
};

/** In no order. */
export function meaningOf(act: Act, kind: Kind | "unknown"): Capability[] {
  const rules: Rules = RULES[kind];
  const like = LIKE[act];
  const letters = rules[act] ?? (like && rules[like]) ?? "";
  return [...letters].map((letter) => LETTERS[letter as keyof typeof LETTERS]);
}
