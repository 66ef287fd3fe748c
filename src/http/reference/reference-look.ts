/** Contents at the side, operations beside them; on a phone the contents fold away above. */
export const referenceStyle = `
body { max-width: 78rem; display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 0 3rem; padding-top: 0; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2.2rem .25rem 3rem 0; font-size: .9rem; }
nav summary { display: none; } nav h2 { font-size: .8rem; margin: 1.2rem 0 .3rem; padding: 0; border: 0; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: block; padding: .18rem .5rem; border-radius: 5px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { background: var(--mark); } main { padding: 2.2rem 0 5rem; min-width: 0; }
.filter { display: block; width: 100%; margin-bottom: .5rem; padding: .45rem .6rem; border: 1px solid var(--edge); border-radius: 7px; background: var(--paper); color: var(--ink); font: inherit; }
.operation { margin: 0 0 2.6rem; scroll-margin-top: 1rem; } .operation:target { background: none; box-shadow: -1.2rem 0 0 -1rem var(--link); } .operation h3 { margin: 0 0 .4rem; }
.anchor { color: inherit; text-decoration: none; } .anchor:hover::after, .anchor:focus-visible::after { content: " #"; color: var(--soft); }
.call { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; } .sample { position: relative; }
.copy { position: absolute; top: .5rem; right: .5rem; padding: .15rem .55rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: var(--ink); font: 500 .78rem system-ui, sans-serif; cursor: pointer; }
[hidden] { display: none !important; }
@media (max-width: 52rem) { body { display: block; padding: 0 1.1rem 4rem; } nav { position: static; max-height: none; padding: 1.2rem 0 0; } nav summary { display: block; } main { padding-top: 1rem; } .operation:target { box-shadow: none; } }
`;

/** Makes the page handier where scripts run: samples are copied, operations filtered by words. All of it is readable without. */
export const referenceScript = `
const contents = document.querySelector("nav details");
if (matchMedia("(max-width: 52rem)").matches) contents.open = false;
for (const sample of document.querySelectorAll(".sample")) {
  const button = document.createElement("button");
  button.type = "button"; button.className = "copy"; button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const code = sample.querySelector("code");
    try { await navigator.clipboard.writeText(code.textContent); button.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(code); button.textContent = "Selected"; }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  sample.append(button);
}
const field = document.querySelector(".filter");
field.hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const one of document.querySelectorAll("[data-words]"))
    one.hidden = !words.every((word) => one.dataset.words.includes(word));
  for (const group of document.querySelectorAll("[data-group]"))
    group.hidden = !group.querySelector("[data-words]:not([hidden])");
});
`;
