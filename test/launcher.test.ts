import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findBuild } from "../bin/find-build.js";
import { makeTree } from "./make-tree.ts";

const BIN = join(import.meta.dirname, "../bin");
const MAIN = `
export async function main(argv: string[]): Promise<number> {
  if (argv[0] === "die") process.kill(process.pid, "SIGKILL");
  if (argv[0] === "wait") {
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) {
      process.on(name, () => { console.log("got", name); process.exit(7); });
    }
    console.log("ready");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  console.log(process.version, argv.join("|"));
  return 3;
}
`;
const ANSWER = { status: 3, stdout: `${process.version} ask|a b\n`, stderr: "" };
const REFUSAL =
  /^docent needs Node 24\.7 or newer and this is v\d+\.\d+\.\d+: install it without --omit=optional [^\n]+\n$/;

const oldNode = findOldNode() ?? "";
const withOldNode = test.skipIf(oldNode === "");

function findOldNode(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .find((node) => existsSync(node) && majorOf(node) >= 18 && majorOf(node) < 24);
}

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return Number.parseInt(stdout.slice(1), 10);
}

/** A checkout in a folder of its parent; the launcher is the real one, main.ts is a stand-in. */
async function checkOut(): Promise<{ parent: string; checkout: string; launcher: string }> {
  const programs = globSync("*.js", { cwd: BIN }).map((name) => [
    `checkout/bin/${name}`,
    readFileSync(join(BIN, name), "utf8"),
  ]);
  const { root } = await makeTree({
    ...Object.fromEntries(programs),
    "checkout/package.json": `{"type":"module"}`,
    "checkout/src/main.ts": MAIN,
  });
  const checkout = join(root, "checkout");
  return { parent: root, checkout, launcher: join(checkout, "bin/docent.js") };
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

function run(node: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(node, args, { encoding: "utf8", timeout: 100_000 });
}

test("Node 24 runs main itself", async () => {
  const { launcher } = await checkOut();
  expect(run(process.execPath, launcher, "ask", "a b")).toMatchObject(ANSWER);
});

test("a build runs in place of the sources it was made from, and of no others", async () => {
  const { checkout, launcher } = await checkOut();
  const { program, isThere } = findBuild(checkout);
  expect(isThere).toBe(false);
  await mkdir(dirname(program), { recursive: true });
  await writeFile(program, "console.log('built', process.argv[2]);");
  expect(run(process.execPath, launcher, "ask").stdout).toBe("built ask\n");
  await writeFile(join(checkout, "src/more.test.ts"), "");
  expect(findBuild(checkout)).toMatchObject({ program, isThere: true });
  await writeFile(join(checkout, "src/main.ts"), `${MAIN}\n`);
  expect(run(process.execPath, launcher, "ask", "a b")).toMatchObject(ANSWER);
});

test("a package without sources runs the build that is in it", async () => {
  const { checkout, launcher } = await checkOut();
  await rm(join(checkout, "src"), { recursive: true });
  await mkdir(join(checkout, "dist/server-1"), { recursive: true });
  await writeFile(join(checkout, "dist/server-1/docent.js"), "console.log('built');");
  expect(run(process.execPath, launcher, "ask").stdout).toBe("built\n");
});

test("a server is built before it starts, and starts from its sources where that fails", async () => {
  const { checkout, launcher } = await checkOut();
  const start = () => run(process.execPath, launcher, "serve");
  expect(start()).toMatchObject({ status: 3, stderr: "" });
  await mkdir(join(checkout, "node_modules/rolldown"), { recursive: true });
  await mkdir(join(checkout, "scripts/build"), { recursive: true });
  await writeFile(join(checkout, "scripts/build/build.ts"), "throw new Error('no luck');");
  expect(start()).toMatchObject({ status: 3 });
  expect(start().stderr).toMatch(/^Building the server… it could not be built, [^\n]+\n$/);
  const builder = `
    import { mkdirSync, writeFileSync } from "node:fs";
    const [folder] = process.argv.slice(2);
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + "/docent.js", "console.log('built');");`;
  await writeFile(join(checkout, "scripts/build/build.ts"), builder);
  const first = start();
  expect(first.stdout).toBe("built\n");
  expect(first.stderr).toMatch(/^Building the server… done in \d+\.\d s\n$/);
  expect(start()).toMatchObject({ stdout: "built\n", stderr: "" });
});

withOldNode("an older Node hands over to the package's own", async () => {
  const { checkout, launcher } = await checkOut();
  await link(process.execPath, join(checkout, "node_modules/.bin/node"));
  expect(run(oldNode, launcher, "ask", "a b")).toMatchObject(ANSWER);
});

withOldNode("the Node of a parent folder is found", async () => {
  const { parent, launcher } = await checkOut();
  await link(process.execPath, join(parent, "node_modules/.bin/node"));
  expect(run(oldNode, launcher, "ask", "a b")).toMatchObject(ANSWER);
});

withOldNode("a linked command finds the Node on either side of the link", async () => {
  const { parent, checkout, launcher } = await checkOut();
  const command = join(parent, "other/node_modules/.bin/docent");
  await link(launcher, command);
  expect(run(oldNode, command).status).toBe(1);
  await link(process.execPath, join(parent, "other/node_modules/.bin/node"));
  expect(run(oldNode, command, "ask", "a b")).toMatchObject(ANSWER);
  await link(process.execPath, join(checkout, "node_modules/.bin/node"));
  expect(run(oldNode, command, "ask", "a b")).toMatchObject(ANSWER);
});

withOldNode("without a newer Node the launcher says in one sentence what to do", async () => {
  const { launcher } = await checkOut();
  const result = run(oldNode, launcher, "ask");
  expect(result).toMatchObject({ status: 1, stdout: "" });
  expect(result.stderr).toMatch(REFUSAL);
});

withOldNode("a package's own Node that is too old is not used", async () => {
  const { checkout, launcher } = await checkOut();
  await link(oldNode, join(checkout, "node_modules/.bin/node"));
  const result = run(oldNode, launcher, "ask");
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(REFUSAL);
});

withOldNode("a Node that lies about its version does not make it loop", async () => {
  const { checkout, launcher } = await checkOut();
  const node = join(checkout, "node_modules/.bin/node");
  await mkdir(dirname(node), { recursive: true });
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo v24.9.0 && exit\nexec ${oldNode} "$@"\n`;
  await writeFile(node, script);
  await chmod(node, 0o755);
  const result = run(oldNode, launcher, "ask");
  expect(result.status).toBe(1);
  expect(result.stderr).toContain(".ts");
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  withOldNode(`${signal} reaches the program, and its exit code comes back`, async () => {
    const { checkout, launcher } = await checkOut();
    await link(process.execPath, join(checkout, "node_modules/.bin/node"));
    const child = spawn(oldNode, [launcher, "wait"], { stdio: ["ignore", "pipe", "inherit"] });
    const [ready] = await once(child.stdout, "data");
    expect(String(ready)).toBe("ready\n");
    const received = once(child.stdout, "data");
    child.kill(signal);
    expect(String((await received)[0])).toBe(`got ${signal}\n`);
    expect(await once(child, "exit")).toEqual([7, null]);
  });
}

for (const [name, node] of [
  ["a program", process.execPath],
  ["a program of another Node", oldNode],
] as const) {
  test.skipIf(node === "")(`${name} that npx runs ends in order with npx`, async () => {
    const { checkout } = await checkOut();
    await link(process.execPath, join(checkout, "node_modules/.bin/node"));
    const command = join(checkout, "node_modules/.bin/docent");
    await writeFile(command, `#!/bin/sh\nexec "${node}" "${checkout}/bin/docent.js" "$@"\n`);
    await chmod(command, 0o755);
    // The shell of npx ends with SIGTERM, and nothing but npx itself with SIGKILL.
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const npx = spawn("npx", ["docent", "wait"], {
        cwd: checkout,
        env: { ...process.env, npm_config_update_notifier: "false" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      expect(String((await once(npx.stdout, "data"))[0])).toBe("ready\n");
      const received = once(npx.stdout, "data");
      npx.kill(signal);
      expect(String((await received)[0])).toBe("got SIGTERM\n");
    }
  });
}

test("a program that npm start runs ends in order when npm is killed, and not with who started npm", async () => {
  const { checkout } = await checkOut();
  const start = `"${process.execPath}" bin/docent.js wait`;
  for (const script of [start, `exec ${start}`]) {
    const manifest = { type: "module", scripts: { start: script } };
    await writeFile(join(checkout, "package.json"), JSON.stringify(manifest));
    const starter = spawn("sh", ["-c", "npm start --silent & echo $!; wait"], {
      cwd: checkout,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    starter.stdout.on("data", (some) => {
      said += some;
    });
    await expect.poll(() => said).toContain("ready\n");
    starter.kill("SIGKILL");
    await once(starter, "exit");
    // Long enough for it to have looked for its parents.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(said).not.toContain("got");
    process.kill(Number.parseInt(said, 10), "SIGKILL");
    await expect.poll(() => said).toContain("got SIGTERM\n");
  }
});

withOldNode("a launcher that is killed leaves no program behind: it ends in order", async () => {
  const { checkout, launcher } = await checkOut();
  await link(process.execPath, join(checkout, "node_modules/.bin/node"));
  const child = spawn(oldNode, [launcher, "wait"], { stdio: ["ignore", "pipe", "inherit"] });
  expect(String((await once(child.stdout, "data"))[0])).toBe("ready\n");
  const received = once(child.stdout, "data");
  child.kill("SIGKILL");
  expect(String((await received)[0])).toBe("got SIGTERM\n");
});

withOldNode("a program ended by a signal ends the launcher by the same signal", async () => {
  const { checkout, launcher } = await checkOut();
  await link(process.execPath, join(checkout, "node_modules/.bin/node"));
  expect(run(oldNode, launcher, "die")).toMatchObject({ status: null, signal: "SIGKILL" });
});

test("versions from 24.7 on are supported, and nothing else is", async () => {
  const address = new URL("../bin/find-node.js", import.meta.url).href;
  const { isSupported }: { isSupported(version: string): boolean } = await import(address);
  const versions = [
    "v24.7.0",
    "v24.6.9",
    "v24.0.0",
    "v30.1.2",
    "v23.11.0",
    "v18.0.0",
    "v2.4.0",
    "",
    "24.0.0",
    "v240",
  ];
  expect(versions.filter(isSupported)).toEqual(["v24.7.0", "v30.1.2"]);
});

test("a Node is found beside a file, above it, or not at all", async () => {
  const address = new URL("../bin/find-node.js", import.meta.url).href;
  const { findNode }: { findNode(files: string[]): string | undefined } = await import(address);
  const { parent, launcher } = await checkOut();
  expect(findNode([launcher, join(parent, "gone")])).toBe(undefined);
  const node = join(parent, "node_modules/.bin/node");
  await link(process.execPath, node);
  expect(findNode([launcher])).toBe(node);
  await rm(node);
  const packaged = join(parent, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  await link(process.execPath, packaged);
  expect(findNode([launcher])).toBe(packaged);
});
