import type { ComponentType } from 'react';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { PageParams } from './navigation/page-params.ts';
import type { StationFacts } from './on-air/station-context.tsx';
import type { Ask } from './wire/ask.ts';

export interface PageProps {
  readonly params: PageParams;
  /** When the page was asked for, in milliseconds since the Unix epoch: the same on the server and while hydrating. */
  readonly openedMs: number;
}

/** What `load` may go by. */
export interface PageRequest extends PageProps {
  readonly search: URLSearchParams;
  readonly language: Language;
  readonly station: StationFacts;
  /** Asks for what the page shows; the answer, or that there is none, is then there for the page. */
  readonly ask: Ask;
}

/** What comes of `load`; what is left out is 200, here, and the colour of the address. */
export interface PageAnswer {
  /** HTTP status of the document. */
  readonly status?: number;
  /** Path of the address that the same page has for good: the document is redirected there. */
  readonly movedTo?: string;
  /** The stream whose colour the page takes while nothing plays. */
  readonly pageStream?: StreamId | null;
}

/** What the module of a page exports. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  /**
   * What is done before the page is shown. Most pages have it on the server alone (`import.meta.env.SSR`), for the
   * document to bring the answers along; in the browser they show that they wait.
   */
  readonly load?: ((request: PageRequest) => Promise<PageAnswer>) | undefined;
  /** Stands in for a page without the site's frame. */
  readonly Failure?: ComponentType<{ isMissing: boolean }> | undefined;
}
