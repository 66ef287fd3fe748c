import type { readerModes } from "../../contract/project-settings.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Project } from "../../store/docs/projects.ts";

export type ReaderMode = (typeof readerModes)[number];

/** As its owner has set it; else a public project takes questions, a private one does not. */
export function readerMode({ ownSettings, visibility }: Project): ReaderMode {
  return ownSettings?.reader ?? (visibility === "public" ? "ask" : "read");
}

/** What stands around pages is there only where the pages are. */
export function requireReader(project: Project): void {
  if (readerMode(project) === "off")
    throw new AppError("not_found", "The reader of this project is switched off.");
}
