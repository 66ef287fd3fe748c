import { serverAddress } from "../../config/config.ts";
import { operator } from "../../lib/actor.ts";
import { issueSetupLink } from "../../owner/issue-setup-link.ts";
import { storeCommand } from "../store-command.ts";

export const ownerReset = storeCommand({
  name: "owner reset",
  summary: "Take the dashboard's password away and print a one-time link that sets a new one.",
  flags: {},
  examples: ["docent owner reset", "DOCENT_PUBLIC_URL=https://docs.example.com docent owner reset"],
  async work({ db, services: { clock, config }, print, remark }) {
    const input = { publicUrl: serverAddress(config), reset: true };
    const link = await issueSetupLink({ db, clock }, operator, input);
    remark("Everybody is logged out. This link sets a new password; it works once, for 24 hours:");
    print(link ?? "");
  },
});
