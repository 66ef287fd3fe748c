import { expect, test } from "vitest";
import { followUpHint } from "./follow-up-hint.ts";
import { sampleSession } from "./sample-session.ts";

const ended = sampleSession({ haulted: true, haultReason: "completed", messageToUser: "Done." });
const on = "It goes on upon the branch docs/x and";
const here = "https://docs.test/dashboard/acme/changes/4";

test.each([
  ["runs", sampleSession(), undefined, "It reads this with its next step."],
  [
    "waits",
    sampleSession({ messageToUser: "Waits." }),
    undefined,
    "It reads this with its first step.",
  ],
  ["proposed nothing", ended, undefined, `${on} proposes what it changes.`],
  ["proposed a change", ended, 3, `${on} updates change 3, as long as that is open.`],
  ["links to its change", { ...ended, pullRequestLink: here }, undefined, `${on} updates change 4`],
  ["links to a forge", { ...ended, pullRequestLink: "https://x.test/1" }, undefined, "its change"],
])("a job that %s says what a message leads to", (_, session, number, words) => {
  expect(followUpHint(session, number)).toContain(words);
});
