import { readdir, readFile, readlink } from "node:fs/promises";
import { basename } from "node:path";

const listening = "0A";

/** Who listens on a port of this machine, in words; undefined where the system does not tell. */
export async function portHolder(port: number): Promise<string | undefined> {
  const inodes = await listeningInodes(port);
  if (inodes.size === 0) return undefined;
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid) || !(await holdsOne(pid, inodes))) continue;
    const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
    return program === "" ? `process ${pid}` : `${basename(program)}, process ${pid}`;
  }
  return undefined;
}

async function listeningInodes(port: number): Promise<Set<string>> {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const inodes = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const text = await readFile(table, "utf8").catch(() => "");
    for (const line of text.split("\n").slice(1)) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (local.endsWith(`:${hex}`) && state === listening) inodes.add(`socket:[${inode}]`);
    }
  }
  return inodes;
}

async function holdsOne(pid: string, inodes: Set<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  for (const name of await readdir(folder).catch(() => [])) {
    const target = await readlink(`${folder}/${name}`).catch(() => "");
    if (inodes.has(target)) return true;
  }
  return false;
}
