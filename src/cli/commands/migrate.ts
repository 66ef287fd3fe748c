import { storeCommand } from "../store-command.ts";

export const migrate = storeCommand({
  name: "migrate",
  summary: "Bring the store to the newest schema (serve does this by itself).",
  flags: {},
  examples: ["docent migrate", "DATABASE_URL=postgres://… docent migrate"],
  makesStore: true,
  async work({ remark }) {
    remark("The store has the newest schema.");
  },
});
