import type { Forge } from "../../forge/forge.ts";
import { type Author, docentAuthor } from "./docent-author.ts";
import { asForgeAway, ForgeAway } from "./job-ending.ts";
import type { JobSettings } from "./job-limits.ts";

/**
 * Who makes a job's commits: whom the operator names, or else the account that the forge knows Docent by. A forge that
 * does not say is no reason to stop: the push shows what it refuses.
 */
export async function authorOf(
  { author }: Pick<JobSettings, "author">,
  forge: Pick<Forge, "author">,
): Promise<Author> {
  if (author) return author;
  const known = forge.author?.().catch(asForgeAway);
  const told = await known?.catch((error) => {
    if (error instanceof ForgeAway) throw error;
    return undefined;
  });
  return told ?? docentAuthor;
}
