import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { answerParent } from "../report/run-child.ts";
import type { Load, LoadResult, Timing } from "./protocol.ts";

const textMark = Buffer.from('"type":"text-delta"');
const endMark = Buffer.from("data: [DONE]");

/** The readers, in a process of their own: each asks, reads to the end and asks again. */
answerParent(async (load: Load): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.streams });
  const timings: Timing[] = [];
  const failures: string[] = [];
  const gaps = new Map<number, number>();
  const started = performance.now();
  const { streams, rounds, holdMs = 0 } = load;
  const isOver = (round: number) =>
    holdMs > 0 ? performance.now() - started >= holdMs : round >= rounds;
  const readers = Array.from({ length: streams }, async (_, index) => {
    const headers = { ...load.headers, "x-forwarded-for": addressOf(index) };
    const ownLoad = { ...load, headers };
    if (holdMs > 0) await pause((index / streams) * (holdMs / 10));
    for (let round = 0; !isOver(round); round += 1) {
      try {
        timings.push(await readAnswer(ownLoad, agent, gaps));
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  });
  await Promise.all(readers);
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { timings, seconds, failures, gaps };
});

/** A network of its own for each reader. */
function addressOf(index: number): string {
  return `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
}

/** Looks at bytes only: parsing every event would take the processor from the server that is measured. */
function readAnswer(
  { url, headers, question }: Load,
  agent: Agent,
  gaps: Map<number, number>,
): Promise<Timing> {
  const body = JSON.stringify({
    trigger: "submit-message",
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text: question }] }],
  });
  const started = performance.now();
  const passed = () => performance.now() - started;
  return new Promise((resolve, reject) => {
    const timing: Timing = { firstByteMs: 0, firstTokenMs: 0, totalMs: 0 };
    let last: Buffer = Buffer.alloc(0);
    let lastTextMs = 0;
    const outgoing = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-type": "application/json" } },
      (response) => {
        response.on("error", reject);
        response.on("data", (chunk: Buffer) => {
          if (timing.firstByteMs === 0) timing.firstByteMs = passed();
          last = chunk;
          if (!chunk.includes(textMark)) return;
          const at = passed();
          if (timing.firstTokenMs === 0) timing.firstTokenMs = at;
          else count(gaps, Math.round(at - lastTextMs));
          lastTextMs = at;
        });
        response.on("end", () => {
          timing.totalMs = passed();
          const isWhole = response.statusCode === 200 && last.includes(endMark);
          if (isWhole && timing.firstTokenMs > 0) resolve(timing);
          else reject(new Error(`status ${response.statusCode}, ${last.toString().slice(-200)}`));
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function count(gaps: Map<number, number>, ms: number): void {
  gaps.set(ms, (gaps.get(ms) ?? 0) + 1);
}
