import { randomUUID } from "node:crypto";
import { deliverEvents } from "./deliver-events.ts";
import { gitlabShapes, levels, projectId, threadId } from "./fake-gitlab-shapes.ts";
import { findRoute, type Route, sent, text } from "./forge-routes.ts";
import {
  type ForgeReply,
  type ForgeRequest,
  type ForgeServer,
  serveForge,
} from "./forge-server.ts";
import type { ForgeEvent, ForgeHook, ForgePull, ForgeState } from "./forge-types.ts";
import { shownLines } from "./shown-lines.ts";

/** GitLab's wire format, version 4 of its API. */
export async function fakeGitlab(state: ForgeState): Promise<ForgeServer> {
  state.follows = { pushedMerges: true, deletedBranches: false };
  const server = await serveForge(state, (url) => {
    const routes = gitlabRoutes(state, url);
    return {
      prefixes: ["/api/v4"],
      tokenOf: (headers) => text(headers["private-token"]),
      answer: (request) => answer(state, routes, request),
      headers: (remaining = 2_000) => ({
        "ratelimit-limit": "2000",
        "ratelimit-remaining": String(Math.max(0, remaining)),
        "ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 30),
      }),
      limits: { primary: () => tooMany, secondary: () => tooMany },
      etags: true,
    };
  });
  deliverEvents(state, (event, hook) => delivery(state, event, hook));
  return server;
}

const tooMany: ForgeReply = { status: 429, body: "Retry later\n", headers: { "retry-after": "2" } };
const refuse = (status: number, message: unknown): ForgeReply => ({ status, body: { message } });
const noProject = refuse(404, "404 Project Not Found");
const notFound = refuse(404, "404 Not found");
const unauthorized = refuse(401, "401 Unauthorized");
const notAllowed = refuse(405, "405 Method Not Allowed");

async function answer(
  state: ForgeState,
  routes: Route[],
  request: ForgeRequest,
): Promise<ForgeReply> {
  const { holder, path, method } = request;
  if (holder === undefined) return unauthorized;
  if (method !== "GET" && holder.lacks.has("api")) {
    const error_description =
      "The request requires higher privileges than provided by the access token.";
    return { status: 403, body: { error: "insufficient_scope", error_description, scope: "api" } };
  }
  const [, projects, id = "", ...rest] = path.split("/");
  if (projects === "projects") {
    const asked = decodeURIComponent(id);
    if (state.oldPaths.includes(asked)) {
      if (method !== "GET")
        return refuse(405, "Non GET methods are not allowed for moved projects");
      const location = `/api/v4/${["projects", projectId, ...rest].join("/")}`;
      return { status: 301, headers: { location }, body: "This resource has been moved" };
    }
    const known = asked === state.path || asked === `${projectId}`;
    if (!known || holder.account.permission === "none") return noProject;
    if (state.archived && method !== "GET") return refuse(403, "403 Forbidden");
    if (method !== "GET" && holder.account.permission === "read") {
      return path.endsWith("/merge") ? unauthorized : refuse(403, "403 Forbidden");
    }
  }
  const found = findRoute(routes, request);
  return found === undefined
    ? { status: 404, body: { error: "404 Not Found" } }
    : found.handler(request, found.values);
}

const project = "/projects/:id";

function gitlabRoutes(state: ForgeState, url: string): Route[] {
  const shapes = gitlabShapes(state, url);
  return [
    [
      "GET",
      "/user",
      ({ holder }) => {
        const { name = "", email } = holder?.account ?? {};
        return { status: 200, body: { ...shapes.account(name), email, commit_email: email } };
      },
    ],
    [
      "GET",
      "/users",
      ({ query }) => {
        const name = query.get("username") ?? "";
        return { status: 200, body: state.accounts.has(name) ? [shapes.account(name)] : [] };
      },
    ],
    [
      "GET",
      "/personal_access_tokens/self",
      ({ holder }) => ({
        status: 200,
        body: { id: 1, active: true, scopes: holder?.lacks.has("api") ? ["read_api"] : ["api"] },
      }),
    ],
    [
      "GET",
      project,
      async ({ holder }) => {
        const permission = holder?.account.permission ?? "none";
        return { status: 200, body: shapes.project(permission, await state.isEmpty()) };
      },
    ],
    [
      "GET",
      `${project}/members/all/:user`,
      (_, [, user]) => {
        const account = [...state.accounts.values()].find(({ id }) => id === Number(user));
        if (account === undefined || account.permission === "none") return notFound;
        const access_level = levels[account.permission];
        return { status: 200, body: { ...shapes.account(account.name), access_level } };
      },
    ],
    ["GET", `${project}/repository/compare`, ({ query }) => compare(state, query)],
    [
      "POST",
      `${project}/statuses/:commit`,
      (request, [, commit = ""]) => setStatus(state, url, request, commit),
    ],
    ...requestRoutes(state, url),
    ...noteRoutes(state, url),
    ...hookRoutes(state),
  ];
}

