import { AppError } from "../../../lib/app-error.ts";

/** The version that the header If-Match names; undefined where any will do. */
export function versionIn({ headers }: Request): string | undefined {
  const given = headers.get("if-match")?.trim();
  if (given === undefined || given === "" || given === "*") return undefined;
  const [, version] = /^"([^"]{1,100})"$/.exec(given) ?? [];
  if (version !== undefined) return version;
  const message = "Send the ETag of an earlier reply, with its quotes.";
  throw new AppError("invalid_request", `The header If-Match is not valid. ${message}`, {
    details: [{ path: "if-match", message }],
  });
}
