import { type ChangeSummary, changePage } from "../src/contract/changes.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { type GitRemote, remoteToken, serveRemote } from "./git-remote.ts";
import { samplePages, type TestNodeOptions } from "./harness.ts";
import { createJobNode, type JobNode, jobEvents, task } from "./job-node.ts";
import type { RepositoryFile } from "./make-repository.ts";
import { makeTree } from "./make-tree.ts";

export type RemoteJobNode = JobNode & {
  served: GitRemote;
  /** Runs a job on a branch to its end. */
  run(branch: string, instruction?: string): ReturnType<typeof endOf>;
  changes(path?: string, init?: RequestInit): Promise<Response>;
  listChanges(): Promise<ChangeSummary[]>;
};

type Options = TestNodeOptions & {
  files?: Record<string, RepositoryFile>;
  /** In place of a remote of its own. */
  served?: GitRemote;
  token?: string;
  dataFolder?: string;
};

/** A node whose docs are in a repository behind http that only its token opens. Its worker runs. */
export async function createRemoteJobNode(options: Options = {}): Promise<RemoteJobNode> {
  const { files = samplePages, token = remoteToken, settings, ...rest } = options;
  const served = options.served ?? (await serveRemote(files));
  const dataFolder = options.dataFolder ?? (await makeTree({})).root;
  const git = { logins: new Map([["", { token, username: undefined }]]), ssh: {} };
  const node = await createJobNode({ ...rest, settings: { ...settings, dataFolder, git } });
  const place = { kind: "git", location: served.url, branch: "", subfolder: "" } as const;
  await updateSourcePlace(node.db, node.source.id, place);
  await node.jobs.startWorker();
  const changes = (path = "", init: RequestInit = {}) =>
    node.request(`/v1/projects/${node.project.id}/changes${path}`, {
      ...init,
      headers: { authorization: `Bearer ${node.keys.admin}` },
    });
  return {
    ...node,
    served,
    run: async (branch, instruction = "Edit it.") =>
      endOf(node, await node.createJob(task(instruction, { branch }))),
    changes,
    listChanges: async () => changePage.parse(await (await changes()).json()).changes,
  };
}

async function endOf(node: JobNode, response: Response) {
  const events = await jobEvents(response);
  const session = await node.session(response.headers.get("x-session-id") ?? "");
  return { events, session };
}
