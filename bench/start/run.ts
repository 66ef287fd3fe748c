import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import { writeResult } from "../report/write-result.ts";
import { openFlowise } from "./flowise.ts";
import { type InstallCost, installDocent } from "./installed.ts";
import { type Cost, measureCommand, measureServer, type ServerCost } from "./measure-process.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    /** A folder in which a peer is installed, or shall be: 3 GB. */
    peer: { type: "string" },
    "no-write": { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const launcher = join(import.meta.dirname, "../../bin/docent.js");
const data = mkdtempSync(join(tmpdir(), "docent-start-"));
const serve = [launcher, "serve", "--port", "0", "--data", data];

try {
  // Makes the build and fills its cache, as an earlier start has on every machine but a new one.
  await measureServer(serve);
  rmSync(data, { recursive: true });
  const first = await measureServer(serve);
  const peer = values.peer === undefined ? undefined : await measurePeer(values.peer);
  const report = writeReport(first, peer, {
    ...(await inTurn({
      docent: () => measureServer(serve),
      bare: () => measureServer([join(import.meta.dirname, "bare-server.ts")]),
    })),
    ...(await inTurn({
      version: () => measureCommand([launcher, "--version"]),
      help: () => measureCommand([launcher, "--help"]),
      node: () => measureCommand(["-e", "0"]),
    })),
  });
  console.log(report);
  if (!values["no-write"]) writeResult(`${describeRun().date}-start`, report);
} finally {
  rmSync(data, { recursive: true, force: true });
}

type PeerCosts = { name: string; first: ServerCost; later: ServerCost[]; installs: string[][] };

/** Its first start, which makes its tables, and a few more; and what it takes to install it, beside Docent's package. */
async function measurePeer(folder: string): Promise<PeerCosts> {
  const { name, install, measure, stop } = await openFlowise(resolve(folder));
  try {
    const first = await measure();
    const later = [await measure(), await measure(), await measure()];
    const row = (of: string, { seconds, megabytes }: InstallCost) => [
      ...[of, `${seconds.toFixed(0)} s`, `${megabytes} MB`],
    ];
    const installs = [row("Docent's package", await installDocent()), row(name, install)];
    return { name, first, later, installs };
  } finally {
    await stop();
  }
}

/** One of each by turns, so that whatever else the machine does falls on all of them. */
async function inTurn<Name extends string, Measured extends Cost>(
  measures: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured[]>> {
  const entries = Object.entries<() => Promise<Measured>>(measures);
  const taken = new Map<string, Measured[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of entries) taken.get(name)?.push(await measure());
  // The names are those of the measures.
  return Object.fromEntries(taken) as Record<Name, Measured[]>;
}

type Taken = Record<"docent" | "bare", ServerCost[]> & Record<"version" | "help" | "node", Cost[]>;

function writeReport(first: ServerCost, peer: PeerCosts | undefined, taken: Taken): string {
  const { commit, machine, date } = describeRun();
  const server = (name: string, costs: ServerCost[]) => [
    ...row(name, costs),
    `${middle(costs.map((cost) => cost.firstReplyMs)).toFixed(0)} ms`,
    `${middle(costs.map((cost) => cost.idleMb)).toFixed(0)} MB`,
    `${Math.max(...costs.map((cost) => cost.peakMb)).toFixed(0)} MB`,
  ];
  const command = (name: string, costs: Cost[]) => [...row(name, costs), "", "", ""];
  return [
    "# Start",
    "",
    `${date}, commit ${commit}, ${machine}. Medians of ${rounds} starts, each by turns with the others.`,
    "",
    markdownTable([
      ["", "until ready or over", "processor", "first reply after that", "idle memory", "peak"],
      server("`docent serve`, first start", [first]),
      server("`docent serve`, docs indexed", taken.docent),
      server("bare Hono server", taken.bare),
      ...(peer
        ? [server(`${peer.name}, first start`, [peer.first]), server(peer.name, peer.later)]
        : []),
      command("`docent --version`", taken.version),
      command("`docent --help`", taken.help),
      command("`node -e 0`", taken.node),
    ]),
    "",
    ...(peer ? [markdownTable([["", "to install", "on disk"], ...peer.installs]), ""] : []),
  ].join("\n");
}

function row(name: string, costs: Cost[]): string[] {
  const ms = (of: (cost: Cost) => number) => `${middle(costs.map(of)).toFixed(0)} ms`;
  return [name, ms((cost) => cost.wallMs), ms((cost) => cost.processorMs)];
}

function middle(numbers: number[]): number {
  return percentile(numbers, 0.5);
}
