/** What there are releases for, and how a file shows that it is one of them. */
export interface Target {
  /** The end of a release's name: system, processor, and libc where it is not that of most. */
  readonly name: string;
  readonly bun: Bun.Build.CompileTarget;
  /** What `kindOf` says of its executable. */
  readonly kind: string;
}

/** All that Bun builds for. On x64 one executable chooses by what the processor can; it needs SSE4.2. */
export const TARGETS: readonly Target[] = [
  { name: "linux-x64", bun: "bun-linux-x64", kind: "ELF x64 glibc" },
  { name: "linux-arm64", bun: "bun-linux-arm64", kind: "ELF arm64 glibc" },
  { name: "linux-x64-musl", bun: "bun-linux-x64-musl", kind: "ELF x64 musl" },
  { name: "linux-arm64-musl", bun: "bun-linux-arm64-musl", kind: "ELF arm64 musl" },
  { name: "darwin-x64", bun: "bun-darwin-x64", kind: "Mach-O x64" },
  { name: "darwin-arm64", bun: "bun-darwin-arm64", kind: "Mach-O arm64" },
  { name: "windows-x64", bun: "bun-windows-x64", kind: "PE x64" },
  { name: "windows-arm64", bun: "bun-windows-arm64", kind: "PE arm64" },
];

const PROCESSORS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ELF: { 0x3e: "x64", 0xb7: "arm64" },
  "Mach-O": { 0x01_00_00_07: "x64", 0x01_00_00_0c: "arm64" },
  PE: { 0x86_64: "x64", 0xaa_64: "arm64" },
};

/** By its first bytes: format, processor and, of ELF, the libc whose loader it asks for. */
export async function kindOf(path: string): Promise<string> {
  const head = Buffer.from(await Bun.file(path).slice(0, 8192).arrayBuffer());
  const named = (format: string, processor: number) =>
    `${format} ${PROCESSORS[format]?.[processor] ?? "of an unknown processor"}`;
  if (head.readUInt32BE(0) === 0x7f_45_4c_46) {
    const libc = head.includes("/lib/ld-musl-") ? "musl" : "glibc";
    return `${named("ELF", head.readUInt16LE(18))} ${libc}`;
  }
  if (head.readUInt32LE(0) === 0xfe_ed_fa_cf) return named("Mach-O", head.readUInt32LE(4));
  const header = head.toString("latin1", 0, 2) === "MZ" ? head.readUInt32LE(0x3c) : head.length;
  if (head.toString("latin1", header, header + 4) !== "PE\0\0") return "unknown";
  return named("PE", head.readUInt16LE(header + 4));
}

/** The one that runs here; the compiler's own choice has no word for it. */
export function targetHere(): Target {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  return targetNamed(name);
}

export function targetNamed(name: string): Target {
  const found = TARGETS.find((target) => target.name === name);
  if (found) return found;
  const names = TARGETS.map((target) => target.name).join(", ");
  throw new Error(`There is no target ${name}; there are ${names}`);
}
