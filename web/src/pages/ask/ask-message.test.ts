import { expect, test } from "vitest";
import {
  type AskMessage,
  citationsOf,
  otherSourcesOf,
  outcomeOf,
  readFailure,
  textOf,
} from "./ask-message.ts";

const cited = {
  n: 1,
  path: "keys.mdx",
  title: "Keys",
  heading: "Revoke",
  url: "https://acme.com/keys#revoke",
  startLine: 3,
  endLine: 9,
  quote: "Name it by its id.",
  revision: "rev_1",
  supported: true,
};

function message(parts: AskMessage["parts"]): AskMessage {
  return { id: "m", role: "assistant", parts };
}

test("the newest list of citations counts", () => {
  const parts: AskMessage["parts"] = [
    { type: "data-citations", data: [] },
    { type: "data-citations", data: [cited, { ...cited, n: 2, supported: false }] },
  ];
  expect(citationsOf(message(parts))).toEqual([cited]);
});

test("a malformed list of citations is no list", () => {
  expect(citationsOf(message([{ type: "data-citations", data: [{ n: "x" }] }]))).toEqual([]);
});

test("whether the docs answered is read from its part, and from nothing else", () => {
  const said = (data: unknown) => outcomeOf(message([{ type: "data-outcome", data }]));
  expect(said({ outcome: "reserve" })).toBe("reserve");
  expect(said({ outcome: "maybe" })).toBeUndefined();
  expect(outcomeOf(message([]))).toBeUndefined();
});

test("sources that are cited, repeated or not on the web are left out", () => {
  const parts: AskMessage["parts"] = [
    { type: "data-citations", data: [cited] },
    { type: "source-url", sourceId: "1", url: cited.url },
    { type: "source-url", sourceId: "2", url: "https://acme.com/other", title: "Other" },
    { type: "source-url", sourceId: "3", url: "https://acme.com/other", title: "Other" },
    { type: "source-url", sourceId: "4", url: "javascript:alert(1)" },
  ];
  expect(otherSourcesOf(message(parts))).toEqual([
    { url: "https://acme.com/other", title: "Other" },
  ]);
});

test("the texts of all parts are one answer", () => {
  const parts: AskMessage["parts"] = [
    { type: "text", text: "a" },
    { type: "step-start" },
    { type: "text", text: "b" },
  ];
  expect(textOf(message(parts))).toBe("ab");
});

test("a refused request is told in the server's own words", () => {
  const body = { error: "Log in first.", code: "unauthenticated", requestId: "r", details: [] };
  expect(readFailure(new Error(JSON.stringify(body)))).toEqual({
    message: "Log in first.",
    isLoggedOut: true,
  });
  expect(readFailure(new TypeError("Failed to fetch")).message).toContain("cannot be reached");
  expect(readFailure(new Error("The model failed.")).message).toBe("The model failed.");
});
