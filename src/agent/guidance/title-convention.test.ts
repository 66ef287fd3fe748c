import { describe, expect, test } from "vitest";
import {
  conventionText,
  followConvention,
  freeTitle,
  type TitleConvention,
  titleConvention,
} from "./title-convention.ts";

const conventional = [
  "feat(search): rank titles first (#12)",
  "docs: explain how keys expire (#11)",
  "fix: keep line endings",
  "chore(deps): bump yaml from 2.8 to 2.9",
  "Merge branch 'main' into keys",
  "docs: list the flags of serve",
  "v2.1.0",
];

function follow(subjects: string[], title: string): string {
  return followConvention(title, titleConvention(subjects));
}

describe("the convention of a repository", () => {
  test("conventional commits are seen, with the examples about docs first", () => {
    expect(titleConvention(conventional)).toEqual({
      form: "conventional",
      prefix: "docs: ",
      letter: "lower",
      period: false,
      examples: [
        "docs: explain how keys expire",
        "docs: list the flags of serve",
        "feat(search): rank titles first",
        "fix: keep line endings",
        "chore(deps): bump yaml from 2.8 to 2.9",
      ],
    } satisfies TitleConvention);
  });

  test("a scope that most commits about docs share is part of the prefix", () => {
    const scoped = ["docs(site): add a", "docs(site): add b", "docs(cli): add c", "fix(a): b"];
    expect(titleConvention(scoped).prefix).toBe("docs(site): ");
    const mixed = ["docs(a): x", "docs(b): x", "docs(c): x", "docs(d): x", "docs(e): x"];
    expect(titleConvention(mixed).prefix).toBe("docs: ");
    const spelled = ["Doc: Add a", "Doc: Add b", "Fix: C"];
    expect(titleConvention(spelled)).toMatchObject({ prefix: "Doc: ", letter: "upper" });
  });

  test("tags in brackets, emoji and areas are prefixes too", () => {
    expect(titleConvention(["[core] Add a", "[docs] Add b", "[cli] Fix c"])).toMatchObject({
      form: "bracket",
      prefix: "[docs] ",
    });
    expect(titleConvention(["📝 Add a", "✨ Add b", "🐛 Fix c"])).toMatchObject({
      form: "emoji",
      prefix: "📝 ",
    });
    expect(titleConvention(["content: A", "content: B", "theme: C"]).prefix).toBe("content: ");
    expect(titleConvention(["net/http: a", "runtime: b", "os, io: c"]).prefix).toBe("docs: ");
  });

  test("plain sentences are seen, and so is their final period", () => {
    expect(titleConvention(["Add a page", "Fix a link", "Say more"])).toMatchObject({
      form: "plain",
      letter: "upper",
      period: false,
    });
    expect(titleConvention(["Add a page.", "Fix a link.", "Say more."])).toMatchObject({
      form: "plain",
      period: true,
    });
  });

  test("too few commits, a mixture, or numbers of a tracker ask for nothing", () => {
    expect(titleConvention(["docs: a", "docs: b"])).toBe(freeTitle);
    expect(titleConvention(["docs: a", "Fix b", "[x] c", "Add d"]).form).toBe("any");
    expect(titleConvention(["[AB-1] a", "[AB-2] b", "[AB-3] c"]).form).toBe("any");
    expect(titleConvention(["AB-1: a", "AB-2: b", "AB-3: c"]).form).toBe("any");
  });

  test("hostile subjects are bounded", () => {
    const hostile = ["a, ".repeat(100_000), "[".repeat(100_000), `x(${"(".repeat(90_000)}): y`];
    for (const title of titleConvention(hostile).examples) {
      expect(title.length).toBeLessThanOrEqual(200);
    }
  });
});

describe("a title", () => {
  test("that follows the convention stays as it is", () => {
    for (const title of ["docs: explain keys", "fix(cli)!: say why", "docs(api): GET is safe"]) {
      expect(follow(conventional, title)).toBe(title);
    }
    expect(follow(["Add a", "Fix b", "Say c"], "Keys: explain rotation")).toBe(
      "Keys: explain rotation",
    );
    expect(followConvention("docs: Anything.", freeTitle)).toBe("docs: Anything.");
  });

  test("that does not is given the prefix, the letter and the end of the others", () => {
    expect(follow(conventional, "Explain keys.")).toBe("docs: explain keys");
    expect(follow(["[a] Add x", "[b] Add y", "[c] Fix z"], "docs: add keys")).toBe(
      "[docs] Add keys",
    );
    expect(follow(["Add a", "Fix b", "Say c"], "docs(api): explain keys.")).toBe("Explain keys");
    expect(follow(["Add a.", "Fix b.", "Say c."], "Explain keys")).toBe("Explain keys.");
  });

  test("keeps names as they are written", () => {
    expect(follow(conventional, "GitHub keys: say more")).toBe("docs: GitHub keys: say more");
    expect(follow(conventional, "Docusaurus needs Node 20")).toBe("docs: Docusaurus needs Node 20");
    expect(follow(["Add a", "Fix b", "Say c"], "npm install, explained etc.")).toBe(
      "npm install, explained etc.",
    );
  });
});

test("the model is told the rules and shown examples", () => {
  const text = conventionText(titleConvention(conventional));
  expect(text).toContain('begin with "docs:" unless another one fits');
  expect(text).toContain("the first letter in lower case, no period at the end");
  expect(text).toContain('- "docs: explain how keys expire"');
  expect(conventionText(freeTitle)).toBe("");
});
