import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { makeRepository, type RepositoryFile } from "../make-repository.ts";
import { branchTips } from "./branch-tips.ts";
import type {
  ForgeComment,
  ForgeEvent,
  ForgeMood,
  ForgePull,
  ForgeState,
  ForgeStatus,
  OpenOutcome,
  Permission,
} from "./forge-types.ts";
import { mergePull } from "./merge-pull.ts";
import { protectBranches } from "./protect-branches.ts";

/** A forge with the accounts `boss` (administrator), `docent-bot` (writes), `reader` (reads) and `stranger` (nothing), each with the token `tok-<name>`. */
export async function createForgeState(
  files: Record<string, RepositoryFile> = { "a.md": "# A\n" },
): Promise<ForgeState> {
  const repository = await makeRepository(files);
  await appendFile(join(repository.path, "config"), "[http]\n\treceivepack = true\n");
  const state: ForgeState = {
    repository,
    path: "acme/docs",
    oldPaths: [],
    private: true,
    archived: false,
    fork: false,
    mirror: false,
    methods: new Set(["merge", "squash", "rebase"]),
    defaultBranch: "main",
    follows: { pushedMerges: true, deletedBranches: true },
    onePerBranch: true,
    accounts: new Map(),
    tokens: new Map(),
    pulls: new Map(),
    comments: [],
    reviews: [],
    statuses: [],
    labels: new Map(),
    hooks: [],
    protection: new Map(),
    mood: calm(),
    onEvent: [],
    ...clockAndIds(),
    ...accountVerbs(() => state),
    ...branchVerbs(() => state),
    ...pullVerbs(() => state),
    ...talkVerbs(() => state),
  };
  for (const [name, permission] of people) state.addAccount(name, permission);
  await state.look();
  return state;
}

const people: [string, Permission][] = [
  ["boss", "admin"],
  ["docent-bot", "write"],
  ["reader", "read"],
  ["stranger", "none"],
];

export function calm(): ForgeMood {
  return {
    faults: [],
    remaining: undefined,
    secondary: false,
    delayMs: 0,
    lateMergeability: false,
    noDrafts: false,
    around: () => undefined,
  };
}

function clockAndIds(): Pick<ForgeState, "now" | "nextId"> {
  let moment = Math.floor(Date.now() / 1_000) - 86_400;
  let id = 1_000;
  return {
    now() {
      moment += 1;
      return `${new Date(moment * 1_000).toISOString().slice(0, 19)}Z`;
    },
    nextId() {
      id += 1;
      return id;
    },
  };
}

function accountVerbs(state: () => ForgeState) {
  const verbs: Pick<ForgeState, "addAccount" | "tokenOf" | "rename"> = {
    addAccount(name, permission, token = `tok-${name}`) {
      const { accounts, tokens } = state();
      const email = `${name}@people.example`;
      const account = { name, id: 100 + accounts.size, email, permission };
      accounts.set(name, account);
      tokens.set(token, { account, lacks: new Set() });
      return account;
    },
    tokenOf(token) {
      const held = state().tokens.get(token ?? "");
      return held?.expiresAt !== undefined && held.expiresAt <= Date.now() ? undefined : held;
    },
    rename(path) {
      state().oldPaths.push(state().path);
      state().path = path;
    },
  };
  return verbs;
}

function branchVerbs(state: () => ForgeState) {
  const known = new Map<string, string>();
  const emit = (event: ForgeEvent) => {
    for (const hear of state().onEvent) hear(event);
  };
  const verbs: Pick<ForgeState, "tip" | "isEmpty" | "push" | "deleteBranch" | "look" | "protect"> =
    {
      async tip(branch) {
        return tips(state()).get(branch);
      },
      async isEmpty() {
        return tips(state()).size === 0;
      },
      async push(branch, files, by = "boss") {
        const base = await verbs.tip(state().defaultBranch);
        const commit = await state().repository.commit(branch, files, base);
        await verbs.look(by);
        return commit;
      },
      async deleteBranch(branch, by = "boss") {
        await state().repository.git("update-ref", "-d", `refs/heads/${branch}`);
        await verbs.look(by);
      },
      async look(by = "boss") {
        const current = tips(state());
        const pushed = changedBranches(known, current);
        for (const pull of state().pulls.values()) await follow(state(), pull, current, by, emit);
        for (const { branch, before, after } of pushed)
          emit({ kind: "push", branch, before, after, by });
      },
      async protect(branch, protection = { reviews: 1, checks: [] }) {
        state().protection.set(branch, protection);
        await protectBranches(state().repository.path, [...state().protection.keys()]);
      },
    };
  return verbs;
}

