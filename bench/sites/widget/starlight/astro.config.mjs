import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://acme.example",
  integrations: [
    starlight({
      title: "Acme",
      pagefind: false,
      sidebar: ["index", "keys", "webhooks"],
      // recipe
    }),
  ],
});
