import { createHmac, randomUUID } from "node:crypto";
import { deliverEvents } from "./deliver-events.ts";
import { giteaShapes } from "./fake-gitea-shapes.ts";
import { findRoute, type Route, sent, text, texts } from "./forge-routes.ts";
import {
  type ForgeReply,
  type ForgeRequest,
  type ForgeServer,
  serveForge,
} from "./forge-server.ts";
import type { ForgeComment, ForgeEvent, ForgeHook, ForgePull, ForgeState } from "./forge-types.ts";

export type FakeGitea = ForgeServer & {
  /** Of the organization; the owner's team is always there. */
  readerTeams: { name: string; members: string[] }[];
};

type Options = {
  /** Forgejo has a call for answers in a review, and names its headers after itself. */
  forgejo?: boolean;
};

/** Gitea's wire format. What surprises in it was seen on a Gitea 1.26. */
export async function fakeGitea(state: ForgeState, options: Options = {}): Promise<FakeGitea> {
  state.follows = { pushedMerges: false, deletedBranches: true };
  const readerTeams: FakeGitea["readerTeams"] = [];
  const server = await serveForge(state, (url) => {
    const routes = [
      ...giteaRoutes(state, url, readerTeams),
      ...(options.forgejo ? [answersRoute(state, url)] : []),
    ];
    return {
      prefixes: ["/api/v1"],
      tokenOf: ({ authorization = "" }) => /^token (.+)$/i.exec(authorization)?.[1] ?? "",
      answer: (request) => answer(state, routes, request),
      headers: () => ({}),
      limits: { primary: () => tooMany, secondary: () => tooMany },
      etags: false,
    };
  });
  deliverEvents(state, (event, hook) => delivery(state, server.url, event, hook, options));
  return { ...server, readerTeams };
}

function answersRoute(state: ForgeState, url: string): Route {
  return [
    "POST",
    "/repos/:owner/:name/pulls/:number/reviews/:review/comments",
    (request, [, , number, review]) => {
      const line = sent(request);
      const author = request.holder?.account.name ?? "";
      const added = { pull: Number(number), author, body: text(line.body), place: placeOf(line) };
      const made = state.comment({ ...added, review: Number(review) });
      return { status: 200, body: giteaShapes(state, url).lineComment(made) };
    },
  ];
}

const tooMany: ForgeReply = { status: 429, body: { message: "Too Many Requests" } };
const notFound: ForgeReply = { status: 404, body: { errors: null, message: "not found" } };
const refuse = (status: number, message: string): ForgeReply => ({ status, body: { message } });

async function answer(
  state: ForgeState,
  routes: Route[],
  request: ForgeRequest,
): Promise<ForgeReply> {
  const { holder, token, path, method } = request;
  if (path === "/version") return { status: 200, body: { version: "1.26.0" } };
  if (token === "") return refuse(401, "token is required");
  if (holder === undefined) return refuse(401, "invalid username, password or token");
  const scope = scopeOf(method, path);
  if (holder.lacks.has(scope)) {
    const words = `token does not have at least one of required scope(s), required=[${scope}], token scope=all`;
    return refuse(403, words);
  }
  const [, repos, owner, name, ...rest] = path.split("/");
  if (repos === "repos") {
    const asked = `${owner}/${name}`;
    if (state.oldPaths.includes(asked)) {
      const location = `/api/v1/${["repos", state.path, ...rest].join("/")}`;
      return { status: 301, headers: { location }, body: "Moved Permanently" };
    }
    if (asked !== state.path || holder.account.permission === "none") return notFound;
    if (state.archived && method === "POST") return refuse(423, `${state.path} is archived`);
  }
  const found = findRoute(routes, request);
  if (found === undefined) return { status: method === "GET" ? 404 : 405 };
  return found.handler(request, found.values);
}

function scopeOf(method: string, path: string): string {
  const access = method === "GET" ? "read" : "write";
  if (path.startsWith("/user")) return `${access}:user`;
  const isIssue = /^\/repos\/[^/]+\/[^/]+\/(?:issues|labels)/.test(path);
  return `${access}:${isIssue ? "issue" : "repository"}`;
}

