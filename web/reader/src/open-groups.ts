/** Groups of large docs come when they are opened: until then each is a link to its first page. */
export function startGroups(): void {
  const side = document.getElementById("dx:navigation");
  side?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  side?.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-load]") : null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain) return;
    event.preventDefault();
    load(link).catch(() => location.assign(link.href));
  });
}

async function load(link: HTMLAnchorElement): Promise<void> {
  const response = await fetch(link.dataset.load ?? "", { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error("the group could not be read");
  const read = new DOMParser().parseFromString(await response.text(), "text/html");
  const list = read.querySelector("ul");
  if (!list) throw new Error("the reply holds no list");
  if (link.classList.contains("nav-next")) {
    const [first] = list.children;
    link.parentElement?.replaceWith(...list.children);
    first?.querySelector<HTMLElement>("a, summary")?.focus();
    return;
  }
  if (link.classList.contains("nav-more")) {
    const own = link.closest("ul");
    own?.replaceWith(list);
    list.querySelector<HTMLElement>("a, summary")?.focus();
    return;
  }
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = link.textContent;
  details.open = true;
  details.append(summary, list);
  link.replaceWith(details);
  summary.focus();
}
