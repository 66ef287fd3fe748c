import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export const load = { jobs: 200, keys: 100, projects: 27, changes: 113, files: 301 };

const noon = Date.parse("2026-11-01T12:00:00.000Z");
const minutesLater = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();

/** A git repository of docs with a branch for each change; the last branch touches many files. */
export function makeRepository(folder: string): Map<string, string> {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@localhost", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  mkdirSync(join(folder, "docs"), { recursive: true });
  git("init", "-q", "-b", "main");
  const write = (page: number, words: string) =>
    writeFileSync(join(folder, "docs", `page-${page}.md`), `# Page ${page}\n\n${words}\n`);
  for (let page = 0; page < load.files; page += 1) write(page, "These are words of a page.");
  const commit = (message: string) => {
    git("add", "-A");
    git("commit", "-qm", message);
    return git("rev-parse", "HEAD");
  };
  const heads = new Map([["main", commit("Pages")]]);
  for (let change = 1; change <= load.changes; change += 1) {
    const branch = `docs/change-${change}`;
    git("checkout", "-q", "-b", branch, "main");
    const touched = change === load.changes ? load.files : 1;
    for (let page = 0; page < touched; page += 1) write(page, `Other words, of change ${change}.`);
    heads.set(branch, commit(`Change ${change}`));
  }
  git("checkout", "-q", "main");
  return heads;
}

/** Puts the rows of the load case beside those of a first start, in the oldest schema that is measured. */
export function seedStore(dataFolder: string, heads: Map<string, string>): void {
  const db = new DatabaseSync(join(dataFolder, "docent.db"));
  const project = db.prepare("select id from projects").get()?.id ?? "";
  const insert = (table: string, row: Record<string, string | number>) => {
    const names = Object.keys(row);
    const marks = names.map(() => "?").join(", ");
    db.prepare(`insert into ${table} (${names.join(", ")}) values (${marks})`).run(
      ...Object.values(row),
    );
  };
  db.exec("begin");
  const hasTexts = db.prepare("select 1 from sqlite_master where name = 'job_texts'").get();
  for (let job = 1; job <= load.jobs; job += 1) {
    insert("jobs", jobRow(String(project), job));
    const asked = askedOf(job);
    const texts = { title: asked, instruction: asked, words: asked.toLowerCase() };
    // An older store makes them of the jobs when it is brought up to date.
    if (hasTexts) insert("job_texts", { job_id: `job_bench${job}`, ...texts });
  }
  for (let key = 1; key <= load.keys; key += 1)
    insert("keys", {
      ...{ id: `key_bench${key}`, project_id: project.toString(), kind: "assistant" },
      ...{ label: `Site ${key}`, hash: `hash ${key}`, hint: "beef", provided_by: "generated" },
      ...{ origins: "[]", created_at: minutesLater(key) },
    });
  for (let other = 1; other < load.projects; other += 1)
    insert("projects", {
      ...{ id: `prj_bench${other}`, domain: `site-${other}`, name: `Site ${other}` },
      ...{ visibility: "public", base_url: "", created_at: minutesLater(other) },
    });
  for (let change = 1; change <= load.changes; change += 1) {
    const head = `docs/change-${change}`;
    insert("changes", {
      ...{ project_id: project.toString(), number: change, title: `Change ${change}`, body: "" },
      ...{ draft: 0, state: "open", head, base: "main", head_commit: heads.get(head) ?? "" },
      ...{ base_commit: heads.get("main") ?? "", merge_commit: "", checks: "[]" },
      ...{ job_id: "", created_at: minutesLater(change), updated_at: minutesLater(change) },
    });
  }
  db.exec("commit");
  db.close();
}

function askedOf(job: number): string {
  return `Explain on page ${job} how a key is rotated, and link it from the overview.`;
}

function jobRow(projectId: string, job: number): Record<string, string | number> {
  const asked = askedOf(job);
  return {
    ...{ id: `job_bench${job}`, project_id: projectId, ordinal: job, branch: `docs/job-${job}` },
    ...{ base: "main", model: "sonnet", as_draft: 0, state: "halted", halt_reason: "completed" },
    ...{ message_to_user: "The pages are changed.", pull_request_link: "" },
    messages: JSON.stringify([{ role: "user", content: asked }]),
    todos: JSON.stringify([
      { id: "1", content: "Edit the page", status: "completed", priority: "medium" },
    ]),
    ...{ idempotency_key: "", base_commit: "", step: 5, attempt: 0 },
    ...{ conversation: "{}", overlay: "{}", lease_owner: "", lease_expires_at: "" },
    ...{ created_at: minutesLater(job), started_at: minutesLater(job) },
    ...{ halted_at: minutesLater(job + 1), turn: "{}", place: job },
    ...{ queued_at: minutesLater(job), claimed_at: minutesLater(job) },
  };
}
