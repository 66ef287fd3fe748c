import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Acme",
  themeConfig: {
    sidebar: [
      { text: "Acme", link: "/" },
      { text: "Keys", link: "/keys" },
      { text: "Webhooks", link: "/webhooks" },
    ],
  },
  // recipe
});
