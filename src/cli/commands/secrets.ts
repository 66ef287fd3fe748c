import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { repositoryLogin } from "../../contract/secrets.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { listSecretsOf } from "../../projects/secrets/list-secrets-of.ts";
import { rotateSecrets } from "../../projects/secrets/rotate-secrets.ts";
import { removeLogin, setLogin } from "../../projects/secrets/set-login.ts";
import type { SecretOwner } from "../../store/access/secrets.ts";
import { type Flags, textFlag } from "../command.ts";
import { tokenName } from "../source-flags.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, table } from "../terminal-text.ts";

const ownerFlags = {
  source: textFlag("ID", "The source it is for."),
  name: textFlag("NAME", 'Name that sources were added with as --token NAME; "" for the default.'),
};

const secretsSet = storeCommand({
  name: "secrets set",
  flags: {
    ...ownerFlags,
    file: textFlag("PATH", "File that holds it; without one it is read from standard input."),
    username: textFlag("NAME", "User name that goes with the token, where a host wants one."),
    "app-id": textFlag("ID", "It is the private key of the GitHub App with this id."),
    "installation-id": textFlag("ID", "Installation of the app, where it is not to be looked up."),
  },
  examples: [
    "docent secrets set --source src_1 --file token.txt",
    "docent secrets set --name PARTNER --username oauth2 --file /run/secrets/partner",
    "docent secrets set --source src_1 --app-id 12345 --file app.private-key.pem",
  ],
  async work({ db, flags, services, record, result, remark }) {
    const owner = ownerOf(flags);
    const login = parseLogin(flags, await readSecretText(flags.text("file")));
    await setLogin(services.secrets(db), operator, { owner, login });
    await record({ action: "Store a token or app", target: shownOwner(owner) });
    remark("It is stored, and counts from the next use on.");
    result(owner, "");
  },
});

function ownerOf(flags: Flags): SecretOwner {
  const [sourceId, name] = [flags.text("source"), flags.text("name")];
  if (sourceId !== undefined && name === undefined) return { sourceId };
  if (name !== undefined && sourceId === undefined) return { name: tokenName(name) };
  throw new AppError("invalid_request", "Say whose it is: either --source ID or --name NAME.");
}

function shownOwner(owner: SecretOwner): string {
  return "sourceId" in owner ? owner.sourceId : owner.name;
}

const mostBytes = 100_000;

async function readSecretText(file: string | undefined): Promise<string> {
  const text =
    file === undefined
      ? await readAll(process.stdin)
      : await readFile(file, "utf8").catch(unreadable);
  if (text.length > mostBytes)
    throw new AppError("invalid_request", "This is too long for a secret.");
  return text.trim();
}

function unreadable(cause: unknown): never {
  throw new AppError("invalid_request", "The file of --file cannot be read.", { cause });
}

/** No fault shows a value. */
function parseLogin(flags: Flags, secret: string) {
  const [appId, installationId] = [flags.text("app-id"), flags.text("installation-id")];
  const username = flags.text("username");
  const given =
    appId === undefined
      ? { kind: "token", token: secret, ...(username && { username }) }
      : {
          kind: "app",
          appId,
          privateKey: `${secret}\n`,
          ...(installationId && { installationId }),
        };
  const parsed = repositoryLogin.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new AppError("invalid_request", `This cannot be stored. ${faults.join(" ")}`);
}

const head = ["SOURCE OR NAME", "KIND", "ENDS IN", "SET BY", "SINCE", "STATE"];

const secretsList = storeCommand({
  name: "secrets list",
  flags: {},
  examples: ["docent secrets list"],
  async work({ db, services, display, result }) {
    const all = await listSecretsOf(services.secrets(db), operator, undefined);
    const rows = all.map((secret) => [
      secret.sourceId ?? (secret.name || '""'),
      secret.kind,
      secret.hint === "" ? "-" : `…${secret.hint}`,
      secret.setBy,
      minuteText(secret.updatedAt),
      secret.isReadable ? "ok" : "sealed with a key that is not here",
    ]);
    result({ secrets: all }, table(head, rows, display.columns));
  },
});

const secretsRemove = storeCommand({
  name: "secrets remove",
  flags: ownerFlags,
  examples: ["docent secrets remove --source src_1", "docent secrets remove --name PARTNER"],
  async work({ db, flags, record, result, remark }) {
    const owner = ownerOf(flags);
    await removeLogin({ db }, operator, owner);
    await record({ action: "Remove a token or app", target: shownOwner(owner) });
    remark("It is removed.");
    result(owner, "");
  },
});

const secretsRotate = storeCommand({
  name: "secrets rotate",
  flags: {},
  examples: ["docent secrets rotate", "DOCENT_SECRET_KEY=NEW,OLD docent secrets rotate"],
  async work({ db, services, record, result, remark }) {
    const { keyId, resealed, faults } = await rotateSecrets(services.secrets(db), operator);
    await record({ action: "Seal the stored secrets anew", target: keyId });
    for (const fault of faults) remark(fault);
    result({ keyId, resealed, faults }, `${resealed} sealed anew with the key ${keyId}.`);
    return faults.length === 0 ? 0 : 1;
  },
});

export const secretCommands = [secretsSet, secretsList, secretsRemove, secretsRotate];
