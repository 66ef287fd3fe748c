import { statsResult } from "../../../../src/contract/insights/analytics.ts";
import { getJson, queryOf } from "../../api.ts";

const analytics = (id: string) => `/v1/analytics/${encodeURIComponent(id)}`;

/** What is asked about readers' questions. */
export const insightsApi = {
  stats: (id: string, query: Record<string, string>) =>
    getJson(`${analytics(id)}/stats${queryOf(query)}`, statsResult),
};
