import { expect, test } from "vitest";
import { task } from "./job-node.ts";
import { branch, outage } from "./job-outage.ts";
import { openChat, partsOf, sdkReleases } from "./sdk-chat.ts";

test.each(sdkReleases)("%s takes the stream of a job that waits for its forge", async (release) => {
  const node = await outage();
  const chat = await openChat(release, {
    transport: {
      api: `${await node.listen()}/v1/agent/${node.project.domain}/job`,
      headers: { Authorization: `Bearer ${node.keys.admin}` },
      prepareSendMessagesRequest: () => ({ body: task("Edit it.", { branch }) }),
    },
  });
  const sent = chat.sendMessage({ text: "Edit it." });
  const waiting = () => partsOf(chat.lastMessage, "data-waiting");
  await expect.poll(() => waiting().length, { timeout: 20_000 }).toBe(1);
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(waiting()).toMatchObject([
    {
      id: "forge",
      data: { for: "forge", reason: expect.any(String), nextTryAt: time, givesUpAt: time },
    },
  ]);
  expect(chat.status).toBe("streaming");
  node.line.mend();
  await sent;
  expect(chat.error).toBeUndefined();
  expect(chat.status).toBe("ready");
  // Later tries replace what the first one said: the part has one id.
  expect(waiting()).toHaveLength(1);
  expect(partsOf(chat.lastMessage, "data-pull-request")).toMatchObject([
    { data: { number: 1, draft: false } },
  ]);
});
