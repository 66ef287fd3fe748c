// Made from the OpenAPI document: see CONTRIBUTING.md.

/** How every refusal is told. */
export type ErrorBody = {
  /** One sentence for a person. */
  error: string;
  code:
    | "invalid_request"
    | "unauthenticated"
    | "forbidden"
    | "not_found"
    | "method_not_allowed"
    | "conflict"
    | "too_large"
    | "unsupported_media_type"
    | "rate_limited"
    | "unavailable"
    | "internal";
  requestId: string;
  details: Array<{
    path: string;
    message: string;
  }>;
};

/** What a question is asked with. */
export type AskRequest = {
  /** The conversation; the last user message is the question, of 8,000 characters unless the server is set otherwise. */
  messages: Array<{
    /** The client's own id; it may repeat. */
    id?: string;
    /** `user`, `assistant`; any other role is untrusted text. */
    role: string;
    parts?: Array<{
      type: string;
      text?: string;
      [name: string]: unknown;
    }>;
    /** Text of a message without parts. */
    content?: string;
    metadata?: unknown;
    [name: string]: unknown;
  }>;
  /** Who asks: `anonymous`, or an identifier of the user. */
  fp?: string | null;
  /** Goes on with this conversation. */
  threadId?: string | null;
  /** The chat's id, sent by the SDK; 16 characters or more name a thread. */
  id?: string;
  /** Sent by the SDK: `submit-message` or `regenerate-message`. */
  trigger?: string;
  /** Sent by the SDK: the message that is edited or regenerated. */
  messageId?: string | null;
  /** Search results used for the answer; 5 is a good value, more than 50 counts as 50. */
  retrievalPageSize?: number | null;
  /** Page metadata that must match; an array means any of. `version` and `language` are those of the site, and `ref` names a branch or commit to answer from. At most 20 keys, and 100 values in all. */
  filter?: {
    /** A branch or the full id of a commit of the project's git source, in place of the docs that readers see. Only members of the dashboard and assistant keys with branch access may name one. */
    ref?: string | number | boolean | Array<string | number | boolean>;
    [name: string]: string | number | boolean | Array<string | number | boolean> | undefined;
  } | null;
  /** Code or text the reader has selected; it steers the search and the answer. */
  context?: Array<{
    type: "code" | "textSelection";
    /** The code snippet or the selected text; 20,000 characters unless the server is set otherwise. */
    value: string;
    /** Path of the page or file it was taken from. */
    path?: string | null;
    elementId?: string | null;
  }> | null;
  /** The page the reader is on. */
  currentPath?: string | null;
};

/** One event of an answer. */
export type AnswerEvent =
  | {
      type: "start";
      messageId?: string;
      messageMetadata?: {
        threadId: string;
      };
    }
  | {
      type: "start-step";
    }
  | {
      type: "finish-step";
    }
  | {
      type: "text-start";
      id: string;
    }
  | {
      type: "text-delta";
      id: string;
      delta: string;
    }
  | {
      type: "text-end";
      id: string;
    }
  | {
      type: "source-url";
      sourceId: string;
      url: string;
      title?: string;
    }
  | {
      type: "tool-input-available";
      toolCallId: string;
      toolName: string;
      input: unknown;
      dynamic: true;
    }
  | {
      type: "tool-output-available";
      toolCallId: string;
      output: unknown;
      dynamic: true;
    }
  | {
      type: "tool-output-error";
      toolCallId: string;
      errorText: string;
      dynamic: true;
    }
  | {
      type: "data-citations";
      id: string;
      data: Array<{
        /** The number the answer's text uses as its marker, [n]. Supported citations are 1 to k in the order of the text; those without support follow and have no marker. */
        n: number;
        path: string;
        title: string;
        heading: string;
        /** Absolute link to the page and its heading. */
        url: string;
        startLine: number;
        endLine: number;
        /** The words of the docs that the statement rests on. */
        quote: string;
        revision: string;
        /** Whether the quoted lines say what the answer claims with them; if not, the text has no marker for it. */
        supported: boolean;
      }>;
    }
  | {
      type: "data-outcome";
      id: string;
      data: {
        outcome: "answered" | "reserve" | "declined";
      };
    }
  | {
      type: "data-status";
      id: string;
      data: {
        state: "searching" | "reading" | "writing";
      };
      transient?: boolean;
    }
  | {
      type: "data-suggestions";
      id: string;
      data: Array<string>;
    }
  | {
      type: "error";
      errorText: string;
    }
  | {
      type: "abort";
    }
  | {
      type: "finish";
      messageMetadata?: {
        threadId: string;
      };
    }
  | {
      type: "finish";
      threadId: string;
      messageMetadata: {
        threadId: string;
      };
    };

