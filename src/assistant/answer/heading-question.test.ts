import { expect, test } from "vitest";
import { headingQuestion } from "./heading-question.ts";

test.each([
  ["Create a key", "How do I create a key?"],
  ["Revoke an API key.", "How do I revoke an API key?"],
  ["How to rotate keys", "How do I rotate keys?"],
  ["What is a passage", "What is a passage?"],
  ["Why was my answer cut?", "Why was my answer cut?"],
  ["Limits and quotas", "What should I know about limits and quotas?"],
  ["API keys", "What should I know about API keys?"],
])("%s is asked as: %s", (heading, question) => {
  expect(headingQuestion(heading)).toBe(question);
});

test.each([
  "",
  "FAQ",
  "<script>",
  "设置密钥",
  "x".repeat(200),
  "[link](http://evil.example)",
  "{{ value }}",
])("%s makes no question", (heading) => {
  expect(headingQuestion(heading)).toBeUndefined();
});
