/** The little of ASN.1 DER (X.690) that keys, certificates and ECDSA signatures need. */
import { toHex } from "../_lib/bytes/encodings.ts";

export const DER = {
  INTEGER: 0x02,
  BIT_STRING: 0x03,
  OBJECT_IDENTIFIER: 0x06,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  SEQUENCE: 0x30,
  /** `[0]`, constructed. */
  CONTEXT_0: 0xa0,
} as const;

/** Thrown where the bytes are not what was expected; whoever starts reading catches it. */
export class DerError extends Error {}

/** Reads one element after the other. */
export class DerReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The tag of the next element; undefined at the end. */
  get nextTag(): number | undefined {
    return this.#bytes[this.#at];
  }

  /** The content of the next element, which has to have the tag if one is given. */
  read(tag?: number): Uint8Array {
    if (this.isAtEnd || (tag !== undefined && this.nextTag !== tag)) throw new DerError();
    this.#at++;
    const length = this.#length();
    const content = this.#bytes.subarray(this.#at, this.#at + length);
    if (content.length !== length) throw new DerError();
    this.#at += length;
    return content;
  }

  /** A reader of the content of the next element. */
  enter(tag: number): DerReader {
    return new DerReader(this.read(tag));
  }

  /** The next element, a non-negative INTEGER. */
  integer(): bigint {
    const content = this.read(DER.INTEGER);
    const [first = 0x80, second = 0x80] = content;
    const isPadded = first === 0 && content.length > 1 && second < 0x80;
    if (first >= 0x80 || isPadded) throw new DerError();
    return bigintOf(content);
  }

  /** The next element, a BIT STRING of whole bytes. */
  bits(): Uint8Array {
    const content = this.read(DER.BIT_STRING);
    if (content[0] !== 0) throw new DerError();
    return content.subarray(1);
  }

  end(): void {
    if (!this.isAtEnd) throw new DerError();
  }

  #length(): number {
    const first = this.#bytes[this.#at++] ?? 0xff;
    if (first < 0x80) return first;
    const count = first - 0x80;
    if (count === 0 || count > 4) throw new DerError();
    let length = 0;
    for (let index = 0; index < count; index++) {
      length = length * 256 + (this.#bytes[this.#at++] ?? 0);
    }
    // The shortest form is the only one.
    if (length < (count === 1 ? 0x80 : 256 ** (count - 1))) throw new DerError();
    return length;
  }
}

/** The number of big-endian bytes. */
export function bigintOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}

/** Big-endian bytes of a number below 256 ** length. */
export function bytesOf(value: bigint, length: number): Uint8Array {
  const hex = value.toString(16).padStart(length * 2, "0");
  return Uint8Array.from({ length }, (_, index) =>
    Number(`0x${hex.slice(2 * index, 2 * index + 2)}`),
  );
}
