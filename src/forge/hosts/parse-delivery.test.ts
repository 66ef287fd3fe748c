import { expect, test } from "vitest";
import { z } from "zod";
import { parseDelivery } from "./parse-delivery.ts";

const schema = z.object({ number: z.number() });
const bytes = (text: string) => new TextEncoder().encode(text);

test("a delivery is read as far as it is asked for", () => {
  expect(parseDelivery(bytes('{"number":3,"more":[]}'), schema)).toEqual({ number: 3 });
});

test("a body that is no JSON, no text or of another shape is refused", () => {
  for (const body of [bytes(""), bytes("payload=%7B%7D"), bytes("[]"), new Uint8Array([0xff])]) {
    expect(() => parseDelivery(body, schema)).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
  }
});
