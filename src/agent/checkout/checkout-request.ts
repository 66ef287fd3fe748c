import type { CheckReport } from "../../docs/check/finding.ts";
import type { OverlayChange, OverlayChanges } from "../../git/overlay/overlay.ts";
import type { AppError } from "../../lib/app-error.ts";
import type { EditInput } from "../../models/embedded/editor/edit-input.ts";
import type { EditStep, PastStep } from "../../models/embedded/editor/steps/create-editor.ts";
import type { Guidance } from "../guidance/read-guidance.ts";
import type { TitleConvention } from "../guidance/title-convention.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { Base, BasePlace, Kept } from "./choose-base.ts";

/** What a checkout is opened from. It stays as it is while a job works. */
export type CheckoutPlace = {
  repository: string;
  /** Commit the job works upon. */
  base: string;
  /** Branch the change is meant for. */
  target: string;
  /** Folder of the docs in the repository; "" for all of it. */
  docsFolder: string;
  /** Other folders of the repository that the project's docs come from too. */
  otherFolders: string[];
  /** Globs of what the project lets jobs write besides. */
  extraPaths: string[];
  /** Files and folders that no job may change. */
  readOnlyPaths: string[];
};

/** What a job has done to it so far: with this it is opened again as it was. */
export type CheckoutState = {
  changes: OverlayChanges;
  /** Paths that were to be changed, and may not be. */
  notWritten: string[];
  /** Files that nothing reads any more which can do without them: reading them took too long. */
  tooCostly: string[];
};

/** What is asked of an opened checkout, and what it gives. Everything is plain data: it goes from thread to thread. */
export type CheckoutCalls = {
  tool: { asks: { name: string; input: unknown }; gives: ToolResult };
  check: { asks: Record<never, never>; gives: CheckReport };
  /** `agreed`: the commit whose guidance counts. Without `forPrompt` a model reads neither layout nor guidance. */
  describe: { asks: { agreed: string; forPrompt: boolean }; gives: Description };
  /** The next step of the embedded model. */
  edit: { asks: { input: EditInput; steps: PastStep[] }; gives: EditStep };
  /** Lines of the change as it will be. */
  lines: { asks: { sources: { path: string; line: number }[] }; gives: (string | undefined)[] };
  /** Those of the paths that are there. */
  present: { asks: { paths: string[] }; gives: string[] };
};

export type CheckoutCall = {
  [Kind in keyof CheckoutCalls]: { kind: Kind } & CheckoutCalls[Kind]["asks"];
}[keyof CheckoutCalls];

export type Description = { layout: string; guidance: Guidance; convention: TitleConvention };

export type CheckoutRequest =
  /** `opening` is given where the thread does not have the checkout of this key. */
  | { kind: "call"; key: string; call: CheckoutCall; opening?: CheckoutPlace & CheckoutState }
  | { kind: "base"; place: BasePlace; kept: Kept }
  /** Ends the git commands of whatever runs. */
  | { kind: "stop" };

export type CheckoutReply =
  | { kind: "unopened" }
  | { kind: "based"; base: Base }
  | ({ kind: "done"; value: unknown } & StateChange)
  | ({ kind: "failed"; error: Pick<AppError, "code" | "message"> } & Partial<StateChange>)
  /** A fault of ours. */
  | ({ kind: "broken"; message: string; stack: string } & Partial<StateChange>);

/** What a call did, also one that failed. */
export type StateChange = {
  written: OverlayChange[];
  /** Paths that are as in the base again. */
  restored: string[];
  notWritten: string[];
  tooCostly: string[];
};
