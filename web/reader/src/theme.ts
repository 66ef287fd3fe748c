/** Runs before the first paint: a chosen theme does not flash the other one. */
try {
  const theme = localStorage.getItem("docent-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.script = "";
} catch (error) {
  console.warn("The chosen theme could not be read.", error);
}
