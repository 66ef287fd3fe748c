import { issueSetupLink } from "../../owner/issue-setup-link.ts";
import { runningAddress } from "../../store/server-lock.ts";
import type { Command } from "../command.ts";
import { withStore } from "../with-store.ts";

export const ownerReset: Command = {
  name: "owner reset",
  summary: "Take the dashboard's password away and print a one-time link that sets a new one.",
  flags: {},
  examples: ["docent owner reset", "DOCENT_PUBLIC_URL=https://docs.example.com docent owner reset"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { services, print, remark } = invocation;
      const { config, clock } = services;
      const publicUrl =
        config.publicUrl ??
        runningAddress(config.dataFolder) ??
        `http://${config.host}:${config.port}`;
      const input = { publicUrl, reset: true };
      const link = await issueSetupLink({ db, clock }, { kind: "operator" }, input);
      remark(
        "Everybody is logged out. This link sets a new password; it works once, for 24 hours:",
      );
      print(link ?? "");
      return 0;
    }),
};
