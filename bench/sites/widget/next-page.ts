import MarkdownIt from "markdown-it";

/** `keys.md` is the page of `/keys`. */
export function nextPath(name: string): string {
  return name === "index.md" ? "page.jsx" : `${name.replace(/\.md$/, "")}/page.jsx`;
}

/** A page of the app router that is made on the server, with links that change pages in the browser. */
export function nextPage(markdown: string): string {
  const html = new MarkdownIt().render(markdown.replace(/^---\n[\s\S]*?\n---\n/, ""));
  return `import Link from "next/link";

export default function Page() {
  return (
    <>
      <nav><Link href="/">Acme</Link> <Link href="/keys">Keys</Link> <Link href="/webhooks">Webhooks</Link></nav>
      <main dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />
    </>
  );
}
`;
}
