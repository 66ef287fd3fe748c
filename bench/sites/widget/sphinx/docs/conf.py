project = "Acme"
extensions = ["myst_parser"]
html_theme = "furo"
html_permalinks = False
html_theme_options = {"source_repository": ""}
# recipe
