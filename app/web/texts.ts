/** Everything that the page says, in one place: another language is another file of these keys. */
export const TEXTS = {
  name: "purebox",
  skip: "Skip to the content",
  nav: { label: "Main", tools: "Tools", kits: "Kits", pipeline: "Pipeline", api: "API" },
  theme: { dark: "Dark", light: "Light", label: "Change between light and dark" },
  foot: {
    version: (version: string) => `purebox ${version}`,
    kept: "What is kept: nothing",
    limits: "Limits",
    find: "find",
    run: "run",
    keys: "all keys",
  },
  offline: {
    head: "Offline.",
    text: "Tools that run in this browser work as before; “On the server” is back when the connection is.",
  },
  update: { text: "A new version is ready.", reload: "Reload" },
  finder: {
    open: "Find a tool",
    placeholder: "Name or task: pretty print, jwt, diff openapi",
    hits: "Tools",
    nothing: (words: string) =>
      `Nothing fits “${words}”. Try the thing you have (csv, cron, sarif) or what you want (compare, validate, convert).`,
  },
  keys: {
    title: "Keys",
    close: "Close",
    list: [
      ["/", "Go to the search field"],
      ["Ctrl K", "Find a tool from anywhere"],
      ["Ctrl Enter", "Run"],
      ["Alt C", "Copy the result"],
      ["F8, Shift F8", "Next and previous finding, in its place"],
      ["Alt 1 … 9", "Open the tool offered for pasted text"],
      ["F6, Shift F6", "Next and previous pane"],
      ["Alt P", "Pin this tool"],
      ["Alt O", "Open a file"],
      ["Alt Shift S", "Copy a share link"],
      ["Esc", "Close, cancel, or leave a text area so that Tab moves on"],
      ["?", "This list"],
    ],
  },
  home: {
    title: "Find a tool, or paste anything",
    placeholder: "pretty print json, or the JSON itself",
    toCome: "to come here",
    toOpen: "to open",
    drop: "Drop a file anywhere",
    stays: "What you paste stays in this browser",
    pinned: "Pinned",
    recent: "Recent",
    noPins: ["Nothing yet.", "on a tool’s page keeps it here, in this browser only."],
    tools: "Tools",
    about: (count: number) => `${count}, by what they are about`,
    kits: "Kits",
    kitsAbout: "several tools in fixed stages",
    allKits: (count: number) => `All ${count} kits`,
    offers: "Tools for this text",
    read: (characters: string) =>
      `${characters} characters, read in this browser; nothing was run or sent.`,
    unknown:
      "No tool claims this text by its shape. Search for what you want to do with it; the text is kept and goes along.",
    search: "Search instead",
    found: (count: number) => (count === 1 ? "1 tool" : `${count} tools`),
  },
  missing: {
    title: "Nothing is here",
    text: (path: string) => `There is no page at ${path}.`,
    home: "All tools",
  },
} as const;

/** Groups the digits of figures of the page; results are never touched. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
