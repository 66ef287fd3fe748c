/** How a task went, for the summary. */
export type Outcome = {
  /** What was done, in the imperative; used when something was changed. */
  title: string;
  /** One line of Markdown for each page changed. */
  changes: { path: string; note: string }[];
  /** One sentence for the person: what was done, or why nothing was. */
  message: string;
  /** Further sentences: what was left alone or could not be done. */
  remarks: string[];
  /** Nothing had to be changed: all was well already. */
  isSettled?: boolean;
  /** Lines of Markdown for the summary about what stayed as it was. */
  notes?: string[];
};

export function nothing(message: string, remarks: string[] = []): Outcome {
  return { title: "", changes: [], message, remarks };
}
