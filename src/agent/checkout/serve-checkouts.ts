import { workerData } from "node:worker_threads";
import { AppError } from "../../lib/app-error.ts";
import { serveCalls } from "../../lib/thread-calls.ts";
import type { Tool } from "../tools/tool.ts";
import type { CheckoutCall, CheckoutReply, CheckoutRequest } from "./checkout-request.ts";
import { chooseBase } from "./choose-base.ts";
import { type JobCheckout, openJobCheckout } from "./job-checkout.ts";
import { readingMark } from "./reading-mark.ts";

const beatMs = 100;

/** Makes this thread one on which the texts of a job are read, one checkout at a time. */
export function serveCheckouts(tools: readonly Tool[]): void {
  const mark = readingMark(workerData.mark);
  // Work on many files takes a breath now and then; what is stuck takes none.
  setInterval(mark.beat, beatMs).unref();
  let stopping = new AbortController();
  let open: { key: string; checkout: JobCheckout } | undefined;

  async function answer(request: Answered): Promise<CheckoutReply> {
    const { signal } = stopping;
    if (request.kind === "base")
      return { kind: "based", base: await chooseBase(request.place, request.kept, signal) };
    const { key, call, opening: place } = request;
    if (place) {
      open = undefined;
      open = { key, checkout: await openJobCheckout({ place, mark, signal }, tools) };
    }
    return open?.key === key ? answerCall(open.checkout, call) : { kind: "unopened" };
  }

  function stop(): CheckoutReply {
    stopping.abort();
    stopping = new AbortController();
    open = undefined;
    return { kind: "unopened" };
  }

  serveCalls(async (request: CheckoutRequest): Promise<CheckoutReply> => {
    if (request.kind === "stop") return stop();
    mark.clear();
    return answer(request).catch((error) => {
      if (!(error instanceof RangeError)) return failure(error);
      // A stack that is too long says nothing of what was done until then, and the mark is gone with it.
      open = undefined;
      mark.setLast();
      throw error;
    });
  });
}

type Answered = Exclude<CheckoutRequest, { kind: "stop" }>;

async function answerCall(checkout: JobCheckout, call: CheckoutCall): Promise<CheckoutReply> {
  const reply = await checkout
    .answer(call)
    .then((value) => ({ kind: "done", value }) as const)
    .catch((error) => {
      if (error instanceof RangeError) throw error;
      return failure(error);
    });
  return { ...reply, ...checkout.stateChange() };
}

function failure(error: unknown) {
  if (error instanceof AppError)
    return { kind: "failed", error: { code: error.code, message: error.message } } as const;
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  return { kind: "broken", message, stack } as const;
}
