import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeTree } from "../../../test/make-tree.ts";
import { ensureClients } from "./ensure-clients.ts";

const timeout = 240_000;

async function openWeb() {
  const { root } = await makeTree({
    "web/index.html": '<!doctype html><script type="module" src="/src/main.ts"></script>',
    "web/src/main.ts": 'import { word } from "../../contract/word.ts";\nconsole.log(word);\n',
    "web/vite.config.ts":
      'export default { base: "/dashboard/", build: { assetsInlineLimit: 0 } };\n',
    "contract/word.ts": 'export const word: string = "first";\n',
  });
  const web = join(root, "web");
  const dist = join(web, "dist");
  let said = "";
  const ensure = async () => {
    said = "";
    const terminal = {
      write: (text: string) => {
        said += text;
      },
      remark: (line: string) => {
        said += `${line}\n`;
      },
    };
    const sources = ["contract", "web/src", "web/index.html"].map((path) => join(root, path));
    const client = { name: "dashboard", folder: web, main: "index.html", sources };
    await ensureClients([client], terminal);
    return said;
  };
  const scripts = async () => {
    const names = await readdir(join(dist, "assets"));
    return Promise.all(names.map((name) => readFile(join(dist, "assets", name), "utf8")));
  };
  return { root, web, dist, ensure, scripts };
}

test("the dashboard is built when it is missing, once, and again when its source has changed", {
  timeout,
}, async () => {
  const { root, dist, ensure, scripts } = await openWeb();
  expect(await ensure()).toMatch(/^Building the dashboard… done in \d+\.\d s\n$/);
  expect(await readFile(join(dist, "index.html"), "utf8")).toContain("/dashboard/assets/");
  expect(await scripts()).toEqual([expect.stringContaining("first")]);
  expect((await readdir(dist)).sort()).toEqual([
    ".source-hash",
    "assets",
    "index.html",
    "licences.md",
  ]);
  expect(await ensure()).toBe("");
  await writeFile(join(root, "contract/word.ts"), 'export const word: string = "second";\n');
  expect(await ensure()).toContain("done in");
  expect(await scripts()).toEqual([expect.stringContaining("second")]);
  await rm(join(dist, "index.html"));
  expect(await ensure()).toContain("done in");
});

test("two builds at once leave one whole dashboard", { timeout }, async () => {
  const { dist, ensure, scripts } = await openWeb();
  await Promise.all([ensure(), ensure()]);
  expect(await scripts()).toEqual([expect.stringContaining("first")]);
  expect((await readdir(dist)).sort()).toEqual([
    ".source-hash",
    "assets",
    "index.html",
    "licences.md",
  ]);
  expect(await ensure()).toBe("");
});

/** As after `npm ci --omit=dev`: the same code where no build tool can be found. */
async function ensureWithoutBuilder(web: string): Promise<string> {
  const code = await readFile(new URL("./ensure-clients.ts", import.meta.url), "utf8");
  const { root } = await makeTree({
    "ensure-clients.ts": code,
    "package.json": '{"type":"module"}',
  });
  const program = `
    const { ensureClients } = await import(process.argv[1]);
    const write = (text) => process.stdout.write(text);
    const remark = (line) => process.stdout.write(line + "\\n");
    const client = { name: "dashboard", folder: process.argv[2], main: "index.html", sources: [] };
    await ensureClients([client], { write, remark });`;
  const place = pathToFileURL(join(root, "ensure-clients.ts")).href;
  const args = ["--no-warnings", "--input-type=module", "-e", program, place, web];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return stdout + stderr;
}

test("without the build tool one sentence says so, unless there is a dashboard already", {
  timeout,
}, async () => {
  const { web, dist, ensure } = await openWeb();
  expect(await ensureWithoutBuilder(web)).toMatch(
    /^The dashboard is not built [^\n]*npm ci[^\n]*\n$/,
  );
  expect(existsSync(dist)).toBe(false);
  await ensure();
  await writeFile(join(web, "src/main.ts"), "console.log(3);\n");
  expect(await ensureWithoutBuilder(web)).toBe("");
});

test("a build that fails says why in one line, and what was built before stays", {
  timeout,
}, async () => {
  const { web, dist, ensure, scripts } = await openWeb();
  await ensure();
  await writeFile(join(web, "src/main.ts"), 'import "./not-there.ts";\n');
  const said = await ensure();
  expect(said).toMatch(
    /^Building the dashboard… the dashboard could not be built, [^\n]*not-there[^\n]*\n$/,
  );
  expect(await scripts()).toEqual([expect.stringContaining("first")]);
  expect(existsSync(join(dist, "index.html"))).toBe(true);
});
