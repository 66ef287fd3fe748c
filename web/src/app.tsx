import { lazy, Suspense, useEffect } from "react";
import type { DashboardSession } from "../../src/contract/dashboard.ts";
import { Live } from "./live/live.tsx";
import { ChatShelf } from "./pages/ask/chat-shelf.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { pageScripts } from "./pages/page-scripts.ts";
import { ProjectScreens } from "./pages/project-screens.tsx";
import { ResourceCache } from "./resource.tsx";
import { RouterProvider, useRouter } from "./router.tsx";
import { isPeopleScreen, isReadersPage, matchRoute, nextAfterLogin, paths } from "./routes.ts";
import { SessionProvider, useSession } from "./session.tsx";
import { PlainFrame } from "./shell/plain-frame.tsx";
import { keepFocus } from "./ui/keep-focus.ts";
import { LoadFailed } from "./ui/notice.tsx";
import { PageBoundary } from "./ui/page-boundary.tsx";
import { Spinner } from "./ui/spinner.tsx";
import { ToastProvider } from "./ui/toast.tsx";
import { useArrival } from "./use-arrival.ts";

const SetupPage = lazy(async () => ({ default: (await pageScripts.setup()).SetupPage }));
const NeedsSetupPage = lazy(async () => ({
  default: (await import("./pages/setup/needs-setup-page.tsx")).NeedsSetupPage,
}));
const LoginPage = lazy(async () => ({ default: (await pageScripts.login()).LoginPage }));
const InvitePage = lazy(async () => ({ default: (await pageScripts.invite()).InvitePage }));
const PeoplePages = lazy(async () => ({ default: (await pageScripts.people()).PeoplePages }));
const ProjectsPage = lazy(async () => ({ default: (await pageScripts.projects()).ProjectsPage }));

export function App() {
  return (
    <RouterProvider>
      <SessionProvider>
        <ToastProvider>
          <Screens />
        </ToastProvider>
      </SessionProvider>
    </RouterProvider>
  );
}

function Screens() {
  useEffect(keepFocus, []);
  useArrival();
  const { state, refresh } = useSession();
  if (state.status === "loading") return <Opening />;
  if (state.status === "failed") {
    return (
      <PlainFrame>
        <LoadFailed error={new Error(state.message)} retry={refresh} />
      </PlainFrame>
    );
  }
  return (
    <PageBoundary>
      <Suspense fallback={<Opening />}>
        <KnownSession session={state.session} />
      </Suspense>
    </PageBoundary>
  );
}

function Opening() {
  return (
    <PlainFrame>
      <Spinner label="Opening the dashboard" />
    </PlainFrame>
  );
}

function KnownSession({ session }: { session: DashboardSession }) {
  const { pathname, search } = useRouter();
  const screen = matchRoute(pathname);
  if (screen.name === "setup") return <SetupPage session={session} />;
  if (screen.name === "invite") return <InvitePage session={session} />;
  if (session.needsSetup) return <NeedsSetupPage />;
  if (screen.name === "login") {
    return session.loggedIn ? (
      <Redirect to={nextAfterLogin(search)} />
    ) : (
      <LoginPage session={session} />
    );
  }
  if (!session.loggedIn) return <Redirect to={paths.login(pathname + search)} />;
  return (
    <ResourceCache>
      <ChatShelf>
        {screen.name === "projects" && (
          <Live>
            <ProjectsPage />
          </Live>
        )}
        {isPeopleScreen(screen) && <PeoplePages screen={screen.name} />}
        {screen.name === "not-found" && <NotFoundPage />}
        {"domain" in screen && <ProjectScreens screen={screen} />}
      </ChatShelf>
    </ResourceCache>
  );
}

function Redirect({ to }: { to: string }) {
  const { navigate } = useRouter();
  useEffect(() => {
    if (isReadersPage(to)) window.location.replace(to);
    else navigate(to, { replace: true });
  }, [navigate, to]);
  return null;
}
