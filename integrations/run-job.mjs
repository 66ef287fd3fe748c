#!/usr/bin/env node
// Starts an agent job of Docent and follows it to its end. Needs Node 18 or newer, and nothing else.
import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";

const longestLine = 500;
const longestText = 20_000;
const idleMs = 90_000;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
const failures = ["error", "no-change", "never"];

/** Ends the script with a sentence about what to set; no job can make up for it. */
class Misuse extends Error {}

/** The server refuses the request: asking again does not help. */
class Refused extends Error {}

/** What the job is, from the environment. */
function readSettings(env) {
  const required = (name) => {
    const value = (env[name] ?? "").trim();
    if (value === "") throw new Misuse(`Set ${name}.`);
    return value;
  };
  const url = required("DOCENT_URL").replace(/(?<!\/)\/+$/, "");
  if (!/^https?:\/\/[^\s/]+/.test(url))
    throw new Misuse("DOCENT_URL must be an address with http.");
  const key = required("DOCENT_ADMIN_KEY");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Misuse("DOCENT_ADMIN_KEY must be one line of ASCII.");
  const file = (env.DOCENT_INSTRUCTION_FILE ?? "").trim();
  const instruction = file === "" ? required("DOCENT_INSTRUCTION") : readFileSync(file, "utf8");
  const failOn = env.DOCENT_FAIL_ON?.trim() || "error";
  if (!failures.includes(failOn))
    throw new Misuse(`DOCENT_FAIL_ON must be one of ${failures.join(", ")}.`);
  const minutes = Number(env.DOCENT_TIMEOUT_MINUTES?.trim() || "60");
  if (!(minutes > 0 && minutes <= 24 * 60))
    throw new Misuse("DOCENT_TIMEOUT_MINUTES must be a number of minutes, up to a day.");
  return {
    url,
    key,
    project: required("DOCENT_PROJECT"),
    failOn,
    deadline: Date.now() + minutes * 60_000,
    idempotencyKey: env.DOCENT_IDEMPOTENCY_KEY?.trim() || keyOfRun(env, instruction),
    body: {
      messages: [{ role: "user", content: instruction }],
      ...(env.DOCENT_BRANCH?.trim() && { branch: env.DOCENT_BRANCH.trim() }),
      ...(env.DOCENT_MODEL?.trim() && { model: env.DOCENT_MODEL.trim() }),
      asDraft: env.DOCENT_DRAFT?.trim() === "true",
    },
  };
}

/** The same for the same step of the same run, so that a step that is repeated starts no second job. */
function keyOfRun(env, instruction) {
  const run = env.CI_JOB_ID
    ? ["gitlab", env.CI_SERVER_HOST, env.CI_JOB_ID]
    : env.GITHUB_RUN_ID
      ? ["github", env.GITHUB_REPOSITORY, env.GITHUB_RUN_ID, env.GITHUB_RUN_ATTEMPT]
      : [randomUUID()];
  const step = [...run, env.GITHUB_JOB, env.GITHUB_ACTION, instruction];
  return `ci-${createHash("sha256").update(JSON.stringify(step)).digest("hex").slice(0, 40)}`;
}

/** Text of others, on one line: runners act upon lines that begin with `::`, on `##[`, and on control characters. */
function lineOf(text, key) {
  return withoutKey(String(text), key)
    .slice(0, longestText)
    .replace(/\p{C}+|[\u2028\u2029]/gu, " ")
    .replaceAll("##[", "# #[")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestLine);
}

function withoutKey(text, key) {
  return text.replaceAll(key, "***");
}

function apiOf({ url, key, project }) {
  const base = `${url}/v1/agent/${encodeURIComponent(project)}`;
  return async (path, { signal, ...init } = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    // An answer that leads elsewhere would take the key with it.
    const reply = await fetch(base + path, { redirect: "error", ...init, headers, signal });
    if (reply.ok) return reply;
    const said = await reply.json().catch(() => undefined);
    const reason = lineOf(
      typeof said?.error === "string" ? said.error : "no reason was given",
      key,
    );
    const isPassing = reply.status === 429 || reply.status >= 500;
    throw new (isPassing ? Error : Refused)(`The server answered ${reply.status}: ${reason}`);
  };
}

