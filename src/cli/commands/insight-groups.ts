import {
  groupQuery,
  groupSorts,
  groupStates,
  splitRequest,
} from "../../contract/insights/groups.ts";
import { everyGroup, listGroups } from "../../insights/list-groups.ts";
import { showGroup } from "../../insights/show-group.ts";
import { splitGroup } from "../../insights/split-group.ts";
import { writeGroups } from "../../insights/write-groups.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/open-project.ts";
import { cutText } from "../../text/bounded.ts";
import { choiceFlag, requiredFlag, switchFlag, textFlag } from "../command.ts";
import { readFlags } from "../insights/range-flags.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, plainText, table } from "../terminal-text.ts";

/** Groups of questions that the docs did not answer: the list, or one of them with its questions and its story. */
export const groupsCommand = storeCommand({
  name: "insights groups",
  flags: {
    domain: requiredFlag("NAME", "Project whose readers' questions are meant."),
    group: textFlag("ID", "One group, with its questions and what happened to it."),
    state: choiceFlag(groupStates, "Groups of this state only."),
    sort: choiceFlag(groupSorts, "Most questions first, rising first, or newest first."),
    search: textFlag("TEXT", "Text in the name, the words or the note."),
    limit: textFlag("N", "How many (default 50; with --csv all)."),
    cursor: textFlag("TEXT", "Go on where an earlier list ended, as it says."),
    json: switchFlag("Print JSON, as the API returns it."),
    csv: switchFlag("Print CSV, for a spreadsheet."),
  },
  examples: [
    "docent insights groups --domain docent --state open",
    "docent insights groups --domain docent --sort trend --limit 10",
    "docent insights groups --domain docent --group grp_4c1k0x6q2f8d9s7h3j5m1n0p",
    "docent insights groups --domain docent --csv",
  ],
  async work({ db, flags, services: { clock }, print, write, remark }) {
    const names = ["state", "sort", "search", "limit", "cursor"];
    const query = readFlags(flags, groupQuery, names);
    const { id: projectId } = await requireProject(db, flags.required("domain"));
    const deps = { db, clock };
    const groupId = flags.text("group");
    if (groupId !== undefined) {
      const shown = await showGroup(deps, operator, { projectId, groupId, query });
      print(flags.has("json") ? JSON.stringify(shown, null, 2) : groupText(shown));
      return undefined;
    }
    if (flags.has("csv")) {
      for await (const part of writeGroups(everyGroup(deps, operator, { projectId, query })))
        write(part);
      return undefined;
    }
    const list = await listGroups(deps, operator, { projectId, query });
    if (flags.has("json")) return void print(JSON.stringify(list, null, 2));
    const rows = list.groups.map((group) => [
      String(group.count),
      weekText(group),
      group.state,
      group.id,
      oneLine(group.name),
      oneLine(group.examples[0] ?? ""),
    ]);
    print(table(["ASKED", "WEEK", "STATE", "GROUP", "NAME", "EXAMPLE"], rows));
    if (list.nextCursor) remark(`There are more: --cursor ${list.nextCursor}`);
    return undefined;
  },
});

/** Moves questions that ask for something else out of their group. */
export const splitCommand = storeCommand({
  name: "insights split",
  flags: {
    domain: requiredFlag("NAME", "Project whose readers' questions are meant."),
    group: requiredFlag("ID", "The group that they are in."),
    question: {
      ...textFlag("ID", "A question that goes, as --group of insights groups lists it."),
      multiple: true,
    },
    into: textFlag("ID", "The group that takes them (default: a new one)."),
  },
  examples: [
    "docent insights split --domain docent --group grp_1 --question ans_1 --question ans_2",
    "docent insights split --domain docent --group grp_1 --question ans_3 --into grp_2",
  ],
  async work({ db, flags, services: { clock }, print, remark, record }) {
    const { id: projectId } = await requireProject(db, flags.required("domain"));
    const request = splitRequest.safeParse({
      questions: flags.list("question"),
      into: flags.text("into"),
    });
    if (!request.success)
      throw new AppError(
        "invalid_request",
        "Each --question names an answer such as ans_1: one at least, 200 at most.",
      );
    const groupId = flags.required("group");
    const group = await splitGroup({ db, clock }, operator, {
      projectId,
      groupId,
      ...request.data,
    });
    await record({ projectId, action: "Split a group of questions", target: groupId });
    print(group.id);
    remark(`${oneLine(group.name)} has ${count(group.count)} now.`);
  },
});

function count(questions: number): string {
  return questions === 1 ? "1 question" : `${questions} questions`;
}

/** This week beside the one before: "5 (+3)". */
function weekText({ lastWeek, weekBefore }: { lastWeek: number; weekBefore: number }): string {
  const more = lastWeek - weekBefore;
  return more === 0 ? String(lastWeek) : `${lastWeek} (${more > 0 ? "+" : ""}${more})`;
}

type Shown = Awaited<ReturnType<typeof showGroup>>;

function groupText({ group, questions, events }: Shown): string {
  const told = events.map(({ at, kind, by, text }) =>
    [minuteText(at), kind, by && `by ${plainText(by)}`, oneLine(text)].filter(Boolean).join("  "),
  );
  const asked = questions.map(
    ({ askedAt, answerId, question }) =>
      `${minuteText(askedAt)}  ${answerId}  ${oneLine(question)}`,
  );
  return [
    `${oneLine(group.name)}: ${group.state}, asked ${group.count} times, ${group.thumbsDown} rated down`,
    `Nearest page: ${oneLine(group.nearestPage?.path ?? "none")}`,
    ...(group.note ? [`Note: ${oneLine(group.note)}`] : []),
    ...["", "What happened", ...told, "", "Questions, newest first", ...asked],
  ].join("\n");
}

function oneLine(text: string): string {
  return cutText(plainText(text).trim().replace(/\s+/g, " "), 100);
}
