import { expect, test } from "vitest";
import { smallTalk } from "./small-talk.ts";

test.each([
  "hi",
  "Hello there!",
  "hey docent",
  "good morning",
  "Who are you?",
  "what can you do",
  "",
  "???",
  "👋",
])("%s gets a friendly line", (message) => {
  expect(smallTalk(message)).toContain("What would you like to know?");
});

test.each(["thanks", "Thank you so much!", "great, thanks", "thanks a lot for your help"])(
  "%s is answered in kind",
  (message) => {
    expect(smallTalk(message)).toContain("You are welcome");
  },
);

test("greeting is answered in its language", () => {
  expect(smallTalk("Guten Morgen!")).toContain("Dokumentation");
  expect(smallTalk("Merci beaucoup")).toBe("Avec plaisir.");
  expect(smallTalk("¡Hola!")).toContain("documentación");
  expect(smallTalk("你好")).toContain("文档");
});

test.each([
  "hi, how do I install it?",
  "hello world example",
  "help command",
  "test runner",
  "thanks page template",
  "ok status code",
  "what is a passage",
])("%s is a question", (message) => {
  expect(smallTalk(message)).toBeUndefined();
});
