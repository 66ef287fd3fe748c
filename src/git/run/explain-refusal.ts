import { AppError } from "../../lib/app-error.ts";
import type { RepositoryAccess } from "./git-access.ts";

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
  const told = String(error.cause);
  if (code === "unavailable" && unreachable.test(told)) {
    return new AppError(code, `${unreachableText} (${error.message})`, { cause: error });
  }
  const isRedirect = /returned error: 30\d/.test(told);
  if (!isRedirect && code !== "forbidden" && code !== "not_found") return error;
  const advice = isRedirect ? redirected : adviceFor(place);
  return new AppError(isRedirect ? "not_found" : code, advice, { cause: error });
}

const unreachable =
  /Could not resolve (?:host|proxy)|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out|closed)|Network is unreachable|No route to host|Operation timed out|timed out after/i;
const unreachableText =
  "The host of the repository could not be reached: check its address and the network, and try again.";

const redirected =
  "The host answers that the repository is at another address, and a token is sent nowhere else: give the source that address.";

function adviceFor({ location, access, tokenSetting = "DOCENT_GIT_TOKEN" }: RefusedPlace) {
  if (!/^https?:/i.test(location)) {
    return "The host did not let Docent in over ssh, or has no such repository: check the address, and that DOCENT_SSH_KEY_FILE, the user's own ssh keys or the ssh agent hold a key that may read it. A host in DOCENT_SSH_KNOWN_HOSTS_FILE must be listed with its current key.";
  }
  if (access?.credentials === undefined) {
    return `The repository is private or does not exist: check the address, and set ${tokenSetting} to a token that may read it.`;
  }
  return `The host refused the token in ${tokenSetting}, or has no such repository: check the address, and that the token is valid and may read it. Some hosts want a user name too: ${tokenSetting.replace("TOKEN", "USERNAME")}.`;
}
