import { join } from "node:path";
import { describe } from "vitest";
import { hostedForge } from "../src/forge/hosted-forge.ts";
import type { ForgeHost, HostKind, HostRepository } from "../src/forge/hosts/forge-host.ts";
import { giteaHost } from "../src/forge/hosts/gitea/gitea-host.ts";
import { githubHost } from "../src/forge/hosts/github/github-host.ts";
import { gitlabHost } from "../src/forge/hosts/gitlab/gitlab-host.ts";
import { createHostLimits } from "../src/forge/hosts/host-limits.ts";
import type { HostSettings } from "../src/forge/hosts/host-settings.ts";
import { patientLooks } from "../src/forge/patient-looks.ts";
import { remoteForge } from "../src/forge/remote-forge.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { mirror } from "../src/git/remote/mirror.ts";
import { createLog } from "../src/lib/log.ts";
import { type ForgeStage, forgeSuite } from "./forge-suite.ts";
import { fakeGitea } from "./forges/fake-gitea.ts";
import { fakeGithub } from "./forges/fake-github.ts";
import { fakeGitlab } from "./forges/fake-gitlab.ts";
import type { ForgeServer } from "./forges/forge-server.ts";
import { createForgeState } from "./forges/forge-state.ts";
import type { ForgeState } from "./forges/forge-types.ts";
import { openTestStore } from "./harness.ts";
import { addTestProject, noon } from "./store-rows.ts";

type Kind = {
  name: string;
  kind: HostKind;
  apiPath: string;
  serve(state: ForgeState): Promise<ForgeServer>;
  host(settings: HostSettings): ForgeHost;
};

const kinds: Kind[] = [
  { name: "GitHub", kind: "github", apiPath: "/api/v3", serve: fakeGithub, host: githubHost },
  { name: "GitLab", kind: "gitlab", apiPath: "/api/v4", serve: fakeGitlab, host: gitlabHost },
  { name: "Gitea", kind: "gitea", apiPath: "/api/v1", serve: fakeGitea, host: giteaHost },
];

const log = createLog({ level: "silent", format: "json" });

/** Real git over http, the forge's API in its own wire format, and the store: all that stands between a job and a pull request. */
async function createStage({ kind, apiPath, serve, host: adapter }: Kind): Promise<ForgeStage> {
  const state = await createForgeState({ "a.md": "a\n" });
  const server = await serve(state);
  // Suites merge by hand with a push, which not every forge takes for a merge.
  state.follows = { pushedMerges: true, deletedBranches: true };
  const webUrl = `${server.url}/${state.path}`;
  const repository: HostRepository = {
    kind,
    apiUrl: `${server.url}${apiPath}`,
    webUrl,
    path: state.path,
  };
  const login = async () => ({ kind: "token", token: "tok-docent-bot" }) as const;
  const host = adapter({ repository, limits: createHostLimits(), login, mergePauseMs: 1 });
  const url = `${webUrl}.git`;
  const access = async () => ({ credentials: { url, token: "tok-docent-bot" } });
  const folder = join(state.repository.folder, "mirror.git");
  await mirror(url, folder, await access());
  const main = await branchCommit(folder, "main");
  const db = await openTestStore("sqlite");
  const project = { id: await addTestProject(db), domain: "acme" };
  const looks = patientLooks(20_000, () => undefined);
  const remote = { url, access, tokenSetting: "DOCENT_GIT_TOKEN" };
  const clock = { now: () => new Date(noon) };
  const place = {
    db,
    clock,
    publicUrl: "http://docent.test/",
    project,
    repository: folder,
    remote,
    looks,
    maxAgeMs: 0,
  };
  const extras = { labels: ["docs"], reviewers: ["boss"] };
  const branches = remoteForge(place);
  return {
    forge: hostedForge({ ...place, host, log, extras, branches, mergeWaitMs: 3_000 }),
    commit: (branch, files) => state.repository.commit(branch, files, main),
    mergeByHand: async (branch) => {
      const commit = await branchCommit(state.repository.path, branch);
      await state.repository.git("update-ref", "refs/heads/main", commit);
      await state.look();
    },
    deleteBranch: (branch) => state.deleteBranch(branch),
    readMain: (file) => state.repository.git("show", `main:${file}`).catch(() => undefined),
  };
}

for (const kind of kinds) {
  describe(`a forge over ${kind.name}`, () => forgeSuite(() => createStage(kind)));
}