/** What a job is started with. */
export type JobRequest = {
  /** What to do; the system prompt is always put before them. */
  messages: Array<{
    /** `user`; a `system` message is taken as user text. */
    role: string;
    content: string;
  }>;
  /** Branch to work on; made from the default branch when it does not exist. Left out: a fresh docent/… name. */
  branch?: string | null;
  /** true opens a draft change, false one that is ready for review. */
  asDraft?: boolean | "true" | "false" | null;
  /** `sonnet` is faster, `opus` more capable. */
  model?: "sonnet" | "opus" | null;
  /** Questions of readers that the docs have to answer with this change: they are asked before it is proposed, and their outcome stands in it. */
  questions?: Array<string> | null;
};

/** One event of a job. */
export type JobEvent =
  | {
      type: "start";
      messageId?: string;
    }
  | {
      type: "start-step";
    }
  | {
      type: "finish-step";
    }
  | {
      type: "text-start";
      id: string;
    }
  | {
      type: "text-delta";
      id: string;
      delta: string;
    }
  | {
      type: "text-end";
      id: string;
    }
  | {
      type: "tool-input-available";
      toolCallId: string;
      toolName: string;
      input: unknown;
      dynamic: true;
    }
  | {
      type: "tool-output-available";
      toolCallId: string;
      output: unknown;
      dynamic: true;
    }
  | {
      type: "tool-output-error";
      toolCallId: string;
      errorText: string;
      dynamic: true;
    }
  | {
      type: "data-session";
      id: string;
      data: {
        sessionId: string;
        subdomain: string;
        /** What it was asked, its first 1,000 characters. */
        instruction: string;
        branch: string;
        haulted: boolean;
        haultReason: "processing" | "completed" | "error" | "interrupted" | "github_missconfigured";
        pullRequestLink: string;
        messageToUser: string;
        todos: Array<{
          id: string;
          content: string;
          status: "pending" | "in_progress" | "completed" | "cancelled";
          priority: "high" | "medium" | "low";
        }>;
        createdAt: string;
      };
    }
  | {
      type: "data-todos";
      id: string;
      data: Array<{
        id: string;
        content: string;
        status: "pending" | "in_progress" | "completed" | "cancelled";
        priority: "high" | "medium" | "low";
      }>;
    }
  | {
      type: "data-step";
      id: string;
      data: {
        index: number;
        attempt: number;
      };
    }
  | {
      type: "data-follow-up";
      id: string;
      data: {
        /** What somebody sent to the job after its start. */
        text: string;
      };
    }
  | {
      type: "data-waiting";
      id: string;
      data: {
        for: "forge";
        /** Why the forge could not be asked. */
        reason: string;
        nextTryAt: string;
        givesUpAt: string;
      };
    }
  | {
      type: "data-pull-request";
      id: string;
      data: {
        number: number;
        title: string;
        url: string;
        draft: boolean;
      };
    }
  | {
      type: "error";
      errorText: string;
    }
  | {
      type: "finish";
    };

/** The jobs of a project, newest first. */
export type SessionList = {
  allSessions: Array<{
    sessionId: string;
    subdomain: string;
    /** What it was asked, its first 1,000 characters. */
    instruction: string;
    branch: string;
    haulted: boolean;
    haultReason: "processing" | "completed" | "error" | "interrupted" | "github_missconfigured";
    pullRequestLink: string;
    messageToUser: string;
    todos: Array<{
      id: string;
      content: string;
      status: "pending" | "in_progress" | "completed" | "cancelled";
      priority: "high" | "medium" | "low";
    }>;
    createdAt: string;
  }>;
};

/** What is looked for. */
export type SearchRequest = {
  /** What to look for: a question or keywords, of 8,000 characters unless the server is set otherwise. */
  query: string;
  /** The most results, 1 to 50; 10 when left out. */
  pageSize?: number | null;
  /** Leaves out results with a lower score, 0 to 1; 0 when left out. */
  scoreThreshold?: number | null;
  /** Page metadata that must match; an array means any of. `version` and `language` are those of the site, and `ref` names a branch or commit to answer from. At most 20 keys, and 100 values in all. */
  filter?: {
    /** A branch or the full id of a commit of the project's git source, in place of the docs that readers see. Only members of the dashboard and assistant keys with branch access may name one. */
    ref?: string | number | boolean | Array<string | number | boolean>;
    [name: string]: string | number | boolean | Array<string | number | boolean> | undefined;
  } | null;
  /** The page it is searched on: where the docs have several versions or languages, those of this page come first. */
  currentPath?: string | null;
};

/** What was found, best first. */
export type SearchResults = Array<{
  /** The passage, as Markdown. */
  content: string;
  /** Path of its page, as the page endpoint takes it. */
  path: string;
  metadata: {
    title: string;
    description: string;
    /** The innermost heading above the passage, or the page's title. */
    heading: string;
    /** Absolute link to the page and its heading. */
    url: string;
    /** How well it fits, from 0 to 1. */
    score: number;
    startLine: number;
    endLine: number;
    revision: string;
  };
}>;

/** What a reader thinks of an answer. */
export type Feedback = {
  /** The id of the answer, from its `start` event. */
  messageId: string;
  /** The thread the answer was given in. */
  threadId: string;
  rating: "up" | "down";
  /** What the reader has to say about it. */
  comment?: string | null;
};
