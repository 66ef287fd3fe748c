import type { NewAct } from "../members/record-act.ts";
import type { Database } from "../store/database.ts";
import type { Services } from "./services.ts";

export type Flag = {
  type: "string" | "boolean";
  multiple?: boolean;
  value?: string;
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

/** A flag that is given or not. */
export function switchFlag(help: string): Flag {
  return { type: "boolean", help };
}

export type Flags = {
  text(name: string): string | undefined;
  /** A flag that parsing has made sure is there. */
  required(name: string): string;
  list(name: string): string[];
  has(name: string): boolean;
};

export type Invocation = {
  flags: Flags;
  words: string[];
  services: Services;
  /** Standard output: what the command is for. `write` adds no line end. */
  write(text: string): void;
  print(line: string): void;
  /** Standard error: progress and remarks. */
  remark(line: string): void;
};

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
  words?: { usage: string; count: number; areOptional?: boolean };
  flags: Record<string, Flag>;
  /** Settings of the environment that a flag overrides. */
  settings?: Record<string, string>;
  examples: string[];
  run(invocation: Invocation): Promise<number>;
};
