import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzing, hostileForms, hostileMarkdown } from "../../../test/hostile-markdown.ts";
import { renderedFaults } from "../../../test/rendered-faults.ts";
import { createSanitiser } from "./sanitiser.ts";

const site = "https://docs.example/";

test.each(hostileForms)("%j becomes no link and no tag in any renderer", (text) => {
  expect(faultsOf(sanitised([text]))).toEqual([]);
  expect(faultsOf(sanitised([`It is ${text}, so.`]))).toEqual([]);
});

test("whatever a model writes, and however it is cut, no renderer makes a link or a tag of it", () => {
  fc.assert(
    fc.property(hostileMarkdown, fc.array(fc.nat(40), { maxLength: 6 }), (whole, cuts) => {
      const written = sanitised([whole]);
      expect(faultsOf(written)).toEqual([]);
      expect(sanitised(cutAt(whole, cuts))).toBe(written);
    }),
    fuzzing(300),
  );
});

function cutAt(whole: string, cuts: number[]): string[] {
  const places = [0, ...cuts.toSorted((left, right) => left - right), whole.length];
  return places.map((place, index) => whole.slice(place, places[index + 1] ?? place));
}

function sanitised(deltas: string[]): string {
  const sanitiser = createSanitiser({
    textId: "t",
    passages: [],
    revision: "rev_1",
    urlOf: () => site,
    allowedUrl: (url) => (url.startsWith(site) ? url : undefined),
    agreement: () => 0,
  });
  for (const delta of deltas) sanitiser.push(delta);
  sanitiser.end();
  return sanitiser.text();
}

function faultsOf(written: string): string[] {
  return renderedFaults(written, (href) => href.startsWith(site));
}
