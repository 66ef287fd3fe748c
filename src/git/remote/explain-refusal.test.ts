import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { gitFailure } from "../run/git-failure.ts";
import { explainPush, isMoved } from "./explain-refusal.ts";

const id = "1234567890".repeat(4);
const lost = "error: failed to push some refs to 'https://git.example/docs.git'";

function explained(stderr: string, more: { url?: string; token?: string } = {}) {
  const { url = "https://git.example/docs.git", token = "t" } = more;
  const credentials = { url, token };
  const access = async () => (token === "" ? {} : { credentials });
  const remote = { url, access, tokenSetting: "DOCENT_GIT_TOKEN_A" };
  return explainPush(gitFailure("push", stderr, []), { remote, branch: "docs/x" });
}

test.each([
  [` ! [rejected]        ${id} -> docs/x (stale info)\n${lost}`, "conflict", "Somebody else"],
  [` ! [rejected]        ${id} -> docs/x (fetch first)\n${lost}`, "conflict", "Somebody else"],
  [` ! [rejected]        ${id} -> docs/x (non-fast-forward)\n${lost}`, "conflict", "Somebody"],
  [` ! [remote rejected] ${id} -> docs/x (failed to update ref)\n${lost}`, "conflict", "Somebody"],
  [
    `remote: error: cannot lock ref 'refs/heads/docs/x': 'refs/heads/docs' exists; cannot create 'refs/heads/docs/x'\n ! [remote rejected] ${id} -> docs/x (failed to update ref)\n${lost}`,
    "conflict",
    "cannot stand beside",
  ],
  [
    `remote: error: GH006: Protected branch update failed for refs/heads/docs/x.\n ! [remote rejected] ${id} -> docs/x (protected branch hook declined)\n${lost}`,
    "forbidden",
    "protected",
  ],
  [
    ` ! [remote rejected] ${id} -> docs/x (pre-receive hook declined)\n${lost}`,
    "forbidden",
    "rule",
  ],
  [
    "remote: Permission to acme/docs.git denied to docent.\nfatal: unable to access 'https://git.example/docs.git/': The requested URL returned error: 403",
    "forbidden",
    "DOCENT_GIT_TOKEN_A",
  ],
  [
    "remote: Invalid username or password.\nfatal: Authentication failed for 'https://git.example/docs.git/'",
    "unauthenticated",
    "DOCENT_GIT_TOKEN_A",
  ],
  [
    "fatal: unable to access 'https://git.example/docs.git/': Could not resolve host: git.example",
    "unavailable",
    "could not be reached",
  ],
  [
    "remote: Repository not found.\nfatal: repository 'https://git.example/docs.git/' not found",
    "not_found",
    "DOCENT_GIT_TOKEN_A",
  ],
])("what git says about a push becomes a sentence: %s", async (stderr, code, words) => {
  const error = await explained(stderr);
  expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
});

test("a key that may only read is told apart from a token", async () => {
  const refused =
    "git@git.example: Permission denied (publickey).\nfatal: Could not read from remote repository.";
  expect(await explained(refused, { url: "git@git.example:docs.git" })).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("deploy key"),
  });
});

test("what is not about the push stays as it is", async () => {
  const remote = {
    url: "https://git.example/docs.git",
    access: async () => ({}),
    tokenSetting: "T",
  };
  const stopped = new Error("stopped");
  expect(await explainPush(stopped, { remote, branch: "x" })).toBe(stopped);
  const late = new AppError("unavailable", "git push took longer than 300 s.");
  expect(await explainPush(late, { remote, branch: "x" })).toBe(late);
  expect(isMoved(late)).toBe(false);
});
