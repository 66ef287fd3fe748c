import { tokenNamePattern } from "../config/read-git-access.ts";
import { isSafeBranchName } from "../git/read/branch-name.ts";
import { isInWorkTree } from "../git/read/is-git-directory.ts";
import { describeLocation, type Location } from "../ingest/sources/open-source.ts";
import { AppError } from "../lib/app-error.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import { webAddress } from "../text/safe/web-address.ts";
import { type Flags, textFlag } from "./command.ts";

export const docsFlag = textFlag(
  "PATH_OR_GIT_URL",
  "Folder, git repository or git URL with the docs.",
);

/** Flags that say more about a `--docs` location. */
export const placeFlags = {
  branch: textFlag("NAME", "Branch to read instead of the default branch or the working tree."),
  subfolder: textFlag("DIR", "Folder inside the source that holds the docs."),
};

export const tokenFlag = textFlag(
  "NAME",
  "Read with the token in DOCENT_GIT_TOKEN_NAME (none: without any).",
);

export type SourcePlace = Pick<StoredSource, "kind" | "location" | "branch" | "subfolder">;

/** What a path or address is, or what is wrong with it, by the name of the flag or setting that gave it. */
export function requireLocation(docs: string, name: string): Promise<Location> {
  return describeLocation(docs).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${name}: ${error.message}`, { cause: error });
  });
}

type Given = {
  docs: string;
  branch: string | undefined;
  subfolder: string | undefined;
  /** The setting that names the docs, where it was no flag. */
  name?: string;
};

export function placeIn(flags: Flags): Promise<SourcePlace> {
  const [branch, subfolder] = [flags.text("branch"), flags.text("subfolder")];
  return sourcePlace({ docs: flags.required("docs"), branch, subfolder });
}

/** Where docs come from, as a person wrote it. A working tree is read as it is on disk, unless a branch is named. */
export async function sourcePlace(given: Given): Promise<SourcePlace> {
  const { kind, location } = await requireLocation(given.docs, given.name ?? "--docs");
  const branch = given.branch ?? "";
  if (branch !== "" && !isSafeBranchName(branch)) {
    throw new AppError("invalid_request", `"${branch}" is not a branch name git accepts.`);
  }
  if (branch !== "" && kind === "folder" && !(await isInWorkTree(location))) {
    throw new AppError(
      "invalid_request",
      `${location} is a plain folder without branches: leave --branch out.`,
    );
  }
  const readsCommits = kind === "git" || branch !== "";
  return {
    kind: readsCommits ? "git" : "folder",
    location,
    branch,
    subfolder: given.subfolder ?? "",
  };
}

/** The name of a token, as the setting spells it; "" for the default one. */
export function tokenName(text: string | undefined): string {
  const name = (text ?? "").toUpperCase();
  if (name === "" || tokenNamePattern.test(name)) return name;
  throw new AppError(
    "invalid_request",
    "--token takes the name of a token, not the token: letters, digits and underscores, as at the end of DOCENT_GIT_TOKEN_NAME.",
  );
}

export function baseUrl(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const address = webAddress(text);
  if (address !== undefined) return address;
  throw new AppError(
    "invalid_request",
    `--base-url takes an http or https address without a query, not "${text}".`,
  );
}
