import type { MountedPanel, PanelOptions } from "../panel-options.ts";
import { keepLook } from "../theme/keep-look.ts";
import { h } from "../view/dom.ts";
import { addStyles } from "./add-styles.ts";
import { followPage } from "./follow-page.ts";
import { createPanelCore } from "./panel-core.ts";
import { createShownPanel } from "./shown-panel.ts";

/** Puts the panel into the page, closed. The words of its language follow a moment later; what is asked meanwhile waits. */
export function mountPanel(given: PanelOptions): MountedPanel {
  const current = { options: given };
  const host = given.host ?? makeHost(given);
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const place = h("div", { class: "docent" });
  const leaveStyles = addStyles(root);
  root.append(place);
  const look = keepLook(host, place, {
    theme: () => current.options.theme ?? "auto",
    accent: () => current.options.accent,
  });
  const core = createPanelCore(current, host);
  const shown = createShownPanel(core, place);
  const leavePage = followPage(core, shown.isOpen);
  const panel: MountedPanel = {
    get isOpen() {
      return shown.isOpen();
    },
    ready: shown.ready,
    ...shown.acts,
    update(change) {
      const { user } = current.options;
      current.options = { ...current.options, ...change };
      if (current.options.user !== user) core.chat.changeReader();
      look.refresh();
      void shown.build();
    },
    destroy() {
      shown.destroy();
      leavePage();
      core.chat.leave();
      look.stop();
      leaveStyles();
      place.remove();
      if (!given.host) host.remove();
    },
  };
  shown.ready.catch(panel.destroy);
  return panel;
}

function makeHost({ target }: PanelOptions): HTMLElement {
  const host = document.createElement("docent-widget");
  const place = typeof target === "string" ? document.querySelector(target) : target;
  (place ?? document.body).append(host);
  return host;
}
