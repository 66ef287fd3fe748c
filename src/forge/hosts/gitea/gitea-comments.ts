import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost, HostComment } from "../forge-host.ts";
import { firstOf, numberedPages, unlessMissing } from "../numbered-pages.ts";
import { toGiteaLine } from "./gitea-review.ts";
import {
  type GiteaComment,
  type GiteaLineComment,
  type GiteaReview,
  giteaComment,
  giteaLineComment,
  giteaReview,
} from "./gitea-shapes.ts";

type Comments = Pick<ForgeHost, "putComment" | "comments" | "reply">;

const mostComments = 500;
const mostReviews = 100;

export function giteaComments(api: Api, repo: string, account: () => Promise<string>): Comments {
  return {
    putComment: (number, comment) => putComment(api, repo, { number, ...comment, account }),
    async comments(number, since) {
      const own = await account();
      const found = [
        ...(await plainComments(api, repo, number, since)).map((each) => toComment(each, own)),
        ...(await reviewComments(api, repo, number, own)),
      ];
      const from = since === "" ? 0 : Date.parse(since);
      return found
        .filter(({ updatedAt }) => Date.parse(updatedAt) >= from)
        .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    },
    reply: (number, to, body) => reply(api, repo, { number, to, body }),
  };
}

function plainComments(api: Api, repo: string, number: number, since: string) {
  const listed = numberedPages(api, {
    purpose: "read the comments",
    path: `${repo}/issues/${number}/comments`,
    ...(since !== "" && { query: { since } }),
    schema: z.array(giteaComment),
    sizeName: "limit",
  });
  return firstOf(listed, mostComments);
}

/** Answers are added to a review that is old, so all reviews are looked into. */
async function reviewComments(
  api: Api,
  repo: string,
  number: number,
  own: string,
): Promise<HostComment[]> {
  const path = `${repo}/pulls/${number}/reviews`;
  const schema = z.array(giteaReview);
  const listed = { purpose: "read the reviews", path, schema, sizeName: "limit" };
  const reviews = await firstOf(numberedPages(api, listed), mostReviews);
  const found: HostComment[] = [];
  for (const review of reviews) {
    if (review.state === "PENDING") continue;
    if (review.body?.trim()) found.push(toSummary(review, own));
    if (review.comments_count === 0 || found.length > mostComments) continue;
    const asked = api.call({
      purpose: "read the comments of a review",
      path: `${path}/${review.id}/comments`,
      schema: z.array(giteaLineComment),
    });
    const lines = (await unlessMissing(asked))?.value ?? [];
    found.push(...lines.map((each) => toLineComment(each, review.id, own)));
  }
  return found;
}

function toComment(comment: GiteaComment, own: string): HostComment {
  const author = comment.user?.login ?? "";
  return {
    id: `${comment.id}`,
    thread: "",
    author,
    isOwn: isSame(author, own),
    body: comment.body ?? "",
    url: comment.html_url,
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
  };
}

/** Reviews are counted apart from comments. */
function toSummary(review: GiteaReview, own: string): HostComment {
  const author = review.user?.login ?? "";
  return {
    id: `review-${review.id}`,
    thread: "",
    author,
    isOwn: isSame(author, own),
    body: review.body ?? "",
    url: review.html_url,
    createdAt: review.submitted_at,
    updatedAt: review.updated_at ?? review.submitted_at,
  };
}

function toLineComment(comment: GiteaLineComment, review: number, own: string): HostComment {
  const side = comment.position ? "new" : "old";
  const line = comment.position || comment.original_position || 1;
  const { path } = comment;
  return {
    ...toComment(comment, own),
    thread: `${review}:${side}:${line}:${path}`,
    place: { path, line, side },
  };
}

/** Names of accounts differ in more than case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

type Put = { number: number; marker: string; body: string; account: () => Promise<string> };

async function putComment(api: Api, repo: string, put: Put): Promise<void> {
  const { number, marker, body } = put;
  const own = await put.account();
  const schema = giteaComment;
  for (const comment of await plainComments(api, repo, number, "")) {
    if (!isSame(comment.user?.login ?? "", own) || !comment.body?.includes(marker)) continue;
    if (comment.body === body) return;
    const path = `${repo}/issues/comments/${comment.id}`;
    await api.call({
      purpose: "change the comment",
      method: "PATCH",
      path,
      body: { body },
      schema,
    });
    return;
  }
  await addComment(api, repo, number, body);
}

async function addComment(api: Api, repo: string, number: number, body: string): Promise<void> {
  await api.call({
    purpose: "comment on the pull request",
    method: "POST",
    path: `${repo}/issues/${number}/comments`,
    body: { body },
    schema: giteaComment,
  });
}

type Answer = { number: number; to: HostComment; body: string };

/** Forgejo adds to a review. Gitea has no such call: there a comment on the same line stands below the first. */
async function reply(api: Api, repo: string, { number, to, body }: Answer): Promise<void> {
  const { place } = to;
  if (place === undefined) return addComment(api, repo, number, body);
  const comment = toGiteaLine({ ...place, body });
  const call = { purpose: "answer the comment", method: "POST" as const, schema: z.unknown() };
  const reviews = `${repo}/pulls/${number}/reviews`;
  const review = to.thread.split(":", 1)[0] ?? "";
  try {
    await api.call({ ...call, path: `${reviews}/${review}/comments`, body: comment });
  } catch (error) {
    const absent = error instanceof AppError && ["conflict", "not_found"].includes(error.code);
    if (!absent) throw error;
    await api.call({ ...call, path: reviews, body: { event: "COMMENT", comments: [comment] } });
  }
}
