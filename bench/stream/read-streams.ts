import { Agent, request } from "node:http";
import { answerParent } from "../report/run-child.ts";
import type { Load, LoadResult, Timing } from "./protocol.ts";

const textMark = Buffer.from('"type":"text-delta"');
const endMark = Buffer.from("data: [DONE]");

/** The readers, in a process of their own: each asks, reads to the end and asks again. */
answerParent(async (load: Load): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.streams });
  const timings: Timing[] = [];
  const failures: string[] = [];
  const started = performance.now();
  const readers = Array.from({ length: load.streams }, async () => {
    for (let round = 0; round < load.rounds; round += 1) {
      try {
        timings.push(await readAnswer(load, agent));
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  });
  await Promise.all(readers);
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { timings, seconds, failures };
});

/** Looks at bytes only: parsing every event would take the processor from the server that is measured. */
function readAnswer({ url, headers, question }: Load, agent: Agent): Promise<Timing> {
  const body = JSON.stringify({
    trigger: "submit-message",
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text: question }] }],
  });
  const started = performance.now();
  const passed = () => performance.now() - started;
  return new Promise((resolve, reject) => {
    const timing: Timing = { firstByteMs: 0, firstTokenMs: 0, totalMs: 0 };
    let last: Buffer = Buffer.alloc(0);
    const outgoing = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-type": "application/json" } },
      (response) => {
        response.on("error", reject);
        response.on("data", (chunk: Buffer) => {
          if (timing.firstByteMs === 0) timing.firstByteMs = passed();
          if (timing.firstTokenMs === 0 && chunk.includes(textMark)) timing.firstTokenMs = passed();
          last = chunk;
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
