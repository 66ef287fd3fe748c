import { type Overlay, openOverlay } from "../src/git/overlay/overlay.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { makeRepository } from "./job-node.ts";

/** A checkout of a new repository with these files. */
export async function overlayOf(files: Record<string, string>): Promise<Overlay> {
  const repository = await makeRepository(files);
  return openOverlay(repository, await branchCommit(repository, "main"), []);
}
