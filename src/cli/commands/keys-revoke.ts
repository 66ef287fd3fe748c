import { revokeKey } from "../../keys/revoke-key.ts";
import type { Command } from "../command.ts";
import { withStore } from "../with-store.ts";

export const keysRevoke: Command = {
  name: "keys revoke",
  words: { usage: "ID", count: 1 },
  summary: "Revoke a key; from the next request on it is refused.",
  flags: {},
  examples: ["docent keys revoke key_3kq1v8c0o2b7x9d4n6m5a1s0"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const id = invocation.words[0] ?? "";
      await revokeKey({ db, clock: invocation.services.clock }, { kind: "operator" }, { id });
      invocation.remark(`Key ${id} is revoked.`);
      return 0;
    }),
};
