/** What the workers of pictures say of files before anything is decoded. */
import { describe, expect, test } from "bun:test";
import audits from "../../../../app/web/files/audit/engine.ts";
import images from "../../../../app/web/files/images/engine.ts";

/** What stands at the beginning of a PNG of so many pixels. */
function pngHead(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(33));
  [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, width, height].forEach((word, index) =>
    head.setUint32(index * 4, word),
  );
  head.setUint8(24, 8);
  head.setUint8(25, 6);
  return new Uint8Array(head.buffer);
}

describe("sides that no job takes", () => {
  test.each([
    ["made", images],
    ["audited", audits],
  ])("pictures that are %s are refused", async (_, { facts }) => {
    const file = new File([pngHead(65_536, 1)], "wide.png");
    await expect(facts(file)).rejects.toThrow(
      "wide.png is 65536 × 1 pixels; the limit of a side is 65,535.",
    );
  });

  test.each([
    ['width="640" height="480"', { width: 640, height: 480 }],
    ['viewBox="0 0 131070 10"', { width: 65_535, height: 5 }],
    [`width="${"9".repeat(400)}"`, { width: 65_535, height: 1 }],
    ['viewBox="0 0 50000 50000"', { width: 12_247, height: 12_247 }],
  ])("drawings are as large as one takes: %s", async (attributes, size) => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`;
    const { facts } = await audits.facts(new File([drawing], "a.svg"));
    expect(facts).toEqual(size);
  });
});
