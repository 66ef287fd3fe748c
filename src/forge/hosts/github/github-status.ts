import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { CommitStatus, ForgeHost } from "../forge-host.ts";
import type { GithubAccount } from "./github-account.ts";

const name = "docent/checks";
const mostDescription = 140;
const mostSummary = 60_000;

/** A check run, which has room for the findings, where an app may write one; a commit status elsewhere. */
export function githubStatus(account: GithubAccount, root: string): ForgeHost["setStatus"] {
  return async (commit, status) => {
    if (!(await account.isApp())) return commitStatus(account, root, { commit, status });
    await checkRun(account, root, { commit, status }).catch((error) => {
      if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
      return commitStatus(account, root, { commit, status });
    });
  };
}

type Told = { commit: string; status: CommitStatus };

async function commitStatus({ api }: GithubAccount, root: string, { commit, status }: Told) {
  const { state, description, url } = status;
  await api.call({
    purpose: "report the checks",
    method: "POST",
    path: `${root}/statuses/${commit}`,
    body: {
      state,
      context: name,
      description: description.slice(0, mostDescription),
      ...(url !== "" && { target_url: url }),
    },
    schema: z.unknown(),
  });
}

const runs = z.object({ check_runs: z.array(z.object({ id: z.number(), name: z.string() })) });

async function checkRun({ api }: GithubAccount, root: string, { commit, status }: Told) {
  const purpose = "report the checks";
  const listed = await api.call({
    purpose,
    path: `${root}/commits/${commit}/check-runs`,
    query: { check_name: name, per_page: 100 },
    schema: runs,
  });
  const old = listed.value.check_runs.find((run) => run.name === name);
  const runsPath = `${root}/check-runs`;
  await api.call({
    purpose,
    ...(old === undefined
      ? { method: "POST", path: runsPath, body: { ...runBody(status), name, head_sha: commit } }
      : { method: "PATCH", path: `${runsPath}/${old.id}`, body: runBody(status) }),
    schema: z.unknown(),
  });
}

function runBody({ state, description, summary, url }: CommitStatus) {
  return {
    ...(state === "pending"
      ? { status: "in_progress" }
      : { status: "completed", conclusion: state }),
    ...(url !== "" && { details_url: url }),
    output: { title: description, summary: summary.slice(0, mostSummary) || description },
  };
}
