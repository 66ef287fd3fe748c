import { AppError } from "../../lib/app-error.ts";
import type { Remote, RepositoryAccess } from "../run/git-access.ts";
import { isUntrusted, wordsOfGit } from "../run/git-failure.ts";
import { quotedHost } from "../run/host-words.ts";

export type RefusedPlace = {
  location: string;
  access?: RepositoryAccess;
  /** The setting that holds, or should hold, the repository's token. */
  tokenSetting?: string;
};

/** A host's refusal with a sentence on what to set, and a host that cannot be reached; every other error as it is. */
export function explainRefusal(error: unknown, place: RefusedPlace): unknown {
  if (!(error instanceof AppError)) return error;
  const { code } = error;
  const told = wordsOfGit(error);
  if (isUntrusted(told)) return untrustedError(error);
  const isRedirect = /returned error: 30\d/.test(told);
  if (code === "unavailable" && !isRedirect) return explainAbsence(error, told);
  if (!isRedirect && code !== "forbidden" && code !== "not_found") return error;
  const advice = isRedirect ? redirected : adviceFor(place);
  const sentence = `${advice}${quotedHost(told)}`;
  return new AppError(isRedirect ? "not_found" : code, sentence, { cause: error });
}

function explainAbsence(error: AppError, told: string): AppError {
  const text = unreachable.test(told)
    ? unreachableText
    : broken.test(told)
      ? brokenText
      : undefined;
  if (text === undefined) return error;
  return new AppError("unavailable", `${text} (${error.message})`, { cause: error });
}

function untrustedError(error: AppError): AppError {
  return new AppError("forbidden", `${untrustedText} (${error.message})`, { cause: error });
}

const untrustedText =
  "The certificate of the host is not trusted. If an authority of your own signed it, put that authority's certificate into a file and set DOCENT_CA_FILE to it.";

const unreachable =
  /Could not resolve (?:host|proxy)|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out|closed)|Network is unreachable|No route to host|Operation timed out|timed out after/i;
const unreachableText =
  "The host of the repository could not be reached: check its address and the network, and try again.";

const broken =
  /unpack-objects|unpacker error|remote unpack failed|early EOF|RPC failed|unexpected disconnect|hung up unexpectedly|Empty reply|transfer closed|index-pack (?:failed|output)|still expected|Broken pipe|(?:recv|send) (?:error|failure)|SSL_read|SSL_ERROR|too slow|not closed cleanly|returned error: 5\d\d/i;
const brokenText =
  "The line to the host of the repository broke off, or the host failed in the middle: try again.";

const redirected =
  "The host answers that the repository is at another address, and Docent follows no redirect: give the source that address.";

function adviceFor({ location, access, tokenSetting = "DOCENT_GIT_TOKEN" }: RefusedPlace) {
  if (!/^https?:/i.test(location)) {
    return "The host did not let Docent in over ssh, or has no such repository: check the address, and that DOCENT_SSH_KEY_FILE, the user's own ssh keys or the ssh agent hold a key that may read it. A host in DOCENT_SSH_KNOWN_HOSTS_FILE must be listed with its current key.";
  }
  if (access?.credentials === undefined) {
    return `The repository is private or does not exist: check the address, and set ${tokenSetting} to a token that may read it.`;
  }
  const { storedAs } = access;
  const refused = `The host refused ${storedAs ?? `the token in ${tokenSetting}`}, or has no such repository: check the address, and that ${storedAs ? "it" : "the token"} is valid and may read it.`;
  if (storedAs !== undefined) return `${refused} Some hosts want a user name stored with a token.`;
  return `${refused} Some hosts want a user name too: ${tokenSetting.replace("TOKEN", "USERNAME")}.`;
}

type Push = { remote: Remote; branch: string };

/** What went wrong with a push, as a sentence that says what to do; every other error as it is. */
export async function explainPush(error: unknown, { remote, branch }: Push): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const told = wordsOfGit(error);
  if (inTheWay.test(told)) return inTheWayError(branch, error);
  if (isMoved(error)) return movedError(branch, "changed", error);
  if (unpacking.test(told)) return explainAbsence(unavailable(error), told);
  if (declined.test(told)) return declinedError(branch, error);
  const isKnown = !unknownLogin.test(told);
  if (error.code === "forbidden") {
    if (isUntrusted(told)) return untrustedError(error);
    const sentence = `${await accessAdvice(remote)}${quotedHost(told)}`;
    return new AppError(isKnown ? "forbidden" : "unauthenticated", sentence, { cause: error });
  }
  const { url: location, tokenSetting } = remote;
  return explainRefusal(error, { location, access: await remote.access(), tokenSetting });
}

/** Whether a push failed because the branch was no longer where it was expected. */
export function isMoved(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const told = wordsOfGit(error);
  return moved.test(told) && !inTheWay.test(told);
}

export function movedError(branch: string, how: "changed" | "deleted", cause?: unknown): AppError {
  return new AppError(
    "conflict",
    `Somebody else ${how} the branch "${branch}" on the remote meanwhile. Run the job again to build upon what is there now.`,
    { cause },
  );
}

/** The host did not move the branch, though it is where it should be. */
export function busyError(cause: unknown): AppError {
  const sentence = "The host could not take the push now. Try again later.";
  return new AppError("unavailable", sentence, { cause });
}

// The words of git itself, and of servers whose branch was moved between their answer and our push.
const moved =
  /\[rejected\][^\n]{0,2000}\((?:stale info|fetch first|non-fast-forward|already exists|needs force)\)|\[remote rejected\][^\n]{0,2000}\((?:failed to update ref|cannot lock ref|incorrect old value|reference already exists|fetch first)/;
const inTheWay = /directory\/file conflict|there are still refs under|exists; cannot create/;
const declined = /\[remote rejected\]|protected branch|hook declined/i;
// The host got half of what was sent: it says so in the place where it would also decline.
const unpacking = /unpacker error|remote unpack failed|unpack-objects abnormal exit/;
const unknownLogin =
  /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|returned error: 401/;

function inTheWayError(branch: string, cause: AppError): AppError {
  const sentence = `The remote has a branch that "${branch}" cannot stand beside: git keeps "a" and "a/b" as a file and a folder. Run the job again with another name.`;
  return new AppError("conflict", sentence, { cause });
}

function declinedError(branch: string, cause: AppError): AppError {
  const told = wordsOfGit(cause);
  const sentence = `The host declined the push to "${branch}". ${declinedAdvice(told)}${quotedHost(told)}`;
  return new AppError("forbidden", sentence, { cause });
}

function declinedAdvice(told: string): string {
  if (/protected/i.test(told))
    return "The branch is protected: allow Docent's account to push there, or use another branch.";
  if (/permission|denied|authori[sz]|read.?only|write access|not allowed/i.test(told))
    return "Docent's account or key may not write: give it write access to the repository.";
  return "A rule of the repository forbids it: allow Docent's account to push there, or use another branch.";
}

function unavailable(cause: AppError): AppError {
  return new AppError("unavailable", cause.message, { cause });
}

async function accessAdvice({ url, access, tokenSetting }: Remote): Promise<string> {
  if (!/^https?:/i.test(url)) {
    return "The host did not let Docent push over ssh: check that the key may write to the repository, since a deploy key is often read-only.";
  }
  const { credentials, storedAs } = await access();
  if (credentials === undefined) {
    return `The host lets nobody push without a token: set ${tokenSetting} to one that may write to the repository's contents.`;
  }
  return `The host refused to take a push with ${storedAs ?? `the token in ${tokenSetting}`}: it must be valid and may have to be given write access to the repository's contents.`;
}
