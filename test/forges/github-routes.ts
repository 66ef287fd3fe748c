import { z } from "zod";
import type { ForgeReply, ForgeRequest } from "./forge-server.ts";
import type { ForgePull, ForgeState, MergeOutcome } from "./forge-types.ts";
import type { GithubAppDoor } from "./github-app-door.ts";
import { shaped } from "./github-openapi.ts";
import { githubShapes } from "./github-shapes.ts";
import { shownLines } from "./shown-lines.ts";

type Asked = ForgeRequest & { isApp: boolean; parameters: Record<string, string> };
type Answer = (asked: Asked) => Promise<ForgeReply> | ForgeReply;

export type Route = {
  method: string;
  template: string;
  pattern: RegExp;
  refusal: (asked: Asked) => ForgeReply | undefined;
  answer: Answer;
};

type Door = { state: ForgeState; url: string; app: GithubAppDoor; ping: () => void };

const documentation_url = "https://docs.github.com/rest";

export function refuse(status: number, message: string, errors?: unknown[]): ForgeReply {
  const body = { message, documentation_url, status: String(status), ...(errors && { errors }) };
  return { status, body };
}

const notFound = () => refuse(404, "Not Found");

/** The operations of GitHub's API that Docent uses. */
export function githubRoutes({ state, url, app, ping }: Door) {
  const shapes = githubShapes(state, url);
  const runs: Record<string, unknown>[] = [];
  const routes: Route[] = [];
  /** `needs`: the permission of a fine-grained token, as `pull_requests=write`; "app" for the app itself. */
  const on = (method: string, template: string, needs: string, answer: Answer) => {
    const pattern = template.replaceAll(
      /\{(\w+)\}/g,
      (_, name) => `(?<${name}>${name === "ref" ? ".+?" : "[^/]+"})`,
    );
    routes.push({
      method,
      template,
      pattern: new RegExp(`^${pattern}$`),
      answer,
      refusal: (asked) => refusalOf(state, needs, template, asked),
    });
  };
  const repo = "/repos/{owner}/{repo}";
  const pullOf = (asked: Asked) =>
    state.pull(Number(asked.parameters.pull_number ?? asked.parameters.issue_number));
  const by = (asked: Asked) => asked.holder?.account.name ?? "";

  on("GET", "/user", "", (asked) => {
    if (asked.isApp || by(asked).endsWith("[bot]"))
      return refuse(403, "Resource not accessible by integration");
    const { name: login, id = 0 } = asked.holder?.account ?? { name: "" };
    return { status: 200, body: shaped("public-user", { login, id }) };
  });
  on("GET", "/users/{username}", "", ({ parameters }) => {
    const account = state.accounts.get(parameters.username ?? "");
    if (account === undefined) return notFound();
    return { status: 200, body: shaped("public-user", { login: account.name, id: account.id }) };
  });
  on("GET", "/app", "app", () => ({
    status: 200,
    body: shaped("integration", { slug: app.slug, permissions: app.permissions }),
  }));
  on("GET", `${repo}/installation`, "app", () => {
    if (!app.installed) return notFound();
    return {
      status: 200,
      body: shaped("installation", { id: app.installation, account: shapes.user("acme") }),
    };
  });
  on("POST", "/app/installations/{installation_id}/access_tokens", "app", ({ parameters }) => {
    if (parameters.installation_id !== String(app.installation) || !app.installed)
      return notFound();
    const { permissions } = app;
    return {
      status: 201,
      body: { ...app.giveToken(), permissions, repository_selection: "selected" },
    };
  });
  on("GET", repo, "metadata=read", (asked) => ({
    status: 200,
    body: shapes.repository(asked.holder?.account.permission ?? "none"),
  }));
  on("GET", `${repo}/git/ref/{ref}`, "contents=read", async ({ parameters }) => {
    if (await state.isEmpty()) return refuse(409, "Git Repository is empty.");
    const sha = await state.tip((parameters.ref ?? "").replace(/^heads\//, ""));
    if (sha === undefined) return notFound();
    return {
      status: 200,
      body: shaped("git-ref", {
        ref: `refs/${parameters.ref}`,
        object: { type: "commit", sha, url: "" },
      }),
    };
  });
  on("POST", `${repo}/git/refs`, "contents=write", () => refuse(422, "Object does not exist"));
  on("GET", `${repo}/pulls`, "pull_requests=read", async (asked) => {
    await state.look();
    const { query } = asked;
    const [, head] = (query.get("head") ?? "").split(":");
    const wanted = [...state.pulls.values()].filter(
      (pull) =>
        fits(query.get("state") ?? "open", pull) &&
        (head === undefined || pull.head === head) &&
        (query.get("base") ?? pull.base) === pull.base,
    );
    const sorted = wanted.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
    return page(url, asked, sorted.map(shapes.simplePull));
  });
  on("POST", `${repo}/pulls`, "pull_requests=write", async (asked) => {
    const { title, body = "", head, base, draft = false } = newPull.parse(asked.body);
    if (draft && state.mood.noDrafts)
      return refuse(422, "Draft pull requests are not supported in this repository.");
    const outcome = await state.open({ title, body, head, base, draft }, by(asked));
    if ("pull" in outcome) return { status: 201, body: await shapes.pull(outcome.pull) };
    const owner = state.path.split("/")[0];
    const resource = "PullRequest";
    if (outcome.refused === "no-head" || outcome.refused === "no-base") {
      return refuse(422, "Validation Failed", [
        { resource, field: outcome.refused.slice(3), code: "invalid" },
      ]);
    }
    const message =
      outcome.refused === "exists"
        ? `A pull request already exists for ${owner}:${head}.`
        : `No commits between ${base} and ${head}`;
    return refuse(422, "Validation Failed", [{ resource, code: "custom", message }]);
  });
  on("GET", `${repo}/pulls/{pull_number}`, "pull_requests=read", async (asked) => {
    const pull = await pullOf(asked);
    return pull === undefined ? notFound() : { status: 200, body: await shapes.pull(pull) };
  });
  on("PATCH", `${repo}/pulls/{pull_number}`, "pull_requests=write", async (asked) => {
    // `draft` is not looked at here: only the other API changes it.
    const { state: wanted, ...texts } = pullPatch.parse(asked.body);
    const pull = await pullOf(asked);
    if (pull === undefined) return notFound();
    const changed = [texts.title, texts.body, wanted].some((value) => value !== undefined);
    const ending = pull.state !== "merged" && wanted !== undefined ? { state: wanted } : {};
    if (changed) await state.edit(pull.number, { ...defined(texts), ...ending }, by(asked));
    return { status: 200, body: await shapes.pull(pull) };
  });
  on("PUT", `${repo}/pulls/{pull_number}/merge`, "contents=write", async (asked) => {
    const {
      sha = "",
      merge_method: method = "merge",
      commit_title: title = "",
      commit_message: message = "",
    } = mergeBody.parse(asked.body);
    const outcome = await state.merge(Number(asked.parameters.pull_number), {
      method,
      title,
      message,
      headCommit: sha,
      by: by(asked),
    });
    if (!("merged" in outcome)) return mergeRefusal(outcome, method);
    return {
      status: 200,
      body: {
        sha: outcome.merged.mergeCommit,
        merged: true,
        message: "Pull Request successfully merged",
      },
    };
  });
  on("GET", `${repo}/pulls/{pull_number}/reviews`, "pull_requests=read", async (asked) => {
    const pull = await pullOf(asked);
    return page(
      url,
      asked,
      state.reviews.filter((review) => review.pull === pull?.number).map(shapes.review),
    );
  });
  const commentsOf = async (asked: Asked, onLines: boolean) => {
    const pull = await pullOf(asked);
    const since = asked.query.get("since") ?? "";
    return state.comments.filter(
      (comment) =>
        comment.pull === pull?.number &&
        (comment.place !== undefined) === onLines &&
        comment.updatedAt >= since,
    );
  };
  on("GET", `${repo}/pulls/{pull_number}/comments`, "pull_requests=read", async (asked) =>
    page(url, asked, (await commentsOf(asked, true)).map(shapes.lineComment)),
  );
  on("GET", `${repo}/issues/{issue_number}/comments`, "pull_requests=read", async (asked) =>
    page(url, asked, (await commentsOf(asked, false)).map(shapes.issueComment)),
  );
  on(
    "POST",
    `${repo}/pulls/{pull_number}/comments/{comment_id}/replies`,
    "pull_requests=write",
    async (asked) => {
      const first = state.comments.find(({ id }) => String(id) === asked.parameters.comment_id);
      if (first?.place === undefined || first.replyTo > 0) return notFound();
      const { body } = commentBody.parse(asked.body);
      const reply = state.comment({
        pull: first.pull,
        author: by(asked),
        body,
        place: first.place,
        replyTo: first.id,
      });
      return { status: 201, body: shapes.lineComment(reply) };
    },
  );
  const placesOf = async (pull: ForgePull, sent: z.infer<typeof lineBody>[]) => {
    const places = await Promise.all(
      sent.map(async ({ path, line, side, body }) => {
        const name = side === "LEFT" ? ("oldLine" as const) : ("newLine" as const);
        const shown = await shownLines(state, pull, path);
        const place = { path, line, side: side === "LEFT" ? "old" : "new" } as const;
        return shown.some((one) => one[name] === line) ? [{ body, place }] : [];
      }),
    );
    return places.every((found) => found.length === 1) ? places.flat() : undefined;
  };
  const noSuchLine = () =>
    refuse(422, "Unprocessable Entity", [
      "Pull request review thread line must be part of the diff",
    ]);
  on("POST", `${repo}/pulls/{pull_number}/reviews`, "pull_requests=write", async (asked) => {
    const pull = await pullOf(asked);
    if (pull === undefined) return notFound();
    const { body, comments } = reviewBody.parse(asked.body);
    const places = await placesOf(pull, comments);
    if (places === undefined) return noSuchLine();
    const given = { pull: pull.number, author: by(asked) };
    const review = await state.review({ ...given, verdict: "comment", body });
    for (const line of places) state.comment({ ...given, ...line, review: review.id });
    return { status: 200, body: shapes.review(review) };
  });
  on("POST", `${repo}/pulls/{pull_number}/comments`, "pull_requests=write", async (asked) => {
    const pull = await pullOf(asked);
    if (pull === undefined) return notFound();
    const [line] = (await placesOf(pull, [lineBody.parse(asked.body)])) ?? [];
    if (line === undefined) return noSuchLine();
    const made = state.comment({ pull: pull.number, author: by(asked), ...line });
    return { status: 201, body: shapes.lineComment(made) };
  });
  on("POST", `${repo}/issues/{issue_number}/comments`, "pull_requests=write", async (asked) => {
    const pull = await pullOf(asked);
    if (pull === undefined) return notFound();
    const { body } = commentBody.parse(asked.body);
    return {
      status: 201,
      body: shapes.issueComment(state.comment({ pull: pull.number, author: by(asked), body })),
    };
  });
  on("PATCH", `${repo}/issues/comments/{comment_id}`, "pull_requests=write", (asked) => {
    const comment = state.comments.find(({ id }) => String(id) === asked.parameters.comment_id);
    if (comment === undefined) return notFound();
    Object.assign(comment, { ...commentBody.parse(asked.body), updatedAt: state.now() });
    return { status: 200, body: shapes.issueComment(comment) };
  });
  on("POST", `${repo}/issues/{issue_number}/labels`, "pull_requests=write", async (asked) => {
    const pull = await pullOf(asked);
    if (pull === undefined) return notFound();
    pull.labels = [
      ...new Set([
        ...pull.labels,
        ...z.object({ labels: z.array(z.string()) }).parse(asked.body).labels,
      ]),
    ];
    return { status: 200, body: pull.labels.map((name) => shaped("label", { name })) };
  });
  on(
    "POST",
    `${repo}/pulls/{pull_number}/requested_reviewers`,
    "pull_requests=write",
    async (asked) => {
      const pull = await pullOf(asked);
      if (pull === undefined) return notFound();
      const { reviewers } = z.object({ reviewers: z.array(z.string()) }).parse(asked.body);
      if (reviewers.some((name) => (state.accounts.get(name)?.permission ?? "none") === "none")) {
        return refuse(
          422,
          "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/docs repository.",
        );
      }
      pull.reviewers = [...new Set([...pull.reviewers, ...reviewers])];
      return { status: 201, body: shapes.simplePull(pull) };
    },
  );
  on("POST", `${repo}/statuses/{sha}`, "statuses=write", async (asked) => {
    const commit = asked.parameters.sha ?? "";
    if (!(await exists(state, commit))) return refuse(422, `No commit found for SHA: ${commit}`);
    const {
      state: told,
      context = "default",
      description = "",
      target_url = "",
    } = statusBody.parse(asked.body);
    const status = state.setStatus({
      commit,
      context,
      state: told,
      description,
      url: target_url,
      author: by(asked),
    });
    return { status: 201, body: shapes.status(status) };
  });
  const runShape = (run: Record<string, unknown>) => shaped("check-run", { ...run, app: null });
  const keepRun = (asked: Asked, run: Record<string, unknown>) => {
    const { name, head_sha, conclusion } = runBody.parse(run);
    state.setStatus({
      commit: head_sha,
      context: name,
      state: conclusion ?? "pending",
      description: "",
      url: "",
      author: by(asked),
    });
    return runShape(run);
  };
  on("GET", `${repo}/commits/{ref}/check-runs`, "checks=read", ({ parameters, query }) => {
    const fitting = runs.filter(
      (run) =>
        run.head_sha === parameters.ref && (query.get("check_name") ?? run.name) === run.name,
    );
    return {
      status: 200,
      body: { total_count: fitting.length, check_runs: fitting.map(runShape) },
    };
  });
  on("POST", `${repo}/check-runs`, "checks=write", (asked) => {
    if (!by(asked).endsWith("[bot]")) return refuse(403, "You must authenticate via a GitHub App.");
    const { output, ...run } = checkRun.parse(asked.body);
    const made = {
      ...run,
      id: state.nextId(),
      conclusion: run.conclusion ?? null,
      output: runOutput(output),
    };
    runs.push(made);
    return { status: 201, body: keepRun(asked, made) };
  });
  on("PATCH", `${repo}/check-runs/{check_run_id}`, "checks=write", (asked) => {
    const run = runs.find(({ id }) => String(id) === asked.parameters.check_run_id);
    if (run === undefined) return notFound();
    const { output, ...rest } = checkRun.partial().parse(asked.body);
    Object.assign(run, defined(rest), output && { output: runOutput(output) });
    return { status: 200, body: keepRun(asked, run) };
  });
  on("GET", `${repo}/collaborators/{username}/permission`, "metadata=read", ({ parameters }) => {
    const account = state.accounts.get(parameters.username ?? "");
    if (account === undefined) return refuse(404, `${parameters.username} is not a user`);
    return {
      status: 200,
      body: { permission: account.permission, role_name: account.permission, user: null },
    };
  });
  on("GET", `${repo}/hooks`, "repository_hooks=read", (asked) =>
    page(url, asked, state.hooks.map(shapes.hook)),
  );
  on("POST", `${repo}/hooks`, "repository_hooks=write", (asked) => {
    const { events = ["push"], config } = hookBody.parse(asked.body);
    const hook = { id: state.nextId(), url: config.url, secret: config.secret, events };
    state.hooks.push(hook);
    ping();
    return { status: 201, body: shapes.hook(hook) };
  });
  on("PATCH", `${repo}/hooks/{hook_id}`, "repository_hooks=write", (asked) => {
    const hook = state.hooks.find(({ id }) => String(id) === asked.parameters.hook_id);
    if (hook === undefined) return notFound();
    const { events, config } = hookBody.parse(asked.body);
    Object.assign(hook, config, events && { events });
    return { status: 200, body: shapes.hook(hook) };
  });
  return { routes, appDoor: app, graphql: (request: ForgeRequest) => graphqlReply(state, request) };
}

const newPull = z.object({
  title: z.string(),
  body: z.string().optional(),
  head: z.string(),
  base: z.string(),
  draft: z.boolean().optional(),
});
const pullPatch = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(["open", "closed"]).optional(),
});
const mergeBody = z.object({
  sha: z.string().optional(),
  merge_method: z.enum(["merge", "squash", "rebase"]).optional(),
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
});
const commentBody = z.object({ body: z.string() });
const lineBody = z.object({
  path: z.string(),
  line: z.number(),
  side: z.enum(["LEFT", "RIGHT"]),
  body: z.string(),
});
const reviewBody = z.object({
  event: z.literal("COMMENT"),
  body: z.string().min(1),
  comments: z.array(lineBody),
});
const statusBody = z.object({
  state: z.string(),
  context: z.string().optional(),
  description: z.string().max(140).optional(),
  target_url: z.string().optional(),
});
const checkRun = z.object({
  name: z.string(),
  head_sha: z.string(),
  status: z.string().optional(),
  conclusion: z.string().optional(),
  details_url: z.string().optional(),
  output: z.object({ title: z.string(), summary: z.string() }).optional(),
});
const runBody = z.object({
  name: z.string(),
  head_sha: z.string(),
  conclusion: z.string().nullable(),
});
const hookBody = z.object({
  events: z.array(z.string()).optional(),
  config: z.object({ url: z.string(), secret: z.string() }),
});

