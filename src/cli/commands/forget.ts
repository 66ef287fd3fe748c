import { findReader, forgetReader } from "../../analytics/forget-reader.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/open-project.ts";
import type { Forgotten, Reader } from "../../store/answers/retention.ts";
import { type Invocation, requiredFlag, switchFlag, textFlag } from "../command.ts";
import { saysYes } from "../says-yes.ts";
import { storeCommand } from "../store-command.ts";

export const forget = storeCommand({
  name: "forget",
  flags: {
    fp: requiredFlag("ID", "The reader's fp."),
    domain: textFlag("NAME", "Only in this project (default: in all)."),
    yes: switchFlag("Really do it; it cannot be undone."),
  },
  examples: ["docent forget --fp 7f3a9c --yes", "docent forget --fp 7f3a9c --domain acme --yes"],
  async work(invocation) {
    const { db, flags, record, result, remark } = invocation;
    const domain = flags.text("domain");
    const project = domain === undefined ? undefined : await requireProject(db, domain);
    const reader: Reader = { fp: flags.required("fp"), projectId: project?.id };
    const found = await findReader({ db }, operator, reader);
    if (found.threads > 0) await confirm(invocation, found);
    const { isScrubbed, ...deleted } = await forgetReader({ db }, operator, reader);
    await record({ action: "Forget a reader", projectId: project?.id ?? "" });
    result({ deleted }, `Deleted ${countsText(deleted)}`);
    if (!isScrubbed) remark(leftText(invocation));
  },
});

async function confirm({ flags, remark }: Invocation, found: Forgotten): Promise<void> {
  if (flags.has("yes")) return;
  remark(`This deletes for good (${countsText(found)}). Type yes to do it.`);
  if (await saysYes(process.stdin)) return;
  throw new AppError("invalid_request", "Nothing was deleted: add --yes to do it.");
}

function countsText({ threads, messages, answers, feedback, chats }: Forgotten): string {
  return `threads: ${threads}, messages: ${messages}, answers: ${answers}, ratings: ${feedback}, chats: ${chats}`;
}

function leftText({ services }: Invocation): string {
  if (services.config.store.kind === "postgres")
    return "PostgreSQL overwrites the deleted rows in its own time: VACUUM FULL does it at once. Backups keep what they have.";
  return "The deleted rows are still in the store's file, because somebody was reading: run the command again. Backups keep what they have.";
}
