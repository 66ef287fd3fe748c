import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../lib/log.ts";
import { answerComments } from "./answer-comments.ts";

export type CommentAnswerer = { start(): void; stop(): Promise<void> };

type AnswererDeps = Parameters<typeof answerComments>[0] & { log: Log };

const intervalMs = 3_000;

/** Answers comments on pull requests when the turns of their sessions have ended. */
export function createCommentAnswerer(deps: AnswererDeps): CommentAnswerer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> | undefined;
  const warn = (err: unknown, about: object = {}) => {
    if (!signal.aborted) deps.log.info({ err, ...about }, "a comment could not be answered");
  };
  const run = async () => {
    while (!signal.aborted) {
      await answerComments(deps, (error, { projectId, number }) =>
        warn(error, { projectId, number }),
      ).catch(warn);
      await pause(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    start() {
      loop ??= run();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
