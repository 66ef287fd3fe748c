import { assert, constantFrom, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { imageSize } from "./image-size.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const webp = (kind: string, rest: string) =>
  Buffer.concat([Buffer.from(`RIFF....WEBP${kind}....`), hex(rest), Buffer.alloc(8)]);

test("the size of an image is read from its first bytes", () => {
  const png = hex("89504e470d0a1a0a 0000000d 49484452 00000280 000001e0");
  const gif = hex("474946383961 8002 e001 00");
  const jpeg = hex("ffd8 ffe0 0004 0000 ffdb 0003 00 ffc2 0011 08 01e0 0280 03 00");
  const size = { width: 640, height: 480 };
  expect(imageSize("image/png", png)).toEqual(size);
  expect(imageSize("image/gif", gif)).toEqual(size);
  expect(imageSize("image/jpeg", jpeg)).toEqual(size);
  expect(imageSize("image/webp", webp("VP8X", "00000000 7f0200 df0100"))).toEqual(size);
  expect(imageSize("image/webp", webp("VP8 ", "000000 9d012a 8002 e001"))).toEqual(size);
  expect(imageSize("image/webp", webp("VP8L", "2f 7fc27700"))).toEqual(size);
  const svg = (attributes: string) => Buffer.from(`<?xml?><svg ${attributes}><path/></svg>`);
  expect(imageSize("image/svg+xml", svg('width="640" height="480px"'))).toEqual(size);
});

test("where the first bytes do not tell the size, none is given", () => {
  const svg = (attributes: string) => Buffer.from(`<svg ${attributes}>`);
  for (const attributes of [
    'viewBox="0 0 1 1"',
    'width="100%" height="480"',
    'width="0" height="1"',
  ])
    expect(imageSize("image/svg+xml", svg(attributes)), attributes).toBeUndefined();
  const turned = hex("ffd8 ffe1 0004 0000 ffc0 0011 08 01e0 0280 03 00");
  expect(imageSize("image/jpeg", turned)).toBeUndefined();
  expect(imageSize("application/pdf", turned)).toBeUndefined();
  const types = ["png", "jpeg", "gif", "webp", "svg+xml"].map((type) => `image/${type}`);
  assert(
    property(constantFrom(...types), uint8Array({ maxLength: 200 }), (type, bytes) => {
      const found = imageSize(type, Buffer.from(bytes));
      if (found) expect(Math.min(found.width, found.height)).toBeGreaterThan(0);
    }),
  );
});
