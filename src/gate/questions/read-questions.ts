import { isMap, isScalar, isSeq, LineCounter } from "yaml";
import type { GateQuestion } from "../../contract/gate.ts";
import { readYaml } from "../../docs/values/read-yaml.ts";
import { questionKey } from "./question-key.ts";

/** Where a docs repository keeps its questions, from its top or from the folder of the docs. */
export const questionsFile = ".docent/questions.yml";

export type QuestionFault = { line: number; message: string };
export type ReadQuestions = { questions: GateQuestion[]; faults: QuestionFault[] };

const longestFile = 2 * 1024 * 1024;
export const mostQuestions = 10_000;
export const longestQuestion = 2_000;
const mostNames = 50;
const mostFaults = 200;
const keys = ["question", "pages", "words", "unanswered"];
const shape = "a list of questions, below the key questions or by itself";

/** The questions of a file, and what is wrong with it. A question with a fault is left out. Never throws. */
export function readQuestions(text: string): ReadQuestions {
  const reading = createReading(text);
  if (text.length > longestFile) {
    reading.fault(0, `The file is longer than ${longestFile / 1024 / 1024} MiB.`);
    return reading.result();
  }
  const document = readYaml(text, { schema: "core", lines: reading.lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const [reason] = error.message.split("\n", 1);
    reading.fault(error.pos[0], `The file is not YAML: ${reason}.`);
    return reading.result();
  }
  const list = listOf(document.contents, reading);
  for (const item of list) reading.add(item);
  return reading.result();
}

type Reading = ReturnType<typeof createReading>;

function createReading(text: string) {
  const lines = new LineCounter();
  const questions: GateQuestion[] = [];
  const faults: QuestionFault[] = [];
  const firstLines = new Map<string, number>();
  const lineAt = (at: number) => (text === "" ? 1 : Math.max(1, lines.linePos(at).line));
  const fault = (at: number, message: string) => {
    if (faults.length < mostFaults) faults.push({ line: lineAt(at), message });
  };
  return {
    lines,
    fault,
    add(item: unknown): void {
      const at = placeOf(item);
      if (questions.length >= mostQuestions) {
        if (questions.length === mostQuestions)
          fault(at, `There are more than ${mostQuestions} questions.`);
        return;
      }
      const before = faults.length;
      const read = questionOf(item, fault);
      if (read === undefined || faults.length > before) return;
      const line = lineAt(at);
      const key = questionKey(read.question);
      const first = firstLines.get(key);
      if (first !== undefined) {
        fault(at, `It is asked on line ${first} already.`);
        return;
      }
      firstLines.set(key, line);
      questions.push({ ...read, asked: 0, line });
    },
    result: (): ReadQuestions => ({ questions, faults }),
  };
}

/** The items of the list, wherever it stands. */
function listOf(contents: unknown, { fault }: Reading): unknown[] {
  if (isSeq(contents)) return contents.items;
  if (!isMap(contents)) {
    fault(placeOf(contents), `The file has to be ${shape}.`);
    return [];
  }
  let found: unknown[] = [];
  for (const { key, value } of contents.items) {
    const name = textOf(key);
    if (name === "questions" && isSeq(value)) found = value.items;
    else if (name === "questions") fault(placeOf(value ?? key), `The file has to be ${shape}.`);
    else fault(placeOf(key), `The key ${shown(name)} is not known: there is only questions.`);
  }
  return found;
}

type Fault = (at: number, message: string) => void;
type Written = Pick<GateQuestion, "question" | "pages" | "words" | "unanswered">;

function questionOf(item: unknown, fault: Fault): Written | undefined {
  const plain = textOf(item);
  if (plain !== undefined) return checked({ ...nothing, question: plain.trim() }, item, fault);
  if (!isMap(item)) {
    fault(placeOf(item), "A question is a text, or has the key question.");
    return undefined;
  }
  const read: Written = { ...nothing };
  for (const { key, value } of item.items) {
    const name = textOf(key) ?? "";
    const place = value ?? key;
    if (name === "question") read.question = (textOf(value) ?? "").trim();
    else if (name === "pages" || name === "words") read[name] = namesOf(name, place, fault);
    else if (name === "unanswered") read.unanswered = answerOf(place, fault);
    else fault(placeOf(key), `The key ${shown(name)} is not known: there are ${keys.join(", ")}.`);
  }
  return checked(read, item, fault);
}

const nothing: Written = { question: "", pages: [], words: [], unanswered: false };

function checked(read: Written, item: unknown, fault: Fault): Written {
  const { question, pages, words, unanswered } = read;
  const at = placeOf(item);
  if (question === "") fault(at, "There is no question.");
  if (question.length > longestQuestion)
    fault(at, `The question is longer than ${longestQuestion} characters.`);
  if (unanswered && pages.length + words.length > 0)
    fault(at, "A question that must not be answered has neither pages nor words.");
  return read;
}

function namesOf(key: string, value: unknown, fault: Fault): string[] {
  const items = isSeq(value) ? value.items : [value];
  if (items.length > mostNames) fault(placeOf(value), `There are more than ${mostNames} ${key}.`);
  return items.slice(0, mostNames).flatMap((item) => {
    const name = textOf(item)?.trim() ?? "";
    if (name !== "" && name.length <= longestQuestion) return [name];
    fault(placeOf(item), `What stands in ${key} is a text, or a list of texts.`);
    return [];
  });
}

function answerOf(value: unknown, fault: Fault): boolean {
  const answer = isScalar(value) ? value.value : undefined;
  if (typeof answer === "boolean") return answer;
  fault(placeOf(value), "What stands in unanswered is true or false.");
  return false;
}

/** Numbers count as texts: a page may be named 404, and a word 30. */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value } = node;
  if (typeof value === "string") return value;
  return typeof value === "number" && typeof node.source === "string" ? node.source : undefined;
}

function placeOf(node: unknown): number {
  if (isScalar(node) || isMap(node) || isSeq(node)) return node.range?.[0] ?? 0;
  return 0;
}

function shown(name: string | undefined): string {
  return `"${(name ?? "").slice(0, 60)}"`;
}
