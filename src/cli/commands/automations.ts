import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { browseRuns } from "../../automations/browse-runs.ts";
import { listAutomations } from "../../automations/list-automations.ts";
import { runNow } from "../../automations/run-now.ts";
import { createAutomation } from "../../automations/save-automation.ts";
import {
  deleteAutomation,
  pauseAutomation,
  resumeAutomation,
} from "../../automations/set-automation-state.ts";
import { type Automation, automationSpec } from "../../contract/automations.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { createWake } from "../../lib/wake.ts";
import { addCodeRepository } from "../../projects/code-repositories/change-code-repositories.ts";
import { requireProject } from "../../projects/open-project.ts";
import { isServerRunning } from "../../store/server-lock.ts";
import { cutText } from "../../text/bounded.ts";
import { requiredFlag, type StoreInvocation, textFlag } from "../command.ts";
import { tokenName } from "../source-flags.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, table } from "../terminal-text.ts";

const domain = requiredFlag("NAME", "Project it belongs to.");

const list = storeCommand({
  name: "automations list",
  flags: { domain },
  examples: ["docent automations list --domain acme"],
  async work(invocation) {
    const { db, services, display, result } = invocation;
    const { id } = await projectOf(invocation);
    const all = await listAutomations({ db, clock: services.clock }, operator, id);
    const automations = all.filter(({ state }) => state !== "deleted");
    const rows = automations.map((one) => [
      one.id,
      one.state,
      minuteText(one.nextAt),
      lastOf(one),
      one.name,
      one.words,
    ]);
    const head = ["ID", "STATE", "NEXT", "LAST RUN", "NAME", "STARTS"];
    result({ automations }, table(head, rows, display.columns));
  },
});

function lastOf({ lastRun }: Automation): string {
  if (!lastRun) return "never";
  return `${minuteText(lastRun.createdAt)} ${lastRun.result ?? lastRun.state}`;
}

const create = storeCommand({
  name: "automations create",
  flags: { domain, file: textFlag("PATH", "File that holds it; without one, standard input.") },
  examples: ["docent automations create --domain acme --file tidy-up.json"],
  async work(invocation) {
    const { flags, result } = invocation;
    const project = await projectOf(invocation);
    const spec = parseSpec(await readSpec(flags.text("file")));
    const input = { projectId: project.id, spec };
    const id = await createAutomation(saveDeps(invocation), operator, input);
    result({ id }, id);
  },
});

async function readSpec(file: string | undefined): Promise<string> {
  if (file === undefined) return readAll(process.stdin);
  return readFile(file, "utf8").catch((cause) => {
    throw new AppError("invalid_request", "The file of --file cannot be read.", { cause });
  });
}

function parseSpec(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_request", "The automation is not JSON.", { cause });
  }
  const parsed = automationSpec.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new AppError("invalid_request", `The automation is not valid. ${faults.join(" ")}`);
}

const runs = storeCommand({
  name: "automations runs",
  flags: { domain, id: textFlag("ID", "Only those of this automation.") },
  examples: [
    "docent automations runs --domain acme",
    "docent automations runs --domain acme --id aut_1",
  ],
  async work(invocation) {
    const { db, flags, display, result } = invocation;
    const { id: projectId } = await projectOf(invocation);
    const query = { limit: 100, automation: flags.text("id") };
    const page = await browseRuns({ db }, operator, { projectId, query });
    const rows = page.runs.map((run) => [
      minuteText(run.createdAt),
      run.automation,
      run.result ?? run.state,
      run.change > 0 ? `change ${run.change}` : "-",
      `$${run.costUsd.toFixed(2)}`,
      run.why,
      cutText(run.told.replace(/\s+/g, " "), 100) || "-",
    ]);
    const head = ["STARTED", "AUTOMATION", "RESULT", "CHANGE", "COST", "WHY", "TOLD"];
    result(page, table(head, rows, display.columns));
  },
});

const runOne = storeCommand({
  name: "automations run",
  words: { usage: "ID", count: 1 },
  flags: { domain },
  examples: ["docent automations run --domain acme aut_1"],
  async work(invocation) {
    const { db, services, result, remark } = invocation;
    const project = await projectOf(invocation);
    const address = { projectId: project.id, automationId: invocation.words[0] ?? "" };
    const deps = { ...services.automationMaterial(db), wake: createWake() };
    const id = await runNow(deps, operator, address);
    result({ id }, id);
    remark(
      isServerRunning(services.openData().path)
        ? "The server takes it up within seconds."
        : "It waits until a server runs on this store.",
    );
  },
});

const watch = storeCommand({
  name: "automations watch",
  flags: {
    domain,
    repository: requiredFlag("URL", "Its https or ssh address, or a repository on this machine."),
    branch: textFlag("NAME", "Branch to watch; its default one unless given."),
    token: textFlag("NAME", "Name of the stored or set token that opens it."),
  },
  examples: [
    "docent automations watch --domain acme --repository https://git.example/acme/app.git",
    "docent automations watch --domain acme --repository /srv/git/app.git --branch main",
  ],
  async work(invocation) {
    const { db, flags, services, result } = invocation;
    const project = await projectOf(invocation);
    const token = flags.text("token");
    const request = {
      location: flags.required("repository"),
      branch: flags.text("branch") ?? "",
      ...(token !== undefined && { credential: tokenName(token) }),
    };
    const input = { projectId: project.id, request };
    const { internalHosts } = services.config;
    const deps = { ...services.secrets(db), internalHosts };
    const id = await addCodeRepository(deps, operator, input);
    result({ id }, id);
  },
});

type Verb = typeof pauseAutomation;

function stateCommand(name: string, { verb, done }: { verb: Verb; done: string }) {
  return storeCommand({
    name: `automations ${name}`,
    words: { usage: "ID", count: 1 },
    flags: { domain },
    examples: [`docent automations ${name} --domain acme aut_1`],
    async work(invocation) {
      const project = await projectOf(invocation);
      const address = { projectId: project.id, automationId: invocation.words[0] ?? "" };
      await verb(saveDeps(invocation), operator, address);
      invocation.remark(done);
      invocation.result({ id: address.automationId }, "");
    },
  });
}

function projectOf({ db, flags }: StoreInvocation) {
  return requireProject(db, flags.required("domain"));
}

/** A running server looks every few seconds: nobody has to be woken. */
function saveDeps({ db, services }: StoreInvocation) {
  return { db, clock: services.clock, wake: createWake() };
}

export const automationCommands = [
  list,
  create,
  runs,
  runOne,
  watch,
  stateCommand("pause", { verb: pauseAutomation, done: "It is paused." }),
  stateCommand("resume", { verb: resumeAutomation, done: "It is on." }),
  stateCommand("delete", { verb: deleteAutomation, done: "It is deleted." }),
];
