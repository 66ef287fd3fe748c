import { quantise, readQuantised } from "../../models/vectors/static/quantise.ts";
import { createNearRows, dropRow, type NearRows, nearRows, putRow } from "./near-rows.ts";
import { add, product } from "./question-vector.ts";

/** A centre as it is stored. */
export type StoredCentre = {
  id: string;
  size: number;
  vector: Uint8Array;
  /** People decided something about its group: it gives nothing away and joins no other. */
  isHeld: boolean;
};
export type StoredMember = { id: string; centreId: string; textKey: string; vector: Uint8Array };

type Member = { textKey: string; vector: Float32Array };
export type Question = Member & { id: string };

/** What placing some questions did. */
export type Placed = {
  /** Where each question, and each that moved, is now. */
  placements: { id: string; centreId: string; likeness: number }[];
  /** Centres that are new or have changed. */
  centres: { id: string; size: number; vector: Uint8Array; isNew: boolean }[];
  /** Centres that are part of another one now. */
  absorbed: { id: string; into: string }[];
};

type Centre = {
  id: string;
  row: number;
  size: number;
  sum: Float32Array;
  isHeld: boolean;
  isNew: boolean;
  /** Its questions, while there are few. */
  members: Map<string, Member> | undefined;
  /** The centre that it is part of now. */
  into: Centre | undefined;
};

/** All centres of a project, and what has happened to them since they were last told. */
export type Centres = {
  dimensions: number;
  newId(): string;
  rows: (Centre | undefined)[];
  near: NearRows;
  byText: Map<string, Centre>;
  placements: Map<string, { id: string; centre: Centre; likeness: number }>;
  changed: Set<Centre>;
  absorbed: Centre[];
};

export const thresholds = {
  /** A question joins the centre that it is nearest to on average, from here on. */
  join: 0.3,
  /** A question of which only the words are known is of a centre's kind from here on. */
  alike: 0.2,
  /** Two centres become one when their questions are on average so near. */
  absorb: 0.28,
  /** Questions of centres that are so near are looked at again. */
  neighbour: 0.2,
  /** A question moves when it is nearer to another centre by this. */
  move: 0.05,
};

/** A centre with more questions stands firm: its questions stay where they are. */
export const mostMembers = 16;
const mostNeighbours = 6;

type Stored = { centres: StoredCentre[]; members: StoredMember[]; dimensions: number };

export function loadCentres(stored: Stored, newId: () => string): Centres {
  const { dimensions } = stored;
  const centres = noCentres(dimensions, newId);
  const byId = new Map<string, Centre>();
  for (const { id, size, vector, isHeld } of stored.centres) {
    const centre = open(centres, { id, isHeld, isNew: false });
    centre.size = Math.max(1, size);
    centre.sum = floats(vector, dimensions).map((value) => value * centre.size);
    byId.set(id, centre);
    index(centres, centre);
  }
  for (const { id, centreId, textKey, vector } of stored.members) {
    const centre = byId.get(centreId);
    if (!centre) continue;
    centre.members?.set(id, { textKey, vector: floats(vector, dimensions) });
    centres.byText.set(textKey, centre);
  }
  for (const centre of byId.values())
    if (centre.members?.size !== centre.size) centre.members = undefined;
  return { ...centres, changed: new Set() };
}

/** One question after the other, so that it makes no difference how many come at once. */
export function placeQuestions(centres: Centres, questions: Question[]): Placed {
  const { placements, changed, absorbed } = centres;
  placements.clear();
  changed.clear();
  absorbed.length = 0;
  for (const question of questions) placeOne(centres, question);
  const placed = {
    placements: [...placements.values()].map(({ centre, ...one }) => ({
      ...one,
      centreId: lastOf(centre).id,
    })),
    centres: [...changed].map((centre) => ({
      ...{ id: centre.id, size: centre.size, isNew: centre.isNew },
      vector: quantise(meanOf(centre)),
    })),
    absorbed: absorbed.flatMap((centre) =>
      centre.isNew ? [] : [{ id: centre.id, into: lastOf(centre).id }],
    ),
  };
  for (const centre of changed) centre.isNew = false;
  return placed;
}

/** The centre that a question of which only the words are known is nearest to. */
export function matchQuestion(centres: Centres, question: Member): string | undefined {
  const near = () => nearestTo(centres, question.vector, thresholds.alike);
  return (sameText(centres, question) ?? near())?.id;
}

function noCentres(dimensions: number, newId: () => string): Centres {
  return {
    ...{ dimensions, newId, rows: [], near: createNearRows(dimensions), byText: new Map() },
    ...{ placements: new Map(), changed: new Set(), absorbed: [] },
  };
}