async function compare(state: ForgeState, query: URLSearchParams): Promise<ForgeReply> {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (!(await state.tip(from)) || !(await state.tip(to))) return notFound;
  const span = `refs/heads/${from}..refs/heads/${to}`;
  const listed = await state.repository.git("rev-list", span);
  const commits = listed.split("\n").filter(Boolean);
  return { status: 200, body: { commits: commits.map((id) => ({ id })), diffs: [] } };
}

/** A status that waits cannot be told to wait once more. */
function setStatus(
  state: ForgeState,
  url: string,
  request: ForgeRequest,
  commit: string,
): ForgeReply {
  const { state: wanted, name, description, target_url } = sent(request);
  const before = state.statusesOf(commit).find(({ context }) => context === name);
  if (wanted === "pending" && before?.state === "pending") {
    return refuse(
      400,
      'Cannot transition status via :enqueue from :pending (Reason(s): Status cannot transition via "enqueue")',
    );
  }
  const made = state.setStatus({
    commit,
    context: text(name),
    state: wanted === "failed" ? "failure" : text(wanted),
    description: text(description),
    url: text(target_url),
    author: request.holder?.account.name ?? "",
  });
  return { status: 201, body: gitlabShapes(state, url).status(made) };
}

const draftMark = /^\s*(?:Draft:|\[Draft\]|\(Draft\))\s*/i;

function titleParts(title: unknown): { title: string; draft: boolean } {
  const given = text(title);
  return { title: given.replace(draftMark, ""), draft: draftMark.test(given) };
}

function requestRoutes(state: ForgeState, url: string): Route[] {
  const shapes = gitlabShapes(state, url);
  const all = `${project}/merge_requests`;
  return [
    ["GET", all, ({ query }) => list(state, url, query)],
    [
      "POST",
      all,
      async (request) => {
        const { source_branch, target_branch, title, description } = sent(request);
        const branches = { head: text(source_branch), base: text(target_branch) };
        const given = { ...titleParts(title), body: text(description), ...branches };
        const outcome = await state.open(given, request.holder?.account.name ?? "");
        if ("pull" in outcome) return { status: 201, body: await shapes.request(outcome.pull) };
        if (outcome.refused === "exists")
          return refuse(409, [
            `Another open merge request already exists for this source branch: !${outcome.number}`,
          ]);
        return refuse(400, { source_branch: ["does not exist"] });
      },
    ],
    [
      "GET",
      `${all}/:number`,
      async (_, [, number]) => {
        const pull = await state.pull(Number(number));
        return pull === undefined ? notFound : { status: 200, body: await shapes.request(pull) };
      },
    ],
    [
      "PUT",
      `${all}/:number`,
      async (request, [, number]) => {
        const patch = patchOf(state, sent(request), Number(number));
        const pull = await state.edit(Number(number), patch, request.holder?.account.name ?? "");
        return pull === undefined ? notFound : { status: 200, body: await shapes.request(pull) };
      },
    ],
    ["PUT", `${all}/:number/merge`, (request, [, number]) => merge(state, url, request, number)],
  ];
}

function patchOf(
  state: ForgeState,
  body: Record<string, unknown>,
  number: number,
): Partial<ForgePull> {
  const { title, description, state_event, add_labels, reviewer_ids } = body;
  const labels = state.pulls.get(number)?.labels ?? [];
  const added = text(add_labels).split(",").filter(Boolean);
  const ids: unknown[] = Array.isArray(reviewer_ids) ? reviewer_ids : [];
  const reviewers = [...state.accounts.values()].filter(({ id }) => ids.includes(id));
  return {
    ...(title !== undefined && titleParts(title)),
    ...(description !== undefined && { body: text(description) }),
    ...(state_event !== undefined && { state: state_event === "close" ? "closed" : "open" }),
    ...(added.length > 0 && { labels: [...new Set([...labels, ...added])] }),
    ...(reviewer_ids !== undefined && { reviewers: reviewers.map(({ name }) => name) }),
  };
}

