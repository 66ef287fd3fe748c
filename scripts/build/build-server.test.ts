import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { rename, rm, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { buildServer, licencesFile } from "./build-server.ts";

const mapStacks = join(import.meta.dirname, "../../src/lib/stacks/map-stacks.ts");
const files = {
  "package.json": '{"type":"module"}',
  "docs/page.md": "a page",
  "src/texts/prompt.md": "a prompt",
  "src/texts/one.wasm": "one",
  "src/texts/read.ts": `
    import { existsSync, readFileSync } from "node:fs";
    export const prompt: string = readFileSync(new URL("./prompt.md", import.meta.url), "utf8");
    export function kernel(name: string): string {
      return readFileSync(new URL(\`./\${name}.wasm\`, import.meta.url), "utf8");
    }
    export const page: string = readFileSync(new URL("../../docs/page.md", import.meta.url), "utf8");`,
  "src/root.ts": `
    import { fileURLToPath } from "node:url";
    export const root: string = fileURLToPath(new URL("..", import.meta.url));`,
  "src/threads/work-thread.ts": `
    import { parentPort } from "node:worker_threads";
    import { fail } from "../fail.ts";
    parentPort?.postMessage(fail());`,
  "src/fail.ts": `type Unused = string;

    export function fail(): string {
      try {
        throw new Error("no luck");
      } catch (error) {
        return String(error instanceof Error && error.stack);
      }
    }`,
  "src/main.ts": `
    import { once } from "node:events";
    import { Worker } from "node:worker_threads";
    import { small } from "small";
    import { mapStacks } from ${JSON.stringify(mapStacks)};
    import { fail } from "./fail.ts";
    import { root } from "./root.ts";
    import { kernel, page, prompt } from "./texts/read.ts";
    mapStacks();
    const thread = new Worker(new URL("./threads/work-thread.ts", import.meta.url));
    const [said] = await once(thread, "message");
    console.log(JSON.stringify({ prompt, kernel: kernel("one"), page, small: small(), root, own: fail(), said }));`,
  "node_modules/small/package.json":
    '{"name":"small","version":"1.2.3","license":"MIT","type":"module","main":"index.js"}',
  "node_modules/small/index.js": "export function small() { return [1]; }",
  "node_modules/small/LICENSE.md": "Do as you like.\n",
};

test("a build runs without its sources and packages, threads included, and its stacks name the sources", async () => {
  const { root } = await makeTree(files);
  const folder = join(root, "dist/server");
  await buildServer({ root, folder, programs: { docent: "src/main.ts" } });
  await rm(join(root, "src"), { recursive: true });
  await rm(join(root, "node_modules"), { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "docent.js")], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { own, said, ...texts } = JSON.parse(stdout);
  const found = { prompt: "a prompt", kernel: "one", page: "a page", small: [1] };
  expect(texts).toEqual({ ...found, root: expect.stringMatching(`^${root}/?$`) });
  for (const stack of [own, said]) {
    expect(stack).toContain("Error: no luck\n    at fail (");
    expect(stack).toContain(`${join(root, "src/fail.ts")}:5:15)`);
  }
});

test("the licences of the packages in a build are in one file of it", async () => {
  const { root } = await makeTree(files);
  const folder = join(root, "dist/server");
  await buildServer({ root, folder, programs: { docent: "src/main.ts" } });
  const text = readFileSync(join(folder, licencesFile), "utf8");
  expect(text).toContain("small 1.2.3 (MIT)\n\nDo as you like.\n");
  expect(readdirSync(folder)).toContain("docent.js.map");
});

test("source maps name packages below the checkout, also those that are linked from elsewhere", async () => {
  const { root } = await makeTree(files);
  const { root: elsewhere } = await makeTree({});
  await rename(join(root, "node_modules"), join(elsewhere, "node_modules"));
  await symlink(join(elsewhere, "node_modules"), join(root, "node_modules"));
  const folder = join(root, "dist/server");
  await buildServer({ root, folder, programs: { docent: "src/main.ts" } });
  const maps = readdirSync(folder).filter((name) => name.endsWith(".map"));
  const text = maps.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  expect(text).toContain('"../../node_modules/small/index.js"');
  expect(text).not.toContain(basename(elsewhere));
});
