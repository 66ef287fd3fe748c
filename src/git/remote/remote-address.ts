import { fileURLToPath } from "node:url";
import { AppError } from "../../lib/app-error.ts";
import type { GitProtocol } from "../run/git-environment.ts";

export type RemoteAddress = { url: string; protocol: GitProtocol };

/** Reads a git address; undefined when the text is a path and no address. Throws for an address we do not use. */
export function parseRemoteAddress(text: string): RemoteAddress | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character could forge a log line.
  if (text === "" || text.length > 2048 || /[\u0000-\u001f\u007f]/.test(text)) {
    throw new AppError(
      "invalid_request",
      "The docs location is empty, too long or not plain text.",
    );
  }
  if (/^[A-Za-z0-9][\w.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^:]/.test(text))
    return { url: text, protocol: "ssh" };
  if (/^[A-Za-z][A-Za-z0-9+.-]*::/.test(text)) throw unknownKind();
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return undefined;
  return parseUrl(text);
}

/** An address for people: without the user and password that one may hold. */
export function shownAddress(text: string): string {
  const url = /^(?:https?|ssh):\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.username === "" && url.password === "")) return text;
  const user = url.protocol === "ssh:" && url.username !== "" ? `${url.username}@` : "";
  return text.replace(/^([a-z]+:\/\/)[^/?#]*@/i, `$1${user}`);
}

/** The path a `file:` address names. */
export function localPath(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new AppError("invalid_request", "The file address does not name a local path.", {
      cause,
    });
  }
}

function parseUrl(given: string): RemoteAddress {
  // Git knows protocols in small letters alone.
  const text = given.replace(/^[A-Za-z][A-Za-z0-9+.-]*(?=:)/, (scheme) => scheme.toLowerCase());
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new AppError("invalid_request", "The git address is not a valid URL.");
  const protocol = url.protocol.slice(0, -1);
  if (url.password !== "" || (url.username !== "" && protocol !== "ssh") || url.search !== "") {
    throw new AppError(
      "invalid_request",
      "Credentials in an address end up in logs: leave them out, and set DOCENT_GIT_TOKEN or use ssh or a mirror of the repository on this machine.",
    );
  }
  // Git and ssh see another host than a browser does in ssh://good.example#@other.example/x.
  if (protocol !== "file" && /[#?\\]/.test(text)) throw unknownKind();
  if (protocol === "https" || protocol === "file") return { url: text, protocol };
  if (protocol === "http" && isLoopback(url.hostname)) return { url: text, protocol };
  if (protocol === "ssh" && /^[A-Za-z0-9[]/.test(url.hostname)) return { url: text, protocol };
  throw unknownKind();
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.[\d.]+$/.test(hostname);
}

function unknownKind(): AppError {
  return new AppError(
    "invalid_request",
    "This kind of git address is not used: give an https or ssh address, or a path.",
  );
}