async function list(state: ForgeState, url: string, query: URLSearchParams): Promise<ForgeReply> {
  await state.look();
  const wanted = { opened: "open", merged: "merged", closed: "closed" }[query.get("state") ?? ""];
  const [head, base] = [query.get("source_branch"), query.get("target_branch")];
  const after = query.get("updated_after") ?? "";
  const fit = [...state.pulls.values()]
    .filter((pull) => wanted === undefined || pull.state === wanted)
    .filter((pull) => (head ?? pull.head) === pull.head && (base ?? pull.base) === pull.base)
    .filter((pull) => pull.updatedAt >= after)
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.number - a.number);
  const [start, count] = pageOf(query);
  const shown = fit.slice(start, start + count);
  const body = await Promise.all(shown.map(gitlabShapes(state, url).request));
  return { status: 200, body, headers: pageHeaders(fit.length, query) };
}

function pageOf(query: URLSearchParams): [number, number] {
  const count = Math.min(Number(query.get("per_page") ?? 20), 100);
  return [(Number(query.get("page") ?? 1) - 1) * count, count];
}

function pageHeaders(total: number, query: URLSearchParams): Record<string, string> {
  const [start, count] = pageOf(query);
  const next = start + count < total ? String(Number(query.get("page") ?? 1) + 1) : "";
  return { "x-next-page": next, "x-total": String(total) };
}

/** The project's settings decide on squashing before the request does. */
async function merge(
  state: ForgeState,
  url: string,
  request: ForgeRequest,
  number: string | undefined,
): Promise<ForgeReply> {
  const pull = await state.pull(Number(number));
  if (pull === undefined) return notFound;
  const { sha, squash, squash_commit_message, merge_commit_message } = sent(request);
  const isGone = (await state.tip(pull.head)) === undefined;
  if (pull.state !== "open" || pull.draft || isGone) return notAllowed;
  if (sha !== undefined && sha !== pull.headCommit)
    return refuse(409, `SHA does not match HEAD of source branch: ${pull.headCommit}`);
  if ((await state.mergeable(pull)) === undefined) return notAllowed;
  const plain = state.methods.has("merge") ? "merge" : "rebase";
  const squashes = state.methods.has("squash") && (squash === true || state.methods.size === 1);
  const words = text(squashes ? squash_commit_message : merge_commit_message);
  const [title = "", ...rest] = words.split("\n\n");
  const by = request.holder?.account.name ?? "";
  const given = { by, headCommit: text(sha), title, message: rest.join("\n\n") };
  const outcome = await state.merge(pull.number, { ...given, method: squashes ? "squash" : plain });
  if ("merged" in outcome) {
    return { status: 200, body: await gitlabShapes(state, url).request(outcome.merged) };
  }
  return outcome.refused === "conflict" ? refuse(422, "Branch cannot be merged") : notAllowed;
}