/** Events of a stream with their ids. Ends at the end of the stream, and throws where the line is cut or silent. */
async function* eventsOf(reply, giveUp) {
  let timer = setTimeout(giveUp, idleMs);
  try {
    const decoder = new TextDecoder();
    let rest = "";
    let id;
    for await (const bytes of reply.body) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, idleMs);
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("id:")) id = line.slice(3).trim();
        if (!line.startsWith("data:")) continue;
        const data = line.slice(5).trim();
        if (data === "[DONE]") return;
        yield { id, event: JSON.parse(data) };
        id = undefined;
      }
    }
    throw new Error("The connection was cut.");
  } finally {
    clearTimeout(timer);
  }
}

/** One line of the log for an event; undefined for those that say nothing to people. */
function wordsOf(event, state) {
  if (event.type === "text-delta") {
    state.text += event.delta;
    return undefined;
  }
  if (event.type === "text-end") {
    const { text } = state;
    state.text = "";
    return text;
  }
  if (event.type === "data-step") return `Step ${event.data.index}`;
  if (event.type === "tool-input-available") {
    const { path = event.input?.from ?? event.input?.query ?? "" } = event.input ?? {};
    return `  ${event.toolName} ${path}`;
  }
  if (event.type === "tool-output-error") return `  refused: ${event.errorText}`;
  if (event.type === "data-pull-request") return `Change: ${event.data.title} ${event.data.url}`;
  return event.type === "error" ? event.errorText : undefined;
}

/** Follows the job until it has ended, through every cut of the line. */
async function followJob(settings, log) {
  const api = apiOf(settings);
  const state = { sessionId: "", lastId: "", text: "", waitMs: firstWaitMs };
  for (;;) {
    try {
      await readStream(api, settings, state, log);
      const session = await (await api(`/job/${state.sessionId}`, withLimit(settings))).json();
      if (session.haulted) return session;
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (Date.now() < settings.deadline) log(`${reasonOf(error)} Trying again.`);
    }
    if (Date.now() >= settings.deadline) return timedOut(state);
    await new Promise((resolve) => setTimeout(resolve, state.waitMs));
    state.waitMs = Math.min(state.waitMs * 2, longestWaitMs);
  }
}

async function readStream(api, settings, state, log) {
  const leave = new AbortController();
  const left = setTimeout(() => leave.abort(), Math.max(0, settings.deadline - Date.now()));
  const accept = { accept: "text/event-stream" };
  const { signal } = leave;
  try {
    const reply =
      state.sessionId === ""
        ? await api("/job", {
            method: "POST",
            signal,
            headers: {
              ...accept,
              "content-type": "application/json",
              "idempotency-key": settings.idempotencyKey,
            },
            body: JSON.stringify(settings.body),
          })
        : await api(`/job/${state.sessionId}/stream`, {
            signal,
            headers: { ...accept, ...(state.lastId && { "last-event-id": state.lastId }) },
          });
    noteSession(reply, state, log);
    for await (const { id, event } of eventsOf(reply, () => leave.abort())) {
      const words = wordsOf(event, state);
      if (words) log(words);
      if (id !== undefined) state.lastId = id;
      state.waitMs = firstWaitMs;
    }
  } finally {
    clearTimeout(left);
    leave.abort();
  }
}

function noteSession(reply, state, log) {
  const id = reply.headers.get("x-session-id") ?? "";
  if (!/^[\w-]{1,100}$/.test(id))
    throw new Refused("This is no server of Docent: it names no session.");
  if (state.sessionId === "") log(`Session ${id}`);
  state.sessionId = id;
}

function withLimit({ deadline }) {
  return { signal: AbortSignal.timeout(Math.max(1, Math.min(idleMs, deadline - Date.now()))) };
}

function reasonOf(error) {
  const cause = error?.cause?.code ?? error?.cause?.message;
  return [error?.message ?? "The connection failed.", cause && `(${cause})`]
    .filter(Boolean)
    .join(" ");
}

