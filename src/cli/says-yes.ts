import { once } from "node:events";
import type { Readable } from "node:stream";

const silenceMs = 1_000;

/** Whether somebody says yes: a person at a terminal takes as long as it takes, anything else must have it ready. */
export async function saysYes(input: Readable & { isTTY?: boolean }): Promise<boolean> {
  const signal = input.isTTY ? new AbortController().signal : AbortSignal.timeout(silenceMs);
  try {
    const ended = once(input, "end", { signal }).then(() => [""]);
    const [said] = await Promise.race([once(input, "data", { signal }), ended]);
    return /^y(?:es)?$/i.test(String(said).slice(0, 20).trim());
  } catch {
    return false;
  } finally {
    // An open standard input would keep the process alive.
    input.destroy();
  }
}
