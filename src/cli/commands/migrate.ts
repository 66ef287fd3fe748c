import type { Command } from "../command.ts";
import { withStore } from "../with-store.ts";

export const migrate: Command = {
  name: "migrate",
  summary: "Bring the store to the newest schema (serve does this by itself).",
  flags: {},
  examples: ["docent migrate", "DATABASE_URL=postgres://… docent migrate"],
  run: (invocation) =>
    withStore(
      invocation,
      async () => {
        invocation.remark("The store has the newest schema.");
        return 0;
      },
      true,
    ),
};
