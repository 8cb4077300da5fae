import { createContext, type ReactNode } from 'react';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useRequired } from '#src/ui/context/use-required.ts';
import type { StreamFacts } from './stream-facts.wire.ts';

/** The station as every page knows it. */
export interface StationFacts {
  readonly name: string;
  readonly since: number;
  /** Postal address of the association; '' where the station does not say. */
  readonly address: string;
  /** IANA time zone. */
  readonly timezone: string;
  /** Public address, without a slash at its end. */
  readonly origin: string;
  /** `facebook`, `instagram`, `twitter`, `youtube`, `discord`. */
  readonly links: Readonly<Record<string, string>>;
  readonly playerHost: string;
  readonly apiKey: string;
  /** Which providers members may sign in with. */
  readonly socialSignIn: Readonly<Record<SignInProvider, boolean>>;
  /** Where a browser learns its own address, in order: `ip` is Onde itself. */
  readonly addressServices: readonly string[];
  /** In the page's language, in the order of the page. */
  readonly streams: readonly StreamFacts[];
}

const StationContext = createContext<StationFacts | null>(null);

export function StationProvider(props: { station: StationFacts; children: ReactNode }) {
  return <StationContext value={props.station}>{props.children}</StationContext>;
}

export function useStation(): StationFacts {
  return useRequired(StationContext);
}

/** A stream's names and addresses. All eight are always there [R1]. */
export function useStream(streamId: StreamId): StreamFacts {
  const { streams } = useStation();
  const stream = streams.find(({ id }) => id === streamId);
  if (stream === undefined) throw new Error(`The station has no stream "${streamId}".`);
  return stream;
}
