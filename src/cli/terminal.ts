import type { Display } from "./command.ts";
import type { Services } from "./services.ts";

/** Settings that the command line gives: those of flags, by their names, and a file with more. */
export type GivenSettings = {
  flags: { flag: string; setting: string; value: string }[];
  settingsFile: string | undefined;
  /** In place of what the environment has. */
  values?: Record<string, string>;
};

/** What a command is run with: where its words go, and what it works with. */
export type Terminal = {
  /** Whether it is that of a running server, which carries out only what is meant for it. */
  isInServer?: boolean;
  display: Display;
  signal: AbortSignal;
  write(text: string): void;
  remark(line: string): void;
  redraw(line: string): void;
  services(given: GivenSettings): Promise<Services>;
  /** The version, and the commit where it is known. */
  version(): Promise<string>;
};