function runOutput(output: { title: string; summary: string } | undefined) {
  return {
    title: output?.title ?? null,
    summary: output?.summary ?? null,
    text: null,
    annotations_count: 0,
    annotations_url: "",
  };
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

function defined<Values extends object>(values: Values): Defined<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<Values>;
}

function fits(wanted: string, pull: ForgePull): boolean {
  return wanted === "all" || (pull.state === "open") === (wanted === "open");
}

async function exists(state: ForgeState, commit: string): Promise<boolean> {
  return state.repository.git("cat-file", "-e", `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
}

function page(url: string, { query, path }: Asked, items: unknown[]): ForgeReply {
  const size = Math.min(Number(query.get("per_page") ?? 30), 100);
  const at = Number(query.get("page") ?? 1);
  const next = new URL(`${url}/api/v3${path}?${query}`);
  next.searchParams.set("page", String(at + 1));
  const link = at * size < items.length ? { link: `<${next}>; rel="next"` } : {};
  return { status: 200, body: items.slice((at - 1) * size, at * size), headers: link };
}

/** What the role of the account and the token's own permissions do not allow, as GitHub says it. */
function refusalOf(
  state: ForgeState,
  needs: string,
  template: string,
  asked: Asked,
): ForgeReply | undefined {
  if (needs === "app")
    return asked.isApp ? undefined : refuse(401, "A JSON web token could not be decoded");
  if (asked.isApp) return refuse(403, "Resource not accessible by integration");
  if (!template.startsWith("/repos/")) return undefined;
  const { account, lacks } = asked.holder ?? {};
  const path = `${asked.parameters.owner}/${asked.parameters.repo}`;
  if (path !== state.path || account === undefined || account.permission === "none")
    return notFound();
  const [name = "", level] = needs.split("=");
  const isApp = account.name.endsWith("[bot]");
  if (name === "repository_hooks" && account.permission !== "admin")
    return isApp ? refuse(403, "Resource not accessible by integration") : notFound();
  if (lacks?.has(name)) {
    const words = `Resource not accessible by ${isApp ? "integration" : "personal access token"}`;
    return { ...refuse(403, words), headers: { "x-accepted-github-permissions": needs } };
  }
  if (level !== "write") return undefined;
  if (state.archived) return refuse(403, "Repository was archived so is read-only.");
  return account.permission === "read"
    ? refuse(403, "Must have push access to the repository.")
    : undefined;
}

function mergeRefusal(
  outcome: Exclude<MergeOutcome, { merged: unknown }>,
  method: string,
): ForgeReply {
  const words: Record<typeof outcome.refused, [number, string]> = {
    missing: [404, "Not Found"],
    ended: [405, "Pull Request is not mergeable"],
    draft: [405, "Pull Request is still a draft"],
    moved: [409, "Head branch was modified. Review and try the merge again."],
    method: [
      405,
      `${method === "merge" ? "Merge commit" : method === "squash" ? "Squash merge" : "Rebase merge"}s are not allowed on this repository.`,
    ],
    review: [405, "At least 1 approving review is required by reviewers with write access."],
    checks: [405, "Required status check is expected."],
    conflict: [405, "Pull Request is not mergeable"],
  };
  return refuse(...words[outcome.refused]);
}

const graphqlBody = z.object({
  query: z.string(),
  variables: z.object({ id: z.string().optional(), number: z.number().optional() }),
});

async function graphqlReply(
  state: ForgeState,
  { body, holder }: ForgeRequest,
): Promise<ForgeReply> {
  const { query, variables } = graphqlBody.parse(body);
  const fail = (type: string, message: string) => ({
    status: 200,
    body: { data: null, errors: [{ type, message }] },
  });
  if (query.includes("viewer"))
    return holder?.account.name.endsWith("[bot]")
      ? fail("FORBIDDEN", "Resource not accessible by integration")
      : { status: 200, body: { data: { viewer: { login: holder?.account.name } } } };
  const pull = await state.pull(variables.number ?? Number(variables.id?.slice("PR_".length)));
  if (pull === undefined) return fail("NOT_FOUND", "Could not resolve to a PullRequest.");
  if (holder?.lacks.has("pull_requests"))
    return fail("FORBIDDEN", "Resource not accessible by personal access token");
  if (variables.id === undefined)
    return { status: 200, body: { data: { repository: { pullRequest: held(state, pull) } } } };
  const draft = query.includes("convertPullRequestToDraft(");
  if (!draft && !query.includes("markPullRequestReadyForReview("))
    return fail("UNPROCESSABLE", "Parse error");
  if (draft && state.mood.noDrafts)
    return fail("UNPROCESSABLE", "Draft pull requests are not supported in this repository.");
  await state.edit(pull.number, { draft }, holder?.account.name ?? "");
  return { status: 200, body: { data: { flip: { pullRequest: { isDraft: draft } } } } };
}

function held(state: ForgeState, pull: ForgePull) {
  const { review, checks } = state.blocks(pull);
  const nodes = checks.map((context) => ({
    __typename: "StatusContext",
    context,
    state: "PENDING",
    isRequired: true,
  }));
  const statusCheckRollup = nodes.length === 0 ? null : { contexts: { nodes } };
  return {
    reviewDecision: review ? "REVIEW_REQUIRED" : null,
    commits: { nodes: [{ commit: { statusCheckRollup } }] },
  };
}
