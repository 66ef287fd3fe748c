import { expect, test } from "vitest";
import { kindFactors, kindOfPage, type PageKind } from "./page-kind.ts";

test.each<[string, string, PageKind]>([
  ["docs/glossary.md", "Glossary", "list"],
  ["changelog.md", "History", "news"],
  ["blog/2021-03-12-version-0.64.mdx", "Version 0.64", "news"],
  ["content/_posts/2018/make-it-work.md", "Make it work", "news"],
  ["docs/release-notes/2-0.md", "2.0", "news"],
  ["docs/history.md", "What’s new", "news"],
  ["docs/migration/v2/manual.md", "Manual steps", "upgrade"],
  ["docs/upgrade.md", "How to upgrade", "upgrade"],
  ["keys.md", "Keys", "article"],
  ["docs/posting-messages.md", "Post a message", "article"],
  ["reference/upgrader-api.md", "Upgrader", "article"],
])("%s with the title %s is of the kind %s", (path, title, kind) => {
  expect(kindOfPage({ path, title })).toBe(kind);
});

test.each<[string, PageKind]>([
  ['What is meant by "operator"?', "list"],
  ["What does revision mean?", "list"],
  ["what is a passage?", "list"],
  ["definition of thread", "list"],
  ["What's new in version 2?", "news"],
  ["is there a blog post about the cache?", "news"],
  ["what changed in 3.7", "news"],
  ["how do I upgrade to the next version", "upgrade"],
  ["switching from the old client", "upgrade"],
  ["After going from 7.x to 8.x my diagrams show as code", "upgrade"],
])("%s asks for pages of the kind %s", (question, kind) => {
  expect(kindFactors(question)[kind]).toBe(1);
});

test.each(["How long may a reply be?", "Can readers change a question?", "etcd backup"])(
  "for %s articles come first",
  (question) => {
    const { article, ...others } = kindFactors(question);
    for (const factor of Object.values(others)) expect(factor).toBeLessThan(article);
  },
);
