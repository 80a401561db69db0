/** What lines of a job's log say of why it failed, in the order in which a line is asked. */

export const CATEGORIES = [
  "infrastructure",
  "config",
  "access",
  "dependency",
  "build",
  "network",
  "test",
  "lint",
  "exit",
] as const;

export type Category = (typeof CATEGORIES)[number];

export interface Rule {
  readonly code: string;
  readonly category: Category;
  /** What is nearer to the root of a failure has the lower rank. */
  readonly rank: number;
  /** What was found, as a message names it. */
  readonly found: string;
  readonly advice: string;
  matches(line: string): boolean;
}

/** A line has one of the patterns, or one text of a pair and the other soon behind it. */
function lines(patterns: readonly RegExp[], pairs: readonly Pair[] = []): Rule["matches"] {
  return (line) =>
    patterns.some((pattern) => pattern.test(line)) ||
    pairs.some(([first, second]) => isSoonBehind(line, first, second));
}

type Pair = readonly [first: RegExp, second: RegExp];

const SOON = 80;

/** Both have the flag g. A bounded gap inside one pattern would be tried again from each place of the first. */
function isSoonBehind(line: string, first: RegExp, second: RegExp): boolean {
  const starts = Array.from(line.matchAll(second), ({ index }) => index);
  if (starts.length === 0) return false;
  const ends = Array.from(line.matchAll(first), ({ index, 0: text }) => index + text.length);
  let at = 0;
  for (const end of ends) {
    while ((starts[at] ?? Infinity) < end) at++;
    if ((starts[at] ?? Infinity) - end <= SOON) return true;
  }
  return false;
}

const UNSET = /\b(?:not set|is missing|not defined|required)\b/gi;

const failedTest = lines([
  /^\s*(?:--- FAIL:|[✗✕×]|\(fail\) |[1-9]\d* fail$)/i,
  // "Failed to compile" tells of no test, and "Failed: 0" of none that failed.
  /^\s*FAIL(?:ED)?\b(?! to\b|!?[ :=]{0,3}0\b)/i,
  /\b[1-9]\d* (?:tests? )?(?:failed|failing)\b/i,
  /\bAssertionError\b/i,
  /\bfailures: {0,9}[1-9]|\b\d+ examples?, [1-9]\d* failure/i,
  /^test \S+ \.\.\. FAILED\b|\bthe following tests failed\b/i,
]);

/** A test that TAP expects to fail, or to be left out, is no failure. */
const isFailedTest = (line: string): boolean =>
  /^\s*not ok\b/i.test(line) ? !/#\s?(?:TODO|SKIP)/i.test(line) : failedTest(line);

