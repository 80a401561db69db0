/** What the screen about the product says; it comes with that screen. */
export const ABOUT = {
  title: "About",
  privacy: {
    title: "What is kept: nothing",
    texts: [
      "Tools run in this browser, and what you put in stays in it, unless you choose the server.",
      "On the server, an input is read, the answer is sent, and both are forgotten: neither is stored nor logged. The log has times, tool names, sizes and states, never what was put in or came out.",
      "No cookies, no analytics, no fonts or scripts of other hosts. Do not send secrets or regulated personal data to a server that is not yours.",
    ],
  },
  files: {
    title: "Your files stay on this device",
    texts: [
      "Kits for images, PDF files, diagrams and checksums do their work in this page, in workers of this browser. No request carries a file, its name, its size or its digest, and once Run can be pressed nothing is asked of the server at all: disconnect, and it works the same.",
      "The browser itself holds the page to that: its content security policy lets it load from and connect to this server only, and submit no form anywhere. The network panel of the browser's tools shows each request. “Check on the server” is the one exception: it shows what it would send, without content and names, and sends it only when that is asked for again.",
      "The manifest lists the digests of what went in and what came out; the receipt says with which version of the rules it was checked.",
    ],
  },
  limits: {
    title: "Limits",
    text: (characters: string) =>
      `An input has at most ${characters} characters here and on the server; the command line takes 20,000,000.`,
    more: [
      "On the server, calls are counted by key, or by address without one; a 429 says which limit it was, and Retry-After when the next call may come.",
      "A run that takes too long is ended; what a tool may do is counted in steps, so that the same input fails or succeeds on every machine.",
    ],
  },
  receipts: {
    title: "Receipts",
    texts: [
      "A receipt holds hashes over RFC 8785 canonical JSON: of the input, of the output, with the tool's version, the clock and the seed. It never holds the data.",
      "Whoever has the input can verify it: POST /api/verify, `purebox verify`, or the button on a kit's page run it again and say whether every byte is the same.",
    ],
  },
  browser: {
    title: "What this browser keeps",
    text: "The theme, what you pinned and what you opened last, in its local storage; and the page's own files, so that it works offline.",
    exportPins: "Export pins",
    importPins: "Import pins",
  },
  keep: {
    text: (all: string, here: string) =>
      `Tools are kept once they were used. All of them together are ${all} MB, of which ${here} MB are here.`,
    button: (left: string) => `Keep all offline (${left} MB)`,
    progress: "Files kept",
    of: (kept: string, all: string) => `${kept} of ${all} MB`,
    done: (all: string) => `All ${all} MB are kept: every tool works without a connection.`,
    failed:
      "Not all files could be kept; those that came are. Try again when the connection holds.",
    cannot: "This address is not secure, so the browser keeps no files for it.",
  },
  version: { title: "Version", text: (version: string) => `purebox ${version}, MIT licence.` },
} as const;
