import "../styles/reader.css";
import { startAsk } from "./ask.ts";
import { startContent } from "./content.ts";
import { startContents } from "./contents-mark.ts";
import { startDrawer } from "./drawer.ts";
import { readFacts } from "./facts.ts";
import { startCopyPage, startMenus } from "./menus.ts";
import { startGroups } from "./open-groups.ts";
import { startPageFeedback } from "./page-feedback.ts";
import { startSearch } from "./search/search-dialog.ts";
import { startThemeButton } from "./theme-button.ts";

const facts = readFacts();
startThemeButton();
startContent();
const ask = startAsk(facts);
startSearch(facts, ask);
startDrawer();
startGroups();
startContents();
startMenus();
startCopyPage();
startPageFeedback(facts);
// The heading stands above what is cited, which may be further down.
document.querySelector(".dx-cited")?.scrollIntoView({ block: "center", behavior: "instant" });
