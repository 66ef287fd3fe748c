import { AppError } from "../../lib/app-error.ts";
import { pause } from "./pause.ts";

const pausesMs = [500, 2_000];

/** Repeats what failed for a reason that may pass by itself, a few times. The work must do no harm when repeated. */
export async function persistently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
      await pause(pauseMs, signal);
    }
  }
  return work();
}
