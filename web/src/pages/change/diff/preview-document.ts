/** Elements that fetch, run or send something, or change what the rest of the page means. */
const forbidden =
  "script, style, link, meta, base, iframe, frame, object, embed, form, input, button, select, textarea, video, audio, source, track, portal, template";

/**
 * A document of its own from the HTML of a page. The server has made it safe already; this one holds without that: its
 * policy lets it load style sheets of ours alone, and nothing in it leads anywhere or loads anything.
 */
export function previewDocument(
  html: string,
  { styles, theme }: { styles: string[]; theme: string },
): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const element of parsed.querySelectorAll(forbidden)) element.remove();
  for (const image of parsed.querySelectorAll("img, picture, svg image, svg use"))
    image.replaceWith(imageNote(parsed, image));
  for (const element of parsed.querySelectorAll("*")) strip(element);
  const { href, origin } = window.location;
  const policy = `default-src 'none'; style-src ${origin}; base-uri 'none'; form-action 'none'`;
  const scheme = theme === "system" ? "" : ` data-theme="${theme}"`;
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const sheets = styles.map(
    (style) => `<link rel="stylesheet" href="${new URL(style, href).href}">`,
  );
  return `<!doctype html><html lang="en"${scheme}><head>${head}${sheets.join("")}</head><body class="page-body">${parsed.body.innerHTML}</body></html>`;
}

function imageNote(parsed: Document, image: Element): Element {
  const note = parsed.createElement("em");
  note.className = "image";
  note.textContent = `Image: ${image.getAttribute("alt") || "without description"}`;
  return note;
}

/** Only attributes that say what an element is stay; a link within the page still works. */
function strip(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const isKept =
      /^(?:id|class|lang|dir|start|colspan|rowspan|scope|open|title|alt)$/i.test(name) ||
      /^aria-/i.test(name) ||
      (name === "href" && value.startsWith("#")) ||
      // What is wider than the page is scrolled by keyboard too.
      (name === "tabindex" && value === "0");
    if (!isKept) element.removeAttribute(name);
  }
}
