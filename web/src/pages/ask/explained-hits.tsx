import type { ExplainedHit } from "../../../../src/contract/explanation.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { number } from "../../format.ts";
import { Badge } from "../../ui/badge.tsx";
import { titleOf } from "./answer-text.ts";

/** The passages that were found, the best first, with what their place is made of. */
export function ExplainedHits({ hits }: { hits: ExplainedHit[] }) {
  const hasEmbedder = hits.some(({ embedderScore }) => embedderScore !== null);
  return (
    <table className="table hits">
      <thead>
        <tr>
          <th scope="col">Passage</th>
          <th scope="col" title="By the words it shares with the question">
            Words
          </th>
          <th scope="col" title="Closeness in meaning, by vectors">
            Meaning
          </th>
          {hasEmbedder && <th scope="col">Embedder</th>}
          <th scope="col" title="Words and meaning together">
            Together
          </th>
          <th scope="col" title="With what speaks for and against its page">
            Page
          </th>
          <th scope="col" title="What decides about its place">
            Final
          </th>
        </tr>
      </thead>
      <tbody>
        {hits.map((hit) => (
          <HitRow key={hit.place} hit={hit} hasEmbedder={hasEmbedder} />
        ))}
      </tbody>
    </table>
  );
}

function HitRow({ hit, hasEmbedder }: { hit: ExplainedHit; hasEmbedder: boolean }) {
  const url = webAddress(hit.url);
  const title = titleOf(hit);
  return (
    <tr>
      <th scope="row">
        <span className="hit-title">
          <span className="hit-place">{hit.place}</span>
          {url ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
          {hit.isUsed && <Badge tone="accent">Used</Badge>}
        </span>
        <span className="source-place mono">
          {hit.path}:{hit.startLine}-{hit.endLine}
        </span>
      </th>
      <td data-label="Words">{rounded(hit.wordScore)}</td>
      <td data-label="Meaning">{rounded(hit.vectorScore)}</td>
      {hasEmbedder && <td data-label="Embedder">{rounded(hit.embedderScore)}</td>}
      <td data-label="Together">{rounded(hit.fusedScore)}</td>
      <td data-label="Page">{rounded(hit.pageScore)}</td>
      <td data-label="Final">{rounded(hit.score)}</td>
    </tr>
  );
}

function rounded(value: number | null): string {
  return value === null ? "–" : number(Math.round(value * 100) / 100);
}
