import { type Place, starterCandidates } from "../../assistant/answer/starter-candidates.ts";
import { parseRemoteAddress, shownAddress } from "../../git/remote/remote-address.ts";
import { listProjectSecrets } from "../../store/access/secrets.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import { countPages } from "../../store/docs/revisions.ts";
import { listSources, type StoredSource } from "../../store/docs/sources.ts";
import type { Services } from "../services.ts";

/** What the start tells of a project. */
export type StartFacts = {
  pages: number;
  /** What could be asked of these docs, and pasted into a shell. */
  questions: string[];
  /** The repository whose forge gets pull requests, or why there are none. */
  forge:
    | { repository: string }
    | { missing: "repository" }
    | { missing: "token"; sourceId: string };
};

const mostQuestions = 3;

export async function readStartFacts(
  { config }: Pick<Services, "config">,
  db: Database,
  projectId: string,
): Promise<StartFacts> {
  const project = await findProject(db, projectId);
  const revisionId = project?.currentRevisionId ?? undefined;
  const sources = await listSources(db, projectId);
  const secrets = await listProjectSecrets(db, projectId);
  const hasLogin = ({ id, credential }: StoredSource) =>
    config.git.logins.has(credential) ||
    secrets.some(
      ({ purpose, sourceId, name }) =>
        purpose === "login" && (sourceId === id || (sourceId === null && name === credential)),
    );
  return {
    pages: revisionId === undefined ? 0 : await countPages(db, revisionId),
    questions:
      project && revisionId ? await questionsOf(db, project, { projectId, revisionId }) : [],
    forge: forgeOf(sources, hasLogin),
  };
}

function forgeOf(
  sources: StoredSource[],
  hasLogin: (source: StoredSource) => boolean,
): StartFacts["forge"] {
  const remote = sources.filter(({ kind, location }) => {
    const protocol = kind === "git" ? parseRemoteAddress(location)?.protocol : undefined;
    return protocol !== undefined && protocol !== "file";
  });
  const opened = remote.find(hasLogin);
  if (opened) return { repository: shownAddress(opened.location) };
  const [first] = remote;
  return first ? { missing: "token", sourceId: first.id } : { missing: "repository" };
}

/** Those of the owner, else of the headings: the index is not loaded for it, so the more telling ones come first. */
async function questionsOf(db: Database, project: Project, place: Place): Promise<string[]> {
  const own = project.ownSettings?.starters ?? [];
  const made = own.length > 0 ? own : await madeQuestions(db, place);
  return made.filter(isForShells).slice(0, mostQuestions);
}

async function madeQuestions(db: Database, place: Place): Promise<string[]> {
  const questions = (await starterCandidates(db, place, fewPages)).map(({ question }) => question);
  return questions.toSorted((left, right) => +isTelling(right) - +isTelling(left));
}

/** A start waits for it. */
const fewPages = 10;
const tellingWords = 7;

/** Short ones, such as "How do I add a plugin?", are more often answered with reserve. */
function isTelling(question: string): boolean {
  return question.split(" ").length >= tellingWords && !question.startsWith("What should I know");
}

/** Nothing in it means anything to a shell, between double quotes or in JSON between single ones. */
function isForShells(question: string): boolean {
  return /^[\p{L}\p{N} .,?()/_+#:&-]+$/u.test(question);
}
