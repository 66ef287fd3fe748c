import { storeCommand } from "../../store-command.ts";

export const migrate = storeCommand({
  name: "migrate",
  flags: {},
  examples: ["docent migrate", "DATABASE_URL=postgres://… docent migrate"],
  makesStore: true,
  async work({ remark, result }) {
    remark("The store has the newest schema.");
    result({ schema: "newest" }, "");
  },
});
