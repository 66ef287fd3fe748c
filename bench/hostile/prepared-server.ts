import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./attack.ts";
import { makeRepository, writeFiles } from "./attacks/sources.ts";
import { type RunningServer, runDocent, startDocent } from "./docent-process.ts";
import type { StoreServer } from "./store-server.ts";
import { watchProcess } from "./watch-process.ts";

export type Prepared = {
  /** Ready-made questions about the docs. */
  questions: string[];
  password: string;
  /** A server on a fresh copy of the store. */
  start(how: StartedHow): Promise<{ server: RunningServer; target: Target }>;
};

type StartedHow = {
  settings?: Record<string, string> | undefined;
  descriptors?: number | undefined;
};

type Wanted = { root: string; docs: string; folder: string; store: StoreServer };
type Made = Wanted & {
  data: string;
  ownDocs: string;
  repository: string;
  assistantKey: string;
  settings: Record<string, string>;
};

/** As large as a picture of a page may be, nearly. */
const picture = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(9_000_000)]);
const welcome = {
  "index.md": "# Welcome\n\nA page.\n\n![A picture](picture.png)\n",
  "picture.png": picture,
};

/** Makes one store with the docs, the attacker's two projects and the owner's password, which every run begins with. */
export async function prepareServer(wanted: Wanted): Promise<Prepared> {
  const { folder, store } = wanted;
  const assistantKey = `svc_dsc_${randomBytes(24).toString("hex")}`;
  const made: Made = {
    ...wanted,
    data: join(folder, "data"),
    ownDocs: join(folder, "own-docs"),
    repository: join(folder, "repository.git"),
    assistantKey,
    settings: {
      DOCENT_ASSISTANT_KEY: assistantKey,
      DOCENT_ADMIN_KEY: `svc_${randomBytes(24).toString("hex")}`,
      ...store.settingsOf("prepared"),
    },
  };
  mkdirSync(made.ownDocs);
  writeFiles(made.ownDocs, welcome);
  makeRepository(made.repository);
  const server = await startDocent(
    { ...made, logFile: join(folder, "prepare.log") },
    { args: servedArgs(made, made.data) },
  );
  const keys = await addProjects(made);
  const password = randomBytes(12).toString("hex");
  await setPassword(server.url, await command(made, ["owner", "reset"]), password);
  const { questions } = await docsAt(server.url);
  await untilQuiet(server);
  await server.end();
  let copies = 0;
  const start = (how: StartedHow) => {
    copies += 1;
    return startCopy(made, { how, keys, name: `copy${copies}` });
  };
  return { questions, password, start };
}

function servedArgs({ docs }: Made, data: string): string[] {
  return ["--docs", docs, "--domain", "bench", "--data", data];
}

type Keys = { own: string; repository: string };

async function addProjects(made: Made): Promise<Keys> {
  const { ownDocs, repository } = made;
  await command(made, ["projects", "update", "--domain", "bench", "--public"]);
  const add = async (domain: string, docs: string) => {
    await command(made, ["projects", "add", "--domain", domain, "--docs", docs, "--public"]);
    return keyIn(await command(made, ["keys", "create", "--domain", domain, "--kind", "admin"]));
  };
  return { own: await add("own", ownDocs), repository: await add("repository", repository) };
}

async function command(made: Made, args: string[]): Promise<string> {
  const place = { ...made, logFile: join(made.folder, "command.log") };
  const { code, text } = await runDocent(place, [...args, "--data", made.data]);
  if (code !== 0) throw new Error(`docent ${args.join(" ")} failed:\n${text}`);
  return text;
}

async function startCopy(
  made: Made,
  { how, keys, name }: { how: StartedHow; keys: Keys; name: string },
): Promise<{ server: RunningServer; target: Target }> {
  const { folder, root, store, ownDocs, repository, assistantKey } = made;
  const data = join(folder, name);
  cpSync(made.data, data, { recursive: true });
  writeFiles(ownDocs, { ...welcome, "mkdocs.yml": "site_name: Own\n" });
  const settings = { ...made.settings, ...(await store.copy("prepared", name)), ...how.settings };
  const server = await startDocent(
    { root, settings, logFile: join(folder, `${name}.log`) },
    { args: servedArgs(made, data), descriptors: how.descriptors },
  );
  const { page } = await docsAt(server.url);
  const own = { domain: "own", adminKey: keys.own, folder: ownDocs };
  const git = { domain: "repository", adminKey: keys.repository, folder: repository };
  const { url } = server;
  return { server, target: { url, domain: "bench", page, assistantKey, own, repository: git } };
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
