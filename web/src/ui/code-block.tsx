import { highlightLines } from "../highlight/highlight-lines.ts";
import { type Language, languageOfName } from "../highlight/language.ts";
import { CodeLine } from "./code-line.tsx";
import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = { text: string; language?: Language; label?: string; canCopy?: boolean };

export function CodeBlock({ text, language = "plain", label, canCopy = true }: CodeBlockProps) {
  const lines = highlightLines(text.replace(/\n$/, "").split("\n"), language, {
    isFileStart: true,
  });
  const numbered = lines.map((tokens, index) => ({ tokens, key: `line-${index}` }));
  return (
    <figure className="code-block">
      {(label || canCopy) && (
        <figcaption>
          <span>{label}</span>
          {canCopy && <CopyButton text={text} look="quiet" />}
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {numbered.map(({ tokens, key }) => (
            <span key={key} className="code-row">
              <CodeLine tokens={tokens} />
              {"\n"}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
}

export function FencedCode({ text, info }: { text: string; info: string }) {
  const name = info.trim().split(/\s/, 1)[0] ?? "";
  return <CodeBlock text={text} language={languageOfName(name)} label={name} />;
}
