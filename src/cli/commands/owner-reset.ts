import { serverAddress } from "../../config/config.ts";
import { operator } from "../../lib/actor.ts";
import { resetOwner } from "../../members/issue-setup-link.ts";
import { textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";

export const ownerReset = storeCommand({
  name: "owner reset",
  flags: {
    email: textFlag("ADDRESS", "Which owner, where there are several (default: the oldest)."),
  },
  examples: ["docent owner reset", "DOCENT_PUBLIC_URL=https://docs.example.com docent owner reset"],
  async work({ db, flags, services: { clock, config }, record, result, remark }) {
    const email = flags.text("email");
    const input = { publicUrl: serverAddress(config), email };
    const link = await resetOwner({ db, clock }, operator, input);
    await record({ action: "Reset an owner", target: email ?? "" });
    remark(
      "That owner is logged out everywhere. This link sets a new password; it works once, for 24 hours:",
    );
    result({ link }, link);
  },
});
