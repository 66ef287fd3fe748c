import { paths } from "../routes.ts";
import { PlainFrame } from "../shell/plain-frame.tsx";
import { LinkButton } from "../ui/button.tsx";
import { usePageTitle } from "../use-page-title.ts";

export function NotFoundPage() {
  usePageTitle("Not found");
  return (
    <PlainFrame>
      <div className="entry">
        <h1>There is no such page</h1>
        <p className="lead">The address is mistyped, or what it named has been removed.</p>
        <LinkButton to={paths.projects()} look="primary">
          Go to the projects
        </LinkButton>
      </div>
    </PlainFrame>
  );
}
