import type { ComponentType } from 'react';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { PageParams } from './navigation/navigation-context.tsx';
import type { StationFacts } from './on-air/station-context.tsx';
import type { Ask } from './wire/ask.ts';

export interface PageProps {
  readonly params: PageParams;
  /**
   * When the page was asked for, in milliseconds since the Unix epoch: the same on the server and while
   * hydrating.
   */
  readonly openedMs: number;
}

/** What `load` may go by. */
export interface PageRequest extends PageProps {
  readonly search: URLSearchParams;
  readonly language: Language;
  readonly station: StationFacts;
  /** Makes a query of the page; its answer, or its failure, is then there when the page is drawn. */
  readonly ask: Ask;
}

/** The result of `load`. Defaults: status 200, no redirect, the colour of the address's stream. */
export interface PageAnswer {
  /** HTTP status of the document. */
  readonly status?: number;
  /** Path of the address that the same page has for good: the document is redirected there. */
  readonly movedTo?: string;
  /** The stream whose colour the page takes while nothing plays. */
  readonly pageStream?: StreamId | null;
}

/** The exports of a page's module. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  /**
   * The work before the page is shown. Most pages have it on the server alone (`import.meta.env.SSR`), so
   * that the document brings the answers along; in the browser they show that they wait.
   */
  readonly load?: ((request: PageRequest) => Promise<PageAnswer>) | undefined;
  /** Stands in for a page without the site's frame. */
  readonly Failure?: ComponentType<{ isMissing: boolean }> | undefined;
}
