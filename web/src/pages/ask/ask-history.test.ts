import { expect, test } from "vitest";
import { type AskedChat, matchingChats, readChats, withChat, withoutChat } from "./ask-history.ts";

function chat(id: string, more: Partial<AskedChat> = {}): AskedChat {
  const at = "2030-01-01T12:00:00.000Z";
  return { id: id.padEnd(16, "x"), title: id, at, threadId: "", pending: "", ...more };
}

test("what is stored is read back, and anything else is no history", () => {
  const chats = [chat("a"), chat("b")];
  expect(readChats(JSON.stringify(chats))).toEqual(chats);
  for (const text of [null, "", "{", "7", '[{"id":"a"}]', "null"])
    expect(readChats(text)).toEqual([]);
});

test("a chat is there once, and the one that was asked last comes first", () => {
  const first = withChat([chat("a"), chat("b")], chat("c", { at: "2030-01-02T00:00:00.000Z" }));
  expect(first.map(({ title }) => title)).toEqual(["c", "a", "b"]);
  const renamed = withChat(first, { ...chat("a"), title: "  An  other\nname " });
  expect(renamed.map(({ title }) => title)).toEqual(["c", "An other name", "b"]);
  expect(withoutChat(renamed, chat("c").id).map(({ title }) => title)).not.toContain("c");
});

test("the history is bounded", () => {
  let chats: AskedChat[] = [];
  for (let count = 0; count < 120; count += 1) chats = withChat(chats, chat(`chat ${count}`));
  expect(chats).toHaveLength(100);
});

test("a chat is found by any words of its title", () => {
  const chats = [chat("How do I rotate a key?"), chat("Install it")];
  expect(matchingChats(chats, " KEY rotate ")).toHaveLength(1);
  expect(matchingChats(chats, "")).toHaveLength(2);
  expect(matchingChats(chats, "nothing")).toHaveLength(0);
});
