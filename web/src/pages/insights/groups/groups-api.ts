import type { z } from "zod";
import {
  groupDetail,
  groupPage,
  type mergeRequest,
  questionGroup,
  type splitRequest,
} from "../../../../../src/contract/insights/groups.ts";
import { getJson, postJson, queryOf } from "../../../api.ts";
import { csvDownload } from "../../../lists/csv-download.ts";

const at = encodeURIComponent;
const groups = (id: string) => `/v1/analytics/${at(id)}/groups`;
const chosen = (id: string, groupId: string) => `${groups(id)}/${at(groupId)}`;

type GroupListQuery = {
  q?: string;
  cursor?: string;
  limit?: string;
  state?: string;
  sort?: string;
};

/** What is asked and decided about groups of questions. */
export const groupsApi = {
  list: (id: string, query: GroupListQuery) => getJson(`${groups(id)}${queryOf(query)}`, groupPage),
  csv: (id: string, query: GroupListQuery) =>
    csvDownload({ path: groups(id), query, name: "groups.csv" }),
  show: (id: string, groupId: string, cursor: string) =>
    getJson(`${chosen(id, groupId)}${queryOf(cursor ? { cursor } : {})}`, groupDetail),
  close: (id: string, groupId: string, reason: string) =>
    postJson(`${chosen(id, groupId)}/close`, questionGroup, { reason }),
  reopen: (id: string, groupId: string) => postJson(`${chosen(id, groupId)}/reopen`, questionGroup),
  note: (id: string, groupId: string, note: string) =>
    postJson(`${chosen(id, groupId)}/note`, questionGroup, { note }),
  merge: (id: string, groupId: string, body: z.input<typeof mergeRequest>) =>
    postJson(`${chosen(id, groupId)}/merge`, questionGroup, body),
  split: (id: string, groupId: string, body: z.input<typeof splitRequest>) =>
    postJson(`${chosen(id, groupId)}/split`, questionGroup, body),
};
