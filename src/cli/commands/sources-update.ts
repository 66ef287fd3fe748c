import { requireProject } from "../../projects/require-project.ts";
import { requireSource } from "../../projects/require-source.ts";
import { updateSource } from "../../projects/update-source.ts";
import type { SourcePlace as StoredPlace, StoredSource } from "../../store/docs/sources.ts";
import type { Command, Flags } from "../command.ts";
import { placeFlags, sourcePlace, tokenName } from "../source-place.ts";
import { reportText, syncOneSource } from "../sync-sources.ts";
import { withStore } from "../with-store.ts";
import { baseUrl } from "./projects-add.ts";
import { siteFlags } from "./sources-add.ts";

export const sourcesUpdate: Command = {
  name: "sources update",
  words: { usage: "ID", count: 1 },
  summary: "Point a source elsewhere or change how it is read, and sync it.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project of the source.", required: true },
    docs: {
      type: "string",
      value: "PATH_OR_GIT_URL",
      help: "Folder, git repository or git URL with the docs.",
    },
    ...placeFlags,
    ...siteFlags,
  },
  examples: [
    "docent sources update --domain acme --branch release src_1",
    'docent sources update --domain acme --mount "" src_1',
  ],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags, words } = invocation;
      const project = await requireProject(db, flags.required("domain"));
      const wanted = { projectId: project.id, sourceId: words[0] ?? "" };
      const source = await requireSource(db, wanted);
      const place = await changedPlace(flags, source);
      await updateSource({ db }, { kind: "operator" }, { ...wanted, place });
      const title = `${project.domain} (${source.id})`;
      const report = await syncOneSource(invocation, db, { source, title });
      invocation.remark(`${project.domain}: ${reportText(report)}`);
      return 0;
    }),
};

/** With a new location, branch and sub-folder are taken anew as well. */
async function changedPlace(flags: Flags, source: StoredSource): Promise<Partial<StoredPlace>> {
  const [docs, branch, subfolder] = ["docs", "branch", "subfolder"].map((name) => flags.text(name));
  const [mount, url, token] = ["mount", "base-url", "token"].map((name) => flags.text(name));
  const kept = docs === undefined ? source : undefined;
  const isMoved = [docs, branch, subfolder].some((value) => value !== undefined);
  const described = {
    docs: docs ?? source.location,
    branch: branch ?? kept?.branch,
    subfolder: subfolder ?? kept?.subfolder,
  };
  return {
    ...(isMoved && (await sourcePlace(described))),
    ...(mount !== undefined && { mount }),
    ...(url !== undefined && { baseUrl: baseUrl(url) }),
    ...(token !== undefined && { credential: tokenName(token) }),
  };
}
