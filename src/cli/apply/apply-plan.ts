import { AppError } from "../../lib/app-error.ts";
import type { ApplyStep, ApplyTarget } from "./apply-step.ts";
import { stepText } from "./plan-text.ts";
import { type KeyName, type KeysKeeper, openKeysFile } from "./write-keys.ts";

export type MadeKey = KeyName & { key: string };

export type Applied = {
  /** How many steps were done. */
  done: number;
  /** Those that no file has taken: they are shown this once. */
  keys: MadeKey[];
  /** Why it stopped before the end; undefined where it did not. */
  failure: string | undefined;
};

type Input = {
  target: ApplyTarget;
  steps: ApplyStep[];
  keysFile: string | undefined;
  /** Called after each step. */
  told(line: string): void;
  /** Called at once with a key that no file has taken. */
  shown?(key: MadeKey): void;
};

/** Does one step after the other, up to the first that fails. What was done stays: the next run goes on from there. */
export async function applyPlan(input: Input): Promise<Applied> {
  const { steps, keysFile, told } = input;
  const keys: MadeKey[] = [];
  // A file that cannot be written must not cost a key that is shown once.
  const keeper = keysFile === undefined ? undefined : await openKeysFile(keysFile);
  let done = 0;
  for (const step of steps) {
    try {
      const made = await carriedOut(input, keeper, step);
      if (made) keys.push(made);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { done, keys, failure: `${stepText(step)}: ${error.message}` };
    }
    done += 1;
    told(stepText(step));
  }
  return { done, keys, failure: undefined };
}

/** The key that the step made, where no file has taken it. */
async function carriedOut(
  { target, told, shown }: Input,
  keeper: KeysKeeper | undefined,
  step: ApplyStep,
): Promise<MadeKey | undefined> {
  const named = { project: step.domain, name: step.name };
  const makesKey = step.kind === "key" && step.action === "add";
  if (makesKey) await keeper?.expect(named);
  const { key } = await target.carryOut(step).catch(async (error) => {
    // A reply that was lost on its way may have been that of a key.
    const isSure = error instanceof AppError && error.code !== "unavailable";
    if (makesKey && isSure) await keeper?.forget(named);
    throw error;
  });
  if (key === undefined || (keeper && (await isKept(keeper, { ...named, key }, told))))
    return undefined;
  shown?.({ ...named, key });
  return { ...named, key };
}

async function isKept(
  keeper: KeysKeeper,
  { key, ...named }: MadeKey,
  told: Input["told"],
): Promise<boolean> {
  try {
    await keeper.keep(named, key);
    return true;
  } catch (error) {
    told(`${error instanceof AppError ? error.message : error} The key is shown instead.`);
    return false;
  }
}