const noCommit = "0".repeat(40);

function changedBranches(known: Map<string, string>, current: Map<string, string>) {
  const changed: { branch: string; before: string; after: string }[] = [];
  for (const branch of new Set([...known.keys(), ...current.keys()])) {
    const before = known.get(branch) ?? noCommit;
    const after = current.get(branch) ?? noCommit;
    if (before !== after) changed.push({ branch, before, after });
    if (after === noCommit) known.delete(branch);
    else known.set(branch, after);
  }
  return changed;
}

function tips(state: ForgeState): Map<string, string> {
  return branchTips(state.repository.path);
}

async function follow(
  state: ForgeState,
  pull: ForgePull,
  current: Map<string, string>,
  by: string,
  emit: (event: ForgeEvent) => void,
): Promise<void> {
  if (pull.state !== "open") return;
  const tip = current.get(pull.head);
  if (tip === undefined) {
    if (!state.follows.deletedBranches) return;
    Object.assign(pull, { state: "closed", endedAt: state.now(), updatedAt: state.now() });
    emit({ kind: "pull", action: "closed", pull, by });
    return;
  }
  const moved = tip !== pull.headCommit;
  if (moved) {
    Object.assign(pull, { headCommit: tip, updatedAt: state.now() });
    await state.repository.git("update-ref", `refs/pull/${pull.number}/head`, tip);
  }
  const base = current.get(pull.base);
  if (state.follows.pushedMerges && base !== undefined && (await contains(state, base, tip))) {
    const ended = {
      state: "merged",
      mergeCommit: base,
      mergedBy: by,
      endedAt: state.now(),
      updatedAt: state.now(),
    };
    Object.assign(pull, ended);
    emit({ kind: "pull", action: "merged", pull, by });
    return;
  }
  if (moved) emit({ kind: "pull", action: "pushed", pull, by });
}

/** What git said of commits, which never change. */
const told = new WeakMap<ForgeState, Map<string, Promise<boolean>>>();

function remembered(state: ForgeState, args: string[], ask: () => Promise<boolean>) {
  const known = told.get(state) ?? new Map<string, Promise<boolean>>();
  told.set(state, known);
  const key = args.join(" ");
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}

function contains(state: ForgeState, base: string, commit: string): Promise<boolean> {
  const args = ["rev-list", "--count", `${base}..${commit}`];
  return remembered(state, args, async () => (await state.repository.git(...args)).trim() === "0");
}

