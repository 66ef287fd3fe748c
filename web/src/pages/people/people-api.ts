import { actList } from "../../../../src/contract/acts.ts";
import {
  account,
  type InviteRequest,
  memberList,
  oneTimeLink,
  type Role,
  shownInvitation,
} from "../../../../src/contract/members.ts";
import {
  type CreateTokenRequest,
  createdToken,
  ownerTokenList,
} from "../../../../src/contract/owner/owner-tokens.ts";
import { getJson, post, postJson, queryOf } from "../../api.ts";

const one = (id: string) => `/v1/members/${encodeURIComponent(id)}`;

export type NewMember = { token: string; name: string; email: string; password: string };

/** Which part of the activity: words in it, whose, and about which project. Empty for all of them. */
export type WantedActs = { q: string; actor: string; project: string };

/** What is asked and told about people. */
export const peopleApi = {
  invitation: (token: string) => postJson("/auth/invitation", shownInvitation, { token }),
  join: (member: NewMember) => post("/auth/join", member),
  /** Before the browser leaves for the identity provider. */
  prepareJoin: (invitation: string) => post("/auth/oidc/prepare", { invitation }),
  prepareConnect: (current: string) => post("/auth/oidc/prepare", { current }),
  disconnect: (current: string) => post("/v1/account/single-sign-on/disconnect", { current }),

  members: () => getJson("/v1/members", memberList),
  invite: (request: InviteRequest) => postJson("/v1/invitations", oneTimeLink, request),
  revokeInvitation: (id: string) => post(`/v1/invitations/${encodeURIComponent(id)}/revoke`),
  changeRole: (id: string, role: Role) => post(`${one(id)}/role`, { role }),
  disable: (id: string) => post(`${one(id)}/disable`),
  enable: (id: string) => post(`${one(id)}/enable`),
  remove: (id: string) => post(`${one(id)}/remove`),
  reset: (id: string) => postJson(`${one(id)}/reset`, oneTimeLink),

  account: () => getJson("/v1/account", account),
  saveAccount: (self: { name: string; email: string | null }) => post("/v1/account", self),
  changePassword: (current: string, password: string) =>
    post("/v1/account/password", { current, password }),
  endSession: (id: string) => post(`/v1/account/sessions/${encodeURIComponent(id)}/end`),

  tokens: () => getJson("/v1/tokens", ownerTokenList),
  createToken: (request: CreateTokenRequest) => postJson("/v1/tokens", createdToken, request),
  revokeToken: (id: string) => post(`/v1/tokens/${encodeURIComponent(id)}/revoke`),

  acts: (query: WantedActs & { cursor: string }) => getJson(`/v1/audit${queryOf(query)}`, actList),
};

export const signInAddress = {
  begin: (next: string) => `/auth/oidc/start?next=${encodeURIComponent(next)}`,
  prepared: (next: string) => `/auth/oidc/start?prepared=1&next=${encodeURIComponent(next)}`,
};
