import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineName, engines } from "./engine-list.ts";
import { ensureTantivy, tantivyVersion } from "./python-peers.ts";

const bench = join(import.meta.dirname, "..");

/** Installs the peers into `bench/` on the first run that wants one. */
export function ensurePeers(names: EngineName[]): void {
  if (names.includes("tantivy")) ensureTantivy();
  const own = names.filter((name) => name !== "tantivy");
  const peers = own.map((name) => engines[name].peer).filter((peer) => peer !== "");
  const missing = peers.filter((peer) => !existsSync(join(bench, "node_modules", peer)));
  if (missing.length === 0) return;
  console.error(
    `Not installed yet: ${missing.join(", ")}. Running "npm install" in bench/; Docent itself needs none of it.`,
  );
  const npm = spawnSync("npm", ["install", "--no-save"], {
    cwd: bench,
    env: cleanEnvironment(),
    stdio: "inherit",
  });
  if (npm.status === 0) return;
  throw new Error(
    "The peers could not be installed. Without a network: --engines docent,docent-words,fts5",
  );
}

/** The settings of the npm that started this bench are those of another project. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config|package|lifecycle)_/i.test(name),
    ),
  );
}

export function versionOf(name: EngineName): string {
  const { peer } = engines[name];
  if (name === "fts5") return process.versions.sqlite ?? "";
  if (name === "tantivy") return tantivyVersion;
  if (peer === "") return "";
  const { dependencies } = JSON.parse(readFileSync(join(bench, "package.json"), "utf8"));
  return String(dependencies[peer] ?? "");
}
