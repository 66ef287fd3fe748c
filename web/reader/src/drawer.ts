/** On a phone the navigation is a drawer: the link that leads to it opens it, with what a dialog has. */
export function startDrawer(): void {
  const side = document.getElementById("dx:navigation");
  const opener = document.querySelector<HTMLAnchorElement>(".menu-open");
  const closer = side?.querySelector<HTMLAnchorElement>(".side-close");
  if (!side || !opener || !closer) return;
  const shade = document.createElement("div");
  shade.className = "drawer-shade";
  const behind = [...document.querySelectorAll<HTMLElement>(".bar, main, .contents")];
  opener.setAttribute("role", "button");
  opener.setAttribute("aria-expanded", "false");
  const set = (isOpen: boolean) => {
    side.classList.toggle("is-open", isOpen);
    opener.setAttribute("aria-expanded", String(isOpen));
    for (const one of behind) one.inert = isOpen;
    if (isOpen) {
      document.body.append(shade);
      closer.focus();
      side.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
    } else {
      shade.remove();
    }
  };
  const close = () => {
    if (!side.classList.contains("is-open")) return;
    set(false);
    opener.focus();
  };
  opener.addEventListener("click", (event) => {
    event.preventDefault();
    set(true);
  });
  opener.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    set(true);
  });
  closer.addEventListener("click", (event) => {
    event.preventDefault();
    close();
  });
  shade.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  matchMedia("(min-width: 821px)").addEventListener("change", close);
}
