import type { AutomationPreview, AutomationSpec } from "../contract/automations.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { newId } from "../lib/ids.ts";
import { findRepository } from "../store/automations/code-repositories.ts";
import { automationWords } from "./automation-words.ts";
import { nextTimes } from "./cron/next-time.ts";
import { parseCron } from "./cron/parse-cron.ts";
import { openZone } from "./cron/time-zone.ts";
import { type MessageDeps, runMessages } from "./fire/run-messages.ts";
import { sampleMaterial } from "./sample-material.ts";
import { requireSpec } from "./save-automation.ts";

const shownTimes = 5;

/** What an automation would do, with what there is now. Nothing is stored or started. */
export async function previewAutomation(
  deps: MessageDeps,
  actor: Actor,
  { projectId, spec }: { projectId: string; spec: AutomationSpec },
): Promise<AutomationPreview> {
  permit(actor, "admin", projectId);
  await requireSpec(deps.db, projectId, spec);
  const { trigger } = spec;
  const repositoryId = trigger.kind === "code" ? trigger.repositoryId : "";
  const repository = await findRepository(deps.db, repositoryId);
  return {
    words: automationWords(trigger, repository?.location ?? ""),
    next: timesOf(trigger, deps.clock.now().getTime()),
    ...(await messagesOf(deps, { projectId, repositoryId, spec })),
  };
}

function timesOf(trigger: AutomationSpec["trigger"], afterMs: number): string[] {
  if (trigger.kind !== "schedule") return [];
  const cron = parseCron(trigger.cron);
  const times = nextTimes(cron, openZone(trigger.timeZone), afterMs, shownTimes);
  return times.map((ms) => new Date(ms).toISOString());
}

/** That a repository cannot be read, or no group is there yet, is part of the preview. */
async function messagesOf(
  deps: MessageDeps,
  automation: { projectId: string; repositoryId: string; spec: AutomationSpec },
): Promise<Pick<AutomationPreview, "messages" | "about">> {
  const { projectId, spec } = automation;
  try {
    const { material, about } = await sampleMaterial(deps, projectId, { trigger: spec.trigger });
    const messages = await runMessages(deps, automation, { id: newId("run"), material });
    return { messages, about };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { messages: [], about: error.message };
  }
}
