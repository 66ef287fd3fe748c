import { type CodeGrammar, cComments, type Facts, grammar, hashComments } from "./code-grammar.ts";

const scriptWords =
  "abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number object of override private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield";
const script = {
  ...cComments,
  blocks: [...cComments.blocks, { open: "`", close: "`", kind: "string" }],
  words: scriptWords,
} as const;
const cWords =
  "alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit export extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public register return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while NULL include define ifdef ifndef endif pragma";
const markup: Facts = {
  blocks: [{ open: "<!--", close: "-->", kind: "comment" }],
  hasTags: true,
};
const tripleQuoted = [
  { open: '"""', close: '"""', kind: "string" },
  { open: "'''", close: "'''", kind: "string" },
] as const;

/** Names behind fences, and how what they stand for is read. */
export const grammarTable: [string, CodeGrammar][] = [
  ["js javascript mjs cjs node", grammar("JavaScript", script)],
  ["jsx", grammar("JSX", script)],
  ["ts typescript mts cts", grammar("TypeScript", script)],
  ["tsx", grammar("TSX", script)],
  [
    "json json5 jsonc webmanifest",
    grammar("JSON", { ...cComments, words: "true false null", hasKeys: true }),
  ],
  [
    "yaml yml",
    grammar("YAML", { ...hashComments, words: "true false null yes no on off", hasKeys: true }),
  ],
  [
    "toml",
    grammar("TOML", { ...hashComments, blocks: tripleQuoted, words: "true false", hasKeys: true }),
  ],
  [
    "ini cfg conf properties editorconfig env dotenv gitconfig",
    grammar("INI", { comments: ["#", ";"], words: "true false", hasKeys: true }),
  ],
  [
    "py python python3 py3 pycon ipython ipython3 pyi starlark bzl",
    grammar("Python", {
      ...hashComments,
      blocks: tripleQuoted,
      words:
        "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield",
    }),
  ],
  [
    "sh bash shell zsh console shellsession shell-session terminal fish session bash-session",
    grammar("Shell", {
      ...hashComments,
      words:
        "case do done elif else esac export fi for function if in local return then until while sudo source",
      hasVariables: true,
      hasCommands: true,
    }),
  ],
  [
    "powershell ps1 pwsh ps",
    grammar("PowerShell", {
      ...hashComments,
      blocks: [{ open: "<#", close: "#>", kind: "comment" }],
      isCaseless: true,
      words:
        "begin break catch class continue else elseif end exit finally for foreach function if in param process return switch throw try until while",
      hasVariables: true,
      hasCommands: true,
    }),
  ],
  [
    "bat batch cmd dos",
    grammar("Batch", {
      comments: ["REM ", "::"],
      isCaseless: true,
      words: "echo set if else for in do goto call exit",
      hasCommands: true,
    }),
  ],
  ["html htm xhtml", grammar("HTML", markup)],
  ["xml svg xsd plist xaml pom", grammar("XML", markup)],
  ["vue vue-html vue-template", grammar("Vue", { ...markup, words: scriptWords })],
  ["svelte", grammar("Svelte", { ...markup, words: scriptWords })],
  ["astro", grammar("Astro", { ...markup, words: scriptWords })],
  ["mdx", grammar("MDX", { ...markup, words: "import export from" })],
  ["md markdown rmd", grammar("Markdown", markup)],
  [
    "jinja jinja2 twig liquid handlebars hbs erb ejs njk go-html-template django html+jinja",
    grammar("Template", markup),
  ],
  [
    "css",
    grammar("CSS", {
      blocks: cComments.blocks,
      hasKeys: true,
      words: "important media supports import keyframes layer container",
    }),
  ],
  [
    "scss sass less styl",
    grammar("SCSS", {
      ...cComments,
      hasKeys: true,
      hasVariables: true,
      words: "important media include mixin use forward extend import",
    }),
  ],
  [
    "go golang",
    grammar("Go", {
      ...cComments,
      blocks: [...cComments.blocks, { open: "`", close: "`", kind: "string" }],
      words:
        "break case chan const continue default defer else fallthrough false for func go goto if import interface iota map nil package range return select struct switch true type var string int int64 bool error byte any",
    }),
  ],
  [
    "rs rust",
    grammar("Rust", {
      ...cComments,
      quotes: '"',
      words:
        "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while String Option Result Vec",
    }),
  ],
  [
    "java",
    grammar("Java", {
      ...cComments,
      blocks: [...cComments.blocks, tripleQuoted[0]],
      words:
        "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for if implements import instanceof int interface long native new null package private protected public record return short static super switch synchronized this throw throws true try var void volatile while",
    }),
  ],
  [
    "kt kotlin kts",
    grammar("Kotlin", {
      ...cComments,
      blocks: [...cComments.blocks, tripleQuoted[0]],
      words:
        "as break by class companion const constructor continue data do else enum false final for fun if import in init interface internal is lateinit null object open operator override package private protected public return sealed super suspend this throw true try typealias val var when while",
    }),
  ],
  [
    "groovy gradle jenkinsfile",
    grammar("Groovy", {
      ...cComments,
      blocks: [...cComments.blocks, ...tripleQuoted],
      words:
        "as assert break case catch class def else extends false finally for if implements import in new null package return static switch this throw true try void while pipeline agent stages stage steps",
    }),
  ],
  [
    "swift",
    grammar("Swift", {
      ...cComments,
      words:
        "actor as associatedtype async await break case catch class continue default defer do else enum extension false fileprivate for func guard if import in init inout internal is let nil open override private protocol public return self static struct super switch throw throws true try typealias var where while",
    }),
  ],
  [
    "objc objective-c objectivec m mm",
    grammar("Objective-C", {
      ...cComments,
      words: `${cWords} id self super nil YES NO interface implementation property end protocol`,
    }),
  ],
  ["c h", grammar("C", { ...cComments, words: cWords })],
  ["cpp c++ cc cxx hpp arduino cuda", grammar("C++", { ...cComments, words: cWords })],
  [
    "cs csharp c#",
    grammar("C#", {
      ...cComments,
      words:
        "abstract as async await base bool break byte case catch char class const continue decimal default do double else enum event explicit extern false finally fixed float for foreach get if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly record ref return sealed set short sizeof static string struct switch this throw true try typeof uint using var virtual void while yield",
    }),
  ],
  [
    "fsharp fs f#",
    grammar("F#", {
      comments: ["//"],
      blocks: [{ open: "(*", close: "*)", kind: "comment" }],
      words:
        "and as begin do done else end false for fun function if in let match module mutable namespace new null of open or rec then true try type use when while with yield",
    }),
  ],
  [
    "php",
    grammar("PHP", {
      ...cComments,
      comments: ["//", "#"],
      hasVariables: true,
      words:
        "abstract and array as break case catch class const continue declare default do echo else elseif enum extends false final finally fn for foreach function global if implements include instanceof interface match namespace new null or private protected public readonly require return static switch this throw trait true try use var while yield",
    }),
  ],
  [
    "rb ruby irb rake gemfile podfile",
    grammar("Ruby", {
      ...hashComments,
      words:
        "alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or private protected public raise redo require rescue retry return self super then true undef unless until when while yield attr_accessor attr_reader",
    }),
  ],
  [
    "ex elixir exs iex heex",
    grammar("Elixir", {
      ...hashComments,
      blocks: [tripleQuoted[0]],
      words:
        "after alias and case catch cond def defdelegate defmacro defmodule defp defstruct do else end false fn for if import in nil not or quote raise receive require rescue true try unless use when with",
    }),
  ],
  [
    "erl erlang",
    grammar("Erlang", {
      comments: ["%"],
      words: "after and begin case catch end fun if of or receive try when module export",
    }),
  ],
  [
    "lua luau",
    grammar("Lua", {
      comments: ["--"],
      blocks: [{ open: "[[", close: "]]", kind: "string" }],
      words:
        "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
    }),
  ],
  [
    "r rlang",
    grammar("R", {
      ...hashComments,
      words: "break else FALSE for function if in library next NULL repeat return TRUE while NA",
    }),
  ],
  [
    "jl julia",
    grammar("Julia", {
      ...hashComments,
      blocks: [tripleQuoted[0]],
      words:
        "abstract begin break catch const continue do else elseif end export false finally for function global if import in let local macro module mutable nothing quote return struct true try using where while",
    }),
  ],
  [
    "scala sbt",
    grammar("Scala", {
      ...cComments,
      blocks: [...cComments.blocks, tripleQuoted[0]],
      words:
        "abstract case catch class def do else enum extends false final finally for given if implicit import lazy match new null object override package private protected return sealed super then this throw trait true try type using val var while with yield",
    }),
  ],
  [
    "dart",
    grammar("Dart", {
      ...cComments,
      blocks: [...cComments.blocks, ...tripleQuoted],
      words:
        "abstract as assert async await break case catch class const continue default do dynamic else enum extends extension factory false final finally for get if implements import in is late library mixin new null on part required return set static super switch this throw true try typedef var void while with yield",
    }),
  ],
  [
    "perl pl",
    grammar("Perl", {
      ...hashComments,
      hasVariables: true,
      words:
        "and die do else elsif for foreach if last local my next no not or our package print return sub undef unless until use while",
    }),
  ],
  [
    "hs haskell",
    grammar("Haskell", {
      comments: ["--"],
      blocks: [{ open: "{-", close: "-}", kind: "comment" }],
      quotes: '"',
      words:
        "as case class data deriving do else hiding if import in instance let module newtype of qualified then type where",
    }),
  ],
  [
    "ml ocaml reason",
    grammar("OCaml", {
      blocks: [{ open: "(*", close: "*)", kind: "comment" }],
      quotes: '"',
      words:
        "and as begin do done else end exception false for fun function if in include let match module mutable of open or rec sig struct then true try type val when while with",
    }),
  ],
  [
    "clj clojure cljs edn lisp scheme el elisp",
    grammar("Clojure", {
      comments: [";"],
      quotes: '"',
      words: "def defn defmacro do false fn if let loop nil ns quote recur require true when",
    }),
  ],
  [
    "sql mysql postgresql postgres plsql sqlite psql pgsql tsql hql",
    grammar("SQL", {
      comments: ["--"],
      blocks: cComments.blocks,
      isCaseless: true,
      words:
        "add all alter and any as asc begin between by case check column commit constraint create cross database default delete desc distinct drop else end exists explain false foreign from full function grant group having if in index inner insert into is join key left like limit natural not null offset on or order outer primary references replace returning right rollback select set table then to trigger true truncate union unique update using values view when where with",
    }),
  ],
  [
    "graphql gql",
    grammar("GraphQL", {
      ...hashComments,
      blocks: [tripleQuoted[0]],
      words:
        "directive enum extend fragment implements input interface mutation on query scalar schema subscription type union true false null",
      hasVariables: true,
    }),
  ],
  [
    "proto protobuf",
    grammar("Protocol Buffers", {
      ...cComments,
      words:
        "bool bytes double enum extend false float import int32 int64 map message oneof option optional package repeated required reserved returns rpc service string syntax true uint32 uint64",
    }),
  ],
  [
    "prisma",
    grammar("Prisma", {
      comments: ["//"],
      words:
        "model enum datasource generator type view String Int Boolean DateTime Float Json true false",
    }),
  ],
  [
    "hcl tf terraform tfvars nomad",
    grammar("HCL", {
      ...hashComments,
      comments: ["#", "//"],
      blocks: cComments.blocks,
      words:
        "resource variable output module provider data locals terraform true false null for in if",
      hasKeys: true,
    }),
  ],
  [
    "nix",
    grammar("Nix", {
      ...hashComments,
      blocks: [...cComments.blocks, { open: "''", close: "''", kind: "string" }],
      quotes: '"',
      words: "assert else if in inherit let null or rec then true false with",
    }),
  ],
  [
    "dockerfile docker containerfile",
    grammar("Dockerfile", {
      ...hashComments,
      isCaseless: true,
      hasVariables: true,
      words:
        "add arg as cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume workdir",
    }),
  ],
  [
    "makefile make mk cmake",
    grammar("Makefile", {
      ...hashComments,
      hasVariables: true,
      hasKeys: true,
      words:
        "ifeq ifneq ifdef ifndef else endif include define endef export set if endif function foreach add_executable target_link_libraries project",
    }),
  ],
  [
    "nginx nginxconf apache apacheconf caddy caddyfile",
    grammar("Config", {
      ...hashComments,
      hasVariables: true,
      words:
        "server location listen root index proxy_pass return rewrite include upstream if on off",
    }),
  ],
  [
    "zig",
    grammar("Zig", {
      comments: ["//"],
      words:
        "and const break catch comptime continue defer else enum error export extern false fn for if inline null or orelse pub return struct switch test true try undefined union unreachable usingnamespace var while",
    }),
  ],
  [
    "solidity sol",
    grammar("Solidity", {
      ...cComments,
      words:
        "address bool bytes constant constructor contract else emit enum event external false for from function if import interface internal is mapping memory modifier new payable pragma private public pure require return returns string struct this true uint uint256 using view while",
    }),
  ],
  [
    "wasm wat",
    grammar("WebAssembly", {
      comments: [";;"],
      words: "module func param result local export import",
    }),
  ],
  [
    "http https",
    grammar("HTTP", { hasKeys: true, words: "GET POST PUT PATCH DELETE HEAD OPTIONS HTTP" }),
  ],
  ["csv tsv", grammar("CSV", {})],
  ["diff patch", grammar("Diff", {})],
  [
    "mermaid",
    grammar("Diagram (Mermaid)", {
      comments: ["%%"],
      words:
        "graph flowchart sequenceDiagram classDiagram stateDiagram erDiagram gantt pie subgraph end participant note over loop alt opt TD LR TB RL BT",
    }),
  ],
  [
    "plantuml puml dot graphviz d2 kroki",
    grammar("Diagram", {
      comments: ["'", "//"],
      quotes: '"',
      words: "digraph graph node edge subgraph",
    }),
  ],
  ["math tex latex katex", grammar("Math (TeX)", { comments: ["%"], quotes: "" })],
  ["rst restructuredtext", grammar("reStructuredText", { quotes: "" })],
  ["asciidoc adoc", grammar("AsciiDoc", { quotes: "" })],
  [
    "vim viml",
    grammar("Vim script", {
      quotes: "'",
      words: "let set if endif function endfunction call autocmd",
    }),
  ],
  ["regex regexp re", grammar("Regular expression", { quotes: "" })],
  ["log logs output stdout", grammar("Output", { quotes: "" })],
  ["tree filetree file-tree files", grammar("Files", { ...hashComments, quotes: "" })],
];
