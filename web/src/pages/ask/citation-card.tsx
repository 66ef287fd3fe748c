import { useEffect, useRef } from "react";
import type { Citation } from "../../../../src/contract/answer-events.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { Icon } from "../../ui/icon.tsx";

/** Scrolled further than this, a card no longer stands beside its marker. */
const farPx = 120;

/** The words a statement rests on, in the browser's own popover: Escape and a click outside close it. */
export function CitationCard({ id, citation }: { id: string; citation: Citation }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let openedAt = 0;
    const element = card.current;
    const remember = () => {
      openedAt = window.scrollY;
    };
    const closeWhenFar = () => {
      if (Math.abs(window.scrollY - openedAt) > farPx) element?.hidePopover();
    };
    element?.addEventListener("toggle", remember);
    window.addEventListener("scroll", closeWhenFar, { passive: true });
    return () => {
      element?.removeEventListener("toggle", remember);
      window.removeEventListener("scroll", closeWhenFar);
    };
  }, []);
  const url = webAddress(citation.url);
  return (
    <div ref={card} id={id} popover="auto" className="citation">
      <p className="citation-place">
        <strong>{citation.title}</strong>
        {citation.heading && citation.heading !== citation.title && <> › {citation.heading}</>}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <blockquote tabIndex={0}>{citation.quote}</blockquote>
      <p className="citation-foot">
        <span className="mono">{linesOf(citation)}</span>
        {url && (
          <a href={url} target="_blank" rel="noreferrer">
            Open page
            <Icon name="external" size={13} />
          </a>
        )}
      </p>
    </div>
  );
}

export function linesOf({ path, startLine, endLine }: Citation): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

const cardWidthPx = 380;
const gapPx = 8;

/** Beside the marker, inside the window; a phone's style sheet puts it at the bottom instead. */
export function placeCitation(card: HTMLElement | null, marker: HTMLElement): void {
  if (!card) return;
  const { left, top, bottom } = marker.getBoundingClientRect();
  const isLow = bottom > window.innerHeight * 0.6;
  const x = Math.max(gapPx, Math.min(left - 24, window.innerWidth - cardWidthPx - 3 * gapPx));
  card.style.setProperty("--x", `${x}px`);
  card.style.setProperty("--top", isLow ? "auto" : `${bottom + gapPx}px`);
  card.style.setProperty("--bottom", isLow ? `${window.innerHeight - top + gapPx}px` : "auto");
}