function giteaRoutes(
  state: ForgeState,
  url: string,
  readerTeams: FakeGitea["readerTeams"],
): Route[] {
  const repo = "/repos/:owner/:name";
  const shapes = giteaShapes(state, url);
  return [
    ["GET", "/user", ({ holder }) => ({ status: 200, body: shapes.account(holder?.account.name) })],
    ["GET", repo, async ({ holder }) => ({ status: 200, body: await shapes.repository(holder) })],
    ...pullRoutes(state, url),
    ...talkRoutes(state, url),
    ...peopleRoutes(state, url, readerTeams),
    [
      "GET",
      `${repo}/branches/:branch`,
      async (_, [, , branch = ""]) => {
        const shape = await shapes.branch(branch);
        return shape === undefined ? notFound : { status: 200, body: shape };
      },
    ],
    [
      "GET",
      `${repo}/compare/:range`,
      async (_, [, , range = ""]) => {
        const [base = "", head = ""] = range.split("...");
        if (!(await state.tip(base)) || !(await state.tip(head))) return notFound;
        const span = `refs/heads/${base}..refs/heads/${head}`;
        const count = await state.repository.git("rev-list", "--count", span);
        return { status: 200, body: { total_commits: Number(count), commits: [] } };
      },
    ],
    [
      "POST",
      `${repo}/statuses/:commit`,
      (request, [, , commit = ""]) => {
        const { context, state: told, description, target_url } = sent(request);
        const by = request.holder?.account;
        if (by?.permission === "read") return refuse(403, "user should have a permission to write");
        const given = { context: text(context), state: text(told), author: by?.name ?? "" };
        const words = { description: text(description), url: text(target_url) };
        const made = state.setStatus({ commit, ...given, ...words });
        return { status: 201, body: shapes.status(made) };
      },
    ],
    [
      "GET",
      `${repo}/commits/:commit/status`,
      (_, [, , commit = ""]) => {
        const statuses = state.statusesOf(commit).map(shapes.status);
        return { status: 200, body: { sha: commit, statuses } };
      },
    ],
  ];
}

const wip = /^\s*(?:WIP:|\[WIP\])\s*/i;

/** Titles are cut, and the mark of a draft is part of them. */
function titleParts({ mood }: ForgeState, title: string): { title: string; draft: boolean } {
  const cut = [...title].slice(0, 252).join("") + ([...title].length > 252 ? "…" : "");
  if (mood.noDrafts) return { title: cut, draft: false };
  return { title: cut.replace(wip, ""), draft: wip.test(cut) };
}

function pullRoutes(state: ForgeState, url: string): Route[] {
  const pulls = "/repos/:owner/:name/pulls";
  const shapes = giteaShapes(state, url);
  return [
    [
      "GET",
      pulls,
      async ({ query }) => {
        await state.look();
        const wanted = query.get("state") ?? "open";
        const base = query.get("base_branch");
        const all = [...state.pulls.values()]
          .filter((pull) => wanted === "all" || (pull.state === "open") === (wanted === "open"))
          .filter((pull) => base === null || pull.base === base)
          .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.number - a.number);
        const [page, count] = pageOf(query);
        const shown = await Promise.all(all.slice(page, page + count).map(shapes.pull));
        return { status: 200, body: shown, headers: { "x-total-count": String(all.length) } };
      },
    ],
    [
      "POST",
      pulls,
      async (request) => {
        const { head, base, title, body } = sent(request);
        if (!text(head)) return refuse(422, "[Head]: Required");
        const given = { ...titleParts(state, text(title)), head: text(head), base: text(base) };
        const by = request.holder?.account.name ?? "";
        const outcome = await state.open({ ...given, body: text(body) }, by);
        if ("pull" in outcome) return { status: 201, body: await shapes.pull(outcome.pull) };
        if (outcome.refused !== "exists") return notFound;
        const words = `pull request already exists for these targets [id: ${outcome.number}, head_branch: ${given.head}]`;
        return refuse(409, words);
      },
    ],
    [
      "GET",
      `${pulls}/:number`,
      async (_, [, , number]) => {
        const pull = await state.pull(Number(number));
        return pull === undefined ? notFound : { status: 200, body: await shapes.pull(pull) };
      },
    ],
    [
      "PATCH",
      `${pulls}/:number`,
      async (request, [, , number]) => {
        const { title, body, state: wanted } = sent(request);
        if (request.holder?.account.permission === "read") return { status: 403 };
        const patch: Partial<ForgePull> = {
          ...(title !== undefined && titleParts(state, text(title))),
          ...(body !== undefined && { body: text(body) }),
          ...(wanted !== undefined && { state: wanted === "closed" ? "closed" : "open" }),
        };
        const pull = await state.edit(Number(number), patch, request.holder?.account.name ?? "");
        return pull === undefined ? notFound : { status: 201, body: await shapes.pull(pull) };
      },
    ],
    ["POST", `${pulls}/:number/merge`, (request, [, , number]) => merge(state, request, number)],
  ];
}

