import type { NewAct } from "../members/record-act.ts";
import type { Database } from "../store/database.ts";
import type { Services } from "./services.ts";

export type Flag = {
  type: "string" | "boolean";
  multiple?: boolean;
  value?: string;
  /** The only values it takes. */
  choices?: readonly string[];
  help: string;
  required?: boolean;
};

/** A flag with a value, which the help shows as NAME, DIR or N. */
export function textFlag(value: string, help: string): Flag {
  return { type: "string", value, help };
}

export function requiredFlag(value: string, help: string): Flag {
  return { type: "string", value, help, required: true };
}

/** A flag with one of a few values. */
export function choiceFlag(choices: readonly string[], help: string): Flag {
  return { type: "string", value: choices.join("|"), choices, help };
}

/** A flag that is given or not. */
export function switchFlag(help: string): Flag {
  return { type: "boolean", help };
}

export type Flags = {
  text(name: string): string | undefined;
  /** A flag that parsing has made sure is there. */
  required(name: string): string;
  /** One of the choices of a flag; parsing has refused all others. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  list(name: string): string[];
  has(name: string): boolean;
};

export const jsonFlag = switchFlag("Print JSON, also where it fails.");

/** Where a command prints. */
export type Display = {
  /** How many columns standard output has; undefined where it is no terminal. */
  columns: number | undefined;
  /** Whether a line on standard error can be drawn anew. */
  isLive: boolean;
};

export type Invocation = {
  flags: Flags;
  words: string[];
  services: Services;
  display: Display;
  /** Aborts when nobody waits for the command any more. */
  signal: AbortSignal;
  /** Standard output: what the command is for. `write` adds no line end. */
  write(text: string): void;
  print(line: string): void;
  /** What came of it: an object with --json, and words without; "" for none. */
  result(value: object, words: string): void;
  /** Standard error: progress and remarks. */
  remark(line: string): void;
  /** Every command there is. */
  commands: ListedCommand[];
  /** Runs another command, as a server does for one that is typed beside it. */
  runInside(argv: string[], shown: Shown, services: Services): Promise<number>;
  /** A line of progress in place of the one before; "" takes it back. Nothing where the display is not live. */
  redraw(line: string): void;
};

/** Where the words of a command go. */
export type Shown = Pick<Invocation, "write" | "remark" | "redraw" | "display" | "signal">;

/** A command at work on the store. */
export type StoreInvocation = Invocation & { db: Database };

/** The same for a command that an operator runs by hand. */
export type OperatorInvocation = StoreInvocation & {
  /** Writes down in the activity what the operator did here; never what was given. */
  record(act: NewAct): Promise<void>;
};

export type Command = {
  /** As typed: `keys create`. */
  name: string;
  /** Words after the flags, as shown in the help: `"QUESTION"`. */
  words?: {
    usage: string;
    count: number;
    areOptional?: boolean;
    /** The only words that it takes. */
    choices?: readonly string[];
  };
  flags: Record<string, Flag>;
  /** Settings of the environment that a flag overrides. */
  settings?: Record<string, string>;
  /** Beside a running server it is carried out there, with the settings of the server. */
  inServer?: boolean;
  examples: string[];
  run(invocation: Invocation): Promise<number>;
};

/** What the overview shows of a command; the rest of it is loaded when it is wanted. */
export type ListedCommand = {
  name: string;
  summary: string;
  /** The page of the docs that says more. */
  page: string;
  load(): Promise<Command>;
};