export const RULES: readonly Rule[] = [
  {
    code: "DISK_FULL",
    category: "infrastructure",
    rank: 1,
    found: "a full disk",
    advice: "Free disk space in the job, or give it a larger disk, and run it again.",
    matches: lines([
      /\bno space left on device\b|\bENOSPC\b|\bdisk quota exceeded\b/i,
      /\bnot enough (?:free )?disk space\b/i,
    ]),
  },
  {
    code: "OUT_OF_MEMORY",
    category: "infrastructure",
    rank: 1,
    found: "memory that ran out",
    advice: "Raise the memory of the job, or limit the workers of the test runner.",
    matches: lines([
      /\bout of memory\b|\bOutOfMemoryError\b|\bOOMKilled\b|\bcannot allocate memory\b/i,
      /\bexit(?:ed with)? (?:code|status) 137\b/i,
    ]),
  },
  {
    code: "JOB_TIMEOUT",
    category: "infrastructure",
    rank: 1,
    found: "a job over its time limit",
    advice: "Find the step that hangs or split the job; raise its time limit only after that.",
    matches: lines([
      /\bexceeded the maximum execution time\b|\bexecution took longer than\b/i,
      /\bjob (?:execution )?timed out\b|\bthe action '[^']{1,100}' has timed out\b/i,
    ]),
  },
  {
    code: "RUNNER_LOST",
    category: "infrastructure",
    rank: 1,
    found: "a runner that was lost",
    advice: "Run the job again; if it happens often, look at the runner's own log and its memory.",
    matches: lines([
      /\brunner has received a shutdown signal\b|\brunner system failure\b/i,
      /\blost communication with the server\b|\bhosted runner encountered an error\b/i,
    ]),
  },
  {
    code: "CONFIG_ERROR",
    category: "config",
    rank: 2,
    found: "a wrong configuration",
    advice: "Correct the pipeline's configuration at the place that the line names.",
    matches: lines([
      /\binvalid workflow file\b|\bYAMLException\b|\byaml: line\b/i,
      /\bmapping values are not allowed\b|\bconfig contains unknown keys\b/i,
      /\bthe workflow is not valid\b/i,
      /\b(?:unknown (?:shorthand )?(?:flag|option)|unrecognized (?:option|argument)s?)\b/i,
    ]),
  },
  {
    code: "SECRET_MISSING",
    category: "access",
    rank: 2,
    found: "a secret or variable that is not set",
    advice:
      "Set the secret or variable for this job; runs for forks and for bots have none of them.",
    matches: lines(
      [
        /\binput required and not supplied\b/i,
        /\bmissing (?:required )?(?:secret|env(?:ironment)? var(?:iable)?)s?\b/i,
      ],
      [[/\b(?:secret|env(?:ironment)? var(?:iable)?)s?\b/gi, UNSET]],
    ),
  },
  {
    code: "AUTH_FAILED",
    category: "access",
    rank: 2,
    found: "access that was refused",
    advice: "Renew the credential of this job, and check that it may do what the line names.",
    matches: lines([
      /\b401 unauthorized\b|\b403 forbidden\b|\bauthentication (?:failed|required)\b/i,
      /\bpermission denied \(publickey|\bcould not read (?:username|password)\b|\baccess denied\b/i,
      /\b(?:bad|invalid) credentials\b|\bno basic auth credentials\b/i,
      /\brequested access to the resource is denied\b/i,
    ]),
  },
  {
    code: "DEPENDENCY_RESOLUTION",
    category: "dependency",
    rank: 3,
    found: "dependencies that cannot be resolved",
    advice: "Resolve the dependencies on your own machine, and commit the lock file with them.",
    matches: lines(
      [
        /\bERESOLVE\b|\bETARGET\b|\bnpm (?:err!|error) code E404\b|(?:\b|_)OUTDATED_LOCKFILE\b/i,
        /\bno matching (?:distribution|version) found\b|\bversion solving failed\b/i,
        /\bResolutionImpossible\b|\bfailed to select a version for\b|\bcouldn't find (?:package|any versions)\b/i,
        /\bcould not resolve (?:all )?(?:dependencies|artifacts|files)\b/i,
        /\bcould not find (?:artifact|a version that satisfies)\b/i,
        /\bunknown revision\b|\bmissing go\.sum entry\b/i,
        /\bcan only install packages when your package\.json\b/i,
      ],
      [
        [
          /\block[- ]?file\b|[-.]lock\b/gi,
          /\b(?:(?:out of|not up to) date|needs to be updated|out of sync|is frozen|does not contain a compatible set)\b/gi,
        ],
      ],
    ),
  },
  {
    code: "COMPILE_ERROR",
    category: "build",
    rank: 4,
    found: "code that does not compile",
    advice: "Correct the first error of the compiler: those behind it often follow from it.",
    matches: lines([
      /\berror (?:TS|CS)\d+|\berror\[E\d+\]|:\d+:\d+: (?:fatal )?error:/i,
      /\bfatal error:|\bSyntaxError\b|\bcannot find symbol\b|\bundefined reference to\b/i,
      /\bcompilation (?:error|failure|failed)\b|\bfailed to compile\b|\bcould not compile\b/i,
      /\b(?:ModuleNotFound|Import|Indentation)Error\b|\bcannot find (?:module|package)\b|\[build failed\]/i,
      /\bsymbol\(s\) not found for architecture\b|\bmodule not found: error\b/i,
      /\bunresolved reference\b|\bcannot find (?:type )?'[^']{1,100}' in scope\b/i,
      /\.pyi?:\d+: error:/i,
      /\.go:\d+:\d+: (?:undefined:|cannot use\b|syntax error\b|declared and not used\b|missing return\b)/i,
      /\.go:\d+:\d+: (?:"[^"\s]+" imported and not used\b|(?:not enough|too many) arguments\b)/i,
    ]),
  },
  {
    code: "RATE_LIMITED",
    category: "network",
    rank: 5,
    found: "a rate limit",
    advice:
      "Wait and run again; log in to the registry or cache what is fetched to ask less often.",
    matches: lines([/\b429 too many requests\b|\brate[ -]limit(?:ed)?\b|\btoomanyrequests\b/i]),
  },
  {
    code: "NETWORK",
    category: "network",
    rank: 5,
    found: "a connection that failed",
    advice: "Run the job again; if it happens often, retry the step and cache what it fetches.",
    matches: lines([
      /\b(?:ENOTFOUND|EAI_AGAIN|ECONNRESET|ECONNREFUSED|ETIMEDOUT)\b/i,
      /\bconnection (?:refused|reset|timed out)\b|\bcould not resolve host\b/i,
      /\bTLS handshake timeout\b|\bname resolution\b|\bsocket hang up\b|\bi\/o timeout\b/i,
      /\b(?:read|operation) timed out\b|\bno route to host\b|\bnetwork is unreachable\b/i,
      /\b502 bad gateway\b|\b503 service unavailable\b|\b504 gateway time-?out\b/i,
      /\bRPC failed\b|\bearly EOF\b/i,
    ]),
  },
  {
    code: "TEST_TIMEOUT",
    category: "test",
    rank: 6,
    found: "a test over its time limit",
    advice: "Look for what the test waits for and never gets; raise its limit only if it is slow.",
    matches: lines([
      /\btest timeout of\b|\bexceeded timeout of\b|\basync callback was not invoked\b/i,
      /\btest timed out\b|\btimeout of \d+ ?ms exceeded\b/i,
    ]),
  },
  {
    code: "SNAPSHOT_MISMATCH",
    category: "test",
    rank: 6,
    found: "a snapshot that differs",
    advice: "Compare the snapshots; update them only where the change is wanted.",
    matches: lines(
      [
        /(?<!\b0 )\bsnapshots? failed\b|\b[1-9]\d* snapshots? failed\b|\bsnapshots: [1-9]\d* failed\b/i,
      ],
      [
        [/\bsnapshots?\b/gi, /\b(?:do(?:es)? not match|mismatch(?:ed)?)\b/gi],
        [/\bdo(?:es)? not match\b/gi, /\bsnapshots?\b/gi],
      ],
    ),
  },
  {
    code: "TEST_FAILURE",
    category: "test",
    rank: 6,
    found: "a failing test",
    advice: "Run the failing tests alone, and mend the code or the test.",
    matches: isFailedTest,
  },
  {
    code: "LINT",
    category: "lint",
    rank: 7,
    found: "code that the linter or formatter refuses",
    advice: "Run the linter or formatter with its option to fix, and commit what it changes.",
    matches: lines([
      /\b\d+ problems? \([1-9]\d* errors?\b|\bcode style issues found\b/i,
      /\bwould (?:reformat|be reformatted)\b|\b[1-9]\d* offenses? detected\b/i,
      /\bfound [1-9]\d* errors? \([^()]{0,60}\bfixable\b|\[\*\] [1-9]\d* fixable with\b/i,
    ]),
  },
  {
    code: "COMMAND_NOT_FOUND",
    category: "config",
    rank: 8,
    found: "a command or script that there is not",
    advice: "Install the command in the job before it is used, or correct its name.",
    matches: lines([
      /\bcommand not found\b|\bexecutable file not found\b|\bcommand "[^"]{1,100}" not found\b/i,
      /\bis not recognized as (?:an internal or external command|the name of a cmdlet)\b/i,
      /\bmissing script:|sh: (?:line )?\d{1,9}: [^\s:]{1,100}: not found\b/i,
    ]),
  },
  {
    code: "EXIT_CODE",
    category: "exit",
    rank: 9,
    found: "an exit code that is not 0",
    advice: "Read the lines above it: they are the last words of the command that failed.",
    matches: lines([
      /\b(?:process completed with|failed with) exit code [1-9]/i,
      /^make(?:\[\d{1,4}\])?: \*\*\* \[/i,
      /\bexit status [1-9]|\bexited with (?:code|status) [1-9]|\berror: job failed\b/i,
    ]),
  },
];

/** `1 warning` is a count; the word alone says that the line is none of an end. */
const RETRIED =
  /(?<!\b\d{1,6} )\bwarn(?:ing)?\b|\bretry(?:ing)?\b|\bwill try again\b|\battempt \d+ of \d+\b/i;

/** Whether the line tells of what was tried again, or only warned of. */
export function isRetried(line: string): boolean {
  return RETRIED.test(line);
}
