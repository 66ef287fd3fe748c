import { z } from "zod";
import { type ForgeKind, forgeKinds } from "../contract/changes.ts";
import { commaList, type Values } from "./setting-rules.ts";

const entry = new RegExp(`^([\\w.-]+(?::\\d{1,5})?)=(${forgeKinds.join("|")}|none)$`, "i");

/** How forges are known and spoken to, as `settings.ts` lists it. */
export const forgeSettings = {
  DOCENT_FORGES: {
    rule: z
      .string()
      .transform(commaList)
      .refine(
        (list) => list.every((text) => entry.test(text)),
        "must be hosts with github, gitlab, gitea or none, such as git.example.com=gitea",
      )
      .default([]),
    help: "Which forge a host is, comma-separated: git.example.com=gitea,code.example.com=none. Unset: known by name, or asked.",
  },
  DOCENT_MENTION: {
    rule: z
      .string()
      .regex(/^@[\w-]{1,50}$/, "must be an @ and a name")
      .default("@docent"),
    help: "What a comment on a pull request begins with that is meant for the agent.",
  },
  DOCENT_PULL_LABELS: {
    rule: z.string().transform(commaList).default([]),
    help: "Labels of the pull requests that jobs open, comma-separated.",
  },
  DOCENT_PULL_REVIEWERS: {
    rule: z.string().transform(commaList).default([]),
    help: "Accounts that are asked to review the pull requests of jobs, comma-separated.",
  },
};

export function toForges(read: Values<typeof forgeSettings>) {
  return {
    kinds: new Map(read.DOCENT_FORGES.map(kindEntry)),
    mention: read.DOCENT_MENTION,
    extras: { labels: read.DOCENT_PULL_LABELS, reviewers: read.DOCENT_PULL_REVIEWERS },
  };
}

function kindEntry(text: string): [string, ForgeKind | "none"] {
  const [host = "", kind] = text.toLowerCase().split("=");
  return [host, forgeKinds.find((one) => one === kind) ?? "none"];
}
