const message = "/discovery/v2/assistant/{domain}/message";
const job = "/v1/agent/{projectId}/job";

/**
 * Every call that the client makes. `isRepeatable`: sending it twice does no more than sending it once, so it is sent
 * again when nobody knows whether it arrived.
 */
export const operations = {
  ask: { method: "POST", path: message, key: "assistantKey", isRepeatable: false },
  resume: {
    method: "GET",
    path: `${message}/{chatId}/stream`,
    key: "assistantKey",
    isRepeatable: true,
  },
  stop: {
    method: "POST",
    path: `${message}/{chatId}/stop`,
    key: "assistantKey",
    isRepeatable: true,
  },
  search: {
    method: "POST",
    path: "/discovery/v1/search/{domain}",
    key: "assistantKey",
    isRepeatable: true,
  },
  rate: {
    method: "POST",
    path: "/discovery/v1/feedback/{domain}",
    key: "assistantKey",
    isRepeatable: true,
  },
  listJobs: { method: "GET", path: `${job}s`, key: "adminKey", isRepeatable: true },
  startJob: { method: "POST", path: job, key: "adminKey", isRepeatable: true },
  readJob: { method: "GET", path: `${job}/{sessionId}`, key: "adminKey", isRepeatable: true },
  followJob: {
    method: "GET",
    path: `${job}/{sessionId}/stream`,
    key: "adminKey",
    isRepeatable: true,
  },
  sendToJob: {
    method: "POST",
    path: `${job}/{sessionId}/message`,
    key: "adminKey",
    isRepeatable: true,
  },
  cancelJob: {
    method: "POST",
    path: `${job}/{sessionId}/cancel`,
    key: "adminKey",
    isRepeatable: false,
  },
} as const satisfies Record<string, Operation>;

export type Operation = {
  method: "GET" | "POST";
  path: string;
  key: "assistantKey" | "adminKey";
  isRepeatable: boolean;
};
