import { askedSettings } from "../../contract/assistant.ts";
import type { ExplainedHit, SearchExplanation } from "../../contract/explanation.ts";
import { type Actor, mayNameRefs, permitReading } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { charactersOf } from "../../models/calls/estimate-tokens.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { type FairSearch, searchAs } from "../../search/fair-search.ts";
import type { FoundPassage, SearchResult } from "../../search/hit.ts";
import { pageUrl } from "../../search/page-url.ts";
import { findAnswer } from "../../store/answers/answers.ts";
import { historyOfAnswer } from "../../store/answers/history.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import { projectOfRevision } from "../../store/docs/revisions.ts";
import type { Row } from "../../store/tables.ts";
import { terms } from "../../text/terms.ts";
import { retrieve } from "./retrieve.ts";

export type ExplainDeps = {
  db: Database;
  search: FairSearch;
  publicUrl: string;
  /** How much of a conversation is remembered. */
  historyTokens: number;
};

type Input = {
  projectId: string;
  /** Of the answer, or of the message that holds it. */
  id: string;
  network: string;
};

/** So many hits are shown even where fewer were wanted: what came close is half of an explanation. */
const fewestHits = 10;
const mostTerms = 40;

/** Why an answer rests on what it rests on: its search is done again, as it was then, and says what it went by. */
export async function explainSearch(
  deps: ExplainDeps,
  actor: Actor,
  { projectId, id, network }: Input,
): Promise<SearchExplanation> {
  permitReading(actor, projectId);
  const { db } = deps;
  const answer = await findAnswer(db, { projectId, id });
  const project = answer && (await findProject(db, projectId));
  const isHidden = answer !== undefined && answer.ref !== "" && !mayNameRefs(actor);
  if (!answer || !project || isHidden)
    throw new AppError("not_found", "There is no such answer in this project.");
  const docs = await searchedDocs(db, answer, project);
  const history = await historyOfAnswer(db, answer, charactersOf(deps.historyTokens));
  const settings = settingsOf(answer);
  const limit = Math.max(settings.retrievalPageSize, fewestHits);
  const found = await retrieve(
    searchAs(deps.search, { network, key: projectId }),
    { question: answer.question, history, revisionId: docs.revisionId },
    { ...settings, retrievalPageSize: limit, isExplained: true },
  );
  const shown = answer.ref === "" ? project : { ...project, ref: answer.ref };
  const used = new Set(answer.passages.map((passage) => passage.id));
  return {
    answerId: answer.id,
    question: answer.question,
    model: answer.model,
    outcome: answer.answerOutcome === "" ? null : answer.answerOutcome,
    searched: docs.searched,
    earlier: found.earlier,
    terms: explainedTerms(answer.question, found),
    evidence: found.evidence,
    passages: found.passages,
    hits: found.hits.map((hit, index) => ({
      ...explainedHit(hit, index + 1),
      url: pageUrl(deps.publicUrl, shown, hit.passage),
      isUsed: used.has(hit.passage.id),
    })),
    citations: answer.citations.map((one) => ({ ...one, verdict: verdictOf(answer, one) })),
  };
}

/** The words of a question that the search went by, the most telling first and those the docs do not have last. */
function explainedTerms(
  question: string,
  { weights, unknown }: Pick<SearchResult, "weights" | "unknown">,
): SearchExplanation["terms"] {
  const words = new Set(question.match(/[\p{L}\p{N}][\p{L}\p{N}_'’.-]*/gu));
  const missing = new Set(unknown);
  const all = Object.keys(weights);
  const found = [...words].flatMap((word) => {
    const own = new Set(terms(word));
    const stems = all.filter((term) => own.has(term) || isStemOf(term, word));
    const known = stems.filter((term) => !missing.has(term));
    const weight = Math.max(0, ...known.map((term) => weights[term] ?? 0));
    return stems.length > 0 ? [{ word, stems, weight, isKnown: known.length > 0 }] : [];
  });
  return found.toSorted((left, right) => right.weight - left.weight).slice(0, mostTerms);
}

const shortestStem = 3;

/** Each language cuts words in its own way, and all of them from the end. */
function isStemOf(term: string, word: string): boolean {
  return term.length >= shortestStem && word.toLowerCase().startsWith(term);
}

async function searchedDocs(db: Database, { revisionId }: Row<"answers">, project: Project) {
  const isKept = revisionId !== null && (await projectOfRevision(db, revisionId)) === project.id;
  if (isKept) return { searched: "recorded", revisionId } as const;
  const { currentRevisionId } = project;
  if (revisionId === null || currentRevisionId === null)
    return { searched: "nothing", revisionId: null } as const;
  return { searched: "current", revisionId: currentRevisionId } as const;
}

/** Answers of older releases have no settings on record: the usual ones are taken for them. */
function settingsOf({ request }: Row<"answers">) {
  const recorded = askedSettings.safeParse(request === "" ? {} : JSON.parse(request));
  return recorded.success ? recorded.data : askedSettings.parse({});
}

function explainedHit(
  { passage, score, similarity, agreement, parts }: FoundPassage,
  place: number,
): Omit<ExplainedHit, "url" | "isUsed"> {
  const { path, title, headings, startLine, endLine } = passage;
  const heading = headings.at(-1) ?? title;
  return {
    ...{ place, path, title, heading, startLine, endLine },
    wordScore: parts?.words ?? 0,
    vectorScore: similarity,
    embedderScore: parts?.embedder ?? null,
    fusedScore: parts?.fused ?? 0,
    pageScore: parts?.page ?? 0,
    agreement,
    score,
  };
}

function verdictOf({ model }: Row<"answers">, { supported }: { supported: boolean }) {
  if (!supported) return "unsupported";
  return model === embeddedModelId ? "quoted" : "supported";
}