function pageOf(query: URLSearchParams): [number, number] {
  const count = Math.min(Number(query.get("limit") ?? 30), 50);
  return [(Number(query.get("page") ?? 1) - 1) * count, count];
}

/** In the order in which Gitea looks: a conflict has the same words as a merge that is still being tried. */
async function merge(
  state: ForgeState,
  request: ForgeRequest,
  number: string | undefined,
): Promise<ForgeReply> {
  const pull = await state.pull(Number(number));
  const { Do, head_commit_id, MergeTitleField, MergeMessageField } = sent(request);
  if (pull === undefined || pull.state === "closed") return notFound;
  if (request.holder?.account.permission === "read")
    return refuse(405, "User not allowed to merge PR");
  if (pull.state === "merged") return refuse(405, "The PR is already merged");
  if (pull.draft) return refuse(405, "Work in progress PRs cannot be merged");
  if ((await state.mergeable(pull)) !== true) return refuse(405, "Please try again later");
  const method = Do === "squash" || Do === "rebase" ? Do : "merge";
  const words = { title: text(MergeTitleField), message: text(MergeMessageField) };
  const by = request.holder?.account.name ?? "";
  const given = { method, by, headCommit: text(head_commit_id), ...words } as const;
  const outcome = await state.merge(pull.number, given);
  if ("merged" in outcome) return { status: 200 };
  const refusals: Partial<Record<typeof outcome.refused, ForgeReply>> = {
    moved: refuse(409, "head out of date"),
    method: refuse(405, `${method} is not allowed an allowed merge style for this repository`),
    review: refuse(405, "Does not have enough approvals"),
    checks: refuse(405, "Not all required status checks successful"),
  };
  return refusals[outcome.refused] ?? refuse(405, "Please try again later");
}

function placeOf(line: {
  path?: unknown;
  new_position?: unknown;
  old_position?: unknown;
}): NonNullable<ForgeComment["place"]> {
  const path = text(line.path);
  return line.new_position
    ? { path, line: Number(line.new_position), side: "new" }
    : { path, line: Number(line.old_position), side: "old" };
}

/** A line that the file does not have ends in a failure of git's. */
async function hasLine(
  state: ForgeState,
  number: number,
  { path, line, side }: NonNullable<ForgeComment["place"]>,
): Promise<boolean> {
  const { base = "", headCommit = "" } = state.pulls.get(number) ?? {};
  const commit = side === "new" ? headCommit : `refs/heads/${base}`;
  const show = state.repository.git("show", `${commit}:${path}`);
  return show.then(
    (found) => line <= found.split("\n").length,
    () => true,
  );
}

