import { expect, test } from "vitest";
import { headingQuestion, wordForms } from "./heading-question.ts";

test.each([
  ["Create a key", "How do I create a key?"],
  ["Revoke an API key.", "How do I revoke an API key?"],
  ["How to rotate keys", "How do I rotate keys?"],
  ["What is a passage", "What is a passage?"],
  ["What a thread is", "What is a thread?"],
  ["Which models work", "Which models work?"],
  ["Keep-alive lines", "What should I know about keep-alive lines?"],
  ["Why was my answer cut?", "Why was my answer cut?"],
  ["Limits and quotas", "What should I know about limits and quotas?"],
  ["API keys", "What should I know about API keys?"],
  ["Build and deploy", "How do I build and deploy?"],
  ["Building and deploying", "How do I build and deploy?"],
  ["Changing the fonts", "How do I change the fonts?"],
  ["Embedding a player", "How do I embed a player?"],
  ["Govern Your APIs", "How do I govern my APIs?"],
  ["Fold the dough", "How do I fold the dough?"],
  ["Creating your site", "How do I create my site?"],
  ["Getting Started", "How do I get started?"],
  ["Getting Started with Acme", "How do I get started with Acme?"],
  ["Expose services on Kubernetes - Basic", "How do I expose services on Kubernetes?"],
  ["Install Docker (optional)", "How do I install Docker?"],
  ["Test the middleware", "How do I test the middleware?"],
  ["Change port number", "How do I change port number?"],
])("%s is asked as: %s", (heading, question) => {
  expect(headingQuestion(heading)).toBe(question);
});

test.each([
  "",
  "FAQ",
  "docent secrets rotate",
  "Store and data folder",
  "List of settings",
  "Build Options",
  "Watch Plugins",
  "Test Environment",
  "Query parameter type conversion",
  "Search suggestions",
  "Understanding hooks",
  "Understanding the event loop",
  "Beyond the basics",
  "This package is ESM only",
  "Was this page helpful?",
  "Still unresolved?",
  "set() / get()",
  "test(name, fn, timeout)",
  "import.meta.url in UMD / IIFE",
  "How keys are rotated",
  "<script>",
  "设置密钥",
  "x".repeat(200),
  "[link](http://evil.example)",
  "{{ value }}",
])("%s makes no question", (heading) => {
  expect(headingQuestion(heading)).toBeUndefined();
});

test("words that the docs write small within sentences are no names", () => {
  const forms = wordForms([
    "Every service has access to the files, and so does Traefik. We deploy, Traefik routes.",
    "```\nrun traefik as traefik\n```",
    "A site is static, with a sample application in it.",
  ]);
  expect(headingQuestion("Deploy a Sample Application with Traefik", forms)).toBe(
    "How do I deploy a sample application with Traefik?",
  );
  expect(headingQuestion("Secure API Access with OpenAPI", forms)).toBe(
    "How do I secure API access with OpenAPI?",
  );
  expect(headingQuestion("Fastly Compute", forms)).toBe("What should I know about Fastly Compute?");
});
