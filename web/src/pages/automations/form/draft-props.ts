import type { Action } from "../../../use-action.ts";
import type { SpecDraft } from "./spec-draft.ts";

/** What a part of the form works with. */
export type DraftProps = {
  draft: SpecDraft;
  change: (part: Partial<SpecDraft>) => void;
  save: Action<[SpecDraft]>;
};
