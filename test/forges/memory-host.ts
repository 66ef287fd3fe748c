import type {
  CommitStatus,
  ForgeHost,
  HostComment,
  HostPull,
  LineComment,
} from "../../src/forge/hosts/forge-host.ts";
import { writeReview } from "../../src/forge/hosts/write-review.ts";
import { containsCommit } from "../../src/git/read/resolve-commit.ts";
import { mergeBranches } from "../../src/git/write/merge.ts";
import { AppError } from "../../src/lib/app-error.ts";
import type { TestRepository } from "../make-repository.ts";
import { noon } from "../store-rows.ts";
import { branchTips } from "./branch-tips.ts";

export type MemoryHost = ForgeHost & {
  pulls: HostPull[];
  statuses: Map<string, CommitStatus>;
  notes: { number: number; body: string }[];
  onLines: (LineComment & { number: number })[];
  labels: string[];
  reviewers: string[];
  /** What people wrote. */
  said: HostComment[];
  answers: { to: string; body: string }[];
  writers: Set<string>;
  /** Called before everything that is asked of the host: may throw or wait. */
  mood: { before(action: string): Promise<void> | void };
  drafts: boolean;
  /** How a person merges there. */
  squash(number: number, by?: string): Promise<string>;
};

const ownComment = ({ body }: { body: string }): HostComment => ({
  ...{ id: "own", thread: "", author: "docent-bot", isOwn: true, body, url: "" },
  ...{ createdAt: noon, updatedAt: noon },
});

const author = { name: "Ada", email: "ada@example.com" };

