import type { z } from "zod";
import {
  askedJob,
  type ChangeFilter,
  change,
  changeDetail,
  changedFile,
  changePage,
  type ReviewRequest,
  revertedChange,
} from "../../src/contract/changes.ts";
import { connectionCheck, webhookConnection } from "../../src/contract/connections.ts";
import {
  createdKey,
  type createKeyRequest,
  dashboardSession,
  extraPathsRequest,
  type KeyFilter,
  keyList,
  projectList,
} from "../../src/contract/dashboard.ts";
import { questionSuggestions, searchExplanation } from "../../src/contract/explanation.ts";
import { threadDetail } from "../../src/contract/insights/analytics.ts";
import { answerDifference } from "../../src/contract/insights/answer-difference.ts";
import type { feedbackRequest } from "../../src/contract/insights/feedback.ts";
import { type JobFilter, jobDetail, jobPage } from "../../src/contract/job-list.ts";
import {
  agentSession,
  type createJobRequest,
  type FollowUpRequest,
} from "../../src/contract/jobs.ts";
import { versionsEvent } from "../../src/contract/live.ts";
import {
  type ModelTestRequest,
  modelTest,
  type ProjectSettingsChange,
  projectSettings,
  type SourcePlaceRequest,
  sourceAdded,
} from "../../src/contract/project-settings.ts";
import { readerPass } from "../../src/contract/reader/reader-pass.ts";
import { type RepositoryLogin, secretList } from "../../src/contract/secrets.ts";
import { type ServerSettingsChange, serverSettings } from "../../src/contract/server-settings.ts";
import { sourceList, syncResult } from "../../src/contract/sources.ts";
import { ApiError, type Requested, readFailure, send } from "./api-request.ts";

export type NewFeedback = z.input<typeof feedbackRequest>;
export type NewKey = z.input<typeof createKeyRequest>;
export type NewJob = z.input<typeof createJobRequest>;

export type ChangeAction = "merge" | "close" | "ready";
type Reviewed = Pick<z.infer<typeof change>, "number" | "headCommit">;

type ListQuery = { q?: string; cursor?: string; limit?: string };
type JobListQuery = ListQuery & { state?: JobFilter };
type ChangeListQuery = ListQuery & { state?: ChangeFilter };
type KeyListQuery = ListQuery & { state?: KeyFilter };

const at = encodeURIComponent;
const project = (id: string) => `/v1/projects/${at(id)}`;
const chosenSource = (id: string, sourceId: string) => `${project(id)}/sources/${at(sourceId)}`;
const events = (id: string) => (id === "" ? "/v1/events" : `${project(id)}/events`);
const analytics = (id: string) => `/v1/analytics/${at(id)}`;
const agent = (id: string) => `/v1/agent/${at(id)}`;
const chosenChange = (id: string, number: number) => `${project(id)}/changes/${number}`;