function pullVerbs(state: () => ForgeState) {
  // Issues take numbers as well, so those of pull requests have gaps.
  let number = 3;
  const asked = new Set<string>();
  const emit = (event: ForgeEvent) => {
    for (const hear of state().onEvent) hear(event);
  };
  const verbs: Pick<
    ForgeState,
    "open" | "pull" | "edit" | "merge" | "blocks" | "conflicts" | "mergeable"
  > = {
    async open(input, by) {
      const refused = await whyNotOpened(state(), input);
      if (refused !== undefined) return refused;
      number += 2 + (number % 3);
      const createdAt = state().now();
      const headCommit = (await state().tip(input.head)) ?? "";
      const ending = { mergeCommit: "", mergedBy: "", endedAt: "" };
      const lists = { labels: [], reviewers: [] };
      const pull: ForgePull = {
        ...input,
        ...ending,
        ...lists,
        number,
        state: "open",
        headCommit,
        author: by,
        createdAt,
        updatedAt: createdAt,
      };
      state().pulls.set(number, pull);
      await state().repository.git("update-ref", `refs/pull/${number}/head`, headCommit);
      emit({ kind: "pull", action: "opened", pull, by });
      return { pull };
    },
    async pull(wanted) {
      await state().look();
      return state().pulls.get(wanted);
    },
    async edit(wanted, patch, by) {
      const pull = await verbs.pull(wanted);
      if (pull === undefined) return undefined;
      const { state: before } = pull;
      Object.assign(pull, patch, { updatedAt: state().now() });
      if (pull.state === "closed" && before === "open") pull.endedAt = pull.updatedAt;
      if (pull.state === "open") pull.endedAt = "";
      emit({ kind: "pull", action: pull.state === before ? "edited" : pull.state, pull, by });
      return pull;
    },
    async merge(wanted, input) {
      const outcome = await mergePull(state(), await verbs.pull(wanted), input);
      if (!("merged" in outcome)) return outcome;
      emit({ kind: "pull", action: "merged", pull: outcome.merged, by: input.by });
      await state().look(input.by);
      return outcome;
    },
    blocks(pull) {
      const rule = state().protection.get(pull.base);
      const approved = state().reviews.filter(
        (review) => review.pull === pull.number && review.verdict === "approved",
      );
      const passed = new Set(
        state()
          .statusesOf(pull.headCommit)
          .flatMap(({ context, state: told }) => (told === "success" ? [context] : [])),
      );
      return {
        review:
          rule !== undefined && new Set(approved.map(({ author }) => author)).size < rule.reviews,
        checks: (rule?.checks ?? []).filter((context) => !passed.has(context)),
      };
    },
    async conflicts(pull) {
      const base = (await state().tip(pull.base)) ?? `refs/heads/${pull.base}`;
      const args = ["merge-tree", "--write-tree", base, pull.headCommit];
      const merge = () => state().repository.git(...args);
      return remembered(state(), args, () =>
        merge().then(
          () => false,
          () => true,
        ),
      );
    },
    async mergeable(pull) {
      const key = `${pull.number} ${pull.headCommit} ${await state().tip(pull.base)}`;
      const isLate = state().mood.lateMergeability && !asked.has(key);
      asked.add(key);
      return isLate ? undefined : !(await verbs.conflicts(pull));
    },
  };
  return verbs;
}

async function whyNotOpened(
  state: ForgeState,
  { head, base }: { head: string; base: string },
): Promise<Extract<OpenOutcome, { refused: string }> | undefined> {
  await state.look();
  const [headTip, baseTip] = [await state.tip(head), await state.tip(base)];
  if (headTip === undefined) return { refused: "no-head", number: 0 };
  if (baseTip === undefined) return { refused: "no-base", number: 0 };
  if (await contains(state, baseTip, headTip)) return { refused: "no-commits", number: 0 };
  const same = [...state.pulls.values()].find(
    (pull) => pull.state === "open" && pull.head === head && pull.base === base,
  );
  if (same === undefined || !state.onePerBranch) return undefined;
  return { refused: "exists", number: same.number };
}

function talkVerbs(state: () => ForgeState) {
  const emit = (event: ForgeEvent) => {
    for (const hear of state().onEvent) hear(event);
  };
  const touch = (number: number): ForgePull => {
    const pull = state().pulls.get(number);
    if (pull === undefined) throw new Error(`there is no pull request ${number}`);
    pull.updatedAt = state().now();
    return pull;
  };
  const verbs: Pick<ForgeState, "comment" | "review" | "setStatus" | "statusesOf"> = {
    comment(input) {
      const pull = touch(input.pull);
      const times = { createdAt: pull.updatedAt, updatedAt: pull.updatedAt };
      const comment: ForgeComment = {
        id: state().nextId(),
        ...times,
        replyTo: 0,
        review: 0,
        ...input,
      };
      state().comments.push(comment);
      emit({ kind: "comment", comment, pull, by: comment.author });
      return comment;
    },
    async review(input) {
      const pull = touch(input.pull);
      const review = {
        ...input,
        id: state().nextId(),
        commit: pull.headCommit,
        createdAt: pull.updatedAt,
      };
      state().reviews.push(review);
      emit({ kind: "review", review, pull, by: review.author });
      return review;
    },
    setStatus(input) {
      const status = { ...input, id: state().nextId(), createdAt: state().now() };
      state().statuses.push(status);
      return status;
    },
    statusesOf(commit) {
      const newest = new Map<string, ForgeStatus>();
      for (const status of state().statuses) {
        if (status.commit === commit) newest.set(status.context, status);
      }
      return [...newest.values()];
    },
  };
  return verbs;
}
