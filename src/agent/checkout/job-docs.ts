import { randomUUID } from "node:crypto";
import type { CheckReport } from "../../docs/check/finding.ts";
import type { OverlayChanges } from "../../git/overlay/overlay.ts";
import { AppError } from "../../lib/app-error.ts";
import { shownPath } from "../../lib/repository-path.ts";
import type { EditInput } from "../../models/embedded/editor/edit-input.ts";
import type { EditStep, PastStep } from "../../models/embedded/editor/steps/create-editor.ts";
import type { ToolResult } from "../tools/tool.ts";
import type {
  CheckoutCall,
  CheckoutCalls,
  CheckoutPlace,
  CheckoutReply,
  CheckoutState,
  Description,
} from "./checkout-request.ts";
import { type CheckoutThread, CostlyReading } from "./checkout-threads.ts";
import type { Base, BasePlace, Kept } from "./choose-base.ts";
import type { Reading } from "./reading-mark.ts";

/**
 * The docs that a job works on. Every text is read on a thread, with a limit to the processor's time: files that go
 * beyond it are left out from then on, and what cannot do without them fails with an AppError that says so.
 */
export type JobDocs = {
  /** What differs from the base. */
  changes(): OverlayChanges;
  /** Paths that were to be changed, and may not be. */
  notWritten(): string[];
  /** Files that are left out, since reading them took too long. */
  tooCostly(): string[];
  /** Runs a tool by its name. Its changes are all made, or none where it was too costly. */
  runTool(name: string, input: unknown): Promise<ToolResult>;
  /** Checks what the job has changed so far. */
  check(): Promise<CheckReport>;
  describe(asked: CheckoutCalls["describe"]["asks"]): Promise<Description>;
  /** The next step of the embedded model, which reads instructions and pages itself. */
  planEdit(input: EditInput, steps: PastStep[]): Promise<EditStep>;
  /** Lines of the change as it will be; undefined where there is none. */
  lines(sources: { path: string; line: number }[]): Promise<(string | undefined)[]>;
  /** Those of the paths that are there. */
  present(paths: string[]): Promise<string[]>;
};

type Opening = {
  thread: CheckoutThread;
  place: CheckoutPlace;
  state: CheckoutState;
  signal: AbortSignal;
};

/** Nothing is read before it is asked for. */
export function openJobDocs({ thread, place, state: first, signal }: Opening): JobDocs {
  const key = randomUUID();
  let state = first;

  /** A thread that has ended since, or had another job, is given the checkout once more. */
  const send = async (call: CheckoutCall): Promise<CheckoutReply> => {
    const request = { kind: "call", key, call } as const;
    const reply = await thread.ask(request, signal);
    if (reply.kind !== "unopened") return reply;
    return thread.ask({ ...request, opening: { ...place, ...state } }, signal);
  };

  async function ask<Kind extends keyof CheckoutCalls>(
    kind: Kind,
    asks: CheckoutCalls[Kind]["asks"],
  ): Promise<CheckoutCalls[Kind]["gives"]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const reply = await send(callOf(kind, asks));
        state = nextState(state, reply);
        return givenIn<Kind>(reply);
      } catch (error) {
        if (!(error instanceof CostlyReading)) throw error;
        state = withoutFile(state, error, tries);
      }
    }
  }

  return {
    changes: () => state.changes,
    notWritten: () => state.notWritten,
    tooCostly: () => state.tooCostly,
    runTool: (name, input) => ask("tool", { name, input }),
    check: () => ask("check", {}),
    describe: (asked) => ask("describe", asked),
    planEdit: (input, steps) => ask("edit", { input, steps }),
    lines: (sources) => ask("lines", { sources }),
    present: (paths) => ask("present", { paths }),
  };
}

/** The same work before there is a checkout: the commit that a turn is built upon. */
export async function askForBase(
  thread: CheckoutThread,
  asked: { place: BasePlace; kept: Kept },
  signal: AbortSignal,
): Promise<Base> {
  const reply = await thread.ask({ kind: "base", ...asked }, signal).catch((error) => {
    throw error instanceof CostlyReading ? costlyError(error) : error;
  });
  return reply.kind === "based" ? reply.base : refuse(reply);
}

/** What is asked for has the fields of its kind. */
function callOf<Kind extends keyof CheckoutCalls>(
  kind: Kind,
  asks: CheckoutCalls[Kind]["asks"],
): CheckoutCall {
  return { kind, ...asks } as CheckoutCall;
}

function nextState(state: CheckoutState, reply: CheckoutReply): CheckoutState {
  if (!("written" in reply) || reply.written === undefined) return state;
  const { written, restored = [], notWritten = [], tooCostly = [] } = reply;
  if (written.length + restored.length === 0) return { ...state, notWritten, tooCostly };
  const changes = new Map(state.changes.map((change) => [change.path, change]));
  for (const path of restored) changes.delete(path);
  for (const change of written) changes.set(change.path, change);
  const inOrder = [...changes.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { changes: inOrder, notWritten, tooCostly };
}

/** The program answers a call with what belongs to its kind. */
function givenIn<Kind extends keyof CheckoutCalls>(
  reply: CheckoutReply,
): CheckoutCalls[Kind]["gives"] {
  if (reply.kind === "done") return reply.value as CheckoutCalls[Kind]["gives"];
  return refuse(reply);
}

function refuse(reply: CheckoutReply): never {
  if (reply.kind === "failed") throw new AppError(reply.error.code, reply.error.message);
  const { message, stack } =
    reply.kind === "broken" ? reply : { message: `no answer: ${reply.kind}`, stack: "" };
  throw Object.assign(new Error(message), stack === "" ? {} : { stack });
}

/** Files of one call that may take too long before it is given up, and of one job. */
const mostOfCall = 3;
const mostOfJob = 50;

/** One file of many is left out from now on; whatever else was too costly fails. */
function withoutFile(state: CheckoutState, error: CostlyReading, tries: number): CheckoutState {
  const { reading } = error;
  const { tooCostly } = state;
  const mayGoOn = tries <= mostOfCall && tooCostly.length < mostOfJob;
  if (!mayGoOn || reading?.how !== "many" || tooCostly.includes(reading.path))
    throw costlyError(error);
  return { ...state, tooCostly: [...tooCostly, reading.path] };
}

function costlyError(error: CostlyReading): AppError {
  return new AppError("too_large", costlyText(error.reading), { cause: error });
}

function costlyText(reading: Reading | undefined): string {
  if (reading?.how === "write")
    return `The new text of ${shownPath(reading.path)} is too costly to read, so it was not written. Write it more simply, or split it into several files.`;
  if (reading?.how === "open")
    return `The settings of the docs are too costly to read: the last file was ${shownPath(reading.path)}. Simplify them, then start the job again.`;
  const place = reading === undefined ? "" : ` at ${shownPath(reading.path)}`;
  return `This was too costly: it was ended${place}, and nothing was changed. Name fewer files, or do it another way.`;
}
