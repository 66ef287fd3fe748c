import type { FairSearch } from "../../search/fair-search.ts";
import { type OpenDocsDeps, openDocs, type ProjectDocs, type WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import { requireReader } from "./reader-mode.ts";

type Deps = OpenDocsDeps & { search: Pick<FairSearch, "load"> };
/** "now" for somebody who is about to type, "soon" for somebody who reads. */
type Input = WantedDocs & { when: "now" | "soon"; network: string };

/** Loads the index that what is typed will be looked up in. */
export async function prepareSearch(
  deps: Deps,
  reader: Reader,
  { when, network, ...wanted }: Input,
): Promise<ProjectDocs> {
  const project = await openDocs(deps, reader, wanted);
  requireReader(project);
  const revision = project.currentRevisionId;
  const key = reader && "keyId" in reader ? reader.keyId : project.id;
  if (revision !== null) await deps.search.load(revision, { network, key }, when);
  return project;
}
