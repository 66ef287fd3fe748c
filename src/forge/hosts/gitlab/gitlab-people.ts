import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost } from "../forge-host.ts";
import { unlessMissing } from "../numbered-pages.ts";
import { gitlabMember, gitlabMergeRequest } from "./gitlab-shapes.ts";

/** From here on an account may push. */
export const developer = 30;

/** GitLab knows people by number. */
export function gitlabPeople(
  api: Api,
  project: string,
): Pick<ForgeHost, "addLabels" | "requestReviewers" | "mayWrite"> {
  const at = (number: number) => `${project}/merge_requests/${number}`;
  const put = async (number: number, purpose: string, body: unknown) => {
    await api.call({ purpose, method: "PUT", path: at(number), body, schema: z.unknown() });
  };
  return {
    async addLabels(number, labels) {
      const names = labels.map((label) => label.replaceAll(",", " ").trim()).filter(Boolean);
      if (names.length === 0) return;
      await put(number, "label the merge request", { add_labels: names.join(",") });
    },
    async requestReviewers(number, reviewers) {
      if (reviewers.length === 0) return;
      const wanted: number[] = [];
      for (const name of reviewers) wanted.push(await requireAccount(api, name));
      const call = { purpose: "read the merge request", path: at(number) };
      const { value } = await api.call({ ...call, schema: gitlabMergeRequest });
      const asked = (value.reviewers ?? []).flatMap(({ id }) => (id ? [id] : []));
      const reviewer_ids = [...new Set([...asked, ...wanted])];
      await put(number, "ask for reviews", { reviewer_ids });
    },
    async mayWrite(account) {
      const id = await accountId(api, account);
      if (id === undefined) return false;
      const path = `${project}/members/all/${id}`;
      const asked = api.call({ purpose: "read who may write", path, schema: gitlabMember });
      const member = (await unlessMissing(asked))?.value;
      return member !== undefined && isWriter(member);
    },
  };
}

function isWriter({ access_level, state }: z.infer<typeof gitlabMember>): boolean {
  return access_level >= developer && (state ?? "active") === "active";
}

async function accountId(api: Api, username: string): Promise<number | undefined> {
  const schema = z.array(z.object({ id: z.number(), username: z.string() }));
  const query = { username };
  const { value } = await api.call({
    purpose: "look for the account",
    path: "/users",
    query,
    schema,
  });
  return value.find((each) => each.username.toLowerCase() === username.toLowerCase())?.id;
}

async function requireAccount(api: Api, username: string): Promise<number> {
  const id = await accountId(api, username);
  if (id !== undefined) return id;
  throw new AppError("not_found", `GitLab has no account named ${username}.`);
}
