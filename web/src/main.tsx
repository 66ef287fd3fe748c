import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { App } from "./app.tsx";
import { dropOldDrafts } from "./kept-drafts.ts";
import { fetchPageScript } from "./pages/page-scripts.ts";
import { matchRoute } from "./routes.ts";
import { applyStoredTheme } from "./theme.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/page.css";
import "./styles/buttons.css";
import "./styles/controls.css";
import "./styles/overlays.css";
import "./styles/surfaces.css";
import "./styles/rows.css";
import "./styles/table.css";
import "./styles/prose.css";
import "./styles/code.css";
import "./styles/diff.css";
import "./styles/entry.css";
import "./styles/home.css";
import "./styles/keys.css";
import "./styles/settings.css";
import "./styles/people.css";
import "./styles/change.css";
import "./styles/ask-change.css";
import "./styles/review.css";
import "./styles/job.css";
import "./styles/ask.css";
import "./styles/answer.css";
import "./styles/ask-history.css";
import "./styles/explanation.css";

// The page's policy forbids eval; without this zod tries it once and the browser logs a violation.
z.config({ jitless: true });
applyStoredTheme();
dropOldDrafts();
fetchPageScript(matchRoute(window.location.pathname));

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
