export function hash(algorithm: "sha256" | "sha512", data: string | Uint8Array): string {
  return new Bun.CryptoHasher(algorithm).update(data).digest("hex");
}
