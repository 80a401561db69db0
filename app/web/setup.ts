/** What the server wrote into the document: where the files are, and what it is called. */
const { dataset } = document.documentElement;

export const SETUP = {
  catalogue: dataset["catalogue"] ?? "",
  search: dataset["search"] ?? "",
  units: dataset["units"] ?? "",
  worker: dataset["worker"] ?? "",
  /** Works on files. */
  filesWorker: dataset["files"] ?? "",
  /** What the last runs of the proving commands showed. */
  proofs: dataset["proofs"] ?? "",
  /** The styles of all screens but the first. */
  sheet: dataset["sheet"] ?? "",
  /** What looks at pasted texts: one file, which is a third smaller than its parts. */
  detects: dataset["detects"] ?? "",
  /** Of the service. */
  version: dataset["version"] ?? "",
  maxInputChars: Number(dataset["maxInputChars"] ?? 100_000),
} as const;
