import type { MountedPanel } from "../panel-options.ts";

const nothing = () => undefined;

type Act = (mounted: MountedPanel) => void;

type Lazy = {
  server: string;
  /** Loads the panel and puts it into the page. */
  mount(): Promise<MountedPanel>;
  /** Tells the reader that it failed, with what tries again; undefined takes the words back. */
  tell(retry: (() => void) | undefined): void;
};

export type LazyPanel = ReturnType<typeof createLazyPanel>;

/** The panel, loaded when it is first needed. One that could not be loaded is tried again at the next use. */
export function createLazyPanel({ server, mount, tell }: Lazy) {
  let loading: Promise<MountedPanel> | undefined;
  let isDestroyed = false;
  const load = () => {
    if (loading) return;
    loading = mount();
    loading.catch((error) => {
      loading = undefined;
      console.warn(
        `[Docent] The panel could not be loaded from ${server}. Is it running, and in the page's script-src?`,
        error,
      );
    });
  };
  const ifLoaded = (act: Act, otherwise: () => void = nothing) =>
    void loading?.then((mounted) => void (isDestroyed || act(mounted)), otherwise);
  const use = (act: Act): void => {
    if (isDestroyed) return;
    tell(undefined);
    load();
    ifLoaded(act, () => tell(() => use(act)));
  };
  return {
    load,
    ifLoaded: (act: Act) => ifLoaded(act),
    use,
    destroy(): void {
      isDestroyed = true;
      void loading?.then((mounted) => mounted.destroy(), nothing);
    },
  };
}
