import { createContext, type ReactNode, use, useMemo } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import type { Address } from '#src/page/address/address-rules.ts';
import { useRequired } from '#src/ui/context/use-required.ts';
import type { Destination } from './destination.ts';

export interface NavigateOptions {
  /** Takes the place of the page in the history. */
  readonly replace?: boolean;
  /** Leaves the page scrolled as it is: what changes is a part of it. */
  readonly keepsScroll?: boolean;
}

/** How components go to other pages. Always the same object. */
export interface Navigation {
  /**
   * Goes to an address once its page can be shown; to one that is no page of ours by leaving the document.
   */
  navigate(to: Destination, options?: NavigateOptions): void;
  /** Fetches the script of an address that the visitor is about to open. */
  prepare(to: Destination): void;
}

/** The page that is shown, as all of its parts see it. */
interface ShownPage {
  readonly address: Address;
  readonly params: PageParams;
  /** Whether another page has been asked for and is still fetched. */
  readonly isLeaving: boolean;
}

const NavigationContext = createContext<Navigation | null>(null);
const AddressContext = createContext<Address | null>(null);
const ParamsContext = createContext<PageParams>({ streamId: null, name: '' });
const LeavingContext = createContext(false);

export function NavigationProvider(props: ShownPage & { navigation: Navigation; children: ReactNode }) {
  const { navigation, address, params, isLeaving, children } = props;
  return (
    <NavigationContext value={navigation}>
      <AddressContext value={address}>
        <ParamsContext value={params}>
          <LeavingContext value={isLeaving}>{children}</LeavingContext>
        </ParamsContext>
      </AddressContext>
    </NavigationContext>
  );
}

export function useNavigation(): Navigation {
  return useRequired(NavigationContext);
}

/** Goes to another page; the function stays the same. */
export function useNavigate(): Navigation['navigate'] {
  return useNavigation().navigate;
}

/** The address of the page that is shown: not that of a page which is still fetched. */
export function useAddress(): Address {
  return useRequired(AddressContext);
}

export function useSearchParams(): URLSearchParams {
  const { search } = useAddress();
  return useMemo(() => new URLSearchParams(search), [search]);
}

export function useParams(): PageParams {
  return use(ParamsContext);
}

/** Whether another page has been asked for and is still fetched. */
export function useIsLeaving(): boolean {
  return use(LeavingContext);
}

/** The parts of an address beside its language. */
export interface PageParams {
  /** Null where the address names none. */
  readonly streamId: StreamId | null;
  /** The track's, the artist's or the member's, decoded; empty where the address names none. */
  readonly name: string;
}
