import type { Role } from "../../../../src/contract/members.ts";
import type { FirstSteps } from "../../../../src/contract/starting/first-steps.ts";
import { count } from "../../format.ts";
import { paths } from "../../routes.ts";
import { type StepName, stepNames } from "./walked-step.ts";

/** One of the first steps as a person sees it. */
export type Step = {
  name: StepName;
  title: string;
  isDone: boolean;
  isOptional: boolean;
  /** What is known of it, or what it is good for. */
  text: string;
  /** What stands in its way; "" for nothing. */
  problem: string;
  /** The page it is done on, and what its button says. */
  to: string;
  action: string;
  /** Who may do it. */
  needs: Role;
};

type Told = Omit<Step, "name" | "isDone">;

/** The steps in their order, in words. */
export function stepsOf(domain: string, known: FirstSteps): Step[] {
  const told: Record<StepName, Told> = {
    docs: docsStep(domain, known.docs),
    ask: askStep(domain, known.ask),
    model: modelStep(domain, known.model),
    forge: forgeStep(domain, known.forge),
    job: jobStep(domain, known),
    chat: chatStep(domain, known.chat),
  };
  return stepNames.map((name) => ({ name, isDone: known[name].isDone, ...told[name] }));
}

/** The first step that has to be done and is not; what is optional waits. */
export function nextNeeded(steps: Step[]): Step | undefined {
  return steps.find(({ isDone, isOptional }) => !isDone && !isOptional);
}

/** Where the way goes on from a step: the next one that is open, else one that was passed over. */
export function stepAfter(steps: Step[], name: StepName): Step | undefined {
  const place = steps.findIndex((step) => step.name === name);
  const others = [...steps.slice(place + 1), ...steps.slice(0, place)];
  return others.find(({ isDone }) => !isDone);
}

const settings = (domain: string, part: string) =>
  `${paths.section(domain, "settings")}?part=${part}`;

function docsStep(domain: string, { isDone, pages, isDemo, error }: FirstSteps["docs"]): Told {
  const all = count(pages, "page");
  const step = { isOptional: false, needs: "owner", to: settings(domain, "sources") } as const;
  if (isDemo)
    return {
      ...{ ...step, problem: error, title: "Bring your docs in", action: "Add your docs" },
      text: `Docent’s own docs are in, ${all}, to try everything with. Add your repository when you are ready, or start the server with --docs.`,
    };
  return {
    ...{ ...step, problem: error, title: "Bring your docs in" },
    action: isDone ? "See sources" : "Add your docs",
    text: isDone
      ? `${all} of yours ${pages === 1 ? "is" : "are"} in the answers.`
      : "Nothing has been read yet. Add a repository, or sync the one that is there.",
  };
}

function askStep(domain: string, { isDone }: FirstSteps["ask"]): Told {
  return {
    ...{ title: "Ask a question", isOptional: false, needs: "viewer", problem: "" },
    to: paths.section(domain, "ask"),
    action: isDone ? "Ask another" : "Ask a question",
    text: isDone
      ? "A question was answered, with the lines it rests on."
      : "Ask what a reader would, and see which lines of your docs the answer rests on.",
  };
}

function modelStep(domain: string, { isDone, name, missing }: FirstSteps["model"]): Told {
  return {
    ...{ title: "Connect a model", isOptional: true, needs: "owner" },
    problem: missing === "" ? "" : `The chosen model cannot be used yet: ${missing}.`,
    to: settings(domain, "server-models"),
    action: isDone ? "See models" : "Connect a model",
    text: isDone
      ? `Answers are written by ${name}.`
      : "The embedded model quotes your docs, which is fine to go on with. A language model writes in its own words, and edits more freely.",
  };
}

const forgeTexts: Record<FirstSteps["forge"]["place"], string> = {
  demo: "Only for pull requests: the demo’s docs live on this server, and their changes are reviewed here. Add a repository of yours to have them on its forge.",
  folder:
    "Only for pull requests: your docs are a folder of this server, and their changes are reviewed here. Add the repository as a source to have them on its forge.",
  repository:
    "Only for pull requests: with a token, jobs push a branch to your repository and open a pull request there.",
};

function forgeStep(domain: string, { isDone, place, error }: FirstSteps["forge"]): Told {
  return {
    ...{ title: "Connect a forge", isOptional: true, needs: "owner", problem: error },
    to: settings(domain, "sources"),
    action: isDone ? "See the connection" : "Connect a forge",
    text: isDone ? "A token opens the repository: jobs can propose there." : forgeTexts[place],
  };
}

function jobStep(domain: string, { job, model }: FirstSteps): Told {
  const step = { title: "Run a first job", isOptional: false, needs: "editor" } as const;
  const { isDone, newest } = job;
  const list = paths.section(domain, "jobs");
  if (newest && newest.state !== "halted")
    return {
      ...{ ...step, problem: "", to: paths.job(domain, newest.sessionId), action: "See the job" },
      text: "A job is at work on its branch.",
    };
  if (isDone)
    return {
      ...{ ...step, problem: "", to: list, action: "See jobs" },
      text: "A job has done its work. What it proposes waits under Changes.",
    };
  if (newest)
    return {
      ...{ ...step, to: paths.job(domain, newest.sessionId), action: "See what happened" },
      problem: "The last job did not come to a good end.",
      text: "Look at what it says, and send it on or start another.",
    };
  return {
    ...{ ...step, problem: "", to: `${list}?new=1`, action: "Start a job" },
    text: model.isDone
      ? "Say what to change in the docs. The job works on a branch of its own and proposes a change."
      : "Say what to change, such as: Replace “log in” with “sign in” everywhere. The job works on a branch of its own and proposes a change.",
  };
}

function chatStep(domain: string, { isDone, site }: FirstSteps["chat"]): Told {
  return {
    ...{ title: "Put the chat on a page", isOptional: false, needs: "editor", problem: "" },
    to: paths.section(domain, "keys"),
    action: isDone ? "See keys" : "Put the chat on a page",
    text: isDone
      ? `The chat is on ${site}.`
      : "One line of HTML shows the widget, or useChat builds a chat of your own. An assistant key has both, ready to copy.",
  };
}
