import type { Project } from "../../store/docs/projects.ts";
import type { Reader } from "../open-project.ts";
import { readerMode } from "./reader-mode.ts";

/** The one page that whoever came by a link may read; "" where it is not one. */
export function pageOfLink(reader: Reader): string {
  return reader && "link" in reader ? (reader.link?.page ?? "") : "";
}

/** Whether questions may be asked in the reader: not by whoever may read one page, as answers are from all of them. */
export function mayAsk(project: Project & { ref?: string }, reader: Reader): boolean {
  const isWhole = project.ref === undefined && pageOfLink(reader) === "";
  return isWhole && readerMode(project) === "ask";
}
