import { Link, useRouter } from "../../router.tsx";

const projectParts = [
  { part: "project", label: "Project" },
  { part: "reader", label: "Reader and links" },
  { part: "sources", label: "Sources" },
  { part: "models", label: "Models" },
  { part: "limits", label: "Limits and retention" },
  { part: "jobs", label: "What jobs edit" },
] as const;

const serverParts = [
  { part: "server-models", label: "Models and embedder" },
  { part: "server-limits", label: "Ceilings and limits" },
  { part: "server-more", label: "Pull requests and retention" },
] as const;

export type SettingsPart = (typeof projectParts | typeof serverParts)[number]["part"];

/** The part that the address names, among those that somebody with this role gets to see. */
export function settingsPart(search: string, isOwner: boolean): SettingsPart {
  const wanted = new URLSearchParams(search).get("part");
  const known = [...projectParts, ...(isOwner ? serverParts : [])];
  return known.find(({ part }) => part === wanted)?.part ?? "project";
}

type SettingsNavProps = { current: SettingsPart; isOwner: boolean };

export function SettingsNav({ current, isOwner }: SettingsNavProps) {
  return (
    <nav className="settings-nav" aria-label="Settings">
      <Parts title="This project" parts={projectParts} current={current} />
      {isOwner && <Parts title="This server" parts={serverParts} current={current} />}
    </nav>
  );
}

type PartsProps = {
  title: string;
  parts: readonly { part: SettingsPart; label: string }[];
  current: SettingsPart;
};

function Parts({ title, parts, current }: PartsProps) {
  const { pathname } = useRouter();
  return (
    <ul aria-label={title}>
      <li className="settings-nav-title" aria-hidden="true">
        {title}
      </li>
      {parts.map(({ part, label }) => (
        <li key={part}>
          <Link
            to={part === "project" ? pathname : `${pathname}?part=${part}`}
            aria-current={part === current ? "page" : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
