import { newId } from "../../lib/ids.ts";
import { serveCalls } from "../../lib/thread-calls.ts";
import { bundledEmbedder } from "../../models/vectors/static/embedder.ts";
import { quantise } from "../../models/vectors/static/quantise.ts";
import {
  type Centres,
  loadCentres,
  matchQuestion,
  placeQuestions,
  type StoredCentre,
  type StoredMember,
} from "./centres.ts";
import { describeQuestions } from "./describe-questions.ts";
import type { AskedText, GroupingReply, GroupingRequest, PlacedTexts } from "./grouping-calls.ts";
import { countTerms, type TermCounts } from "./name-group.ts";
import { createQuestionVectors, type NearbySection } from "./question-vector.ts";

type Project = { version: number; centres: Centres; terms: TermCounts };
/** What was loaded of a project so far. */
type Loading = { centres: StoredCentre[]; members: StoredMember[]; samples: string[] };

/** So many projects stay in memory, those that were loaded last. */
const mostProjects = 4;
const projects = new Map<string, Project>();
const loading = new Map<string, Loading>();
const embedder = bundledEmbedder();
const vectors = createQuestionVectors(embedder);

serveCalls<GroupingRequest>(async (request): Promise<GroupingReply> => {
  const { step, projectId } = request;
  if (step === "begin") loading.set(projectId, { centres: [], members: [], ...request });
  if (step === "load") takeIn(loading.get(projectId), request);
  if (step === "finish") finish(projectId, request.version);
  if (step === "forget") projects.delete(projectId);
  if (step !== "place" && step !== "match" && step !== "describe") return { step: "done" };
  const project = projects.get(projectId);
  if (!project) return { step: "unknown" };
  if (step === "describe") {
    const groups = request.groups.map((group) => describeQuestions(group, project.terms));
    return { step, groups };
  }
  if (project.version !== request.version) return { step: "unknown" };
  if (step === "place") return { step, placed: place(project, request.questions) };
  const centreIds = request.texts.map((text) => matchQuestion(project.centres, read(text)));
  return { step, centreIds };
});

function takeIn(into: Loading | undefined, more: Pick<Loading, "centres" | "members">): void {
  for (const centre of more.centres) into?.centres.push(centre);
  for (const member of more.members) into?.members.push(member);
}

function finish(projectId: string, version: number): void {
  const loaded = loading.get(projectId);
  loading.delete(projectId);
  if (!loaded) return;
  projects.delete(projectId);
  const { dimensions, importance } = embedder;
  const terms: TermCounts = { questions: 0, counts: new Map(), importance };
  for (const sample of loaded.samples) countTerms(terms, sample);
  // In the order of time, as they were opened.
  const centres = loaded.centres.reverse();
  const stored = { centres, members: loaded.members, dimensions };
  projects.set(projectId, { version, centres: loadCentres(stored, () => newId("ctr")), terms });
  const [oldest] = projects.keys();
  if (projects.size > mostProjects && oldest !== undefined) projects.delete(oldest);
}

/** From here on it has the centres of the next version. */
function place(project: Project, questions: AskedText[]): PlacedTexts {
  for (const { text } of questions) countTerms(project.terms, text);
  const asked = questions.map(({ id, text, nearby }) => ({ id, ...read(text, nearby) }));
  const placed = placeQuestions(project.centres, asked);
  project.version += 1;
  const texts = asked.map(({ vector, ...one }) => ({ ...one, vector: quantise(vector) }));
  return { ...placed, texts };
}

function read(text: string, nearby: NearbySection[] = []) {
  return { textKey: vectors.keyOf(text), vector: vectors.vectorOf(text, nearby) };
}
