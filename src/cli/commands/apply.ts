import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { kindOfPrefix } from "../../contract/keys.ts";
import type { ServerSettings } from "../../contract/server-settings.ts";
import { AppError } from "../../lib/app-error.ts";
import { type ApplyFile, applySchema } from "../apply/apply-file.ts";
import { applyPlan, type MadeKey } from "../apply/apply-plan.ts";
import type { ApplyStep, ApplyTarget } from "../apply/apply-step.ts";
import { planSteps } from "../apply/plan-steps.ts";
import { planJson, planText, stepText } from "../apply/plan-text.ts";
import { readApplyFile } from "../apply/read-apply-file.ts";
import { serverTarget } from "../apply/server-target.ts";
import { emptyTarget, storeTarget } from "../apply/store-target.ts";
import { withoutSecrets } from "../apply/without-secrets.ts";
import { type KeyName, keysWithoutSecret, readKeysFile } from "../apply/write-keys.ts";
import { type Command, type Invocation, jsonFlag, switchFlag, textFlag } from "../command.ts";
import { saysYes } from "../says-yes.ts";
import { storeCommand } from "../store-command.ts";

const longestFile = 1024 * 1024;
/** Something would be removed, and nobody has said yes. */
const unconfirmed = 3;

export const apply: Command = {
  name: "apply",
  words: { usage: "FILE", count: 1, areOptional: true },
  flags: {
    "dry-run": switchFlag("Show what would be done, and do nothing."),
    server: textFlag(
      "URL",
      "The server to set up, with the owner's token in DOCENT_TOKEN (default: the store of this machine).",
    ),
    yes: switchFlag("Remove what the file says without asking."),
    "write-keys": textFlag(
      "PATH",
      "Write the secrets of new keys into this file, for you alone, and not to the terminal.",
    ),
    json: jsonFlag,
    schema: switchFlag("Print the JSON schema of the file, for editors."),
  },
  examples: [
    "docent apply docent.yml --dry-run",
    "docent apply docent.yml --server https://docs.example.com --write-keys keys.json",
    "docent apply --schema",
  ],
  run: (invocation) => withoutSecrets(invocation, runApply),
};

async function runApply(invocation: Invocation): Promise<number> {
  const { flags, words, services, print } = invocation;
  if (flags.has("schema")) {
    print(JSON.stringify(applySchema(), null, 2));
    return 0;
  }
  const path = words[0] ?? "docent.yml";
  const file = await readFileOf(path);
  const server = flags.text("server");
  if (server !== undefined) {
    const token = tokenIn(services.given("DOCENT_TOKEN"));
    if (isInClear(server))
      invocation.remark("The token goes to the server in clear text: use https where you can.");
    return bringAbout(invocation, { path, file, target: serverTarget(server, token) });
  }
  const folder = dirname(resolve(path));
  const { store, dataFolder } = services.config;
  const hasStore = store.kind !== "sqlite" || existsSync(store.file);
  if (flags.has("dry-run") && !hasStore)
    return bringAbout(invocation, { path, file, target: emptyTarget(dataFolder, folder) });
  const local = storeCommand({
    ...apply,
    makesStore: true,
    work: (opened) => bringAbout(opened, { path, file, target: storeTarget(opened, folder) }),
  });
  return local.run(invocation);
}

