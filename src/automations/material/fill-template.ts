import { createHash } from "node:crypto";
import { type AutomationTrigger, placeholders } from "../../contract/automations.ts";
import type { JobMessage } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import { fencedMaterial } from "../../text/untrusted-material.ts";

/** By placeholder: what stands for it. */
export type Filling = Record<string, { about: string; text: string }>;

const placeholder = /\{\{\s{0,10}([A-Za-z_-]{1,40})\s{0,10}\}\}/g;

/** Refuses placeholders that mean nothing where this starts the automation. */
export function requirePlaceholders(
  instruction: string,
  trigger: Pick<AutomationTrigger, "kind">,
): void {
  const known = placeholders[trigger.kind];
  const unknown = named(instruction).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const all = known.map((name) => `{{${name}}}`).join(", ");
  const message = `Nothing stands for {{${unknown[0]}}} here: use ${all}.`;
  throw new AppError("invalid_request", message, { details: [{ path: "instruction", message }] });
}

export function named(instruction: string): string[] {
  return [...new Set([...instruction.matchAll(placeholder)].map(([, name = ""]) => name))];
}

/**
 * The messages that a job is given: the instruction in its writer's words, and behind it each material that it names,
 * fenced. So nothing that strangers wrote stands among the instruction's own words.
 */
export function fillTemplate(
  instruction: string,
  filling: Filling,
  { date, runId }: { date: string; runId: string },
): JobMessage[] {
  const used = named(instruction).filter((name) => name in filling);
  const content = instruction.replace(placeholder, (whole, name: string) => {
    if (name === "date") return date;
    return name in filling ? `(see the material "${name}" below)` : whole;
  });
  const materials = used.map((name) =>
    fencedMaterial({
      name,
      mark: createHash("sha256").update(`${runId} ${name}`).digest("hex").slice(0, 16),
      about: filling[name]?.about ?? "",
      text: filling[name]?.text ?? "",
    }),
  );
  const messages = [content, ...(materials.length > 0 ? [materials.join("\n\n")] : [])];
  return messages.map((text) => ({ role: "user", content: text }));
}
