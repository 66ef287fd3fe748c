import { runGit } from "../run/git.ts";

/** The commit at the tip of each branch, by the branch's name, from one git process. */
export async function branchTips(repository: string): Promise<Map<string, string>> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname:lstrip=2)", "refs/heads/"];
  const { stdout } = await runGit(args, { gitDirectory: repository });
  const tips = new Map<string, string>();
  for (const line of stdout.toString("utf8").split("\n")) {
    const space = line.indexOf(" ");
    if (space > 0) tips.set(line.slice(space + 1), line.slice(0, space));
  }
  return tips;
}

const maxOutputBytes = 8 * 1024 * 1024;

/** Those of the commits that are in `tip` as well, from one git process. All are full ids of commits that are there. */
export async function commitsWithin(
  repository: string,
  tip: string,
  commits: string[],
): Promise<Set<string>> {
  const input = [`^${tip}`, ...commits, ""].join("\n");
  const options = { gitDirectory: repository, input, maxOutputBytes };
  const { stdout } = await runGit(["rev-list", "--stdin"], options);
  const beyond = new Set(stdout.toString("latin1").split("\n"));
  return new Set(commits.filter((commit) => !beyond.has(commit)));
}
