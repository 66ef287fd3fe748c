import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { defaultJobSettings } from "../src/agent/run/job-limits.ts";
import type { AgentSession } from "../src/contract/jobs.ts";
import { type CutLine, cutLine } from "./cut-line.ts";
import { type GitRemote, serveRemote } from "./git-remote.ts";
import { samplePages } from "./harness.ts";
import { task } from "./job-node.ts";
import { createRemoteJobNode, type RemoteJobNode } from "./remote-job-node.ts";
import { finishCall, scriptedEditor } from "./scripted-editor.ts";

// A key may ask 20 times a second.
export const pollMs = 100;
export const branch = "docs/new";

/** Writes one page, then ends; what `atEnd` does happens before the model has said so. */
export function writing(atEnd: () => unknown = () => undefined) {
  const write = { name: "write_file", input: { path: "new.md", content: "# New\n" } };
  const model = scriptedEditor([{ calls: [write] }, { calls: [finishCall()] }]);
  const doGenerate: typeof model.doGenerate = async (options) => {
    const reply = await model.doGenerate(options);
    if (model.asked.at(-1)?.step === 2) await atEnd();
    return reply;
  };
  return { ...model, doGenerate };
}

export type Outage = RemoteJobNode & {
  line: CutLine<GitRemote>;
  model: ReturnType<typeof writing>;
  /** A job whose forge is gone when it is to be pushed. */
  begin(): Promise<{ id: string; stream: Response }>;
  until(is: (session: AgentSession) => boolean, id: string): Promise<AgentSession>;
};

/** A node whose forge goes away when a job is about to be pushed. */
export async function outage(
  forgeWaitMs = defaultJobSettings.forgeWaitMs,
  atOnce = 1,
): Promise<Outage> {
  const line = await cutLine(await serveRemote(samplePages));
  const model = writing(() => line.cut());
  const jobs = { ...defaultJobSettings, forgeWaitMs, atOnce };
  const node = await createRemoteJobNode({ model, served: line, settings: { jobs } });
  const until: Outage["until"] = async (is, id) => {
    for (;;) {
      const session = await node.session(id);
      if (is(session)) return session;
      await sleep(pollMs);
    }
  };
  const begin = async () => {
    const stream = await node.createJob(task("Edit it.", { branch }));
    return { id: stream.headers.get("x-session-id") ?? "", stream };
  };
  onTestFinished(() => line.mend());
  return { ...node, line, model, begin, until };
}

export const waits = ({ haulted, messageToUser }: AgentSession) =>
  !haulted && messageToUser.startsWith("Waits for the forge: ");
export const isEnded = ({ haulted }: AgentSession) => haulted;