function noteRoutes(state: ForgeState, url: string): Route[] {
  const shapes = gitlabShapes(state, url);
  const at = `${project}/merge_requests/:number`;
  const added = ({ holder, body }: ForgeRequest, number: string | undefined) => ({
    pull: Number(number),
    author: holder?.account.name ?? "",
    body: text(Object(body).body),
  });
  return [
    [
      "GET",
      `${at}/notes`,
      ({ query }, [, number]) => {
        const all = state.comments.filter(({ pull }) => pull === Number(number));
        const [start, count] = pageOf(query);
        const body = all.slice(start, start + count).map(shapes.note);
        return { status: 200, body, headers: pageHeaders(all.length, query) };
      },
    ],
    [
      "POST",
      `${at}/notes`,
      (request, [, number]) => ({
        status: 201,
        body: shapes.note(state.comment(added(request, number))),
      }),
    ],
    [
      "PUT",
      `${at}/notes/:note`,
      (request, [, , id]) => {
        const comment = state.comments.find((each) => each.id === Number(id));
        if (comment === undefined) return notFound;
        Object.assign(comment, { body: text(sent(request).body), updatedAt: state.now() });
        return { status: 200, body: shapes.note(comment) };
      },
    ],
    [
      "GET",
      `${at}/discussions`,
      ({ query }, [, number]) => {
        const all = shapes.discussions(Number(number));
        const [start, count] = pageOf(query);
        const body = all.slice(start, start + count);
        return { status: 200, body, headers: pageHeaders(all.length, query) };
      },
    ],
    [
      "POST",
      `${at}/discussions`,
      async (request, [, number]) => {
        const pull = state.pulls.get(Number(number));
        if (pull === undefined) return notFound;
        const { new_path, new_line, old_line, head_sha, base_sha, start_sha } = Object(
          sent(request).position,
        );
        if (!base_sha || !start_sha) return refuse(400, "position[base_sha] is missing");
        const shown = await shownLines(state, pull, text(new_path));
        const isShown = shown.some(
          ({ oldLine, newLine }) => oldLine === old_line && newLine === new_line,
        );
        if (!isShown || head_sha !== pull.headCommit)
          return refuse(400, '400 Bad request - Note {:line_code=>["can\'t be blank"]}');
        const place = new_line
          ? ({ path: text(new_path), line: Number(new_line), side: "new" } as const)
          : ({ path: text(new_path), line: Number(old_line), side: "old" } as const);
        const made = state.comment({ ...added(request, number), place });
        return { status: 201, body: { id: threadId(made.id), notes: [shapes.note(made)] } };
      },
    ],
    [
      "POST",
      `${at}/discussions/:thread/notes`,
      (request, [, number, thread]) => {
        const first = state.comments.find(({ id }) => threadId(id) === thread);
        if (first === undefined) return refuse(404, "404 Discussion Not Found");
        const { id: replyTo, place } = first;
        const answer = { ...added(request, number), replyTo, ...(place && { place }) };
        return { status: 201, body: shapes.note(state.comment(answer)) };
      },
    ],
  ];
}

function hookRoutes(state: ForgeState): Route[] {
  const hooks = `${project}/hooks`;
  const shown = ({ id, url }: ForgeHook) => ({ id, url, project_id: projectId });
  const forMaintainers =
    (work: Route[2]): Route[2] =>
    (request, values) =>
      request.holder?.account.permission === "admin"
        ? work(request, values)
        : refuse(403, "403 Forbidden");
  const eventsOf = (body: Record<string, unknown>) =>
    ["push", "merge_requests", "note"].filter((name) => body[`${name}_events`] === true);
  return [
    ["GET", hooks, forMaintainers(() => ({ status: 200, body: state.hooks.map(shown) }))],
    [
      "POST",
      hooks,
      forMaintainers((request) => {
        const body = sent(request);
        const hook = { id: state.nextId(), url: text(body.url), secret: text(body.token) };
        state.hooks.push({ ...hook, events: eventsOf(body) });
        return { status: 201, body: shown({ ...hook, events: [] }) };
      }),
    ],
    [
      "PUT",
      `${hooks}/:hook`,
      forMaintainers((request, [, id]) => {
        const body = sent(request);
        const hook = state.hooks.find((each) => each.id === Number(id));
        if (hook === undefined) return notFound;
        Object.assign(hook, { secret: text(body.token), events: eventsOf(body) });
        return { status: 200, body: shown(hook) };
      }),
    ],
  ];
}

function delivery(state: ForgeState, event: ForgeEvent, hook: ForgeHook) {
  const iid = "pull" in event ? event.pull.number : 0;
  const told = {
    push: { name: "Push Hook", wanted: "push", object_kind: "push" },
    pull: { name: "Merge Request Hook", wanted: "merge_requests", object_kind: "merge_request" },
    comment: { name: "Note Hook", wanted: "note", object_kind: "note" },
    review: { name: "Note Hook", wanted: "note", object_kind: "note" },
  }[event.kind];
  if (!hook.events.includes(told.wanted)) return undefined;
  const { object_kind } = told;
  const payload = {
    object_kind,
    project: { id: projectId, path_with_namespace: state.path },
    ...(event.kind === "push" && { ref: `refs/heads/${event.branch}`, after: event.after }),
    ...(object_kind === "merge_request" && { object_attributes: { iid } }),
    ...(object_kind === "note" && { object_attributes: { note: "…" }, merge_request: { iid } }),
  };
  const headers = {
    "x-gitlab-event": told.name,
    "x-gitlab-token": hook.secret,
    "x-gitlab-webhook-uuid": "5f3a0f9e-0000-4000-8000-000000000000",
    "x-gitlab-event-uuid": randomUUID(),
    "idempotency-key": randomUUID(),
  };
  return { headers, body: JSON.stringify(payload) };
}