function talkRoutes(state: ForgeState, url: string): Route[] {
  const repo = "/repos/:owner/:name";
  const shapes = giteaShapes(state, url);
  const plain = (number: string | undefined) =>
    state.comments.filter(({ pull, place }) => pull === Number(number) && place === undefined);
  return [
    [
      "GET",
      `${repo}/issues/:number/comments`,
      ({ query }, [, , number]) => {
        const since = query.get("since") ?? "";
        const [page, count] = pageOf(query);
        const all = plain(number).filter(({ updatedAt }) => updatedAt >= since);
        const body = all.slice(page, page + count).map(shapes.comment);
        return { status: 200, body, headers: { "x-total-count": String(all.length) } };
      },
    ],
    [
      "POST",
      `${repo}/issues/:number/comments`,
      (request, [, , number]) => {
        const body = text(sent(request).body);
        if (body === "") return refuse(422, "[Body]: Required");
        const author = request.holder?.account.name ?? "";
        const made = state.comment({ pull: Number(number), author, body });
        return { status: 201, body: shapes.comment(made) };
      },
    ],
    [
      "PATCH",
      `${repo}/issues/comments/:id`,
      (request, [, , id]) => {
        const comment = state.comments.find((each) => each.id === Number(id));
        if (comment === undefined) return notFound;
        Object.assign(comment, { body: text(sent(request).body), updatedAt: state.now() });
        return { status: 200, body: shapes.comment(comment) };
      },
    ],
    [
      "GET",
      `${repo}/pulls/:number/reviews`,
      (_, [, , number]) => ({ status: 200, body: shapes.reviews(Number(number)) }),
    ],
    [
      "POST",
      `${repo}/pulls/:number/reviews`,
      async (request, [, , number]) => {
        const { body, comments } = sent(request);
        const author = request.holder?.account.name ?? "";
        const given = { pull: Number(number), author, body: text(body) };
        const lines = Array.isArray(comments) ? comments.map(placeOf) : [];
        for (const place of lines)
          if (!(await hasLine(state, Number(number), place))) return refuse(500, "");
        const { id } = await state.review({ ...given, verdict: "comment" });
        for (const line of Array.isArray(comments) ? comments : []) {
          const place = placeOf(line);
          state.comment({ ...given, body: text(line.body), place, review: id });
        }
        return { status: 200, body: { id } };
      },
    ],
    [
      "GET",
      `${repo}/pulls/:number/reviews/:review/comments`,
      (_, [, , , review]) => {
        const id = Number(review);
        const lines = state.comments.filter(
          (each) => each.place !== undefined && (each.review || each.id) === id,
        );
        return { status: 200, body: lines.map(shapes.lineComment) };
      },
    ],
  ];
}

