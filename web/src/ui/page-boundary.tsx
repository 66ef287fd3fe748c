import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type State = { isBroken: boolean };

/**
 * A page that fails while it is drawn, or whose script a newer server no longer has, takes nothing else with it. React
 * knows boundaries as classes only.
 */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="page">
        <Notice tone="bad" title="This page could not be shown">
          <p>
            The server may be newer than this tab. Load the page again; what you were writing is
            kept.
          </p>
          <Button isSmall icon="retry" onClick={() => window.location.reload()}>
            Load again
          </Button>
        </Notice>
      </div>
    );
  }
}
