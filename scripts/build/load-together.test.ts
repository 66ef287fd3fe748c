import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { buildServer } from "./build-server.ts";

const says = (word: string, ...imports: string[]) =>
  `${imports.map((path) => `import "${path}";`).join("\n")}\nconsole.log("${word}");`;

test("what a start loads is one file, without what threads and every command load", async () => {
  const { root } = await makeTree({
    "package.json": '{"type":"module"}',
    "src/main.ts": `
      import "./overview.ts";
      export const serve = () => import("./cli/commands/serve.ts");
      export const services = () => import("./compose/create-services.ts");
      export const thread = new URL("./work-thread.ts", import.meta.url);`,
    "src/overview.ts": says("overview"),
    "src/cli/commands/serve.ts": says("serve", "../../store.ts", "../../overview.ts"),
    "src/compose/create-services.ts": says("services", "../store.ts", "../text.ts", "../later.ts"),
    "src/store.ts": says("store"),
    "src/later.ts": says("later"),
    "src/text.ts": says("text"),
    "src/work-thread.ts": `${says("thread", "./text.ts")}\nexport const more = () => import("./later.ts");`,
  });
  const folder = join(root, "dist/server");
  await buildServer({ root, folder, programs: { docent: "src/main.ts" } });
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const wordsOf = (name: string) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/console\.log\([`"](\w+)[`"]\)/g)].map(
      ([, word]) => word,
    );
  const words = files.map((name) => wordsOf(name).sort());
  expect(words).toContainEqual(["serve", "services", "store"]);
  for (const alone of ["overview", "text", "later"])
    expect(words.filter((some) => some.includes(alone)).flat()).not.toContain("store");
});
