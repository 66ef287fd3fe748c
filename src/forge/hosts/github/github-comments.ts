import { z } from "zod";
import type { Api } from "../api-request.ts";
import type { ForgeHost, HostComment } from "../forge-host.ts";
import { forbidden } from "./github-account.ts";

type Comments = Pick<ForgeHost, "putComment" | "comments" | "reply">;

const author = z.object({ login: z.string(), type: z.string().optional() }).nullable();
const common = { id: z.number(), user: author, html_url: z.string() };
const written = { created_at: z.string(), updated_at: z.string() };
const issueComment = z.object({ ...common, ...written, body: z.string().optional() });
const lineComment = z.object({
  ...common,
  ...written,
  body: z.string(),
  path: z.string(),
  line: z.number().nullable().optional(),
  original_line: z.number().nullable().optional(),
  side: z.string().nullable().optional(),
  in_reply_to_id: z.number().optional(),
});
const review = z.object({ ...common, body: z.string(), submitted_at: z.string().optional() });

/** What is written on a pull request. GitHub keeps it in three places: on the whole, on lines, and as reviews' summaries. */
export function githubComments(api: Api, root: string, ownName: () => Promise<string>): Comments {
  const issues = `${root}/issues`;
  const pulls = `${root}/pulls`;
  const ofIssue = (number: number, since = "") =>
    api.each({
      purpose: "read the comments",
      path: `${issues}/${number}/comments`,
      query: { per_page: 100, since: since || undefined },
      schema: z.array(issueComment),
    });
  const write = async (method: "POST" | "PATCH", to: string, body: string) => {
    await api.call({
      purpose: "comment on the pull request",
      method,
      path: to,
      body: { body },
      schema: z.unknown(),
    });
  };
  return {
    async putComment(number, { marker, body }) {
      const own = await ownName().catch(forbidden);
      for await (const comment of ofIssue(number)) {
        if (!isOurs(comment.user, own) || !comment.body?.includes(marker)) continue;
        if (comment.body !== body) await write("PATCH", `${issues}/comments/${comment.id}`, body);
        return;
      }
      await write("POST", `${issues}/${number}/comments`, body);
    },
    async comments(number, since) {
      const own = await ownName();
      const query = { per_page: 100, since: since || undefined };
      const purpose = "read the comments";
      const lines = api.each({
        purpose,
        path: `${pulls}/${number}/comments`,
        query,
        schema: z.array(lineComment),
      });
      const reviews = api.each({
        purpose: "read the reviews",
        path: `${pulls}/${number}/reviews`,
        query: { per_page: 100 },
        schema: z.array(review),
      });
      const all = [
        ...(await Array.fromAsync(ofIssue(number, since))).map((comment) => ofWhole(comment, own)),
        ...(await Array.fromAsync(lines)).map((comment) => ofLine(comment, own)),
        ...(await Array.fromAsync(reviews)).flatMap((told) => ofReview(told, own)),
      ];
      const fresh = all.filter(({ updatedAt }) => updatedAt >= since);
      return fresh.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    reply(number, { thread }, body) {
      if (thread === "") return write("POST", `${issues}/${number}/comments`, body);
      return write(
        "POST",
        `${pulls}/${number}/comments/${encodeURIComponent(thread)}/replies`,
        body,
      );
    },
  };
}

/**
 * The token of a workflow may not be told whose it is. It writes as a bot, and only apps that the owner let in do that: the
 * comment of a person with the same marker stays theirs.
 */
function isOurs(user: z.infer<typeof author>, own: string | undefined): boolean {
  return own === undefined ? user?.type === "Bot" : user?.login === own;
}

function base(comment: { user: z.infer<typeof author>; html_url: string }, own: string) {
  const name = comment.user?.login ?? "";
  return { author: name, isOwn: name === own, url: comment.html_url };
}

function ofWhole(comment: z.infer<typeof issueComment>, own: string): HostComment {
  const { id, body = "", created_at: createdAt, updated_at: updatedAt } = comment;
  return { ...base(comment, own), id: `comment-${id}`, thread: "", body, createdAt, updatedAt };
}

function ofLine(comment: z.infer<typeof lineComment>, own: string): HostComment {
  const { id, path, body, created_at: createdAt, updated_at: updatedAt } = comment;
  const line = comment.line ?? comment.original_line ?? 1;
  return {
    ...base(comment, own),
    id: `line-${id}`,
    thread: String(comment.in_reply_to_id ?? id),
    body,
    place: { path, line, side: comment.side === "LEFT" ? "old" : "new" },
    createdAt,
    updatedAt,
  };
}

/** A review without words, and one that is not sent yet, say nothing. */
function ofReview(told: z.infer<typeof review>, own: string): HostComment[] {
  const { id, body, submitted_at: at } = told;
  if (body === "" || at === undefined) return [];
  return [
    { ...base(told, own), id: `review-${id}`, thread: "", body, createdAt: at, updatedAt: at },
  ];
}
