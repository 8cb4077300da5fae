import type { DehydratedState } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { TextAddresses } from '#src/i18n/loaded-texts.ts';
import type { StationFacts } from '#src/page/on-air/station-context.tsx';
import type { PageModule } from '#src/page/page-module.ts';
import type { FoundRoute } from './match-route.ts';
import type { Route } from './routes.ts';

/** Why a page is not what its address promises: there is no such thing, or it could not be made. */
export type PageProblem = 'missing' | 'failed';

/** The data of an opened page beside its address, as a document carries them. */
export interface PageState {
  readonly language: Language;
  readonly station: StationFacts;
  /** Milliseconds since the Unix epoch. */
  readonly openedMs: number;
  /** The stream whose colour the page takes while nothing plays, where that is not the address's. */
  readonly pageStream: StreamId | null;
  readonly problem: PageProblem | null;
}

/** The state that a document carries for the browser to go on with. Nothing personal: pages are cached. */
export interface DocumentState extends ServedState {
  /** Where the texts of the page are. */
  readonly texts: TextAddresses;
}

/** The same before the document knows its files. */
export interface ServedState extends PageState {
  readonly queries: DehydratedState;
}

/** A page that can be shown: everything that it cannot do without is there. */
export interface OpenPage extends PageState, Pick<FoundRoute<Route>, 'route' | 'params'> {
  readonly module: PageModule;
}