function placeOne(centres: Centres, question: Question): void {
  const known = sameText(centres, question);
  const centre =
    known ??
    nearestTo(centres, question.vector, thresholds.join) ??
    open(centres, { id: centres.newId(), isHeld: false, isNew: true });
  join(centres, centre, question);
  index(centres, centre);
  if (!known && centre.members) settle(centres, centre);
}

function sameText({ byText }: Centres, { textKey }: Member): Centre | undefined {
  const centre = byText.get(textKey);
  return centre && lastOf(centre);
}

function nearestTo(
  { near, rows }: Centres,
  vector: Float32Array,
  least: number,
): Centre | undefined {
  const [best] = nearRows(near, vector, least);
  return best && rows[best.row];
}

function open({ rows, dimensions }: Centres, one: Pick<Centre, "id" | "isHeld" | "isNew">): Centre {
  const sum = new Float32Array(dimensions);
  const centre: Centre = {
    ...one,
    ...{ row: rows.length, size: 0, sum, members: new Map(), into: undefined },
  };
  rows.push(centre);
  return centre;
}

function join({ byText, placements }: Centres, centre: Centre, question: Question): void {
  const { id, textKey, vector } = question;
  const nearness = centre.size === 0 ? 1 : product(vector, centre.sum) / centre.size;
  add(centre.sum, vector, 1);
  centre.size += 1;
  if (centre.size > mostMembers) centre.members = undefined;
  centre.members?.set(id, { textKey, vector });
  byText.set(textKey, centre);
  placements.set(id, { id, centre, likeness: Math.max(0, Math.min(1, nearness)) });
}

function index({ near, changed }: Centres, centre: Centre): void {
  changed.add(centre);
  putRow(near, centre.row, meanOf(centre));
}

/** After a question has come, questions nearby may fit better, or two centres have become the same. */
function settle(centres: Centres, joined: Centre): void {
  let centre = joined;
  for (const other of neighboursOf(centres, centre, thresholds.neighbour)) {
    pull(centres, other, centre);
    pull(centres, centre, other);
  }
  for (const other of neighboursOf(centres, centre, thresholds.absorb)) {
    const nearness = product(centre.sum, other.sum) / (centre.size * other.size);
    if (nearness >= thresholds.absorb) centre = absorb(centres, centre, other);
  }
}

function neighboursOf({ near, rows }: Centres, centre: Centre, least: number): Centre[] {
  return nearRows(near, meanOf(centre), least)
    .flatMap(({ row }) => rows[row] ?? [])
    .filter((other) => other !== centre)
    .slice(0, mostNeighbours);
}

/** Questions that are nearer to the other centre than to the rest of their own go there. */
function pull(centres: Centres, from: Centre, to: Centre): void {
  if (from.isHeld || !from.members) return;
  for (const [id, { textKey, vector }] of from.members) {
    if (from.size === 1) return;
    const there = product(vector, to.sum) / to.size;
    if (there < thresholds.join) continue;
    const here = (product(vector, from.sum) - 1) / (from.size - 1);
    if (there < here + thresholds.move) continue;
    add(from.sum, vector, -1);
    from.size -= 1;
    from.members.delete(id);
    join(centres, to, { id, textKey, vector });
    index(centres, from);
    index(centres, to);
  }
}

/** What people decided on stays, else the older one. */
function absorb(centres: Centres, centre: Centre, other: Centre): Centre {
  if (centre.isHeld && other.isHeld) return centre;
  const stays = other.isHeld || (!centre.isHeld && other.row < centre.row) ? other : centre;
  const goes = stays === other ? centre : other;
  add(stays.sum, goes.sum, 1);
  stays.size += goes.size;
  if (stays.size > mostMembers || !goes.members) stays.members = undefined;
  for (const [id, member] of goes.members ?? []) stays.members?.set(id, member);
  goes.into = stays;
  centres.absorbed.push(goes);
  dropRow(centres.near, goes.row);
  centres.rows[goes.row] = undefined;
  centres.changed.delete(goes);
  index(centres, stays);
  return stays;
}

function meanOf({ sum, size }: Centre): Float32Array {
  return sum.map((value) => value / size);
}

/** A centre, or the one that it has become part of. */
function lastOf(centre: Centre): Centre {
  let last = centre;
  while (last.into) last = last.into;
  return last;
}

function floats(stored: Uint8Array, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  if (stored.length < dimensions) return vector;
  const { scale, components } = readQuantised(stored);
  for (let at = 0; at < dimensions; at += 1) vector[at] = (components[at] ?? 0) * scale;
  return vector;
}
