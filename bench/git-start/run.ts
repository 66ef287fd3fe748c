import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { writeResult } from "../report/write-result.ts";

/** How long a process stands still while it starts git, by the memory of its search indexes; the one without is the baseline. */
const megabytes = [60, 200, 900];
const starts = 150;
const largePages = { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

if (process.argv[2] === "measure") console.log(await standstill(Number(process.argv[3])));
else await compare();

/** The mean time in which nothing else runs on the main thread, in milliseconds. */
async function standstill(size: number): Promise<number> {
  const index = new Uint8Array(new SharedArrayBuffer(size * 1_048_576)).fill(1);
  let still = 0;
  for (let start = 0; start < starts; start += 1) {
    const begun = performance.now();
    const git = spawn("git", ["version"], { stdio: "ignore", detached: true });
    still += performance.now() - begun;
    await once(git, "close");
  }
  return index.at(-1) === 0 ? 0 : still / starts;
}

async function compare(): Promise<void> {
  const bare = { small: await inOwnProcess(0, {}), large: await inOwnProcess(0, largePages) };
  const shown = (ms: number, base: number) => `${ms.toFixed(1)} ms (${(ms / base).toFixed(1)} ×)`;
  const rows = [["index in memory", "pages of 4 KB", "large pages"]];
  rows.push(["none", shown(bare.small, bare.small), shown(bare.large, bare.large)]);
  for (const size of megabytes) {
    const small = shown(await inOwnProcess(size, {}), bare.small);
    rows.push([`${size} MB`, small, shown(await inOwnProcess(size, largePages), bare.large)]);
  }
  const { commit, machine, date } = describeRun();
  const report = `# How long a process stands still while it starts git, ${date}

Commit ${commit}. Machine: ${machine}. Run: \`npm run bench:git-start\`.
Mean of ${starts} starts of \`git version\`, each in a process with an array of that size; in brackets beside the same without one. Large pages: \`GLIBC_TUNABLES=glibc.malloc.hugetlb=1\`.

${markdownTable(rows)}
`;
  console.log(report);
  if (!process.argv.includes("--no-write")) writeResult(`${date}-git-start`, report);
}

async function inOwnProcess(size: number, settings: Record<string, string>): Promise<number> {
  const { GLIBC_TUNABLES: _, ...rest } = process.env;
  const child = spawn(process.execPath, [import.meta.filename, "measure", String(size)], {
    env: { ...rest, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return Number(await text(child.stdout));
}
