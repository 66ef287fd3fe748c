import { webAddress } from "../../../shared/web-address.ts";
import { Link } from "../../router.tsx";
import { matchRoute } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";

/** To the change's page here when the address is ours, to the forge otherwise. */
export function ChangeLink({ url, label }: { url: string; label?: string }) {
  const address = webAddress(url);
  if (!address) return null;
  const { pathname } = new URL(address);
  const screen = matchRoute(pathname);
  if (screen.name === "change") {
    return (
      <Link to={pathname} className="fact fact-link">
        <Icon name="change" size={14} />
        {label ?? `#${screen.number}`}
      </Link>
    );
  }
  return (
    <a href={address} className="fact fact-link" target="_blank" rel="noreferrer">
      <Icon name="external" size={14} />
      {label ?? "Pull request"}
    </a>
  );
}
