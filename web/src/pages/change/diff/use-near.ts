import { type RefObject, useEffect, useState } from "react";

/** How far beyond the window something is drawn already. */
const rootMargin = "1200px 0px";

type Look = (entry: IntersectionObserverEntry) => void;
const looks = new WeakMap<Element, Look>();
let observer: IntersectionObserver | undefined;

/**
 * Whether the element is in the window or close to it, and how high it was when it last was. What has the focus stays,
 * so that the focus is never lost to scrolling.
 */
export function useNear(element: RefObject<HTMLElement | null>): {
  isNear: boolean;
  height: number;
} {
  const [state, setState] = useState({ isNear: false, height: 0 });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    return watch(target, ({ isIntersecting, boundingClientRect: { height } }) =>
      setState((before) => {
        if (isIntersecting) return before.isNear ? before : { ...before, isNear: true };
        if (!before.isNear || target.contains(document.activeElement)) return before;
        return { isNear: false, height };
      }),
    );
  }, [element]);
  return state;
}

function watch(target: Element, look: Look): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) looks.get(entry.target)?.(entry);
    },
    { rootMargin },
  );
  looks.set(target, look);
  observer.observe(target);
  return () => {
    observer?.unobserve(target);
    looks.delete(target);
  };
}
