import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { sizeTable, weighClients } from "./check-client-sizes.ts";

test("a part weighs as much as all that it loads before it runs, and not what it loads later", async () => {
  const noise = (bytes: number) => `"${randomBytes(bytes / 2).toString("hex")}";`;
  const { root } = await makeTree({
    "web/dist/index.html": '<script type="module" src="/dashboard/assets/index-1.js"></script>',
    "web/dist/assets/index-1.js": `import{a}from"./shared-2.js";${noise(4_000)}import("./late-3.js")`,
    "web/dist/assets/shared-2.js": noise(6_000),
    "web/dist/assets/late-3.js": noise(500_000),
    "web/reader/dist/reader.js": noise(80_000),
    "web/widget/dist/widget.js": noise(2_000),
    "web/widget/dist/assets/panel-1.js": noise(2_000),
    "web/widget/dist/assets/tools-1.js": noise(200),
    "web/widget/dist/assets/de-1.js": noise(400),
    "web/widget/dist/assets/en-1.js": noise(800),
  });
  const weights = new Map(weighClients(root).map((one) => [one.what, one]));
  expect(weights.get("dashboard, first load")?.files).toEqual([
    "assets/index-1.js",
    "assets/shared-2.js",
  ]);
  expect(weights.get("widget, a language")?.files).toEqual(["assets/en-1.js"]);
  const table = sizeTable([...weights.values()]);
  expect(table.split("\n").filter((line) => line.includes("TOO LARGE"))).toHaveLength(1);
  expect(table).toMatch(/reader .* 30 KB {2}TOO LARGE/);
});
