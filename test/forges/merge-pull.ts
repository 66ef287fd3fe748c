import { runGit } from "../../src/git/run/git.ts";
import type { ForgePull, ForgeState, MergeInput, MergeOutcome } from "./forge-types.ts";

/** Merges as a forge does, by git. A squash and a rebase make commits that are none of the branch's own. */
export async function mergePull(
  state: ForgeState,
  pull: ForgePull | undefined,
  input: MergeInput,
): Promise<MergeOutcome> {
  if (pull === undefined) return { refused: "missing" };
  const refused = await whyNotMerged(state, pull, input);
  if (refused !== undefined) return { refused };
  const mergeCommit = await makers[input.method](state, pull, input);
  await state.repository.git("update-ref", `refs/heads/${pull.base}`, mergeCommit);
  const endedAt = state.now();
  const ended = { state: "merged", mergeCommit, mergedBy: input.by, endedAt, updatedAt: endedAt };
  return { merged: Object.assign(pull, ended) };
}

async function whyNotMerged(state: ForgeState, pull: ForgePull, input: MergeInput) {
  if (pull.state !== "open") return "ended";
  if (pull.draft) return "draft";
  if (input.headCommit !== "" && input.headCommit !== pull.headCommit) return "moved";
  if (!state.methods.has(input.method)) return "method";
  const { review, checks } = state.blocks(pull);
  if (review) return "review";
  if (checks.length > 0) return "checks";
  return (await state.conflicts(pull)) ? "conflict" : undefined;
}

type Maker = (state: ForgeState, pull: ForgePull, input: MergeInput) => Promise<string>;

const makers: Record<MergeInput["method"], Maker> = {
  async merge(state, pull, input) {
    const tree = await mergedTree(state, `refs/heads/${pull.base}`, pull.headCommit);
    return commit(state, tree, [`refs/heads/${pull.base}`, pull.headCommit], input);
  },
  async squash(state, pull, input) {
    const tree = await mergedTree(state, `refs/heads/${pull.base}`, pull.headCommit);
    return commit(state, tree, [`refs/heads/${pull.base}`], input);
  },
  async rebase(state, pull, input) {
    const range = `refs/heads/${pull.base}..${pull.headCommit}`;
    const listed = await state.repository.git("rev-list", "--reverse", "--no-merges", range);
    let onto = (await state.repository.git("rev-parse", `refs/heads/${pull.base}`)).trim();
    for (const picked of listed.trim().split("\n")) {
      const tree = await mergedTree(state, `refs/heads/${pull.base}`, picked);
      onto = await commit(state, tree, [onto], { ...input, title: "Rebased", message: "" });
    }
    return onto;
  },
};

async function mergedTree(state: ForgeState, base: string, head: string): Promise<string> {
  return (await state.repository.git("merge-tree", "--write-tree", base, head)).trim();
}

async function commit(
  state: ForgeState,
  tree: string,
  parents: string[],
  { title, message, by }: MergeInput,
): Promise<string> {
  const author = { name: by, email: `${by}@people.example` };
  const from = parents.flatMap((parent) => ["-p", parent]);
  const words = ["-m", title === "" ? "Merge" : title, ...(message === "" ? [] : ["-m", message])];
  const args = ["commit-tree", tree, ...from, ...words];
  const made = await runGit(args, { gitDirectory: state.repository.path, author });
  return made.stdout.toString().trim();
}
