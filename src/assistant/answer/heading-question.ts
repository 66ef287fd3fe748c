const longest = 90;
const questionWord = /^(?:how|what|why|when|where|which|who|can|does|do|is|are|should)\b/i;
const imperative =
  /^(?:add|allow|answer|ask|attach|back up|build|call|change|check|choose|clean|cite|compare|configure|connect|copy|create|customi[sz]e|debug|define|delete|deploy|disable|edit|embed|enable|export|find|fix|forget|get|give|handle|hide|import|improve|index|install|integrate|invite|keep|limit|link|list|load|log|make|manage|measure|merge|migrate|monitor|move|open|pass|pause|point|prevent|protect|publish|put|read|rebuild|record|reduce|remove|rename|replace|reset|resolve|restart|restore|resume|retry|review|revoke|rotate|run|scale|search|secure|see|send|serve|set|share|show|sign|start|stop|store|stream|switch|sync|test|track|trigger|troubleshoot|try|tune|turn|undo|update|upgrade|upload|use|verify|view|wait|watch|wire|write)\b/i;

const plainPhrase = /^\p{L}[\p{L}\d-]+(?: [\p{L}\d`'’()/._-]+){1,7}$/u;

/** A heading as a reader would ask it; undefined for one that makes no question. English headings only. */
export function headingQuestion(heading: string): string | undefined {
  const text = heading
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.:!]+$/, "");
  if (text.length < 4 || text.length > longest || !/^[\p{Script=Latin}\d`]/u.test(text))
    return undefined;
  if (text.endsWith("?")) return text;
  if (/^how to /i.test(text)) return `How do I ${text.slice(7)}?`;
  if (questionWord.test(text)) return `${text}?`;
  if (imperative.test(text)) return `How do I ${lowerFirst(text)}?`;
  if (plainPhrase.test(text)) return `What should I know about ${lowerFirst(text)}?`;
  return undefined;
}

/** Names keep their capitals: `API keys`, `OpenAPI`. */
function lowerFirst(text: string): string {
  const [first = ""] = text.split(" ", 1);
  return /^\p{Lu}[\p{Ll}]+$/u.test(first) ? first.toLowerCase() + text.slice(first.length) : text;
}
