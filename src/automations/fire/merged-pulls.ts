import type { ForgeHost } from "../../forge/hosts/forge-host.ts";
import { cutText } from "../../text/bounded.ts";
import { maskSecrets } from "../../text/safe/mask-secrets.ts";
import { visibleLine, visibleText } from "../../text/safe/visible-text.ts";

export type MergedPull = {
  number: number;
  title: string;
  body: string;
  url: string;
  mergeCommit: string;
};

const mostPulls = 50;
const longestTitle = 300;
const longestBody = 4_000;

/** The pull requests that were merged into a branch since a moment, as far as one listing goes. Their words are strangers'. */
export async function mergedPulls(
  host: Pick<ForgeHost, "list">,
  { branch, since }: { branch: string; since: string },
): Promise<MergedPull[]> {
  const listing = await host.list({ updatedSince: since, etag: "" });
  const merged = (listing?.pulls ?? []).filter(
    ({ state, base, mergeCommit }) => state === "merged" && base === branch && mergeCommit !== "",
  );
  return merged.slice(0, mostPulls).map(({ number, title, body, url, mergeCommit }) => ({
    number,
    title: maskSecrets(cutText(visibleLine(title), longestTitle)).text,
    body: maskSecrets(cutText(visibleText(body), longestBody)).text,
    url: cutText(visibleLine(url), 500),
    mergeCommit,
  }));
}
