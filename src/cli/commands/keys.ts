import { keyKinds } from "../../contract/keys.ts";
import { createKey } from "../../keys/create-key.ts";
import { listKeys } from "../../keys/list-keys.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/open-project.ts";
import { choiceFlag, requiredFlag, switchFlag, textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, table } from "../terminal-text.ts";

const keysCreate = storeCommand({
  name: "keys create",
  flags: {
    domain: requiredFlag("NAME", "Project the key is for."),
    kind: {
      ...choiceFlag(
        keyKinds,
        "assistant: public, asks questions. admin: secret, manages the project.",
      ),
      required: true,
    },
    label: textFlag("TEXT", "What the key is for, to recognise it later."),
    expires: textFlag(
      "90d",
      "Time until it stops working: hours (h), days (d), weeks (w) or years (y).",
    ),
    origin: {
      ...textFlag("URL", "Site that may use the key from a browser; repeat for several."),
      multiple: true,
    },
    branches: switchFlag(
      "An assistant key that may also ask branches and commits, and so sees what is not merged. Keep it secret.",
    ),
  },
  examples: [
    "docent keys create --domain docent --kind assistant --label website --origin https://docs.example.com",
    "docent keys create --domain docent --kind admin --label ci --expires 90d",
    "docent keys create --domain docent --kind assistant --branches --label reviewers",
  ],
  async work({ db, flags, services: { clock }, record, result, remark }) {
    const kind = flags.choice("kind", keyKinds) ?? "assistant";
    const project = await requireProject(db, flags.required("domain"));
    const { id, key } = await createKey({ db, clock }, operator, {
      projectId: project.id,
      kind,
      label: flags.text("label") ?? "",
      expiresAt: expiry(flags.text("expires"), clock.now()),
      origins: flags.list("origin"),
      branches: flags.has("branches"),
    });
    await record({ action: "Create a key", projectId: project.id, target: id });
    remark(`Key ${id} for ${project.domain}. It is shown this once:`);
    result({ id, key, kind, domain: project.domain }, key);
  },
});

const unitHours: Record<string, number> = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
const mostHours = 100 * 365 * 24;

export function expiry(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const [, amount, unit = ""] = /^(\d{1,5})([hdwy])$/.exec(text) ?? [];
  const total = Number(amount) * (unitHours[unit] ?? 0);
  if (total > 0 && total <= mostHours) return new Date(now.getTime() + total * 3_600_000);
  throw new AppError(
    "invalid_request",
    `--expires takes a number and a unit, such as 12h, 90d, 6w or 1y, up to 100 years, not "${text}".`,
  );
}

const head = [
  "ID",
  "DOMAIN",
  "KIND",
  "KEY",
  "STATE",
  "EXPIRES",
  "LAST USED",
  "BRANCHES",
  "ORIGINS",
  "LABEL",
];

const keysList = storeCommand({
  name: "keys list",
  flags: { domain: textFlag("NAME", "Only the keys of this project.") },
  examples: ["docent keys list", "docent keys list --domain docent"],
  async work({ db, flags, services: { clock }, display, result }) {
    const domain = flags.text("domain");
    const project = domain === undefined ? undefined : await requireProject(db, domain);
    const keys = await listKeys({ db, clock }, operator, project?.id);
    const rows = keys.map((key) => [
      key.id,
      key.domain,
      key.kind,
      `…${key.hint}`,
      key.state,
      key.expiresAt?.slice(0, 10) ?? "never",
      minuteText(key.lastUsedAt),
      key.branches ? "yes" : "no",
      key.origins.join(" ") || "any",
      key.label,
    ]);
    result({ keys }, table(head, rows, display.columns));
  },
});

const keysRevoke = storeCommand({
  name: "keys revoke",
  words: { usage: "ID", count: 1 },
  flags: {},
  examples: ["docent keys revoke key_3kq1v8c0o2b7x9d4n6m5a1s0"],
  async work({ db, words: [id = ""], services: { clock }, record, result, remark }) {
    await revokeKey({ db, clock }, operator, { id });
    await record({ action: "Revoke a key", target: id });
    remark(`Key ${id} is revoked.`);
    result({ id, state: "revoked" }, "");
  },
});

export const keyCommands = [keysCreate, keysList, keysRevoke];
