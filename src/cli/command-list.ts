import type { Command, ListedCommand } from "./command.ts";

/** Every command with its summary, by the files that hold them. */
export const commandList: ListedCommand[] = [
  ...from(async () => [(await import("./commands/init.ts")).init], "quickstart", {
    init: "Set Docent up step by step: docs, model, forge; writes a file of settings.",
  }),
  ...from(async () => [(await import("./commands/serve.ts")).serve], "quickstart", {
    serve: "Start the service; on first start it sets everything up.",
  }),
  ...from(async () => [(await import("./commands/ask.ts")).ask], "search-and-answers", {
    ask: "Ask a question from the terminal and see the answer with its sources.",
  }),
  ...from(async () => [(await import("./commands/replay.ts")).replay], "analytics", {
    replay: "Ask a recorded question again and see what changed in the answer.",
  }),
  ...from(async () => (await import("./commands/insights.ts")).insightCommands, "analytics", {
    insights: "Count readers' questions: how they were answered and rated, how fast, for how much.",
    "insights questions": "List what readers asked, newest first.",
    "insights groups": "List what readers ask for and the docs lack, grouped by what they mean.",
    "insights split": "Move questions of a group into a new one, or into another.",
    "insights pages": "List pages by the answers that cite them: most, never, or with thumbs down.",
  }),
  ...from(async () => [(await import("./commands/forget.ts")).forget], "analytics", {
    forget: "Delete everything a reader asked, was told and said about it.",
  }),
  ...from(async () => [(await import("./commands/job.ts")).job], "agent-jobs", {
    job: "Have the agent edit the docs on a branch and open a change; follow it to its end.",
  }),
  ...from(async () => [(await import("./commands/jobs.ts")).jobs], "agent-jobs", {
    jobs: "List a project's jobs, newest first.",
  }),
  ...from(async () => [(await import("./commands/sync.ts")).sync], "sources-and-sync", {
    sync: "Read a project's docs again; only changed pages are touched.",
  }),
  ...from(async () => [(await import("./commands/check.ts")).check], "checks", {
    check: "Check the docs of a repository, here or in CI: links, images, navigation and syntax.",
  }),
  ...from(async () => [(await import("./commands/gate.ts")).gate], "gate", {
    gate: "Say what a branch does to readers: which answers it wins, loses or changes.",
  }),
  ...from(async () => (await import("./commands/questions.ts")).questionCommands, "gate", {
    "questions check":
      "Check the questions of a docs repository: their form, doubles, and pages that are not there.",
    "questions export":
      "Make a file of questions from what readers ask, without who they are, the most asked first.",
  }),
  ...from(async () => (await import("./commands/keys.ts")).keyCommands, "keys-and-security", {
    "keys create": "Make an API key; it is printed once and works at once.",
    "keys list": "List the keys there are, without their secrets.",
    "keys revoke": "Revoke a key; from the next request on it is refused.",
  }),
  ...from(async () => [(await import("./commands/apply.ts")).apply], "cli", {
    apply:
      "Bring about the projects, sources and keys that a file lists; again, and nothing changes.",
  }),
  ...from(async () => (await import("./commands/tokens.ts")).tokenCommands, "keys-and-security", {
    "tokens create":
      "Make an owner's token, by which programs set projects up; it is printed once.",
    "tokens list": "List owners' tokens, without their secrets.",
    "tokens revoke": "Revoke an owner's token; from the next request on it is refused.",
  }),
  ...from(async () => (await import("./commands/projects.ts")).projectCommands, "concepts", {
    "projects add": "Add a project: a domain, and where its docs come from.",
    "projects list": "List the projects and where their docs come from.",
    "projects update":
      "Change a project's name, base URL, visibility, models, the source that jobs edit or what they may write.",
    "projects remove": "Remove a project with its keys, indexed docs, threads and answers.",
  }),
  ...from(async () => (await import("./commands/sources.ts")).sourceCommands, "sources-and-sync", {
    "sources add": "Add one more place that a project's docs come from.",
    "sources list": "List the sources of one project or of all, and how each is doing.",
    "sources update": "Point a source elsewhere or change how it is read, and sync it.",
    "sources remove": "Remove a source and take its pages out of the answers.",
  }),
  ...from(async () => (await import("./commands/secrets.ts")).secretCommands, "connections", {
    "secrets set":
      "Store a token or an app's private key, sealed; a running server uses it at once.",
    "secrets list": "List what is stored, without the secrets themselves.",
    "secrets remove": "Remove a stored token or app; the setting of that name counts again.",
    "secrets rotate":
      "Seal everything that is stored with a new key; it may be stopped and run again.",
  }),
  ...from(
    async () => (await import("./commands/automations.ts")).automationCommands,
    "automations",
    {
      "automations list": "List a project's automations: state, next time and last run.",
      "automations create": "Make an automation from a JSON file with the fields of the API.",
      "automations runs": "List the last runs: why each started, and what came of it.",
      "automations run": "Start an automation now, with what there is; its limits hold as ever.",
      "automations watch": "Let automations of a project watch a repository of code.",
      "automations pause": "Let nothing start an automation until it is resumed.",
      "automations resume": "Let a paused automation start again.",
      "automations delete": "Delete an automation; its runs stay on record.",
    },
  ),
  ...from(async () => [(await import("./commands/owner-reset.ts")).ownerReset], "dashboard", {
    "owner reset": "Take an owner's password away and print a one-time link that sets a new one.",
  }),
  ...from(async () => [(await import("./commands/doctor.ts")).doctor], "troubleshooting", {
    doctor: "Check Node, git, the store, the sources, the model and the disk, and say what to do.",
  }),
  ...from(async () => [(await import("./commands/completion.ts")).completion], "cli", {
    completion: "Print a script that lets a shell complete commands, flags and values.",
  }),
  ...from(async () => [(await import("./commands/store/migrate.ts")).migrate], "self-hosting", {
    migrate: "Bring the store to the newest schema (serve does this by itself).",
  }),
  ...from(
    async () => [(await import("./commands/store/migrate-store.ts")).migrateStore],
    "self-hosting",
    {
      "migrate-store":
        "Copy the SQLite store of the data folder into the PostgreSQL of DATABASE_URL.",
    },
  ),
  ...from(async () => (await import("./commands/store/backup.ts")).backupCommands, "self-hosting", {
    backup: "Write the store, the keys of its secrets and own repositories into one file.",
    restore: "Bring the data folder back to what a backup holds.",
  }),
];

function from(
  load: () => Promise<Command[]>,
  page: string,
  summaries: Record<string, string>,
): ListedCommand[] {
  return Object.entries(summaries).map(([name, summary]) => ({
    ...{ name, summary, page },
    async load() {
      const command = (await load()).find((candidate) => candidate.name === name);
      if (!command) throw new Error(`no file holds the command ${name}`);
      return command;
    },
  }));
}
