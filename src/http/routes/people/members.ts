import { inviteRequest, memberList, oneTimeLink, roleRequest } from "../../../contract/members.ts";
import type { Clock } from "../../../lib/clock.ts";
import { invite, revokeInvitation } from "../../../members/invite.ts";
import { resetMember } from "../../../members/issue-setup-link.ts";
import {
  changeRole,
  listEverybody,
  removeMember,
  setDisabled,
} from "../../../members/manage-members.ts";
import type { WaysIn } from "../../../store/access/members.ts";
import type { Database } from "../../../store/database.ts";
import { jsonReply, memberRoute, type Route, type RouteDocs } from "../../route.ts";

export type MemberRouteDeps = {
  db: Database;
  clock: Clock;
  publicUrl: string;
  /** Owners who come in by them are not all taken away. */
  ways: WaysIn;
};

const path = "/v1/members";
const one = `${path}/{memberId}`;

/** People and invitations, for owners. */
export function memberRoutes(deps: MemberRouteDeps): Route[] {
  return [
    memberRoute({
      method: "get",
      path,
      needs: "owner",
      docs: listDocs,
      handle: async (_, actor) => Response.json(await listEverybody(deps, actor)),
    }),
    memberRoute({
      method: "post",
      path: `${one}/role`,
      needs: "owner",
      body: roleRequest,
      target: ({ role }) => role,
      docs: doneDocs("Change a member's role", "It counts from the member's next request on."),
      async handle({ body: { role }, params }, actor) {
        await changeRole(deps, actor, { memberId: params.memberId ?? "", role });
        return done();
      },
    }),
    ...[true, false].map((isDisabled) =>
      memberRoute({
        method: "post",
        path: `${one}/${isDisabled ? "disable" : "enable"}`,
        needs: "owner",
        docs: isDisabled
          ? doneDocs("Disable a member", "Ends every session; nobody is forgotten.")
          : doneDocs("Enable a member", "The member can log in again."),
        async handle({ params }, actor) {
          await setDisabled(deps, actor, { memberId: params.memberId ?? "", isDisabled });
          return done();
        },
      }),
    ),
    memberRoute({
      method: "post",
      path: `${one}/remove`,
      needs: "owner",
      docs: doneDocs("Remove a member", "What the member did stays in the activity."),
      async handle({ params }, actor) {
        await removeMember(deps, actor, params.memberId ?? "");
        return done();
      },
    }),
    memberRoute({
      method: "post",
      path: `${one}/reset`,
      needs: "owner",
      docs: resetDocs,
      async handle({ params }, actor) {
        const input = { publicUrl: deps.publicUrl, memberId: params.memberId ?? "" };
        return Response.json(await resetMember(deps, actor, input));
      },
    }),
    ...invitationRoutes(deps),
  ];
}

function invitationRoutes(deps: MemberRouteDeps): Route[] {
  return [
    memberRoute({
      method: "post",
      path: "/v1/invitations",
      needs: "owner",
      body: inviteRequest,
      target: ({ role, email }) => [role, email ?? ""].join(" "),
      docs: inviteDocs,
      async handle({ body: { role, email } }, actor) {
        const input = { publicUrl: deps.publicUrl, role, email: email ?? null };
        return Response.json(await invite(deps, actor, input));
      },
    }),
    memberRoute({
      method: "post",
      path: "/v1/invitations/{invitationId}/revoke",
      needs: "owner",
      docs: doneDocs("Revoke an invitation", "Its link works no longer."),
      async handle({ params }, actor) {
        await revokeInvitation(deps, actor, params.invitationId ?? "");
        return done();
      },
    }),
  ];
}

function done(): Response {
  return new Response(null, { status: 204 });
}

const tag = "Members";

function doneDocs(summary: string, description: string): RouteDocs {
  return {
    tag,
    summary,
    description,
    responses: [
      { status: 204, description: "Done." },
      { status: 409, description: "Nobody would be left who is an owner and can log in." },
    ],
  };
}

const listDocs: RouteDocs = {
  tag,
  summary: "List members",
  description: "Everybody who may use the dashboard, oldest first, and the open invitations.",
  responses: [jsonReply("The members.", memberList)],
};

const resetDocs: RouteDocs = {
  tag,
  summary: "Reset how a member logs in",
  description:
    "Takes the password, the single sign-on and every session of the member away. The link sets a new password, once, within 24 hours.",
  responses: [
    jsonReply("The link, shown this once.", oneTimeLink),
    { status: 409, description: "It is the caller's own account." },
  ],
};

const inviteDocs: RouteDocs = {
  tag,
  summary: "Invite somebody",
  description:
    "Makes a link by which one person becomes a member with this role, within seven days. With an email it is for that person alone.",
  requestExample: { role: "viewer", email: "ana@example.com" },
  responses: [
    jsonReply("The link, shown this once.", oneTimeLink),
    {
      status: 409,
      description: "A member already, too many invitations, or no email of one's own.",
    },
  ],
};
