import { questionList, statsResult } from "../../../../src/contract/insights/analytics.ts";
import { citedPageList } from "../../../../src/contract/insights/pages.ts";
import { getJson, queryOf } from "../../api.ts";
import { readFailure, send } from "../../api-request.ts";

const analytics = (id: string) => `/v1/analytics/${encodeURIComponent(id)}`;

type Query = Record<string, string>;

/** What is asked about readers' questions. */
export const insightsApi = {
  stats: (id: string, query: Query) =>
    getJson(`${analytics(id)}/stats${queryOf(query)}`, statsResult),
  questions: async (id: string, query: Query) => {
    const list = await getJson(`${analytics(id)}/assistant${queryOf(query)}`, questionList);
    return { ...list, nextCursor: list.nextCursor ?? "" };
  },
  pages: (id: string, query: Query) =>
    getJson(`${analytics(id)}/pages${queryOf(query)}`, citedPageList),
  csv: {
    stats: (id: string, query: Query) => download(`${analytics(id)}/stats`, "figures", query),
    questions: (id: string, query: Query) =>
      download(`${analytics(id)}/assistant`, "questions", query),
    pages: (id: string, query: Query) => download(`${analytics(id)}/pages`, "pages", query),
  },
};

/** A session counts only with a header that a plain link cannot send, so the file is fetched first. */
async function download(path: string, name: string, query: Query): Promise<void> {
  const address = `${path}${queryOf({ ...query, format: "csv" })}`;
  const response = await send(address, { accept: "text/csv" });
  if (!response.ok) throw await readFailure(response);
  const file = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = file;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
