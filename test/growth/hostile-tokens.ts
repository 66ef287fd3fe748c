/** Pieces of each syntax that is read here. `§` stands for a number that counts up, and `⇥` for blanks that grow. */
export const hostileTokens = {
  plain: words(
    "a| |\t|\n|a |a\n|\r|\r\n|\u2028|\u2029|\u0085|\v|\f|\u00a0|\u200b|\ufeff|é|漢|😀|\ud800|a\u0301|1|1.|a.|A|Aa|a-|a_|a,|a;|a'|what is |do not |v1.0 |e.g. |x§ |wort§\n|ist der | \u2028|a\u2028|.\u2028\n",
  ),
  marks: [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"].flatMap((mark) =>
    [mark, `${mark} `, ` ${mark}`, `${mark}a`, `a${mark}`, `${mark}\n`, `${mark}${mark}`].concat(
      `${mark}${mark}${mark} `,
      `${mark}\u2028`,
      `${mark}\t`,
    ),
  ),
  markdown: words(
    '[a](b)|![a](b)|[a][b] |[a]: b\n|[a§]: b\n|[a§]|[a§][]|[a§](b§) |[a](<b>) |[a](b "c") |[a](b \'c\') |[a](b (c)) |[^1] |[^1]: a\n|[^a§] |[^a§]: b\n|*[a]: b\n|[[a]]|[[a\\|b]]|![a|[a](|[a](b|](|][|*a*|**a**|_a_|__a__|~~a~~|***|* |*a |**a |_a |`a`|``a`|```\n|````\n|~~~\n|```js\na\n```\n|```{note}\n|```{note}\n:class: a\n|# a\n|## a§\n|# a {#b}\n|{#a}|{: .a}|a\n===\n|a\n---\n|- a\n|- |  - a\n|1. a\n|1) |> |> a\n|> - |- > |+ - * |a  \n|a\\\n|&amp;|&#1;|&a;|\\a|\\`|\\"|<http://a>|http://a |https://a.b/c?d=e#f |https://a(|https://a)|(https://a.b |https://|a://|www.a.b |a@b.c |\\|a\\|b\\|\n\\|-\\|-\\|\n|\\|a|\\|-|a\\|b\n-\\|-\n|\\|:-:|\n\n|\n    a\n|⇥a\n|⇥- a\n|⇥> a\n|⇥```\n|⇥<a>\n|---\n|***\n|$a$ |$$\n|==a== |:a: |a\n: b\n',
  ),
  mdx: words(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that never ends is hostile.
    'import a from "b"\n|import a from "b§"\n\n|export const a = {\n|export const a = 1\n\n|export default |import {|{a}|{|{{|{/*|{/* a */}|{"a"}|{`${|{"|{\'|<A>|</A>|<A/>|<A b="c">|<A b={|<A b={c}>|<A {...b}>|<A b=\'|<A |<A\n|<A.B|<a:b|<>|</>|<Tab title="a">|\n<Tab title="§">\n|<Tabs items={["a","b"]}>\n|<!--|<!-- a -->|<!--@include: ./a.md-->\n|<script>|</script>|<style>|<pre>|</pre>|<code>|<h1>|<h1>a</h1>|<textarea>|<a href="b">|<a href="|<img src=\'b\' alt="c">|<br>|<div>\n|</div>\n|<div|<div a=|<div a=b |<your-key> |<details><summary>a</summary>|<a\n\n',
  ),
  directives: words(
    ':::|:::note\n|:::note[a]{b=c}\n|::: details a\n|:::{tip}\n|::a[b]{c}\n|::a[|::a{|::: a {|:::\u2028|:::a \u2028|:::: |/// note \\| a\n|/// a \u2028|///|!!! note\n|!!! note "a"\n    b\n|!!! |!!! a b |!!! a "|??? note "a"\n|=== "a"\n|=== "a"\n    b\n|=== |===! "|--8<-- "a"\n|--8<--\n|-8<-|(a)=\n|> [!NOTE] a\n|> [!|[TOC]\n|{ref}`a <b>` |{a}`|:material-a: |:material-|:a§: b\n',
  ),
  templates: words(
    '{{< a >}}|{{< a "b" c="d" >}}|{{<|{{%|{{% a %}}|{%|{% a %}|{%- a "b" -%}|{% raw %}|{% endraw %}|{% comment %}|{% endcomment %}|{% highlight js %}\n|{{< highlight go >}}\n|{% include "a" %}\n|{{ a }}|{{|{!a!}\n|{{#include a}}\n|<<< ./a.js\n|@include |{{> a }}|{% a "|{% a b="',
  ),
  yaml: words(
    "? |? a\n|- |- a\n|-\n|[|[a, |{|{a: |]|}|: |:\n|a: |a:\n|a: b\n|a§: b\n|⇥a§:\n|⇥- a\n|- - |? ? |? - |- ? |&a |&a§ |&a§ b\n|*a |*a§ |a§: &b§ c\n|- *a\n|- &a§ [*a\n|<<: *a\n|!t |!t a\n|!<|!!a |\\||\\|\n|a: \\|\n  b\n|>\n|>- |\"|\"a|\"\\|'|''|%|%a\n|%YAML 1.2\n|#|# a\n|---\n|--- |...\n|@|`|a#|a #|, |,|a,|\t|\ta\n|\"a\": |'a': |[a]: b\n|{a: b}: c\n|[[a]: |~|~: |0x1 |1e9 |.inf |2001-01-01 |!!binary |a\n b\n|a: b: |-a|?a|:a|{},|[],|[]\n|{}\n|- [\n|- {\n|a: [\n",
  ),
  toml: words(
    'a = 1\n|a§ = 1\n|a.b = |a.|[a]\n|[a§]\n|[[a]]\n|[[a§.b]]\n|[|[[|a = [|a = [[|a = {|a = { b = |a = """|"""|\'\'\'|a = "|a = \'|a§ = { b = 1 }\n|"\\u|# a\n|=|1_|1979-05-27 |a = [1,\n|\n',
  ),
  json: words(
    '[|{|]|}|"|"a|"a",|"a":|{"a":|{"a§":1},|[1,|1,|"a§":|,|:|\\u0041|"\\|null,|true|//|// a\n|/*|/**/|-|1e|{"a":[|["a",|{"$ref":"#/a"},|{"$ref":"./a.json"},',
  ),
  scripts: words(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that never ends is hostile.
    "(|)|{|}|[|]|a(|a.|a?.|a ? |a : |a => |(a) => |() => {|=> |`|`${|`${a|${|\"|'|/|/a/|//|/*|*/|a = |const a = |const a§ = 1;\n|let a: |const a: A<|<|>|<a>|a<b>(|type a = |interface a {|as |satisfies |export default |export const a = |export default {|import a from 'a'\n|import {a§} from './b'\n|module.exports = |{a: |{a§: 1, |{text: 'a', link: 'b'},|[...a, |...|function a() {|return |await |async |class A {|a\\n|;|,|!|++|a + |a\n+ |'a' + |@a |#a |a ?? |a || |defineConfig(|[{text:",
  ),
  html: words(
    '<p>|</p>|<p|<div>|</div>|<div a="b">|<div a="|<div a=\'|<div a=b |<a href="b">c</a>|<a>|<b>|<i>|<ul><li>|<li>|<ol>|<table>|<tr>|<td>|<th>|<table><tr><td>|<td colspan=9>|<td rowspan=9>|<pre>|<pre><code>|<code>|<h1>|<h2 id="a§">b</h2>|<h2>a§</h2>|<br>|<hr>|<img alt="a">|<svg>|<math>|<template>|<select>|<option>|<button>|<form>|<nobr>|<a><b>|<b><p>|<p><b>|<font a=§>|<b a=§>|<script>|<style>|<textarea>|<title>|<plaintext>|<!--|-->|<!-- a -->|<!|<?|<![CDATA[|&amp;|&|&#|&a|<dl><dt>a<dd>|<blockquote>|<details><summary>|<main>|<article>|<nav>|<frameset>|<body>|<html>|`|``|<code>`</code>|<pre>```\n|<td>\\||<p>a\n',
  ),
  rst: words(
    '.. a:: b\n|.. a::\n   b\n|.. |.. _a: b\n|.. _a§: b\n|.. [1] a\n|.. [#a] |.. \\|a\\| replace:: b\n|.. \\|a§\\| replace:: \\|a\\|\n|\\|a\\||`a`_ |`a <b>`__ |`a|``|:ref:`a <b>` |:ref:`|:a:|*|**a|a\n=\n|a§\n====\n|=\n|====\na\n====\n|- a\n|* |#. |(a) |::\n\n  a\n|⇥a\n|⇥.. a::\n|⇥- a\n|a_ |__ a\n|:a: b\n|+--+\n\\|a \\|\n|+--|===  ===\n|===  ===\na    b\n===  ===\n|\\| a\n|>>> a\n|.. code:: a\n\n   b\n|.. include:: a\n|.. toctree::\n   a\n|.. csv-table::\n   a,"b\n|.. list-table::\n   * - a\n|\\',
  ),
  adoc: words(
    ":a: b\n|:a§: b\n|:a: {a}{a}\n|:a§: {a}{b}\n|{a}|{a§}|{|\\{|= a\n|== a§\n|=|==== \n|====\n|----\n|....\n|++++\n|\\|===\n|\\|===\n\\|a\n|\\|a |a\\||2+\\|a |[a]\n|[a,b=c]\n|[[a]]|[|[#a]|<<a>> |<<a,|link:a[b] |link:a[|image::a[]\n|image:a[b] |xref:a[b] |include::a[]\n|include::a[tag=b]\n|* a\n|** |*** a\n|. a\n|.. |a:: b\n|a::: |<1> a\n|+\n|--\n|'''\n|<<<\n|// a\n|////\n|*a* |_a_ |`a` |#a# |+a+ |`+a+` |^a^ |~a~ |\"`a`\" |a:b[c] |ifdef::a[]\n|endif::[]\n|NOTE: a\n|\\|a\n|http://a[b] |pass:[a] |kbd:[a] |menu:a[b] |footnote:[a] |((a)) |(((|:!a:\n|.a\n",
  ),
  lists: words(
    "- [a](b.md)\n|- [a§](b§.md)\n|  - [a](b.md)\n|⇥- [a](b.md)\n|* [[a]]\n|# a\n- [b](c.md)\n|[a](b.md)\n|* xref:a.adoc[b]\n|** xref:a.adoc[]\n|.a\n|- a: b.md\n|- a:\n  - b: c.md\n|nav:\n|  - a§: b§.md\n|- *a\n|-8<-|/a/* /b/:splat 301\n|/a§ /b§\n|from: a\n",
  ),
  openapi: words(
    '{"a":{"$ref":"#/a"}},|"a§":{"$ref":"#/b§"},|"/a§":{"get":{}},|"allOf":[{|"anyOf":[{"type":"string"},|"properties":{"a":{|  /a§:\n    get: {}\n|      - $ref: \'#/a\'\n|    a§:\n      type: string\n|  a§: &a§\n    <<: *a\n',
  ),
} as const;

export type Syntax = keyof typeof hostileTokens;

function words(list: string): string[] {
  return list
    .split(/(?<!\\)\|/)
    .filter((word) => word !== "")
    .map((word) => word.replaceAll("\\|", "|"));
}
