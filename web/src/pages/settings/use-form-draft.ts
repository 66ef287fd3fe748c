import { useDraft } from "../../use-draft.ts";
import { changedValues } from "./changed-values.ts";

export type FormDraft<T extends Record<string, string>> = {
  /** What is saved, and over it what was typed. */
  values: T;
  /** What was typed and differs from what is saved. */
  changes: Partial<T>;
  isChanged: boolean;
  set: (part: Partial<T>) => void;
  clear: () => void;
};

/** The fields of a form: what was typed outlasts a reload, another page and a log-in, until it is saved or discarded. */
export function useFormDraft<T extends Record<string, string>>(
  name: string,
  saved: T,
): FormDraft<T> {
  const { text, setText, clear } = useDraft(`settings ${name}`);
  const changes = changedValues(text, saved);
  const set = (part: Partial<T>) => {
    const next = { ...changes, ...part };
    setText(JSON.stringify(changedValues(JSON.stringify(next), saved)));
  };
  const isChanged = Object.keys(changes).length > 0;
  return { values: { ...saved, ...changes }, changes, isChanged, set, clear };
}
