import type { GroupEvent } from "../../../../../src/contract/insights/groups.ts";
import { Link } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Day } from "../../../ui/time.tsx";
import { eventWords } from "./group-words.ts";

/** What happened to a group, with dates, the oldest first. */
export function GroupStory({ events, domain }: { events: GroupEvent[]; domain: string }) {
  return (
    <Card title="What happened">
      <ol className="group-story">
        {events.map((event) => (
          <li key={`${event.at} ${event.kind} ${event.text}`}>
            <Icon name={eventWords[event.kind].icon} size={14} />
            <div>
              <span className="group-event">
                {eventWords[event.kind].label}
                {event.by && ` by ${event.by}`}
              </span>
              <span className="soft">
                <Day iso={event.at} />
                <Places event={event} domain={domain} />
              </span>
              {event.text && <p>{event.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Places({ event, domain }: { event: GroupEvent; domain: string }) {
  return (
    <>
      {event.jobId && (
        <>
          {" · "}
          <Link to={paths.job(domain, event.jobId)}>Job</Link>
        </>
      )}
      {event.change > 0 && (
        <>
          {" · "}
          <Link to={paths.change(domain, event.change)}>Change #{event.change}</Link>
        </>
      )}
    </>
  );
}
