import { expect, test } from "vitest";
import { keySnippets } from "./key-snippets.ts";

const input = { domain: "acme", address: "https://docent.acme.com", origins: [] };

test("every snippet holds the real address and the real key", () => {
  for (const kind of ["assistant", "admin"] as const) {
    const key = `svc_${kind}`;
    for (const { text } of keySnippets({ ...input, kind, key })) {
      expect(text).toContain(key);
      expect(text).toContain("https://docent.acme.com/");
    }
  }
});

test("the curl line of a limited key sends an origin that is allowed", () => {
  const origins = ["https://docs.acme.com", "https://acme.com"];
  const [curl] = keySnippets({ ...input, kind: "assistant", key: "k", origins });
  expect(curl?.text).toContain('-H "Origin: https://docs.acme.com"');
});

test("an unlimited key's curl line sends none", () => {
  const [curl] = keySnippets({ ...input, kind: "assistant", key: "k" });
  expect(curl?.text).not.toContain("Origin");
});

test("the bodies of the curl lines are JSON", () => {
  const snippets = [
    ...keySnippets({ ...input, kind: "assistant", key: "k" }),
    ...keySnippets({ ...input, kind: "admin", key: "k" }),
  ];
  const bodies = snippets.flatMap(({ text }) => /-d '(.*)'/.exec(text)?.[1] ?? []);
  expect(bodies).toHaveLength(2);
  for (const body of bodies) expect(JSON.parse(body)).toHaveProperty("messages");
});
