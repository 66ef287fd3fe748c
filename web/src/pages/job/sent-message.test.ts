import { expect, test } from "vitest";
import { sampleSession } from "./sample-session.ts";
import { acceptMessage, announceMessage, readSent, type SentMessage } from "./sent-message.ts";

const message = { key: "k", text: "Keep it short." };
const none = { sent: [], session: sampleSession() };
const states = (view: { sent: SentMessage[] }) => view.sent.map(({ key, state }) => [key, state]);

test("a message that is sent again under its key is still one message", () => {
  const once = announceMessage(none, message);
  expect(announceMessage(once, message)).toBe(once);
  expect(states(acceptMessage(once, "k"))).toEqual([["k", "accepted"]]);
});

test("a message that was read before the server's reply came does not wait again", () => {
  const sending = announceMessage(none, message);
  const read = { ...sending, sent: readSent(sending.sent, message.text) };
  expect(states(read)).toEqual([["k", "read"]]);
  expect(acceptMessage(announceMessage(read, message), "k")).toBe(read);
});

test("of two messages with the same words the accepted one was read", () => {
  const lost = announceMessage(none, message);
  const both = acceptMessage(announceMessage(lost, { ...message, key: "l" }), "l");
  expect(states({ sent: readSent(both.sent, message.text) })).toEqual([
    ["k", "sending"],
    ["l", "read"],
  ]);
  expect(readSent(both.sent, "Other words.")).toEqual(both.sent);
});

test("an accepted message makes an ended job go on, and a cancelled one forget what it had not read", () => {
  const ended = sampleSession({
    haulted: true,
    haultReason: "interrupted",
    messageToUser: "Cancelled.",
  });
  const unread = { ...acceptMessage(announceMessage(none, message), "k"), session: ended };
  const next = acceptMessage(announceMessage(unread, { key: "l", text: "Go on." }), "l");
  expect(next.session).toEqual(sampleSession());
  expect(states(next)).toEqual([["l", "accepted"]]);
});
