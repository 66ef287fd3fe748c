export function githubHeaders(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
  };
}

/** What a token lacks, as a sentence, from the header in which GitHub tells what an operation accepts: `a=write,b=read; c=write`. */
export function githubGrant(headers: Headers): string {
  const told = headers.get("x-accepted-github-permissions")?.slice(0, 500) ?? "";
  const choices = told
    .split(";")
    .map((choice) =>
      choice
        .split(",")
        .map(permissionName)
        .filter((name) => name !== ""),
    )
    .filter((names) => names.length > 0);
  if (choices.length === 0) return "";
  const words = choices.map((names) => names.join(" and ")).join(", or ");
  return `Give the token or the app this permission: ${words}.`;
}

/** As GitHub's settings show it: `pull_requests=write` is "Pull requests: write". */
function permissionName(permission: string): string {
  const [, name, level] = /^\s*([a-z_]{1,60})=([a-z]{1,20})\s*$/.exec(permission) ?? [];
  if (name === undefined || level === undefined) return "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}: ${level}`;
}
