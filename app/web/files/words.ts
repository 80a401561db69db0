/** What the page of kits of files says. */
export const WORDS = {
  stays: "Your files stay on this device. Nothing is uploaded.",
  proof: "How that is kept",
  sections: { files: "Files", options: "Options", plan: "Plan and run", results: "Results" },
  choose: "Choose files",
  chooseFolder: "Choose a folder",
  orDrop: "or drop them anywhere on this page, or paste them",
  samples: "Try with sample files",
  added: (taken: number, refused: number) =>
    `${taken === 1 ? "1 file" : `${taken} files`} added${refused > 0 ? `, ${refused} refused` : ""}`,
  removed: (name: string) => `${name} removed`,
  remove: "Remove",
  up: "Move up",
  down: "Move down",
  reading: "being read",
  twin: (name: string, first: string) =>
    name === first ? "The same file is here already." : `The same content as ${first}.`,
  wanted: (count: number) =>
    count === 1 ? "The job waits for a file:" : `The job waits for ${count} files:`,
  goOn: "Go on without them",
  waiting: "The plan is made once the files of the job are here.",
  unreadable: (name: string) => `${name} could not be read.`,
  tooMany: (name: string, most: number) =>
    `${name} was not added: ${most} files are the limit here.`,
  tooLarge: (name: string, size: string, limit: string) =>
    `${name} is ${size}; the limit here is ${limit}.`,
  tooLargeTogether: (name: string, limit: string) =>
    `${name} was not added: all files together may have ${limit}.`,
  outOfMemory: (name: string) =>
    `This browser ran out of memory at ${name}. Results so far are kept. Try fewer or smaller files, or Run again.`,
  damaged: (name: string) => `${name} is damaged; nothing was made from it.`,
  oldBrowser: "Your browser is too old: it lacks WebAssembly.",
  presets: "Presets",
  name: "Name of the delivery",
  nameHelp: "1 to 80 letters, digits, blanks, dots, hyphens and underscores",
  loadJob: "Load job",
  saveJob: "Save job",
  notAJob: "This is no job of this kit.",
  addFirst: "Add files, and the plan stands here.",
  planning: "The plan is being made.",
  planWrong: "There is no plan yet:",
  planned: (outputs: number) =>
    outputs === 1 ? "1 file will be made" : `${outputs} files will be made`,
  preparing: "Loading what the work needs, once.",
  fetched: "Loaded for it:",
  part: (name: string, bytes: number | undefined) =>
    bytes === undefined ? `${name} …` : bytes === 0 ? name : `${name} ${sizeWords(bytes)}`,
  partMissing: (name: string) =>
    `The ${name} could not be loaded. Check the connection and press Try again.`,
  notLoaded: "What the work needs could not be loaded. Check the connection and press Try again.",
  tryAgain: "Try again",
  run: "Run",
  runAgain: "Run again",
  cancel: "Cancel",
  progress: "Progress",
  time: (elapsed: number, left: number | undefined) =>
    `${seconds(elapsed)} so far${left === undefined ? "" : `, about ${seconds(left)} left`}`,
  rate: (bytes: number) => `${sizeWords(Math.round(bytes))}/s`,
  each: (part: number, rate: number, left: number | undefined) => {
    const after = left === undefined ? "" : ` · about ${seconds(left)} left`;
    return `${Math.floor(part * 100)} % · ${WORDS.rate(rate)}${after}`;
  },
  expected: (milliseconds: number) => `about ${seconds(milliseconds)}`,
  tenth: (percent: number) => `${percent} % done`,
  started: "The work has begun",
  finished: "Finished. The results are below.",
  cancelled: "Cancelled. What was finished is below.",
  verifying: "The results are being checked.",
  ready: "Ready",
  made: "Made",
  all: "Download all (zip)",
  packing: "The archive is being made.",
  packed: "The archive is ready.",
  parts: (count: number) => `The archive is cut into ${count}.`,
  preview: "Preview",
  close: "Close",
  before: (bytes: number) => `${sizeWords(bytes)} before`,
  saving: (percent: number) => (percent >= 0 ? `${percent} % smaller` : `${-percent} % larger`),
  again: "Check again",
  same: "Checked again: every byte is the same",
  differs: (names: readonly string[]) => `Differs: ${names.join(", ")}`,
  shell: "For the command line, with the files of the archive",
  server: "Check on the server",
  serverText: "This is all that is sent; names are replaced, and no content is in it.",
  send: "Send it",
  serverSaid: (verdict: string) => `The server says: ${verdict}`,
  leave: "Results that were not saved are lost.",
} as const;

function seconds(milliseconds: number): string {
  const all = Math.round(milliseconds / 1000);
  const minutes = Math.floor(all / 60);
  return minutes === 0 ? `${all} s` : `${minutes} min ${all % 60} s`;
}

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** "61 MB", with three digits at most. */
export function sizeWords(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  if (unit === 0) return size === 1 ? "1 byte" : `${size} bytes`;
  const digits = size < 9.95 ? 2 : size < 99.5 ? 1 : 0;
  return `${Number(size.toFixed(digits))} ${UNITS[unit]}`;
}
