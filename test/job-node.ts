import { join } from "node:path";
import {
  type AgentSession,
  agentSession,
  agentSessions,
  type JobEvent,
} from "../src/contract/jobs.ts";
import { listTree } from "../src/git/read/list-tree.ts";
import { readBlobs } from "../src/git/read/read-blobs.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { initBareRepository } from "../src/git/write/build-folder.ts";
import { commitFolder } from "../src/git/write/commit-folder.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { createTestNode, samplePages, type TestNode, type TestNodeOptions } from "./harness.ts";
import { copyOfMade } from "./made-once.ts";
import { makeTree } from "./make-tree.ts";

export type JobNode = TestNode & {
  /** The bare repository whose `main` holds the project's pages. */
  repository: string;
  agent(path: string, init?: RequestInit): Promise<Response>;
  createJob(body: unknown, headers?: Record<string, string>): Promise<Response>;
  sessions(query?: string): Promise<AgentSession[]>;
  session(id: string): Promise<AgentSession>;
};

/** Made once: each schema is compiled when it is first used, and tests ask until a job has ended. */
const strictSessions = agentSessions.strict();
const strictSession = agentSession.strict();

/** A test node whose docs stand in a bare repository, so that jobs can edit them. Its worker is started by the test. */
export async function createJobNode(options: TestNodeOptions = {}): Promise<JobNode> {
  const node = await createTestNode(options);
  const repository = await makeRepository(options.pages ?? samplePages);
  const place = { kind: "git", location: repository, branch: "", subfolder: "" } as const;
  await updateSourcePlace(node.db, node.source.id, place);
  const agent = (path: string, init: RequestInit = {}) =>
    node.request(`/v1/agent/${node.project.domain}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${node.keys.admin}`,
        "content-type": "application/json",
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
  return {
    ...node,
    repository,
    agent,
    createJob: (body, headers = {}) =>
      agent("/job", {
        method: "POST",
        headers,
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    sessions: async (query = "") =>
      strictSessions.parse(await (await agent(`/jobs${query}`)).json()).allSessions,
    session: async (id) => strictSession.parse(await (await agent(`/job/${id}`)).json()),
  };
}

export async function makeRepository(pages: Record<string, string>): Promise<string> {
  const { root } = await makeTree({});
  const repository = join(root, "docs.git");
  await copyOfMade(`pages ${JSON.stringify(pages)}`, repository, async (made) => {
    await initBareRepository(made);
    await commitFolder(made, {
      files: Object.entries(pages).map(([path, content]) => ({ path, content })),
      message: "First\n",
      author: { name: "Ann", email: "ann@example.com", date: new Date("2030-01-01T00:00:00Z") },
    });
  });
  return repository;
}

/** Every file of a branch with its text. */
export async function branchFiles(
  repository: string,
  branch: string,
): Promise<Record<string, string>> {
  const tree = await listTree(repository, await branchCommit(repository, branch));
  const ids = tree.map((file) => file.blobId);
  const texts: string[] = [];
  for await (const blob of readBlobs(repository, ids)) texts.push(blob.content.toString("utf8"));
  return Object.fromEntries(tree.map((file, index) => [file.path, texts[index] ?? ""]));
}

export function task(text: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { messages: [{ role: "user", content: text }], ...more };
}

/** The events of a job's stream, to its end. */
export async function jobEvents(response: Response): Promise<JobEvent[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)));
}
