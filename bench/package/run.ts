import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { buildExecutable } from "../../scripts/release/executable/build-executable.ts";
import { layOutPackage, packFolder } from "../../scripts/release/pack.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { writeResult } from "../report/write-result.ts";
import { type Installed, type Outcome, runInstalled, serveInstalled } from "./run-installed.ts";

const { values } = parseArgs({
  options: {
    xz: { type: "boolean", default: false },
    "no-write": { type: "boolean", default: false },
  },
});
const root = join(import.meta.dirname, "../..");
const work = mkdtempSync(join(tmpdir(), "docent-bench-package-"));
const question = "How do I revoke a key?";
const instruction = 'Replace "data folder" with "data directory" everywhere.';
/** Without what npm has put before it: the system's Node, npm and git. */
const systemPath = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

try {
  const laidOut = await layOutPackage(root);
  const packed = packFolder(laidOut, join(work, "packed"));
  const { sizes, installed } = install(packed);
  const executable = await placeExecutable(laidOut);
  const commands = [
    ...(await tryAll("package", installed)),
    ...(await tryAll("executable", executable.installed)),
  ];
  const report = writeReport([...sizes, ...executable.sizes], commands);
  console.log(report);
  if (!values["no-write"]) writeResult(`${describeRun().date}-package`, report);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Into empty folders: with nothing in npm's cache, again from its cache, and without Node. */
function install(packed: string): { sizes: string[][]; installed: Installed } {
  const cache = join(work, "npm-cache");
  const rows = [["npm package, packed", megabytes(statSync(packed).size), ""]];
  const into = (name: string, folder: string, ...more: string[]) => {
    mkdirSync(folder);
    const started = performance.now();
    const args = ["install", "--no-audit", "--no-fund", "--cache", cache, ...more, packed];
    execFileSync("npm", args, {
      cwd: folder,
      env: { PATH: systemPath, HOME: work },
      stdio: "pipe",
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    rows.push([name, diskUse(join(folder, "node_modules")), `${seconds} s`]);
  };
  const folder = join(work, "first");
  into("installed, nothing in npm's cache", folder);
  into("installed, from npm's cache", join(work, "again"), "--prefer-offline");
  into("installed with `--omit=optional`", join(work, "small"), "--omit=optional");
  rows.push(["node_modules of a clone", diskUse(join(root, "node_modules")), ""]);
  const command = [join(folder, "node_modules/.bin/docent")];
  return { sizes: rows, installed: { command, folder, env: { PATH: systemPath, HOME: folder } } };
}

async function placeExecutable(laidOut: string) {
  const folder = join(work, "executable");
  mkdirSync(join(folder, "bin"), { recursive: true });
  const file = join(folder, "docent");
  await buildExecutable({ folder: laidOut, file });
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  symlinkSync(git, join(folder, "bin/git"));
  const packers = values.xz ? ["gzip", "xz"] : ["gzip"];
  const sizes = [
    ["executable", megabytes(statSync(file).size), ""],
    ...packers.map((packer) => [`executable, ${packer}`, megabytes(packedBytes(packer, file)), ""]),
  ];
  const env = { PATH: join(folder, "bin"), HOME: folder };
  return { sizes, installed: { command: [file], folder, env } satisfies Installed };
}

function packedBytes(packer: string, file: string): number {
  return Number(
    execFileSync("sh", ["-c", `${packer} -c "$0" | wc -c`, file], { encoding: "utf8" }),
  );
}

/** Every command that a newcomer or a CI uses, with how it ended. */
async function tryAll(name: string, installed: Installed): Promise<string[][]> {
  const rows: string[][] = [];
  const note = (command: string, { code, ms, said }: Outcome, isGood: boolean) => {
    rows.push([name, command, `${(ms / 1000).toFixed(2)} s`, String(code), isGood ? "yes" : "NO"]);
    if (!isGood) console.error(said);
  };
  const docs = makeDocs(join(work, `docs-${name}`));
  const run = async (good: (outcome: Outcome) => boolean, ...args: string[]) => {
    const outcome = await runInstalled(installed, ...args);
    note(`docent ${args.join(" ").replace(docs, "DOCS")}`, outcome, good(outcome));
  };
  const works = ({ code }: Outcome) => code === 0;
  await run(works, "--version");
  await run(works, "--version");
  await run(({ code, said }) => code === 1 && said.includes("gone.md"), "check", docs);
  await run(works, "gate", docs, "--base", "main");
  let isAnswered = false;
  const use = async ({ url, key }: { url: string; key: string }) => {
    isAnswered = await answers(url, key);
    await run(({ said }) => said.includes("[1]"), "ask", "--domain", "docent", question);
    await run(works, "job", "--domain", "docent", instruction);
    await run(works, "doctor");
  };
  const first = await serveInstalled(installed, use);
  note("docent serve, first start", first, isAnswered && first.code === 0);
  const again = await serveInstalled(installed, async () => undefined);
  note("docent serve, docs indexed", again, again.code === 0);
  await run(({ code, said }) => code === 0 && said.includes("complete"), "completion", "bash");
  return rows;
}

/** With citations, and with what browsers load. */
async function answers(url: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const messages = [{ role: "user", parts: [{ type: "text", text: question }] }];
  const place = `${url}/discovery/v2/assistant/docent/message`;
  const body = JSON.stringify({ messages });
  const reply = await (await fetch(place, { method: "POST", headers, body })).text();
  const pages = ["/dashboard", "/widget.js", "/docs/docent"].map((path) => fetch(url + path));
  const found = (await Promise.all(pages)).every(({ ok }) => ok);
  return found && reply.includes('"source-url"') && reply.includes("[1]");
}

function makeDocs(folder: string): string {
  const script = `git init -q -b main "$0" && cd "$0" && mkdir docs .docent &&
    printf '# Keys\\n\\nTo revoke a key, run acme keys revoke. See [more](gone.md).\\n' > docs/index.md &&
    printf 'questions:\\n  - question: ${question}\\n' > .docent/questions.yml &&
    git add . && git -c user.name=a -c user.email=a@example.com commit -qm Docs`;
  execFileSync("sh", ["-c", script, folder]);
  return folder;
}

function diskUse(folder: string): string {
  // Without what tools keep there for themselves.
  const said = execFileSync("du", ["-sk", "--exclude=.[a-z]*", `${folder}/.`], {
    encoding: "utf8",
  });
  return megabytes(Number.parseInt(said, 10) * 1024);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function writeReport(sizes: string[][], commands: string[][]): string {
  const { commit, machine, date } = describeRun();
  const started = execFileSync("node", ["--version"], {
    ...{ encoding: "utf8", env: { PATH: systemPath } },
  }).trim();
  return [
    "# Package and executable",
    "",
    `${date}, commit ${commit}, ${machine}. The package is started by Node ${started}; the executable finds git alone on its PATH. Load average at the end: ${loadavg()[0]?.toFixed(1)}.`,
    "",
    markdownTable([["", "size", "time"], ...sizes]),
    "",
    markdownTable([["", "command", "time", "exit status", "as it should"], ...commands]),
    "",
  ].join("\n");
}
