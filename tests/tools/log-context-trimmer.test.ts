import { expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/log-context-trimmer.ts";
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { runUnit } from "../support/run-unit.ts";

const trim = (input: string, options: object = {}) => {
  const { output = "", value, warnings = [] } = runUnit(tool as never, { input, ...options });
  const codes = warnings.map(({ code }) => code);
  return { output, codes, value: value as { readonly [member: string]: unknown } };
};
const lines = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join("\n");

test("colours, cursor movements and overwritten progress go", () => {
  expect(
    trim("\u001b[31mred\u001b[0m \u001b]0;title\u0007x\u001b(B\r\n 10%\r 50%\r100%\n").output,
  ).toBe("red x\n100%");
});

test("a log that fits is itself, and says so", () => {
  for (const log of ["", "a", "a\nb", "a\na", "x\n\ny"]) {
    expect(trim(log)).toMatchObject({ output: log, codes: ["NOTHING_TRIMMED"] });
  }
  expect(trim("a\r\nb\r\n")).toMatchObject({ output: "a\nb", codes: ["NOTHING_TRIMMED"] });
  expect(trim("a\na\na").output).toBe("a\n... [previous line repeated 2 more times]");
});

test("the block length that saves most is folded, the shorter one on a tie", () => {
  expect(trim("a\nb\na\nb").output).toBe("a\nb\n... [previous 2 lines repeated 1 more time]");
  expect(trim("a\na\na\na").output).toBe("a\n... [previous line repeated 3 more times]");
  expect(trim("a\na\nb\na\na\nb").output).toBe(
    "a\na\nb\n... [previous 3 lines repeated 1 more time]",
  );
});

test("an important line keeps its stack and its context, however far from the ends", () => {
  const log = `${lines(50, (index) => `step ${String.fromCharCode(97 + (index % 26))}${index}`)}\njava.lang.NullPointerException: x\n\tat a.B(C.java:1)\nCaused by: y\n${lines(50, (index) => `more ${index}`)}`;
  const { output, value } = trim(log, { keepHead: 1, keepTail: 1, contextLines: 1 });
  expect(output).toContain(
    "step x49\njava.lang.NullPointerException: x\n\tat a.B(C.java:1)\nCaused by: y\nmore 0\n",
  );
  expect(value).toMatchObject({ importantLines: [51, 52, 53], omittedLines: 96 });
  expect(trim(log, { keepHead: 1, keepTail: 1, keepImportant: false }).output).toBe(
    "step a0\n... [101 lines omitted: 2-102]\nmore 49",
  );
});

test("a gap of one unit is kept, a folded block is counted by its input lines", () => {
  expect(trim("a\nb\nc", { keepHead: 1, keepTail: 1 }).output).toBe("a\nb\nc");
  expect(trim("a\nb\nc", { keepHead: 2, keepTail: 0 }).output).toBe("a\nb\nc");
  expect(trim("a\nb\nc", { keepHead: 0, keepTail: 2 }).output).toBe("a\nb\nc");
  expect(trim("a", { keepHead: 0, keepTail: 0 }).output).toBe("a");
  const log = `a\n${"tick\n".repeat(20)}b\nc\nd`;
  expect(trim(log, { keepHead: 1, keepTail: 1 }).output).toBe("a\n... [22 lines omitted: 2-23]\nd");
});

test("maxChars cuts whole lines from the middle", () => {
  const { output } = trim(
    lines(100, (index) => `line ${index}`),
    { keepHead: 100, maxChars: 200 },
  );
  expect(output).toMatch(
    /^line 0\n(?:line \d+\n)*\.\.\. \[\d+ more output lines cut to fit\]\n(?:line \d+\n)*line 99$/,
  );
  expect([...output].length).toBeLessThanOrEqual(200);
  expect(trim("x".repeat(5000), { maxChars: 200 }).output).toBe(
    "... [1 more output line cut to fit]",
  );
});

test("values that change from run to run become placeholders", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["10.0.0.1:8080 GET", "<ip> GET"],
    ["[12/Oct/2026:13:55:36 +0000] ok", "[<time>] ok"],
    ["Oct  3 13:55:36 host sshd[123]: x", "<time> host sshd<pid>: x"],
    ["at 0xDEADBEEF id 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "at <hex> id <uuid>"],
    ["sha da39a3ee5e6b4b0d3255bfef95601890afd80709 took 1.5s", "sha <hash> took <duration>"],
    ["pid=4242 order 99999 v1.2345", "pid=<pid> order <n> v1.2345"],
    ["2026-01-02 2026/01/02", "<date> <date>"],
  ];
  for (const [line, masked] of cases)
    expect(trim(line, { stripVolatile: true }).output).toBe(masked);
});