function timedOut({ sessionId }) {
  const messageToUser = "The job had not ended when the time was over. It goes on at the server.";
  return { sessionId, haultReason: "timeout", messageToUser, pullRequestLink: "", branch: "" };
}

/** What later steps are given: each of a known form, whatever the server said. */
function outputsOf(session, { key }) {
  const link = String(session.pullRequestLink ?? "");
  return {
    "session-id": String(session.sessionId ?? ""),
    state: lineOf(session.haultReason ?? "error", key),
    "pull-request": /^https?:\/\/[^\s"'<>`\\\p{C}]{1,2000}$/u.test(link) ? link : "",
    branch: lineOf(session.branch ?? "", key),
    message: withoutKey(String(session.messageToUser ?? ""), key).slice(0, longestText),
  };
}

/** For GitHub. What ends a value nobody can guess, so that no value can end itself and begin another. */
function writeOutputs(file, outputs) {
  for (const [name, value] of Object.entries(outputs)) {
    const end = `end-${randomUUID()}`;
    appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`);
  }
}

/** For GitLab: one line each, because a line break would begin another variable. */
function writeVariables(file, outputs, key) {
  for (const [name, value] of Object.entries(outputs)) {
    const variable = `DOCENT_JOB_${name.toUpperCase().replaceAll("-", "_")}`;
    appendFileSync(file, `${variable}=${lineOf(value, key)}\n`);
  }
}

function writeSummary(file, outputs, { url }, session) {
  const escaped = (text) =>
    text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/[^\P{C}\n]+/gu, " ");
  const place = `${url}/dashboard/${encodeURIComponent(session.subdomain ?? "")}/jobs/${outputs["session-id"]}`;
  const link = (address, text) => `<a href="${escaped(address)}">${escaped(text)}</a>`;
  const change = outputs["pull-request"];
  appendFileSync(
    file,
    [
      `<h3>Docent: ${escaped(outputs.state)}</h3>`,
      `<p>${change === "" ? "No change was opened." : link(change, change)}</p>`,
      // An empty line would end the HTML, and what follows it would be Markdown.
      `<pre>${escaped(outputs.message).replaceAll("\n", "&#10;")}</pre>`,
      session.subdomain ? `<p>${link(place, "Session")}</p>\n` : "",
    ].join("\n"),
  );
}

/** Whether the step fails, by what it was told to fail on. */
function hasFailed(outputs, failOn) {
  if (failOn === "never") return false;
  if (outputs.state !== "completed") return true;
  return failOn === "no-change" && outputs["pull-request"] === "";
}

async function main(env) {
  const settings = readSettings(env);
  const isOnGitHub = env.GITHUB_ACTIONS === "true";
  const token = randomUUID();
  const log = (words) => console.log(`docent | ${lineOf(words, settings.key)}`);
  // From here on no line is a command to the runner, whatever it says.
  if (isOnGitHub) console.log(`::add-mask::${settings.key}\n::stop-commands::${token}`);
  try {
    const session = await followJob(settings, log);
    const outputs = outputsOf(session, settings);
    log(`${outputs.state}: ${outputs.message}`);
    if (outputs["pull-request"] !== "") log(outputs["pull-request"]);
    if (env.GITHUB_OUTPUT) writeOutputs(env.GITHUB_OUTPUT, outputs);
    if (env.GITHUB_STEP_SUMMARY) writeSummary(env.GITHUB_STEP_SUMMARY, outputs, settings, session);
    if (env.DOCENT_DOTENV) writeVariables(env.DOCENT_DOTENV, outputs, settings.key);
    return hasFailed(outputs, settings.failOn) ? 1 : 0;
  } catch (error) {
    log(reasonOf(error));
    return 2;
  } finally {
    if (isOnGitHub) console.log(`::${token}::`);
  }
}

try {
  process.exitCode = await main(process.env);
} catch (error) {
  console.error(error instanceof Misuse ? error.message : "The job could not be started.");
  process.exitCode = 2;
}
