import type { ModelTest, ModelTestRequest } from "../../contract/project-settings.ts";
import { type Actor, permit } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";
import { type TokenUsage, tokenUsage } from "../../models/calls/token-usage.ts";
import type { ModelChoice, Models } from "../../models/providers/create-models.ts";
import {
  EmbeddingError,
  type EmbeddingProvider,
} from "../../models/vectors/providers/embedding-provider.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";

export type TestModelDeps = {
  db: Database;
  models: Models;
  /** Undefined where the bundled embedder is alone. */
  embedder(): EmbeddingProvider | undefined;
  /** Throws where the project has used what it may today. */
  checkCeiling(project: Project, modelId: string): Promise<void>;
  recordUsage(used: { projectId: string; model: string; usage: TokenUsage }): Promise<void>;
};

type Input = { projectId: string } & ModelTestRequest;

const longestMs = 20_000;
const mostTokens = 16;
const prompt = "Answer with the one word: ready";

/** One tiny real call, as an answer or a job would make it. What goes wrong is the result, and holds no key. */
export async function testModel(
  deps: TestModelDeps,
  actor: Actor,
  input: Input,
): Promise<ModelTest> {
  permit(actor, "admin", input.projectId);
  const project = await findProject(deps.db, input.projectId);
  if (!project) throw new AppError("not_found", "There is no such project.");
  if (input.what === "embedder") return tryEmbedder(deps.embedder());
  const choice = deps.models.jobs(project, input.what);
  if (choice.provider !== "embedded") await deps.checkCeiling(project, choice.id);
  return tryModel(choice, (usage) =>
    deps.recordUsage({ projectId: project.id, model: choice.id, usage }),
  );
}

type Record = (usage: TokenUsage) => Promise<void>;

/** The same of any model, also where there is no project yet. */
export async function tryModel(choice: ModelChoice, record: Record): Promise<ModelTest> {
  const model = choice.description;
  if (choice.provider === "embedded")
    return { ok: true, model, milliseconds: 0, tokens: 0, message: "It is part of Docent." };
  return timed(model, () => call(choice, record));
}

async function call({ model }: ModelChoice, record: Record) {
  const abortSignal = AbortSignal.timeout(longestMs);
  try {
    const { generateText } = await import("ai");
    const limits = { maxOutputTokens: mostTokens, maxRetries: 0, abortSignal };
    const reply = await generateText({ model, prompt, ...limits });
    const usage = tokenUsage(reply.usage);
    await record(usage);
    return { message: "The model answers.", tokens: usage.inputTokens + usage.outputTokens };
  } catch (error) {
    if (error instanceof ModelFault && error.usage) await record(error.usage);
    throw error;
  }
}

export async function tryEmbedder(embedder: EmbeddingProvider | undefined): Promise<ModelTest> {
  if (!embedder) {
    const message = "It is part of Docent.";
    return { ok: true, model: "bundled", milliseconds: 0, tokens: 0, message };
  }
  return timed(embedder.id, async () => {
    const [vector] = await embedder.embed(["ready"], "query", AbortSignal.timeout(longestMs));
    return { message: `The embedder gives ${vector?.length ?? 0} dimensions.`, tokens: 0 };
  });
}

async function timed(
  model: string,
  work: () => Promise<{ message: string; tokens: number }>,
): Promise<ModelTest> {
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const { message, tokens } = await work();
    return { ok: true, model, milliseconds: milliseconds(), message, tokens };
  } catch (error) {
    const message = faultText(error);
    return { ok: false, model, milliseconds: milliseconds(), message, tokens: 0 };
  }
}

function faultText(error: unknown): string {
  if (error instanceof ModelFault || error instanceof EmbeddingError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError")
    return `There was no answer within ${longestMs / 1_000} seconds.`;
  throw error;
}
