import { type Values, wholeNumber } from "./setting-rules.ts";

/** What one caller, one reader, one page or one repository may take, as `settings.ts` lists it. */
export const limitSettings = {
  DOCENT_MAX_CONNECTIONS: {
    rule: wholeNumber(10, 1_000_000).default(2_000),
    help: "Connections that are open at the same time; one more is refused.",
  },
  DOCENT_MAX_CONNECTIONS_PER_ADDRESS: {
    rule: wholeNumber(1, 1_000_000).default(200),
    help: "Connections of one client address (IPv6: one /64); your reverse proxies are not counted.",
  },
  DOCENT_MAX_QUESTION_CHARACTERS: {
    rule: wholeNumber(100, 1_000_000).default(8_000),
    help: "Longest question, and longest text to search for.",
  },
  DOCENT_MAX_CONTEXT_CHARACTERS: {
    rule: wholeNumber(100, 1_000_000).default(20_000),
    help: "Longest piece of code or selected text that is sent along with a question.",
  },
  DOCENT_MAX_SEARCHES: {
    rule: wholeNumber(10, 100_000).default(1_000),
    help: "Searches that are under way or wait for their turn, of all callers together.",
  },
  DOCENT_MAX_SEARCHES_PER_ADDRESS: {
    rule: wholeNumber(2, 100_000).default(400),
    help: "Searches of one client address (IPv6: one /64) among these; one key may have half of them there.",
  },
  DOCENT_MAX_HISTORY_TOKENS: {
    rule: wholeNumber(0, 1_000_000).default(8_000),
    help: "Tokens of a conversation that are remembered for the next question; the oldest are left out. 0: none.",
  },
  DOCENT_ANSWERS_PER_READER: {
    rule: wholeNumber(1, 10_000).default(10),
    help: "Answers that are written at the same time for one reader: one fp in one network.",
  },
  DOCENT_ANSWERS_PER_KEY: {
    rule: wholeNumber(1, 100_000).default(200),
    help: "Answers that are written at the same time for one key; one network gets half of them at most.",
  },
  DOCENT_MAX_SOURCE_FILES: {
    rule: wholeNumber(1, 10_000_000).default(500_000),
    help: "Files of one source, pages or not; a larger source is not read.",
  },
  DOCENT_MAX_SOURCE_PAGES: {
    rule: wholeNumber(1, 10_000_000).default(50_000),
    help: "Pages of one source; a larger source is not read.",
  },
  DOCENT_MAX_SOURCE_MB: {
    rule: wholeNumber(1, 1_000_000).default(1_024),
    help: "Size of all pages of one source together, in MiB; a larger source is not read.",
  },
};

export type Limits = ReturnType<typeof toLimits>;

export function toLimits(read: Values<typeof limitSettings>) {
  return {
    connections: read.DOCENT_MAX_CONNECTIONS,
    connectionsPerAddress: read.DOCENT_MAX_CONNECTIONS_PER_ADDRESS,
    questionCharacters: read.DOCENT_MAX_QUESTION_CHARACTERS,
    contextCharacters: read.DOCENT_MAX_CONTEXT_CHARACTERS,
    searches: read.DOCENT_MAX_SEARCHES,
    searchesPerNetwork: read.DOCENT_MAX_SEARCHES_PER_ADDRESS,
    historyTokens: read.DOCENT_MAX_HISTORY_TOKENS,
    answersPerReader: read.DOCENT_ANSWERS_PER_READER,
    answersPerKey: read.DOCENT_ANSWERS_PER_KEY,
    sourceFiles: read.DOCENT_MAX_SOURCE_FILES,
    sourcePages: read.DOCENT_MAX_SOURCE_PAGES,
    sourceBytes: read.DOCENT_MAX_SOURCE_MB * 1_048_576,
  };
}