/** Every call the dashboard makes: the public contract, with a session instead of a key. */
export const api = {
  session: () => getJson("/auth/session", dashboardSession),
  setUp: (token: string, password: string) => post("/auth/setup", { token, password }),
  checkSetUp: (token: string) => post("/auth/setup/link", { token }),
  logIn: (password: string, email?: string) => post("/auth/login", { password, email }),
  logOut: () => post("/auth/logout"),
  logOutEverywhere: () => post("/auth/logout-everywhere"),

  /** Of the list of all projects where no project is named. */
  versions: async (id: string, signal: AbortSignal) =>
    (await readJson(events(id), versionsEvent, { signal })).versions,
  openVersions: (id: string, signal: AbortSignal) => openStream(events(id), { signal }),

  projects: () => getJson("/v1/projects", projectList),
  sources: (id: string) => getJson(`${project(id)}/sources`, sourceList),
  sync: (id: string) => postJson(`${project(id)}/sync`, syncResult),
  setExtraPaths: (id: string, paths: string[]) =>
    postJson(`${project(id)}/extra-paths`, extraPathsRequest, { paths }),

  addSource: (id: string, place: SourcePlaceRequest) =>
    postJson(`${project(id)}/sources`, sourceAdded, place),
  changeSource: (id: string, sourceId: string, place: SourcePlaceRequest) =>
    post(chosenSource(id, sourceId), place),
  removeSource: (id: string, sourceId: string) => post(`${chosenSource(id, sourceId)}/remove`),

  projectSettings: (id: string) => getJson(`${project(id)}/settings`, projectSettings),
  saveProjectSettings: (id: string, change: ProjectSettingsChange) =>
    postJson(`${project(id)}/settings`, projectSettings, change),
  testModel: (id: string, request: ModelTestRequest) =>
    postJson(`${project(id)}/settings/test-model`, modelTest, request),
  serverSettings: () => getJson("/v1/settings", serverSettings),
  saveServerSettings: (change: ServerSettingsChange) =>
    postJson("/v1/settings", serverSettings, change),

  secrets: (id: string) => getJson(`${project(id)}/secrets`, secretList),
  setLogin: (id: string, sourceId: string, login: RepositoryLogin) =>
    post(`${chosenSource(id, sourceId)}/login`, login),
  removeLogin: (id: string, sourceId: string) => post(`${chosenSource(id, sourceId)}/login/remove`),
  checkConnection: (id: string, sourceId: string) =>
    postJson(`${chosenSource(id, sourceId)}/check`, connectionCheck),
  connectWebhook: (id: string, sourceId: string) =>
    postJson(`${chosenSource(id, sourceId)}/webhook`, webhookConnection),

  closeFirstSteps: (id: string, isClosed: boolean) =>
    post(`${project(id)}/first-steps`, { isClosed }),

  suggestions: (id: string) => getJson(`${project(id)}/suggestions`, questionSuggestions),
  thread: (id: string, threadId: string) =>
    getJson(`${analytics(id)}/threads/${at(threadId)}`, threadDetail),
  explainAnswer: (id: string, answerId: string) =>
    getJson(`${analytics(id)}/answers/${at(answerId)}/search`, searchExplanation),
  answerDifference: (id: string, { before, after }: { before: string; after: string }) =>
    getJson(
      `${analytics(id)}/answers/${at(before)}/difference${queryOf({ to: after })}`,
      answerDifference,
    ),
  /** So that the first question about it does not wait for it to be read. */
  readBranchAhead: (domain: string, ref: string) =>
    post(`/discovery/v1/search/${at(domain)}`, { query: "docs", pageSize: 1, filter: { ref } }),
  rate: (domain: string, feedback: NewFeedback) =>
    post(`/discovery/v1/feedback/${at(domain)}`, feedback),

  keys: (id: string, query: KeyListQuery = {}) =>
    getJson(`${project(id)}/keys${queryOf(query)}`, keyList),
  createKey: (id: string, key: NewKey) => postJson(`${project(id)}/keys`, createdKey, key),
  revokeKey: (id: string, keyId: string) => post(`${project(id)}/keys/${at(keyId)}/revoke`),

  /** What lets the preview of the widget ask for a while. */
  readerPass: (domain: string) => getJson(`/docs/${at(domain)}/-/pass`, readerPass),

  jobs: (id: string, query: JobListQuery = {}) =>
    getJson(`${project(id)}/jobs${queryOf(query)}`, jobPage),
  job: (id: string, sessionId: string) =>
    getJson(`${project(id)}/jobs/${at(sessionId)}`, jobDetail),
  cancelJob: (id: string, sessionId: string) =>
    postJson(`${agent(id)}/job/${at(sessionId)}/cancel`, agentSession),
  retryJob: (id: string, sessionId: string) =>
    postJson(`${agent(id)}/job/${at(sessionId)}/retry`, agentSession),
  createJob,
  sendMessage,
  openJobStream,

  changes: (id: string, query: ChangeListQuery = {}) =>
    getJson(`${project(id)}/changes${queryOf(query)}`, changePage),
  change: (id: string, number: number) => getJson(chosenChange(id, number), changeDetail),
  actOnChange: (id: string, { number, headCommit }: Reviewed, action: ChangeAction) => {
    // A branch that has moved on since it was shown is refused, not merged unseen.
    const reviewed = action === "merge" ? `?headCommit=${at(headCommit)}` : "";
    return postJson(`${chosenChange(id, number)}/${action}${reviewed}`, change);
  },
  changedFile: (id: string, number: number, path: string) =>
    getJson(`${chosenChange(id, number)}/file?path=${at(path)}`, changedFile),
  reviewChange: (id: string, number: number, { body, key }: { body: ReviewRequest; key: string }) =>
    readJson(`${chosenChange(id, number)}/review`, askedJob, {
      method: "POST",
      body,
      headers: { "idempotency-key": key },
    }),
  resolveConflicts: (id: string, number: number) =>
    postJson(`${chosenChange(id, number)}/resolve`, askedJob),
  revertChange: (id: string, number: number) =>
    postJson(`${chosenChange(id, number)}/revert`, revertedChange),
};

