import { runGit } from "../../git/run/git.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Services } from "../services.ts";

type PullPlace = {
  pull: number;
  /** The git directory. */
  repository: string;
  /** Address of the repository on its forge; undefined: that of the remote origin. */
  url: string | undefined;
};

/** Forges that show no HTML comments do not show it either: it only tells our comment from others. */
const marker = "<!-- docent:gate -->";
const mostCharacters = 60_000;

/** Writes the report on a pull request: one comment, which the next run updates. */
export async function commentOnPull(
  services: Pick<Services, "hostAt">,
  { pull, repository, url }: PullPlace,
  markdown: string,
): Promise<void> {
  const address = url ?? (await originOf(repository));
  const host = await services.hostAt(address);
  if (host === undefined)
    throw new AppError(
      "invalid_request",
      "The comment was not written: no forge is known at the repository's address, or DOCENT_GIT_TOKEN holds no token for it. DOCENT_FORGES says which kind of forge a host is.",
    );
  const body = `${marker}\n${markdown.slice(0, mostCharacters).toWellFormed()}`;
  await host.putComment(pull, { marker, body });
}

async function originOf(repository: string): Promise<string> {
  const args = ["remote", "get-url", "origin"];
  const { stdout } = await runGit(args, { gitDirectory: repository }).catch((cause) => {
    throw new AppError(
      "invalid_request",
      "The comment was not written: the repository has no remote origin, so name its address with --repository.",
      { cause },
    );
  });
  return stdout.toString("utf8").trim();
}
