export default {
  title: "Acme",
  url: "https://acme.example",
  baseUrl: "/",
  themes: ["@docusaurus/theme-classic"],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }]],
  themeConfig: { navbar: { title: "Acme" } },
  // recipe
};
