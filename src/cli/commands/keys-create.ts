import { keyKind, keyKinds } from "../../contract/keys.ts";
import { createKey } from "../../keys/create-key.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/require-project.ts";
import type { Command } from "../command.ts";
import { withStore } from "../with-store.ts";

const unitHours: Record<string, number> = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
const mostHours = 100 * 365 * 24;

export const keysCreate: Command = {
  name: "keys create",
  summary: "Make an API key; it is printed once and works at once.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project the key is for.", required: true },
    kind: {
      type: "string",
      value: keyKinds.join("|"),
      help: "assistant: public, asks questions. admin: secret, manages the project.",
      required: true,
    },
    label: { type: "string", value: "TEXT", help: "What the key is for, to recognise it later." },
    expires: {
      type: "string",
      value: "90d",
      help: "Time until it stops working: hours (h), days (d), weeks (w) or years (y).",
    },
    origin: {
      type: "string",
      value: "URL",
      multiple: true,
      help: "Site that may use the key from a browser; repeat for several.",
    },
  },
  examples: [
    "docent keys create --domain docent --kind assistant --label website --origin https://docs.example.com",
    "docent keys create --domain docent --kind admin --label ci --expires 90d",
  ],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags, services, print, remark } = invocation;
      const kind = keyKind.safeParse(flags.required("kind"));
      if (!kind.success)
        throw new AppError("invalid_request", `--kind takes ${keyKinds.join(" or ")}.`);
      const project = await requireProject(db, flags.required("domain"));
      const { id, key } = await createKey(
        { db, clock: services.clock },
        { kind: "operator" },
        {
          projectId: project.id,
          kind: kind.data,
          label: flags.text("label") ?? "",
          expiresAt: expiry(flags.text("expires"), services.clock.now()),
          origins: flags.list("origin"),
        },
      );
      remark(`Key ${id} for ${project.domain}. It is shown this once:`);
      print(key);
      return 0;
    }),
};

export function expiry(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const [, amount, unit = ""] = /^(\d{1,5})([hdwy])$/.exec(text) ?? [];
  const hours = unitHours[unit];
  const total = Number(amount) * (hours ?? 0);
  if (!(total > 0 && total <= mostHours)) {
    throw new AppError(
      "invalid_request",
      `--expires takes a number and a unit, such as 12h, 90d, 6w or 1y, up to 100 years, not "${text}".`,
    );
  }
  return new Date(now.getTime() + total * 3_600_000);
}
