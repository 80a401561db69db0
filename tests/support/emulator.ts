/** What runs executables for arm64 here: Debian's packages qemu-user-static and libc6-arm64-cross. */
const EMULATOR = "qemu-aarch64-static";
const ROOT = "/usr/aarch64-linux-gnu";

export const canEmulate =
  Bun.which(EMULATOR) !== null && (await Bun.file(`${ROOT}/lib/ld-linux-aarch64.so.1`).exists());

/** The words before the path of an executable. */
export const EMULATED: readonly string[] = [EMULATOR, "-L", ROOT];
