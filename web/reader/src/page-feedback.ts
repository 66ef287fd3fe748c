import type { PageFacts } from "./facts.ts";
import { createPass } from "./pass.ts";

/** Thumbs for the page, and a comment where it did not help. Nothing is kept in the browser. */
export function startPageFeedback(facts: PageFacts): void {
  const form = document.querySelector<HTMLFormElement>("form[data-feedback]");
  const more = form?.querySelector<HTMLElement>("[data-feedback-more]");
  const comment = form?.querySelector("textarea");
  const status = form?.querySelector<HTMLElement>("[role=status]");
  if (!form || !more || !comment || !status || facts.path === "") return;
  const pass = createPass(facts);
  const buttons = [...form.querySelectorAll<HTMLButtonElement>("[data-rating]")];
  let rating = "";
  const send = async (thanks: string) => {
    try {
      const authorization = await pass.authorization();
      const response = await fetch(`${facts.root}/-/feedback`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ path: facts.path, rating, comment: comment.value.trim() }),
      });
      if (!response.ok) throw new Error("it was refused");
      status.textContent = thanks;
    } catch {
      status.textContent = "This could not be sent. Please try again in a moment.";
    }
  };
  for (const button of buttons) {
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      rating = button.dataset.rating ?? "";
      for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
      more.hidden = false;
      void send("Thank you.");
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (comment.value.trim() === "") return comment.focus();
    more.hidden = true;
    void send("Thank you, your words were sent.");
  });
  form.hidden = false;
}