/** Whether what is sent can be read on its way to another machine. */
function isInClear(server: string): boolean {
  const url = URL.parse(server);
  if (url?.protocol !== "http:") return false;
  return !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** A secret of another kind is not sent anywhere by mistake. */
function tokenIn(text: string): string {
  if (kindOfPrefix(text) === "owner" && /^[\x21-\x7e]{1,200}$/.test(text)) return text;
  throw new AppError(
    "invalid_request",
    text === ""
      ? "--server needs an owner's token in the environment, as DOCENT_TOKEN."
      : "What DOCENT_TOKEN holds is no owner's token: one begins with svc_own_.",
  );
}

type Wanted = { path: string; file: ApplyFile; target: ApplyTarget };

async function bringAbout(invocation: Invocation, wanted: Wanted): Promise<number> {
  const { flags, print, remark } = invocation;
  const { path, target } = wanted;
  const steps = await planOf(invocation, wanted);
  const isJson = flags.has("json");
  const isDry = flags.has("dry-run");
  const unknown = await unknownKeys(invocation, wanted, steps);
  const lost = unknown.length > 0 && { keysWithoutSecret: unknown };
  const say = (more: object) =>
    isJson && print(JSON.stringify({ changes: planJson(steps), ...more, ...lost }));
  if (steps.length === 0) {
    if (!isJson) print(`Nothing to change: ${target.where} is as ${path} says.`);
    say({ applied: 0, keys: [] });
    return 0;
  }
  if (!isJson) print(planText(steps));
  if (isDry) {
    say({ applied: 0, keys: [] });
    return 0;
  }
  if (!(await isConfirmed(invocation, steps))) {
    say({ applied: 0, keys: [] });
    remark("Nothing was changed: something would be removed. Say yes, or add --yes.");
    return unconfirmed;
  }
  const told = (line: string) => remark(`done: ${line}`);
  const keysFile = flags.text("write-keys");
  const shown = ({ project, name, key }: MadeKey) => !isJson && print(`${project} ${name} ${key}`);
  const { done, keys, failure } = await applyPlan({ target, steps, keysFile, told, shown });
  say({ applied: done, keys, ...(failure !== undefined && { failure }) });
  if (keys.length > 0) remark("The keys above are shown this once.");
  if (failure === undefined) return 0;
  remark(`docent: ${failure}`);
  remark(`${done} of ${steps.length} steps are done. Run it again to go on from there.`);
  return 1;
}

/** Told in every run until they are replaced: no run can find their secrets. */
async function unknownKeys(
  { flags, remark }: Invocation,
  { file }: Wanted,
  steps: ApplyStep[],
): Promise<KeyName[]> {
  const path = flags.text("write-keys");
  if (path === undefined) return [];
  const unknown = keysWithoutSecret(await readKeysFile(path), file, steps);
  for (const { project, name } of unknown)
    remark(
      `The key ${name} of ${project} is there, and nobody knows its secret: the run that made it was cut off. Revoke it (in the dashboard under Keys, or with docent keys revoke) and run this again: it makes another.`,
    );
  return unknown;
}

/** Every secret is there before anything is done; a plan goes without. */
async function planOf(invocation: Invocation, { file, target }: Wanted): Promise<ApplyStep[]> {
  const { flags, services, remark } = invocation;
  const missing = new Set<string>();
  const secretOf = (name: string) => {
    const value = services.given(name);
    if (value === "") missing.add(name);
    return value === "" ? undefined : value;
  };
  const state = await target.read(file.prune ? "all" : Object.keys(file.projects));
  const settings = file.settings && (await settingsOf(invocation, target));
  const { locationOf } = target;
  const steps = await planSteps({ file, state, settings, secretOf, locationOf });
  if (missing.size === 0) return steps;
  const names = [...missing].join(", ");
  if (!flags.has("dry-run"))
    throw new AppError("invalid_request", `The environment does not hold ${names}.`);
  remark(`The environment does not hold ${names}: whether those secrets change is not known.`);
  return steps;
}

/** A token that only looks may not see them: a plan then goes without. */
async function settingsOf(
  { flags, remark }: Invocation,
  target: ApplyTarget,
): Promise<ServerSettings | undefined> {
  return target.readSettings().catch((error) => {
    if (!(error instanceof AppError) || !flags.has("dry-run")) throw error;
    remark(`The settings of the server are not in the plan: ${error.message}`);
    return undefined;
  });
}

async function isConfirmed({ flags, remark }: Invocation, steps: ApplyStep[]): Promise<boolean> {
  const removals = steps.filter(({ action }) => action === "remove");
  if (removals.length === 0) return true;
  if (flags.has("yes")) {
    for (const step of removals) remark(`for good: ${stepText(step)}`);
    return true;
  }
  if (process.stdin.isTTY !== true) return false;
  process.stderr.write(`This removes ${removals.length} of the above for good. Go on? [y/N] `);
  return saysYes(process.stdin);
}

async function readFileOf(path: string): Promise<ApplyFile> {
  const text = await readFile(path, "utf8").catch((cause) => {
    throw new AppError("invalid_request", `${path} cannot be read: name the file to apply.`, {
      cause,
    });
  });
  const read = readApplyFile(text.slice(0, longestFile + 1));
  if ("file" in read) return read.file;
  const lines = read.faults.map(({ line, message }) => `${path}:${line}: ${message}`);
  throw new AppError("invalid_request", lines.join("\n"));
}
