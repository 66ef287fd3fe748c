import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { authorOf } from "./author-of.ts";
import { ForgeAway } from "./job-ending.ts";

const bot = { name: "docent[bot]", email: "7+docent[bot]@users.noreply.git.example" };
const forge = { author: async () => bot };
const unset = { author: undefined };

test("commits are made by the forge's account, and by whom the operator names before that", async () => {
  const operator = { name: "Docs", email: "docs@example.com" };
  expect(await authorOf(unset, forge)).toEqual(bot);
  expect(await authorOf(unset, {})).toEqual({ name: "Docent", email: "docent@localhost" });
  expect(await authorOf({ author: operator }, forge)).toEqual(operator);
});

test("a forge that does not say who we are costs nothing, one that is away is waited for", async () => {
  const failing = (error: AppError) => ({ author: () => Promise.reject(error) });
  const refused = failing(new AppError("forbidden", "No."));
  expect(await authorOf(unset, refused)).toMatchObject({ name: "Docent" });
  const away = failing(new AppError("unavailable", "Away."));
  await expect(authorOf(unset, away)).rejects.toBeInstanceOf(ForgeAway);
});
