import type { ChangedFile } from "../contract/changes.ts";
import { formatOf, isPageFile, type PageFormat } from "../docs/page/page-format.ts";
import { readFileAt } from "../git/read/read-file-at.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { changeDiff, type DiffCache } from "./change-diff.ts";
import { type ChangeAddress, type ChangesDeps, requireReadableChange } from "./project-forge.ts";

/** A page as it is given to whoever makes HTML of it. */
type Shown = { hash: string; content: string; format: PageFormat; path: string; root: string };

export type ChangedFileDeps = ChangesDeps & {
  diffs: DiffCache;
  /** Sanitised HTML of a page, made off the main thread; undefined where that is too costly. */
  pageHtml(page: Shown, network: string): Promise<string | undefined>;
};

type FileAddress = ChangeAddress & {
  path: string;
  /** Where the caller is: networks take turns. */
  network: string;
};

/** One file of a change as it was and as it is, whole. */
export async function showChangedFile(
  deps: ChangedFileDeps,
  actor: Actor,
  { path, network, ...address }: FileAddress,
): Promise<ChangedFile> {
  const { change, repository, project } = await requireReadableChange(deps, actor, address);
  const { files } = await changeDiff(deps, repository, change);
  const file = files.find((one) => one.path === path);
  if (!file) throw new AppError("not_found", `Change ${address.number} has no such file.`);
  const sides = [
    { commit: change.baseCommit, path: file.oldPath, isThere: file.status !== "added" },
    { commit: change.headCommit, path: file.path, isThere: file.status !== "deleted" },
  ];
  const [before, after] = await Promise.all(
    sides.map(async ({ isThere, ...place }) => {
      const text = isThere ? await readFileAt(repository.path, place) : undefined;
      if (text === undefined || !isPageFile(place.path)) return { text: text ?? null, html: null };
      const shown = {
        ...{ hash: `${place.commit}:${place.path}`, content: text, path: place.path },
        ...{ format: formatOf(place.path), root: `/docs/${project.domain}` },
      };
      return { text, html: (await deps.pageHtml(shown, network)) ?? null };
    }),
  );
  return {
    path,
    ...{ oldText: before?.text ?? null, newText: after?.text ?? null },
    ...{ oldHtml: before?.html ?? null, newHtml: after?.html ?? null },
  };
}
