import { expect, test } from "vitest";
import { freshText } from "./fresh-text.ts";

function get(tags?: string): Response {
  const headers: Record<string, string> = tags === undefined ? {} : { "if-none-match": tags };
  return freshText(new Request("http://docent.test/", { headers }), {
    version: "v1",
    contentType: "text/plain",
    body: () => "text",
    headers: { vary: "accept" },
  });
}

test.each([undefined, "", '"v0"', "v1", '"v1', 'W/"v10"', ",,,"])(
  "a client that has %j gets the text",
  async (tags) => {
    const response = get(tags);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain");
    expect(await response.text()).toBe("text");
  },
);

test.each(['"v1"', 'W/"v1"', '"v0", "v1"', "*"])(
  "a client that has %j is told so",
  async (tags) => {
    const response = get(tags);
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
  },
);

test("every reply says what it is a version of, and to ask again", () => {
  for (const response of [get(), get('"v1"')]) {
    expect(response.headers.get("etag")).toBe('"v1"');
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("vary")).toBe("accept");
  }
});
