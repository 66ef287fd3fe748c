import { z } from "zod";
import type { Api } from "../api-request.ts";
import type { ForgeHost, HostComment } from "../forge-host.ts";
import { firstOf, numberedPages } from "../numbered-pages.ts";
import {
  type GitlabDiscussion,
  type GitlabNote,
  gitlabDiscussion,
  gitlabNote,
} from "./gitlab-shapes.ts";

type Comments = Pick<ForgeHost, "putComment" | "comments" | "reply">;

type Place = {
  project: string;
  /** Where people see the project. */
  webUrl: string;
  account(): Promise<string>;
};

const mostDiscussions = 500;

export function gitlabNotes(api: Api, { project, webUrl, account }: Place): Comments {
  const at = (number: number) => `${project}/merge_requests/${number}`;
  const add = async (path: string, body: string) => {
    const call = { method: "POST" as const, path, body: { body }, schema: z.unknown() };
    await api.call({ purpose: "comment on the merge request", ...call });
  };
  return {
    async putComment(number, { marker, body }) {
      const own = await account();
      const notes = `${at(number)}/notes`;
      const schema = z.array(gitlabNote);
      const listed = { purpose: "read the comments", path: notes, schema, sizeName: "per_page" };
      const query = { sort: "asc", order_by: "created_at" };
      for await (const note of numberedPages(api, { ...listed, query })) {
        if (note.author?.username !== own || !note.body?.includes(marker)) continue;
        if (note.body === body) return;
        const call = { path: `${notes}/${note.id}`, body: { body }, schema: z.unknown() };
        await api.call({ purpose: "change the comment", method: "PUT", ...call });
        return;
      }
      await add(notes, body);
    },
    async comments(number, since) {
      const own = await account();
      const path = `${at(number)}/discussions`;
      const schema = z.array(gitlabDiscussion);
      const listed = { purpose: "read the comments", path, schema, sizeName: "per_page" };
      const discussions = await firstOf(numberedPages(api, listed), mostDiscussions);
      const from = since === "" ? 0 : Date.parse(since);
      const page = `${webUrl}/-/merge_requests/${number}`;
      return discussions
        .flatMap((discussion) => toComments(discussion, own, page))
        .filter(({ updatedAt }) => Date.parse(updatedAt) >= from)
        .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    },
    reply: (number, { thread }, body) =>
      thread === ""
        ? add(`${at(number)}/notes`, body)
        : add(`${at(number)}/discussions/${encodeURIComponent(thread)}/notes`, body),
  };
}

/** Notes that GitLab itself wrote tell what happened, not what somebody says. */
function toComments(discussion: GitlabDiscussion, own: string, page: string): HostComment[] {
  const said = discussion.notes.filter((note) => !note.system);
  return said.map((note) => ({
    id: `${note.id}`,
    thread: discussion.individual_note ? "" : discussion.id,
    author: note.author?.username ?? "",
    isOwn: note.author?.username === own,
    body: note.body ?? "",
    ...placeOf(note),
    url: `${page}#note_${note.id}`,
    createdAt: note.created_at,
    updatedAt: note.updated_at,
  }));
}

function placeOf({ position }: GitlabNote): Pick<HostComment, "place"> {
  if (!position) return {};
  const { new_line, old_line, new_path, old_path } = position;
  if (new_line && new_path) return { place: { path: new_path, line: new_line, side: "new" } };
  return old_line && old_path ? { place: { path: old_path, line: old_line, side: "old" } } : {};
}
