import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./attack.ts";
import { makeRepository, writeFiles } from "./attacks/sources.ts";
import { type Place, type RunningServer, runDocent, startDocent } from "./docent-process.ts";
import type { StoreServer } from "./store-server.ts";
import { watchProcess } from "./watch-process.ts";

export type Prepared = {
  /** Ready-made questions about the docs. */
  questions: string[];
  password: string;
  /** A server on a fresh copy of the store. */
  start(how: {
    settings?: Record<string, string> | undefined;
    descriptors?: number | undefined;
  }): Promise<{ server: RunningServer; target: Target }>;
};

type Wanted = { root: string; docs: string; folder: string; store: StoreServer };

/** Makes one store with the docs, the attacker's two projects and the owner's password, which every run begins with. */
export async function prepareServer({ root, docs, folder, store }: Wanted): Promise<Prepared> {
  const assistantKey = `svc_dsc_${randomBytes(24).toString("hex")}`;
  const own = join(folder, "own-docs");
  const repository = join(folder, "repository.git");
  const data = join(folder, "data");
  const settings = {
    DOCENT_ASSISTANT_KEY: assistantKey,
    DOCENT_ADMIN_KEY: `svc_${randomBytes(24).toString("hex")}`,
    ...store.settingsOf("prepared"),
  };
  const place: Place = { root, settings, logFile: join(folder, "prepare.log") };
  const docent = async (...args: string[]) => {
    const { code, text } = await runDocent({ ...place, logFile: join(folder, "command.log") }, [
      ...args,
      "--data",
      data,
    ]);
    if (code !== 0) throw new Error(`docent ${args.join(" ")} failed:\n${text}`);
    return text;
  };
  mkdirSync(own);
  writeFiles(own, { "index.md": "# Welcome\n\nA page.\n" });
  makeRepository(repository);
  const served = ["--docs", docs, "--domain", "bench", "--data", data];
  const server = await startDocent(place, { args: served });
  await docent("projects", "update", "--domain", "bench", "--public");
  await docent("projects", "add", "--domain", "own", "--docs", own, "--public");
  await docent("projects", "add", "--domain", "bomb", "--docs", repository, "--public");
  const keys = {
    own: keyIn(await docent("keys", "create", "--domain", "own", "--kind", "admin")),
    bomb: keyIn(await docent("keys", "create", "--domain", "bomb", "--kind", "admin")),
  };
  const password = randomBytes(12).toString("hex");
  await setPassword(server.url, await docent("owner", "reset"), password);
  const { questions } = await docsAt(server.url);
  await untilQuiet(server);
  await server.end();
  let copies = 0;
  return {
    questions,
    password,
    async start(how) {
      copies += 1;
      const name = `copy${copies}`;
      const copy = join(folder, name);
      cpSync(data, copy, { recursive: true });
      writeFiles(own, { "index.md": "# Welcome\n\nA page.\n", "mkdocs.yml": "site_name: Own\n" });
      const running = await startDocent(
        {
          root,
          logFile: join(folder, `${name}.log`),
          settings: { ...settings, ...(await store.copy("prepared", name)), ...how.settings },
        },
        {
          args: ["--docs", docs, "--domain", "bench", "--data", copy],
          descriptors: how.descriptors,
        },
      );
      const { page } = await docsAt(running.url);
      return {
        server: running,
        target: {
          url: running.url,
          domain: "bench",
          page,
          assistantKey,
          own: { domain: "own", adminKey: keys.own, folder: own },
          repository: { domain: "bomb", adminKey: keys.bomb, folder: repository },
        },
      };
    },
  };
}

function keyIn(text: string): string {
  const key = /^svc_\S+$/m.exec(text)?.[0];
  if (key === undefined) throw new Error(`there is no key in:\n${text}`);
  return key;
}

async function setPassword(url: string, said: string, password: string): Promise<void> {
  const token = /[#/?=]([\w-]{20,})\s*$/m.exec(said)?.[1];
  const response = await fetch(`${url}/auth/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-docent-dashboard": "1" },
    body: JSON.stringify({ token, password }),
  });
  if (!response.ok) throw new Error(`the password was not taken: ${await response.text()}`);
}

const mostQuestions = 200;

/** A page, and what readers ask, from the titles of all. Waits until the docs are there, and warms the search. */
async function docsAt(url: string): Promise<{ page: string; questions: string[] }> {
  const entries = await untilThere(async () => {
    const response = await fetch(`${url}/docs/bench/llms.txt`);
    return [...(await response.text()).matchAll(/^- \[([^\]]+)\]\(([^)\s]+)/gm)];
  });
  const titles = entries.map((entry) => entry[1] ?? "");
  await untilThere(async () => {
    const response = await fetch(`${url}/discovery/v1/search/bench`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: titles[0] }),
    });
    const found: unknown = await response.json();
    return Array.isArray(found) ? found : [];
  });
  const step = Math.max(1, Math.floor(titles.length / mostQuestions));
  const some = titles.filter((_, place) => place % step === 0);
  return {
    page: new URL(entries[0]?.[2] ?? "", url).pathname.replace(/\.md$/, ""),
    questions: some.map((title) => `How does ${title} work?`),
  };
}

async function untilThere<Item>(look: () => Promise<Item[]>): Promise<Item[]> {
  for (;;) {
    const found = await look();
    if (found.length > 0) return found;
    await sleep(500);
  }
}

const quietCpuSeconds = 0.1;

/** Vectors are filled in after a sync; nothing is measured before they are there. */
async function untilQuiet({ pid }: RunningServer): Promise<void> {
  for (;;) {
    const watch = watchProcess(pid);
    await sleep(2_000);
    if (watch.end().cpuSeconds < quietCpuSeconds) return;
  }
}
