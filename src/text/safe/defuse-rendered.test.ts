import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzing, hostileForms, hostileMarkdown } from "../../../test/hostile-markdown.ts";
import { renderedFaults } from "../../../test/rendered-faults.ts";
import { defuseMarkdown } from "./defuse-markdown.ts";

test.each(hostileForms)("%j of a job becomes no tag and no link out of the repository", (text) => {
  expect(faultsOf(`It is ${text}, so.`)).toEqual([]);
});

test("whatever a job writes, no renderer makes a tag or a link out of the repository of it", () => {
  const property = fc.property(hostileMarkdown, (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
  fc.assert(property, fuzzing(200));
});

function faultsOf(text: string): string[] {
  return renderedFaults(
    defuseMarkdown(text),
    (href) => !/^(?:[a-z][a-z\d+.-]*:|[\\\\/]{2})/i.test(href),
  );
}
