import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { gitFailure } from "../run/git-failure.ts";
import { explainPush, explainRefusal, isMoved } from "./explain-refusal.ts";

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

test.each([
  [
    "ERROR: The key you are authenticating with has been marked as read only.\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.",
    "The key you are authenticating with has been marked as read only.",
  ],
  [
    "remote: \nremote: ========\nremote: \nremote: ERROR: This deploy key does not have write access to this project.\nremote: \nremote: ========\nfatal: Could not read from remote repository.",
    "ERROR: This deploy key does not have write access to this project.",
  ],
  [
    "error:\nerror: Deploy Key: 1:ro is not authorized to write to acme/docs.\nerror:\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.",
    'The host said: "Deploy Key: 1:ro is not authorized to write to acme/docs."',
  ],
  [
    "Gitea: Unauthorized\nfatal: Could not read from remote repository.",
    'The host said: "Gitea: Unauthorized"',
  ],
])(
  "a deploy key that may only read is a refusal in the host's own words: %s",
  async (stderr, words) => {
    expect(await explained(stderr, { url: "git@git.example:docs.git" })).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining(words),
    });
  },
);

test("an ssh host that nobody answered at is away, whatever git says of rights", async () => {
  const refused =
    "ssh: connect to host git.example port 22: Connection refused\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.";
  expect(await explained(refused, { url: "git@git.example:docs.git" })).toMatchObject({
    code: "unavailable",
  });
});

test("a reader's token is told what the host said, not that the branch is protected", async () => {
  const declined = `remote: Gitea: User permission denied for writing.\n ! [remote rejected] ${id} -> docs/x (pre-receive hook declined)\n${lost}`;
  const error = await explained(declined);
  const message = expect.stringContaining('said: "Gitea: User permission denied for writing."');
  expect(error).toMatchObject({ code: "forbidden", message });
  expect(String(error)).not.toContain("protected");
});

test.each([
  `error: remote unpack failed: unpack-objects abnormal exit\n ! [remote rejected] ${id} -> docs/x (unpacker error)\n${lost}`,
  "error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfatal: the remote end hung up unexpectedly",
  "fatal: early EOF\nfatal: unpack-objects failed",
  "fatal: unable to access 'https://git.example/docs.git/': Empty reply from server",
  "fatal: unable to access 'https://git.example/docs.git/': The requested URL returned error: 502",
])("a line that broke is told as one, to be tried again: %s", async (stderr) => {
  expect(await explained(stderr)).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("broke off"),
  });
});

test.each([
  "fatal: unable to access 'https://git.example/docs.git/': SSL certificate problem: unable to get local issuer certificate",
  "fatal: unable to access 'https://git.example/docs.git/': server certificate verification failed. CAfile: none CRLfile: none",
])("a certificate that is not trusted is told with the setting for it: %s", async (stderr) => {
  const told = { code: "forbidden", message: expect.stringContaining("DOCENT_CA_FILE") };
  expect(await explained(stderr)).toMatchObject(told);
  const location = "https://git.example/docs.git";
  expect(explainRefusal(gitFailure("fetch", stderr, []), { location })).toMatchObject(told);
});

test("what a host says is one line and bounded", async () => {
  const many = `remote: ${"no ".repeat(300)}\n`.repeat(50);
  const error = await explained(
    `${many}fatal: unable to access 'x': The requested URL returned error: 403`,
  );
  expect(String(error).length).toBeLessThan(700);
  expect(String(error)).not.toContain("\n");
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

test.each([
  "remote: Permission to acme/docs.git denied.\nfatal: unable to access 'https://git.example/docs.git/': The requested URL returned error: 403",
  "remote: Repository not found.\nfatal: repository 'https://git.example/docs.git/' not found",
])("a stored token is named as that, and no setting that holds none: %s", async (stderr) => {
  const url = "https://git.example/docs.git";
  const storedAs = "the token that is stored for this source";
  const access = async () => ({ credentials: { url, token: "t" }, storedAs });
  const remote = { url, access, tokenSetting: "DOCENT_GIT_TOKEN" };
  const error = await explainPush(gitFailure("push", stderr, []), { remote, branch: "docs/x" });
  expect(error).toMatchObject({ message: expect.stringContaining(storedAs) });
  expect(error).toMatchObject({ message: expect.not.stringContaining("DOCENT_GIT") });
});
