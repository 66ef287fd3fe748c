import type { Placed, StoredCentre, StoredMember } from "./centres.ts";
import type { GroupName } from "./name-group.ts";
import type { NearbySection } from "./question-vector.ts";

/**
 * What the grouping thread is asked. `version` says which centres are meant: it must have just these in memory. They are
 * brought there by `begin`, with questions that tell common words from rare ones, some `load` and `finish`.
 */
export type GroupingRequest =
  | ({ step: "begin"; samples: string[] } & OfVersion)
  | ({ step: "load"; centres: StoredCentre[]; members: StoredMember[] } & OfVersion)
  | ({ step: "finish" } & OfVersion)
  | ({ step: "place"; questions: AskedText[] } & OfVersion)
  | ({ step: "match"; texts: string[] } & OfVersion)
  | { step: "describe"; projectId: string; groups: DescribedGroup[] }
  | { step: "forget"; projectId: string };

type OfVersion = { projectId: string; version: number };

export type AskedText = { id: string; text: string; nearby: NearbySection[] };

export type DescribedGroup = {
  id: string;
  questions: { id: string; textKey: string; text: string; vector: Uint8Array }[];
};

/** With the vector and the key of each question that is new. */
export type PlacedTexts = Placed & {
  texts: { id: string; textKey: string; vector: Uint8Array }[];
};

export type GroupDescription = GroupName & {
  id: string;
  /** The most typical first, each text once. */
  exampleIds: string[];
};

export type GroupingReply =
  | { step: "done" }
  /** It has other centres in memory, or none. */
  | { step: "unknown" }
  | { step: "place"; placed: PlacedTexts }
  | { step: "match"; centreIds: (string | undefined)[] }
  | { step: "describe"; groups: GroupDescription[] };
