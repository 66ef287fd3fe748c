import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Notice } from "../../ui/notice.tsx";

/** The session that a waiting job names is a link to it. */
export function JobWaiting({ session }: { session: AgentSession }) {
  const { messageToUser, subdomain } = session;
  const [before = "", id = "", after = ""] = messageToUser.split(/\b(job_\w+)\b/, 3);
  return (
    <div role="status">
      <Notice>
        <p>
          {before}
          {id && <Link to={paths.job(subdomain, id)}>{id}</Link>}
          {after}
        </p>
      </Notice>
    </div>
  );
}