function peopleRoutes(
  state: ForgeState,
  url: string,
  readerTeams: FakeGitea["readerTeams"],
): Route[] {
  const repo = "/repos/:owner/:name";
  const shapes = giteaShapes(state, url);
  const isAdmin = ({ holder }: ForgeRequest) => holder?.account.permission === "admin";
  const forAdmins = refuse(
    403,
    "user should be an owner or a collaborator with admin write of a repository",
  );
  const team = (name: string, permission: string) => ({
    name,
    permission,
    units_map: { "repo.code": permission, "repo.pulls": permission },
  });
  const shownHook = ({ id, url: to, events }: ForgeHook) => ({
    id,
    type: "gitea",
    active: true,
    events,
    config: { url: to, content_type: "json" },
  });
  return [
    [
      "GET",
      `${repo}/collaborators/:name/permission`,
      (request, [, , name = ""]) => {
        const own = request.holder?.account.name === name;
        if (!isAdmin(request) && !own)
          return refuse(
            403,
            "Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own",
          );
        const account = state.accounts.get(name);
        if (account === undefined) return notFound;
        const permission = account.permission === "admin" ? "owner" : account.permission;
        return { status: 200, body: { permission, role_name: permission } };
      },
    ],
    [
      "GET",
      `${repo}/teams`,
      () => {
        const readers = readerTeams.map(({ name }) => team(name, "read"));
        return { status: 200, body: [team("Owners", "owner"), ...readers] };
      },
    ],
    [
      "GET",
      `${repo}/assignees`,
      () => {
        const writers = [...state.accounts.values()].filter(({ permission }) =>
          ["write", "admin"].includes(permission),
        );
        const names = writers.map(({ name }) => name);
        const all = new Set([...names, ...readerTeams.flatMap(({ members }) => members)]);
        return { status: 200, body: [...all].map(shapes.account) };
      },
    ],
    [
      "GET",
      `${repo}/labels`,
      () => ({
        status: 200,
        body: [...state.labels].map(([name, id]) => ({ id, name, color: "0366d6" })),
      }),
    ],
    [
      "POST",
      `${repo}/labels`,
      (request) => {
        const name = text(sent(request).name);
        const id = state.nextId();
        state.labels.set(name, id);
        return { status: 201, body: { id, name } };
      },
    ],
    [
      "POST",
      `${repo}/issues/:number/labels`,
      (request, [, , number]) => {
        const pull = state.pulls.get(Number(number));
        const ids = sent(request).labels;
        if (pull === undefined || !Array.isArray(ids)) return notFound;
        const named = [...state.labels].filter(([, id]) => ids.includes(id));
        pull.labels = [...new Set([...pull.labels, ...named.map(([name]) => name)])];
        return { status: 200, body: [] };
      },
    ],
    [
      "POST",
      `${repo}/pulls/:number/requested_reviewers`,
      (request, [, , number]) => {
        const pull = state.pulls.get(Number(number));
        const names = texts(sent(request).reviewers);
        const unknown = names.find((name) => !state.accounts.has(name));
        if (pull === undefined) return notFound;
        if (unknown !== undefined) return refuse(404, `User '${unknown}' not exist`);
        if (names.includes(pull.author)) return refuse(422, "poster of pr can't be reviewer");
        pull.reviewers = [...new Set([...pull.reviewers, ...names])];
        return { status: 201, body: [] };
      },
    ],
    [
      "GET",
      `${repo}/hooks`,
      (request) =>
        isAdmin(request) ? { status: 200, body: state.hooks.map(shownHook) } : forAdmins,
    ],
    [
      "POST",
      `${repo}/hooks`,
      (request) => {
        if (!isAdmin(request)) return forAdmins;
        const { events, config } = sent(request);
        const { url: to, secret } = Object(config);
        const hook = { id: state.nextId(), url: text(to), secret: text(secret) };
        state.hooks.push({ ...hook, events: texts(events) });
        return { status: 201, body: shownHook({ ...hook, events: texts(events) }) };
      },
    ],
    [
      // The secret of a webhook stays as it is, whatever is sent.
      "PATCH",
      `${repo}/hooks/:id`,
      (request, [, , id]) => {
        const hook = state.hooks.find((each) => each.id === Number(id));
        if (!isAdmin(request)) return forAdmins;
        return hook === undefined ? notFound : { status: 200, body: shownHook(hook) };
      },
    ],
    [
      "DELETE",
      `${repo}/hooks/:id`,
      (request, [, , id]) => {
        if (!isAdmin(request)) return forAdmins;
        state.hooks = state.hooks.filter((each) => each.id !== Number(id));
        return { status: 204 };
      },
    ],
  ];
}

function delivery(
  state: ForgeState,
  url: string,
  event: ForgeEvent,
  hook: ForgeHook,
  { forgejo }: Options,
) {
  const shapes = giteaShapes(state, url);
  const number = "pull" in event ? event.pull.number : 0;
  const about = {
    push: { name: "push", type: "push" },
    pull: {
      name: "pull_request",
      type:
        event.kind === "pull" && event.action === "pushed" ? "pull_request_sync" : "pull_request",
    },
    comment: { name: "issue_comment", type: "pull_request_comment" },
    review: { name: "pull_request_comment", type: "pull_request_review_comment" },
  }[event.kind];
  if (!hook.events.includes(about.type) && !hook.events.includes(about.name)) return undefined;
  const payload = {
    sender: shapes.account(event.by),
    repository: { full_name: state.path },
    ...(event.kind === "push" && { ref: `refs/heads/${event.branch}`, after: event.after }),
    ...(event.kind === "pull" && { action: event.action, number, pull_request: { number } }),
    ...(event.kind === "comment" && { is_pull: true, issue: { number } }),
    ...(event.kind === "review" && { pull_request: { number } }),
  };
  const body = JSON.stringify(payload);
  const signature = createHmac("sha256", hook.secret).update(body).digest("hex");
  const prefix = forgejo ? "x-forgejo" : "x-gitea";
  const headers = {
    [`${prefix}-delivery`]: randomUUID(),
    [`${prefix}-event`]: about.name,
    [`${prefix}-event-type`]: about.type,
    [`${prefix}-signature`]: signature,
  };
  return { headers, body };
}
