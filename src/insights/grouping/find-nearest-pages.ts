import { pageUrl } from "../../search/page-url.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import type { NearestPage } from "../../store/group-tables.ts";
import { tellGroups } from "../../store/insights/group-turns.ts";
import { exampleTexts } from "../../store/insights/groups.ts";
import { groupsWithoutPage, writeNearestPage } from "../../store/insights/stale-groups.ts";
import type { GroupingDeps } from "./grouping-deps.ts";

const atOnce = 20;
const leastRelevance = 0.05;
const hintWeight = 0.5;
const longestQuery = 500;

/** Looks for the page that comes nearest to some groups, the largest first. */
export async function findNearestPages(deps: GroupingDeps, projectId: string): Promise<void> {
  const project = await findProject(deps.db, projectId);
  const revisionId = project?.currentRevisionId;
  if (!project || !revisionId) return;
  const groups = await groupsWithoutPage(deps.db, { projectId, revisionId, limit: atOnce });
  const texts = await exampleTexts(deps.db, groups);
  for (const { id, exampleIds } of groups) {
    const examples = exampleIds.flatMap((one) => texts.get(one) ?? []);
    const page = await nearestPage(deps, { ...project, revisionId }, examples);
    await writeNearestPage(deps.db, id, { page, revisionId });
  }
  if (groups.length > 0) await tellGroups(deps.db, projectId);
}

async function nearestPage(
  { search, publicUrl, log }: GroupingDeps,
  project: Project & { revisionId: string },
  [first, ...others]: string[],
): Promise<NearestPage | null> {
  if (first === undefined) return null;
  const hints = others.map((text) => ({ text: text.slice(0, longestQuery), weight: hintWeight }));
  const query = { text: first.slice(0, longestQuery), hints, liftPaths: [], filter: {}, limit: 1 };
  try {
    const { hits } = await search.search(project.revisionId, query);
    const [hit] = hits;
    if (!hit || hit.relevance < leastRelevance) return null;
    const { path, title } = hit.passage;
    return { path, title, url: pageUrl(publicUrl, project, hit.passage) };
  } catch (err) {
    log.warn({ err }, "no page could be looked for that comes near to a group of questions");
    return null;
  }
}
