/** Marks the heading that is being read among the contents of the page. */
export function startContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a")];
  const places = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  if (places.length === 0) return;
  let waiting = false;
  const mark = () => {
    waiting = false;
    const top = 120;
    const current = places.findLast(({ heading }) => heading.getBoundingClientRect().top <= top);
    for (const { link } of places) {
      if (link === (current ?? places[0])?.link) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  };
  addEventListener("scroll", soon, { passive: true });
  mark();
}
