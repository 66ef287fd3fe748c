import { join } from "node:path";
import { commitOverlay } from "../src/git/overlay/commit-overlay.ts";
import { branchCommit, resolveCommit } from "../src/git/read/resolve-commit.ts";
import { mirror } from "../src/git/remote/mirror.ts";
import type { GitLogin, Remote } from "../src/git/run/git-access.ts";
import { type GitHttpServer, serveGit } from "./git-http-server.ts";
import { makeRepository, type RepositoryFile, type TestRepository } from "./make-repository.ts";

export const remoteToken = "tok_hunter2hunter2";
const username = "x-access-token";

export type GitRemote = {
  /** The repository behind the address. */
  origin: TestRepository;
  server: GitHttpServer;
  url: string;
  /** How Docent sees it, with the right token unless another is given; "" for none. */
  remote(token?: string): Remote;
  /** What the settings know of it. */
  logins: ReadonlyMap<string, GitLogin>;
  /** Where a branch of it is. */
  tip(branch: string): Promise<string | undefined>;
};

/** A repository behind http that takes pushes from whoever has the token. */
export async function serveRemote(files: Record<string, RepositoryFile>): Promise<GitRemote> {
  const origin = await makeRepository(files);
  await origin.git("config", "http.receivepack", "true");
  const server = await serveGit(origin.folder, { username, token: remoteToken });
  const url = `${server.url}/docs.git`;
  return {
    origin,
    server,
    url,
    remote: (token = remoteToken) => ({
      url,
      access: async () => (token === "" ? {} : { credentials: { url, token } }),
      tokenSetting: "DOCENT_GIT_TOKEN",
    }),
    logins: new Map([["", { token: remoteToken, username: undefined }]]),
    tip: (branch) => resolveCommit(origin.path, `refs/heads/${branch}`),
  };
}

export type Mirrored = GitRemote & {
  /** The mirror. */
  repository: string;
  /** Where the remote's default branch was when it was mirrored. */
  main: string;
  /** A commit as a job makes it: in the mirror, and nowhere else. */
  commit(branch: string, files: Record<string, string>, base?: string): Promise<string>;
};

/** A remote and its mirror. */
export async function mirrorRemote(files: Record<string, RepositoryFile>): Promise<Mirrored> {
  const served = await serveRemote(files);
  const repository = join(served.origin.folder, "mirror.git");
  await mirror(served.url, repository, await served.remote().access());
  const main = await branchCommit(repository, "main");
  const commit: Mirrored["commit"] = async (branch, texts, base = main) => {
    const made = await commitOverlay(repository, {
      base,
      branch,
      changes: Object.entries(texts).map(([path, content]) => ({ path, content, mode: "100644" })),
      message: "Edit\n",
      author: { name: "Docent", email: "docent@localhost" },
      date: new Date("2030-01-01T12:00:00.000Z"),
    });
    return made.commit;
  };
  return { ...served, repository, main, commit };
}
