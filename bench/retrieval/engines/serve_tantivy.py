"""Tantivy for the bench: one JSON request to a line on standard input, one JSON reply to a line on standard output."""

import json
import os
import re
import sys

import tantivy

WRITER_BYTES = 256_000_000


def open_index(folder):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("title", "text"):
        builder.add_text_field(name, stored=False, tokenizer_name="english", index_option="freq")
    index = tantivy.Index(builder.build(), path=folder)
    analyzer = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(40))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.stopword("english"))
        .filter(tantivy.Filter.stemmer("english"))
        .build()
    )
    index.register_tokenizer("english", analyzer)
    return index


class Engine:
    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.index = open_index(folder)
        self.writer = None
        self.index.reload()
        self.searcher = self.index.searcher()

    def add(self, docs):
        if self.writer is None:
            self.writer = self.index.writer(WRITER_BYTES)
        for doc in docs:
            self.writer.add_document(tantivy.Document(id=doc["id"], title=doc["title"], text=doc["text"]))

    def commit(self, merge):
        self.writer.commit()
        if merge:
            self.writer.wait_merging_threads()
            self.writer = None
        self.index.reload()
        self.searcher = self.index.searcher()

    def replace(self, docs):
        if self.writer is None:
            self.writer = self.index.writer(WRITER_BYTES)
        for doc in docs:
            self.writer.delete_documents_by_term("id", doc["id"])
        self.add(docs)
        self.commit(False)

    def search(self, text, limit):
        words = re.sub(r"[\W_]+", " ", text).lower()
        query, _ = self.index.parse_query_lenient(words, ["title", "text"], field_boosts={"title": 2.0})
        hits = self.searcher.search(query, limit, count=False).hits
        return [self.searcher.doc(address)["id"][0] for _, address in hits]


def main():
    engine = Engine(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        reply = True
        if request["step"] == "add":
            engine.add(request["docs"])
        elif request["step"] == "commit":
            engine.commit(True)
        elif request["step"] == "replace":
            engine.replace(request["docs"])
        else:
            reply = engine.search(request["text"], request["limit"])
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


main()
