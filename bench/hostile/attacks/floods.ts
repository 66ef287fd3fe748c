import type { Attack, Target } from "../attack.ts";
import { jsonHeaders, keepBusy, questionBody, type Sent, searchFor, send } from "../send.ts";

const atOnce = 50;

function flood(name: string, what: string, make: (target: Target, count: number) => Sent): Attack {
  const run: Attack["run"] = (target, load) =>
    keepBusy(load, atOnce, (count) => send(target, load, make(target, count)));
  return { name, what, run };
}

function search(target: Target, count: number, key?: string): Sent {
  return searchFor(target, JSON.stringify({ query: `how to install part ${count}` }), key);
}

/** As long as the reader takes, with words that the docs have, so that the last one is completed in many ways. */
function typing({ domain }: Target, count: number): Sent {
  const words = `key page project answer search install token ${count.toString(36)} `.repeat(4);
  const text = `${words.slice(0, 190)} ${"acdeimprs"[count % 9]}`;
  return { path: `/docs/${domain}/-/search?${new URLSearchParams({ q: text })}` };
}

function unknownKey(target: Target, count: number): Sent {
  const path = `/discovery/v2/assistant/${target.domain}/message`;
  const key = `svc_dsc_${String(count).padStart(32, "0")}`;
  return { path, method: "POST", headers: jsonHeaders(key), body: questionBody("hello") };
}

function toolCall(target: Target, count: number): Sent {
  const params = { name: "search", arguments: { query: `install ${count}` } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: count, method: "tools/call", params });
  const headers = { ...jsonHeaders(), accept: "application/json, text/event-stream" };
  return { path: `/mcp/${target.domain}`, method: "POST", headers, body };
}

const fiveAddresses: Attack = {
  name: "spent-key",
  what: "searches with the site's public key from five addresses",
  run: (target, load) =>
    keepBusy(load, atOnce, (count) =>
      send(target, load, {
        ...search(target, count, target.assistantKey),
        from: `127.0.1.${(count % 5) + 1}`,
      }),
    ),
};

const logIns: Attack = {
  name: "log-ins",
  what: "wrong passwords from sixty addresses, while the owner logs in",
  ownerLogsIn: true,
  run: (target, load) =>
    keepBusy(load, 60, (count) =>
      send(target, load, {
        path: "/auth/login",
        method: "POST",
        headers: { ...jsonHeaders(), "x-docent-dashboard": "1" },
        body: JSON.stringify({ password: `a wrong password ${count}` }),
        from: `127.0.1.${(count % 60) + 1}`,
      }),
    ),
};

export const floodAttacks: Attack[] = [
  fiveAddresses,
  logIns,
  flood("searches", "ordinary searches", search),
  flood("unknown-keys", "questions with keys that do not exist", unknownKey),
  flood("not-found", "addresses that do not exist", (_, count) => ({ path: `/nothing/${count}` })),
  flood("misses", "pages that do not exist", ({ domain }, count) => ({
    path: `/docs/${domain}/nothing/${count}`,
  })),
  flood("pages", "a page, as HTML", ({ page }) => ({ path: page })),
  flood("reader-search", "the reader's search, another unfinished text each time", typing),
  flood("files", "a picture of 9 MB of the attacker's own page", ({ own }) => ({
    path: `/docs/${own.domain}/-/file/picture.png?page=index.md`,
  })),
  flood("llms", "`llms.txt`", ({ domain }) => ({ path: `/docs/${domain}/llms.txt` })),
  flood("llms-full", "`llms-full.txt`", ({ domain }) => ({
    path: `/docs/${domain}/llms-full.txt`,
  })),
  flood("tools", "searches over MCP", toolCall),
  flood("reference", "the reference page", () => ({ path: "/reference" })),
  flood("metrics", "the metrics", () => ({ path: "/metrics" })),
  flood("health", "`/healthz`", () => ({ path: "/healthz" })),
  flood("preflights", "preflights", ({ domain }) => ({
    path: `/discovery/v2/assistant/${domain}/message`,
    method: "OPTIONS",
    headers: { origin: "https://example.com", "access-control-request-method": "POST" },
  })),
];