async function createJob(id: string, job: NewJob, idempotencyKey: string): Promise<string> {
  const headers = await hand(`${agent(id)}/job`, job, idempotencyKey);
  const sessionId = headers.get("x-session-id");
  if (sessionId) return sessionId;
  throw new ApiError({
    error: "The job was started, but its reply named no session.",
    status: 200,
  });
}

async function sendMessage(
  id: string,
  sessionId: string,
  { key, text }: { key: string; text: string },
): Promise<void> {
  const body: FollowUpRequest = { messages: [{ role: "user", content: text }] };
  await hand(`${agent(id)}/job/${at(sessionId)}/message`, body, key);
}

/** The job goes on without this reader: what matters is in the headers, the body is let go. */
async function hand(path: string, body: unknown, idempotencyKey: string): Promise<Headers> {
  const leave = new AbortController();
  const response = await send(path, {
    method: "POST",
    body,
    accept: "text/event-stream",
    headers: { "idempotency-key": idempotencyKey },
    signal: leave.signal,
  });
  if (!response.ok) throw await readFailure(response);
  leave.abort();
  return response.headers;
}

async function openJobStream(
  id: string,
  sessionId: string,
  options: { lastEventId: string; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  return openStream(`${agent(id)}/job/${at(sessionId)}/stream`, {
    headers: options.lastEventId ? { "last-event-id": options.lastEventId } : {},
    signal: options.signal,
  });
}

async function openStream(path: string, request: Requested): Promise<ReadableStream<Uint8Array>> {
  const response = await send(path, { ...request, accept: "text/event-stream" });
  if (!response.ok) throw await readFailure(response);
  if (response.body) return response.body;
  throw new ApiError({ error: "The server sent no stream.", status: response.status });
}

const longestReadMs = 60_000;

/** What is not asked for is left out. */
export function queryOf(query: Record<string, string>): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

let wanted = new AbortController();

/** Lets go of what was asked for, and asks for nothing until the returned function is called. */
export function stopReads(): () => void {
  wanted.abort();
  return () => {
    wanted = new AbortController();
  };
}

export function getJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  // A reply that never comes must not keep a list from being asked for again.
  const signal = AbortSignal.any([AbortSignal.timeout(longestReadMs), wanted.signal]);
  return readJson(path, schema, { signal });
}

export function postJson<T>(path: string, schema: z.ZodType<T>, body: unknown = {}): Promise<T> {
  return readJson(path, schema, { method: "POST", body });
}

export async function post(path: string, body: unknown = {}): Promise<void> {
  const response = await send(path, { method: "POST", body });
  if (!response.ok) throw await readFailure(response);
}

export async function readJson<T>(
  path: string,
  schema: z.ZodType<T>,
  request: Requested,
): Promise<T> {
  const response = await send(path, request);
  if (!response.ok) throw await readFailure(response);
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new ApiError({
    error: "The server's reply was not understood. Reload the page: it may be newer than this tab.",
    status: response.status,
  });
}
