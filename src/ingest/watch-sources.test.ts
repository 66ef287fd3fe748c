import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { noon } from "../../test/store-rows.ts";
import { createLog } from "../lib/log.ts";
import { newSource } from "../store/docs/sources.ts";
import { createSourceWatches } from "./watch-sources.ts";

test("a watch names the files that were touched, where it knows of all of them", async () => {
  const { root } = await makeTree({ "a.md": "# A\n", "guide/b.md": "# B\n" });
  const seen: (string[] | undefined)[] = [];
  const watches = createSourceWatches({
    log: createLog({ level: "error", format: "json" }),
    // The second sync fails.
    onChange: async (_, touched) => seen.push(touched) !== 2,
  });
  onTestFinished(() => watches.close());
  const place = { kind: "folder", location: root, branch: "", subfolder: "" } as const;
  await watches.keep([newSource("prj_1", place, noon)]);
  const steps: [string, string[] | undefined][] = [
    // Anything may have changed before the folder was watched.
    ["a.md", undefined],
    ["guide/b.md", ["guide/b.md"]],
    ["a.md", undefined],
    ["a.md", ["a.md"]],
  ];
  for (const [place, [path, touched]] of steps.entries()) {
    await writeFile(join(root, path), "# New\n");
    await expect.poll(() => seen.length, { timeout: 30_000, interval: 20 }).toBe(place + 1);
    expect(seen[place]).toEqual(touched);
  }
  await mkdir(join(root, "more"));
  await writeFile(join(root, "more/c.md"), "# C\n");
  await expect.poll(() => seen.length, { timeout: 30_000, interval: 20 }).toBe(steps.length + 1);
  expect(seen.at(-1)).toBeUndefined();
});
