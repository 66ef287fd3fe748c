import { errorBody } from "../../contract/error.ts";
import {
  type GateEvent,
  type GateQuestion,
  type GateReport,
  type GateRequest,
  gateEvent,
} from "../../contract/gate.ts";
import { AppError } from "../../lib/app-error.ts";
import type { GateProgress } from "./gate-progress.ts";

export type ServerGate = {
  /** Address of the server. */
  server: string;
  /** The project, by its id or domain. */
  project: string;
  /** An admin key of the project. */
  key: string;
  request: Omit<GateRequest, "questions"> & { questions: GateQuestion[] };
  progress: GateProgress;
};

const longestEvent = 200 * 1024 * 1024;

/** Has a server ask both sides: with its model, and its readers' questions, of which only the text comes back. */
export async function serverGate(gate: ServerGate): Promise<GateReport> {
  const response = await send(gate);
  if (!response.ok || response.body === null) throw await refusal(response);
  let report: GateReport | undefined;
  for await (const event of eventsOf(response.body)) {
    if (event.type === "error") throw new AppError("unavailable", `The server: ${event.errorText}`);
    if (event.type === "report") report = event.report;
    else gate.progress.update("Asking", event.done, event.total);
  }
  if (report !== undefined) return report;
  throw new AppError("unavailable", "The server broke off before its report: run it again.");
}

async function send({ server, project, key, request }: ServerGate): Promise<Response> {
  const base = URL.parse(server.endsWith("/") ? server : `${server}/`);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new AppError("invalid_request", "--server is the address of a Docent server.");
  const url = new URL(`v1/gate/${encodeURIComponent(project)}/run`, base);
  try {
    return await fetch(url, {
      method: "POST",
      redirect: "error",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  } catch (cause) {
    throw new AppError("unavailable", `The server ${base.host} cannot be reached.`, { cause });
  }
}

async function refusal(response: Response): Promise<AppError> {
  const body = errorBody.safeParse(await response.json().catch(() => undefined));
  const words = body.success ? body.data.error : `it answered with ${response.status}`;
  return new AppError("unavailable", `The server did not run the gate: ${words}`);
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<GateEvent> {
  const decoder = new TextDecoder();
  let held = "";
  for await (const bytes of body) {
    held += decoder.decode(bytes, { stream: true });
    if (held.length > longestEvent) throw new AppError("unavailable", "The report is too long.");
    for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n")) {
      const line = held.slice(0, end);
      held = held.slice(end + 2);
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      yield gateEvent.parse(JSON.parse(line.slice("data: ".length)));
    }
  }
}
