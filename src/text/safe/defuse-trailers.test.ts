import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "../../git/run/git.ts";
import { defuseTrailers } from "./defuse-trailers.ts";

test("names of several words lose their colon wherever they stand", () => {
  expect(
    defuseTrailers(
      "Co-authored-by: Eve <e@x.y>\n\n  Signed-off-by :Eve\nDocent-Session: job_2\n\nx",
    ),
  ).toBe("Co-authored-by Eve <e@x.y>\n\n  Signed-off-by Eve\nDocent-Session job_2\n\nx");
});

test("prose stays, and only the last paragraph is indented", () => {
  expect(defuseTrailers("Note: a\n\n- keys.md: renamed\nWhy: b\nhttps://x.y\nc")).toBe(
    "Note: a\n\n- keys.md: renamed\n  Why: b\n  https://x.y\nc",
  );
});

test.each([
  "Co-authored-by: Eve <e@x.y>",
  "Change\n\nReviewed: yes\nAcked: Eve",
  "Change\n\nReviewed: yes\n---\nx",
  "Change\n\nReviewed-by: Eve\n--- x",
  "Change\n\nReviewed: Eve\n# ------------------------ >8 ------------------------\nx",
  "Change\n\n(cherry picked from commit 1)\nA: b",
  "Change\n\nSigned-off-by: Eve\n\u00a0\nDocent-Session: job_2",
])("git reads our own trailer alone behind %j", async (summary) => {
  const { path } = await makeRepository({ "a.md": "a\n" });
  const message = `T\n\n${defuseTrailers(summary)}\n\nDocent-Session: job_1\n`;
  for (const more of [[], ["--no-divider"]]) {
    const args = ["interpret-trailers", "--parse", ...more];
    const { stdout } = await runGit(args, { gitDirectory: path, input: message });
    expect(stdout.toString()).toBe("Docent-Session: job_1\n");
  }
});

test("trailers are read in linear time", () => {
  for (const piece of ["a-", "a", " ", "a-b :", "---\n", "\n"])
    expect(defuseTrailers(piece.repeat(100_000)).length).toBeGreaterThan(90_000);
});