/** A forge's API over a repository on this machine, for what is built upon `ForgeHost`. Numbers have gaps, and nothing keeps two from being opened at once. */
export function memoryHost(origin: TestRepository): MemoryHost {
  const bases = new Map<number, string>();
  const at = (number: number) => {
    const pull = host.pulls.find((one) => one.number === number);
    if (!pull) throw new AppError("not_found", "There is no such pull request.");
    return pull;
  };
  const asked =
    <Given extends unknown[], Told>(action: string, work: (...given: Given) => Promise<Told>) =>
    async (...given: Given) => {
      await host.mood.before(action);
      return work(...given);
    };
  const told = async (pull: HostPull) => {
    await follow(origin, pull, bases.get(pull.number) ?? "");
    return { ...pull };
  };
  const finish = (pull: HostPull, mergeCommit: string, mergedBy: string) => {
    Object.assign(pull, { state: "merged", mergeCommit, mergedBy, mergeability: "unknown" });
    return mergeCommit;
  };
  const host: MemoryHost = {
    repository: {
      kind: "gitea",
      apiUrl: "http://forge.test/api/v1",
      webUrl: "http://forge.test/acme/docs",
      path: "acme/docs",
    },
    ...{
      pulls: [],
      statuses: new Map(),
      notes: [],
      onLines: [],
      labels: [],
      reviewers: [],
      said: [],
    },
    ...{ answers: [], writers: new Set<string>(), mood: { before: () => undefined }, drafts: true },
    access: async () => ({}),
    author: async () => author,
    inspect: asked("inspect", async () => ({
      ...{ path: "acme/docs", webUrl: "http://forge.test/acme/docs", defaultBranch: "main" },
      ...{ archived: false, empty: false, mirror: false, fork: false, account: "docent-bot" },
      ...{ canPush: true, canOpenPulls: true, canAdminister: true, missing: [] },
      drafts: host.drafts,
    })),
    mergeMethods: async () => ["merge"],
    find: asked("find", async ({ head, base }) => {
      const all = await Promise.all(host.pulls.map(told));
      return all.find((one) => one.head === head && one.base === base && one.state === "open");
    }),
    create: asked("create", async (wanted) => {
      if (wanted.draft && !host.drafts) throw new AppError("conflict", "No drafts in this plan.");
      const number = (host.pulls.at(-1)?.number ?? 0) + 3;
      bases.set(number, branchTips(origin.path).get(wanted.base) ?? "");
      const pull: HostPull = {
        ...{ ...wanted, number, nodeId: `node-${number}`, state: "open" },
        ...{ url: `http://forge.test/acme/docs/pulls/${number}`, headCommit: "" },
        ...{ mergeCommit: "", mergedBy: "", mergeability: "clean", blockedBy: [] },
        ...{ createdAt: noon, updatedAt: noon },
      };
      host.pulls.push(pull);
      return told(pull);
    }),
    update: asked("update", async (number, patch) => {
      if (patch.draft && !host.drafts) throw new AppError("conflict", "No drafts in this plan.");
      return told(Object.assign(at(number), patch));
    }),
    read: asked("read", async (number) => {
      const pull = host.pulls.find((one) => one.number === number);
      return pull && told(pull);
    }),
    list: asked("list", async () => ({
      pulls: await Promise.all(host.pulls.map(told)),
      etag: "",
    })),
    merge: asked("merge", async (number, { headCommit, title }) => {
      const pull = at(number);
      const { base, head } = pull;
      const made = await mergeBranches(origin.path, {
        ...{ base, head, headCommit, message: `${title}\n`, author, date: new Date(noon) },
      });
      if ("conflicts" in made) throw new AppError("conflict", "Not mergeable, said the forge.");
      finish(pull, made.commit, "docent-bot");
    }),
    close: asked("close", async (number) => {
      at(number).state = "closed";
    }),
    setStatus: asked("status", async (commit, status) => {
      host.statuses.set(commit, status);
    }),
    putComment: asked("comment", async (number, { marker, body }) => {
      const same = host.notes.find((one) => one.number === number && one.body.includes(marker));
      if (same) same.body = body;
      else host.notes.push({ number, body });
    }),
    writeReview: (number, review) =>
      writeReview(
        {
          comments: async () => [...host.notes, ...host.onLines].map(ownComment),
          putComment: host.putComment,
          onLine: asked("line", async (line) => void host.onLines.push({ number, ...line })),
        },
        number,
        review,
      ),
    addLabels: asked("labels", async (_, labels) => void host.labels.push(...labels)),
    requestReviewers: asked("reviewers", async (_, names) => void host.reviewers.push(...names)),
    comments: asked("comments", async (_, since) =>
      host.said.filter(({ updatedAt }) => updatedAt >= since),
    ),
    reply: asked("reply", async (_, to, body) => {
      host.answers.push({ to: to.id, body });
    }),
    mayWrite: asked("mayWrite", async (account) => host.writers.has(account)),
    registerWebhook: asked("registerWebhook", async () => undefined),
    readDelivery: () => undefined,
    squash: async (number, by = "ada") => {
      const pull = await told(at(number));
      const tree = (await origin.git("rev-parse", `${pull.headCommit}^{tree}`)).trim();
      const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
      const args = [
        ...person,
        "commit-tree",
        "-p",
        `refs/heads/${pull.base}`,
        "-m",
        pull.title,
        tree,
      ];
      const commit = (await origin.git(...args)).trim();
      await origin.git("update-ref", `refs/heads/${pull.base}`, commit);
      return finish(at(number), commit, by);
    },
  };
  return host;
}

/** A pull request follows its branches until it is settled. */
async function follow(origin: TestRepository, pull: HostPull, started: string): Promise<void> {
  if (pull.state !== "open") return;
  const tips = branchTips(origin.path);
  const [tip, target] = [tips.get(pull.head), tips.get(pull.base)];
  for (const last of new Set([pull.headCommit || tip, tip ?? pull.headCommit])) {
    if (last === undefined || target === undefined || target === started) continue;
    if (!(await containsCommit(origin.path, target, last))) continue;
    Object.assign(pull, { state: "merged", mergeCommit: last, mergedBy: "ada", headCommit: last });
    return;
  }
  if (tip === undefined) pull.state = "closed";
  else {
    pull.headCommit = tip;
    if (pull.mergeability === "blocked" || pull.mergeability === "unknown") return;
    pull.mergeability = (await merges(origin, target ?? "", tip)) ? "clean" : "conflict";
  }
}

/** What git said of two commits, which never change. */
const told = new Map<string, Promise<boolean>>();

function merges(origin: TestRepository, target: string, tip: string): Promise<boolean> {
  const key = `${origin.path} ${target} ${tip}`;
  const merge = () => origin.git("merge-tree", "--write-tree", target, tip);
  const answer =
    told.get(key) ??
    merge().then(
      () => true,
      () => false,
    );
  told.set(key, answer);
  return answer;
}
