import { number } from "../../../format.ts";
import { type Language, languageOfPath } from "../../../highlight/language.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { ToolItem } from "../job-view.ts";
import { EditDiff } from "./edit-diff.tsx";
import { editOf } from "./edit-hunks.ts";
import { isRecord, summariseTool } from "./summarise-tool.ts";
import { type ReportList, toolReport } from "./tool-report.ts";

/** `isOver`: the job has ended, so nothing of it runs any more. */
export function ToolCall({ item, isOver }: { item: ToolItem; isOver: boolean }) {
  const { icon, verb, object } = summariseTool(item.name, item.input);
  const edit = editOf(item.name, item.input);
  const report = toolReport(item);
  return (
    <details className={`tool tool-${item.state}`}>
      <summary>
        <span className="tool-icon">
          {item.state === "running" && !isOver ? <Spinner /> : <Icon name={icon} size={14} />}
        </span>
        <span className="tool-verb">{verb}</span>
        <span className="tool-object mono">{object}</span>
        {report && <span className={report.tone}>{report.note}</span>}
        {item.state === "failed" && !report && <span className="tool-flag">failed</span>}
        <span className="tool-chevron">
          <Icon name="right" size={14} />
        </span>
      </summary>
      <div className="tool-body">
        {edit ? <EditDiff edit={edit} /> : <Values title="Input" value={item.input} />}
        {report?.lists.map((list) => (
          <Lines key={list.title} list={list} />
        ))}
        {item.state !== "running" && (
          <Values
            title={item.state === "failed" ? "Error" : "Output"}
            value={report ? report.rest : item.output}
          />
        )}
      </div>
    </details>
  );
}

function Lines({ list: { title, lines } }: { list: ReportList }) {
  const rows = lines.map((text, index) => ({ text, key: `line-${index}` }));
  return (
    <section aria-label={title}>
      <p className="soft">{title}</p>
      <ul className="findings mono">
        {rows.map(({ text, key }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** File text is easier to read as text than inside JSON. */
function Values({ title, value }: { title: string; value: unknown }) {
  const path = isRecord(value) && typeof value.path === "string" ? value.path : "";
  const texts = isRecord(value) ? longTexts(value) : [];
  const rest = isRecord(value) ? withoutTexts(value, texts) : value;
  const hasRest = !isRecord(rest) || Object.keys(rest).length > 0;
  return (
    <>
      {hasRest && <ValueBlock title={title} text={show(rest)} language={jsonOrPlain(rest)} />}
      {texts.map(([name, text]) => (
        <ValueBlock key={name} title={name} text={text} language={languageOfPath(path)} />
      ))}
    </>
  );
}

const longestShown = 12_000;

function ValueBlock({
  title,
  text,
  language,
}: {
  title: string;
  text: string;
  language: Language;
}) {
  const isCut = text.length > longestShown;
  const label = isCut ? `${title}, the first ${number(longestShown)} characters` : title;
  return (
    <CodeBlock
      text={text.slice(0, longestShown)}
      language={language}
      label={label}
      canCopy={false}
    />
  );
}

function longTexts(value: Record<string, unknown>): [string, string][] {
  return Object.entries(value).filter((entry): entry is [string, string] => {
    const text = entry[1];
    return typeof text === "string" && (text.includes("\n") || text.length > 120);
  });
}

function withoutTexts(value: Record<string, unknown>, texts: [string, string][]) {
  const names = new Set(texts.map(([name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

const widestLine = 90;

/** On one line where it fits. */
function show(value: unknown): string {
  if (typeof value === "string") return value;
  const long = JSON.stringify(value, null, 2) ?? "nothing";
  const short = long.replace(/\n */g, " ");
  return short.length <= widestLine ? short : long;
}

function jsonOrPlain(value: unknown): Language {
  return typeof value === "string" ? "plain" : "json";
}