test("percentages round half to even, exactly", () => {
  expect(percentOf(1, 2000, 1)).toBe(0);
  expect(percentOf(3, 2000, 1)).toBe(0.2);
  expect(percentOf(-1, 3, 1)).toBe(-33.3);
  expect(percentOf(5, 0, 1)).toBe(0);
});

test("folding can be undone: every line of the log is printed or stands in a marker", () => {
  const logs = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 });
  fc.assert(
    fc.property(logs, (log) => {
      const { output } = trim(log.join("\n"), { keepHead: 10_000 });
      const rebuilt: string[] = [];
      for (const line of output === "" ? [] : output.split("\n")) {
        const marker = /^\.\.\. \[previous (?:line|(\d+) lines) repeated (\d+) more/.exec(line);
        if (!marker) rebuilt.push(line);
        else {
          const block = rebuilt.slice(-Number(marker[1] ?? 1));
          for (let time = 0; time < Number(marker[2]); time++) rebuilt.push(...block);
        }
      }
      expect(rebuilt).toEqual(log);
    }),
  );
});

/** Whether the line is kept for its own sake in the middle of a long log. */
function isImportant(line: string): boolean {
  const step = (index: number) => `step ${String.fromCharCode(97 + (index % 26))}${index}x`;
  const log = `${lines(60, step)}\n${line}\n${lines(60, step)}`;
  return (trim(log, { keepHead: 1, keepTail: 1 }).value["importantLines"] as number[]).includes(61);
}

test.each([
  "3 errors found",
  "tests are failing now",
  "several warnings were raised",
  "connect timed out, retrying: timeouts",
  "not ok 4 - parses the header",
  "worker died with SIGSEGV",
  "the process got signal: 9",
  "Process exited with code 137",
  "src/a.ts: cannot find module 'x'",
  "ld: undefined reference to `main'",
  "cp: a: No such file or directory",
  "code: 'ERR_MODULE_NOT_FOUND'",
  "npm ERR! missing script: build",
  "build_failed in stage 2",
  "connect ECONNREFUSED 127.0.0.1:5432",
  "2 passed, 1 failed, 0 errors",
  "errors: 10",
  '{"errors":10}',
  "error_count=3 failed_count=0",
])("important: %s", (line) => {
  expect(isImportant(line)).toBe(true);
});

test.each([
  "0 errors, 0 warnings",
  "finished with no errors",
  "Failed: 0, passed: 12",
  "failures=0 errors=0 skipped=2",
  '{"tests":12,"errors":0,"failed_count": 0}',
  "warnings total: 0",
  "Process exited with code 0",
  "terrorist is no trouble, nor is mirror",
  "installing unfailable package",
  "design of signals and sigils",
])("of no importance: %s", (line) => {
  expect(isImportant(line)).toBe(false);
});

test("a traceback stays whole behind the times of a CI log", () => {
  const step = (index: number) => `2024-02-29T12:34:56.7890123Z step ${index}x`;
  const time = "2024-02-29T12:34:57.0000000Z";
  const traceback = [
    "Traceback (most recent call last):",
    '  File "/app/main.py", line 3, in run',
    "    subprocess.run(command)",
    "subprocess.CalledProcess: it returned 3",
  ].map((line) => `${time} ${line}`);
  for (const prefix of ["", "build\tRun tests\t"]) {
    const all = [...Array.from({ length: 40 }, (_, index) => step(index)), ...traceback];
    const log = [...all, ...Array.from({ length: 40 }, (_, index) => step(index))];
    const { value } = trim(log.map((line) => prefix + line).join("\n"), { keepTail: 1 });
    expect(value["importantLines"]).toEqual([41, 42, 43, 44]);
  }
});
