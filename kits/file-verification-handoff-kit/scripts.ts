/** Scripts that hold the files of a folder against a list that lies beside them. */
import type { Algorithm } from "../file-verification-handoff-kit.ts";

const DIGITS: Readonly<Record<Algorithm, number>> = {
  md5: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};

/** POSIX sh; exit code 1 where a file is missing or differs, 2 where nothing could be checked. */
export function shellScript(
  algorithm: Algorithm,
  list: string,
  ownFiles: readonly string[],
): string {
  const gnu = `${algorithm}sum`;
  const other = algorithm === "md5" ? "" : `shasum -a ${algorithm.slice(3)}`;
  return [
    "#!/bin/sh",
    `# Checks the files of this folder against ${list}.`,
    "# Exit code 0: all are as listed; 1: a file is missing or differs; 2: nothing could be checked.",
    "set -u",
    "LC_ALL=C",
    "export LC_ALL",
    'cd "$(dirname "$0")" || exit 2',
    `if [ ! -r ${list} ]; then`,
    `  echo "There is no ${list} here" >&2`,
    "  exit 2",
    "fi",
    `listed=$(grep -c . ${list})`,
    'if [ "$listed" -eq 0 ]; then',
    `  echo "${list} lists no file" >&2`,
    "  exit 2",
    "fi",
    `if command -v ${gnu} >/dev/null 2>&1; then`,
    `  result=$(${gnu} -c ${list} 2>/dev/null)`,
    ...(other === ""
      ? []
      : [
          "elif command -v shasum >/dev/null 2>&1; then",
          `  result=$(${other} -c ${list} 2>/dev/null)`,
        ]),
    "else",
    `  echo "There is neither ${gnu}${other === "" ? "" : " nor shasum"} here" >&2`,
    "  exit 2",
    "fi",
    `good=$(printf '%s\\n' "$result" | grep -c ': OK$')`,
    "bad=$((listed - good))",
    `printf '%s\\n' "$result" | grep -v ': OK$'`,
    "# Files that are here and not listed.",
    "find . -type f -print | sed 's|^\\./||' | sort | awk -v digits=" + DIGITS[algorithm] + " '",
    `  BEGIN { split("${ownFiles.join(" ")}", own, " "); for (name in own) known[own[name]] = 1 }`,
    "  NR == FNR { known[substr($0, digits + 3)] = 1; next }",
    '  !($0 in known) { print $0 ": not listed" }',
    `' ${list} -`,
    'echo "$good of $listed files are as listed"',
    '[ "$bad" -eq 0 ]',
  ].join("\n");
}

/** Windows PowerShell 5.1 and PowerShell 7; the same verdict and exit codes. */
export function powerShellScript(
  algorithm: Algorithm,
  list: string,
  ownFiles: readonly string[],
): string {
  const digits = DIGITS[algorithm];
  return [
    `# Checks the files of this folder against ${list}.`,
    "# Exit code 0: all are as listed; 1: a file is missing or differs; 2: nothing could be checked.",
    "$ErrorActionPreference = 'Stop'",
    `$list = Join-Path $PSScriptRoot '${list}'`,
    "if (-not (Test-Path -LiteralPath $list -PathType Leaf)) {",
    `  Write-Output 'There is no ${list} here'`,
    "  exit 2",
    "}",
    "$known = @{}",
    `foreach ($name in @(${ownFiles.map((name) => `'${name}'`).join(", ")})) { $known[$name] = $true }`,
    "$listed = 0",
    "$good = 0",
    "foreach ($line in [System.IO.File]::ReadAllLines($list)) {",
    `  if ($line.Length -lt ${digits + 3}) { continue }`,
    "  $listed++",
    `  $hash = $line.Substring(0, ${digits})`,
    `  $name = $line.Substring(${digits + 2})`,
    "  $known[$name] = $true",
    "  $file = Join-Path $PSScriptRoot $name",
    "  if (-not (Test-Path -LiteralPath $file -PathType Leaf)) {",
    '    Write-Output "${name}: FAILED open or read"',
    "  }",
    `  elseif ((Get-FileHash -LiteralPath $file -Algorithm ${algorithm.toUpperCase()}).Hash -eq $hash) {`,
    "    $good++",
    "  }",
    "  else {",
    '    Write-Output "${name}: FAILED"',
    "  }",
    "}",
    "if ($listed -eq 0) {",
    `  Write-Output '${list} lists no file'`,
    "  exit 2",
    "}",
    "# Files that are here and not listed.",
    "$start = $PSScriptRoot.TrimEnd('\\', '/').Length + 1",
    "Get-ChildItem -LiteralPath $PSScriptRoot -Recurse -File -Force | Sort-Object FullName | ForEach-Object {",
    "  $name = $_.FullName.Substring($start).Replace('\\', '/')",
    '  if (-not $known.ContainsKey($name)) { Write-Output "${name}: not listed" }',
    "}",
    'Write-Output "$good of $listed files are as listed"',
    "if ($good -lt $listed) { exit 1 }",
    "exit 0",
  ].join("\n");
}
