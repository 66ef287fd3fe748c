import type { Feedback, SearchRequest, SearchResults } from "./api-types.ts";
import { type Answer, type AskOptions, ask, type ResumeOptions, resume } from "./ask.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { operations } from "./operations.ts";
import { type ClientOptions, send, sendForJson } from "./send.ts";

export type { AnswerEvent, AskRequest, Feedback, JobEvent, JobRequest } from "./api-types.ts";
export type { Answer, AnswerResult, AskOptions, Citation, Outcome, ResumeOptions } from "./ask.ts";
export { DocentError, type DocentErrorCode } from "./docent-error.ts";
export type { Job, Jobs, Session, StartOptions } from "./jobs.ts";
export type { ClientOptions } from "./send.ts";

export type SearchResult = SearchResults[number];
export type SearchOptions = Omit<SearchRequest, "query"> & { signal?: AbortSignal };

/** What one project of a Docent server offers. */
export type DocentClient = {
  /** Asks the docs; the answer is read as it is written. */
  ask(question: string, options?: AskOptions): Answer;
  /** Reads on an answer that another program or an earlier page has asked for. */
  resume(chatId: string, options?: ResumeOptions): Answer;
  search(query: string, options?: SearchOptions): Promise<SearchResult[]>;
  /** Rates an answer; again replaces it. */
  rate(feedback: Feedback, options?: { signal?: AbortSignal }): Promise<void>;
  jobs: Jobs;
};

export function createClient(options: ClientOptions): DocentClient {
  return {
    ask: (question, more = {}) => ask(options, question, more),
    resume: (chatId, more = {}) => resume(options, chatId, more),
    async search(query, { signal, ...more } = {}) {
      const body: SearchRequest = { ...more, query };
      return sendForJson(options, operations.search, { body, signal });
    },
    async rate(body, { signal } = {}) {
      await send(options, operations.rate, { body, signal });
    },
    jobs: createJobs(options),
  };
}
