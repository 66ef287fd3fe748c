import { longestConstruct, type Piece, type Sink } from "./screen-pieces.ts";
import { safeTarget } from "./screen-target.ts";

/** Holds what stands behind an open bracket until it is known whether a link begins there. */
export type Brackets = {
  add(piece: Piece): void;
  isOpen(): boolean;
  open(isImage: boolean): void;
  /** Closes the innermost bracket: with a target it was a link or an image, without one plain brackets. */
  close(target: string | undefined): void;
  /** No bracket that is still open will be closed. */
  release(): void;
};

type Opening = { at: number; isImage: boolean; isActive: boolean };

const mostOpen = 50;

export function createBrackets(
  sink: Sink,
  allowedUrl: (url: string) => string | undefined,
): Brackets {
  let pieces: Piece[] = [];
  let openings: Opening[] = [];
  let length = 0;

  function flush(): void {
    const ready = pieces;
    pieces = [];
    openings = [];
    length = 0;
    for (const piece of ready) sink(piece);
  }

  function release(): void {
    for (const { at, isImage } of openings) pieces[at] = opened(isImage, "\\[");
    flush();
  }

  function add(piece: Piece): void {
    if (openings.length === 0) {
      sink(piece);
      return;
    }
    pieces.push(piece);
    length += "text" in piece ? piece.text.length : 1;
    if (length > longestConstruct) release();
  }

  function closeWith(opening: Opening, target: string | undefined): void {
    if (target === undefined) {
      pieces[opening.at] = opened(opening.isImage, "[");
      add({ kind: "raw", text: "]" });
      return;
    }
    const url = opening.isImage || !opening.isActive ? undefined : allowedUrl(target);
    const safe = url === undefined ? undefined : safeTarget(url);
    if (safe === undefined || pieces.length === opening.at + 1) return;
    // A link cannot lie inside another one: the brackets around this one stay brackets.
    for (const outer of openings) outer.isActive = false;
    pieces[opening.at] = { kind: "link", text: "[" };
    add({ kind: "raw", text: `](${safe})` });
  }

  return {
    add,
    isOpen: () => openings.length > 0,
    open(isImage) {
      if (openings.length >= mostOpen) release();
      openings.push({ at: pieces.length, isImage, isActive: true });
      add({ kind: "plain", text: "" });
    },
    close(target) {
      const opening = openings.at(-1);
      if (opening === undefined) {
        sink({ kind: "plain", text: "]" });
        return;
      }
      closeWith(opening, target);
      openings.pop();
      if (openings.length === 0) flush();
    },
    release,
  };
}

/** Without a definition, which never leaves, brackets alone are no link; an image's mark is kept apart from them all the same. */
function opened(isImage: boolean, bracket: string): Piece {
  return { kind: "raw", text: isImage ? `\\!${bracket}` : bracket };
}
