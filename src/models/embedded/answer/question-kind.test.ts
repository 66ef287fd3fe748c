import { expect, test } from "vitest";
import { questionKind } from "./question.ts";

test.each([
  ["How do I revoke a key?", "steps"],
  ["how to set up nginx", "steps"],
  ["What are the steps to upgrade?", "steps"],
  ["Which command lists the keys?", "code"],
  ["Show me a curl example", "code"],
  ["which flag changes the port", "code"],
  ["What values can status have?", "list"],
  ["Which statuses are there?", "list"],
  ["What are the rate limits?", "list"],
  ["What error codes does the API return?", "list"],
  ["What is a passage?", "definition"],
  ["How does search work?", "fact"],
  ["Why is my key refused?", "reason"],
  ["How many requests are allowed?", "amount"],
  ["Can I use PostgreSQL?", "fact"],
  ["Wie ändere ich den Port?", "fact"],
])("%s asks for %s", (question, kind) => {
  expect(questionKind(question)).toBe(kind);
});
