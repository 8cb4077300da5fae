import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { SLOT_TURN_MS } from '#src/contract/limits.ts';
import { SLOT_SIZES, type SlotPlace } from '#src/contract/slots.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { markMember } from '#src/page/session/member-mark.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { whenIdle } from '#src/platform/clock/when-idle.ts';
import { slotsQuery } from './slots.query.ts';
import type { DueSlots, Slot } from './slots.wire.ts';

/** What a place on the page shows, and how it is counted. */
export interface ShownSlot<Seen extends HTMLElement> {
  readonly slot: Slot;
  /** For the element that has to be seen. */
  readonly seen: RefObject<Seen | null>;
  readonly link: ReturnType<typeof linkOf>;
  readonly picture: ReturnType<typeof pictureOf>;
}

/**
 * The advert of a place; null where none is due, and for members. The document, which is the same for
 * everybody, has it all the same: `:root[data-member]` hides it there, and a lazy picture that is hidden is
 * never fetched [A72].
 */
export function useSlot<Seen extends HTMLElement>(place: SlotPlace): ShownSlot<Seen> | null {
  const browser = useBrowser();
  const language = useLanguage();
  const { pathname } = useAddress();
  const { isLoading, isAuthenticated } = useSession();
  useEffect(() => {
    if (!isLoading) markMember(isAuthenticated);
  }, [isLoading, isAuthenticated]);
  const seen = useRef<Seen>(null);
  const { data } = useQuery({
    ...slotsQuery,
    enabled: !isAuthenticated,
    retry: false,
    retryOnMount: false,
    // On a page that stays open they take turns, too [R54].
    refetchInterval: SLOT_TURN_MS,
  });
  const slot = data && !isAuthenticated ? chooseSlot(data, place, language) : null;
  const id = isLoading ? undefined : slot?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has views of its own
  const viewed = useMemo(() => new Set<string>(), [pathname]);
  useEffect(() => {
    if (id === undefined) return;
    const turn = new AbortController();
    const { signal } = turn;
    whenIdle().then(() => countSlot((file) => file.watchSlot(browser, seen.current, id, { viewed, signal })));
    return () => turn.abort();
  }, [browser, id, viewed]);
  return slot && { slot, seen, link: linkOf(browser, slot), picture: pictureOf(slot) };
}

function linkOf(browser: Browser, { id, link }: Slot) {
  const count = () => countSlot((file) => file.countEvent(browser, id, 'click'));
  return {
    href: link,
    target: '_blank',
    rel: 'sponsored noopener',
    onClick: count,
    // The middle button opens it too.
    onAuxClick: ({ button }: { button: number }) => button === 1 && count(),
  };
}

/** Sizes are those of the place, whatever the picture's: nothing moves when it comes. */
function pictureOf({ place, picture }: Slot) {
  const { width, height } = SLOT_SIZES[place];
  return {
    src: `${picture}?w=${width}`,
    srcSet: `${picture}?w=${width} 1x, ${picture}?w=${2 * width} 2x`,
    width,
    height,
    loading: 'lazy',
    decoding: 'async',
  } as const;
}

/** Fetched when the page has time; without it nothing is counted. */
function countSlot(use: (file: typeof import('./count-slot.ts')) => void): void {
  import('./count-slot.ts').then(use).catch(() => {});
}

/** Returns the advert of a place on pages in a language, another one each turn; null where none is due. */
export function chooseSlot({ turn, slots }: DueSlots, place: SlotPlace, language: Language): Slot | null {
  const due = slots.filter(
    (slot) => slot.place === place && (slot.languages.length === 0 || slot.languages.includes(language)),
  );
  return due[turn % due.length] ?? null;
}

/**
 * Returns the site that a link of https leads to, as a reader knows it: a URL has other letters than Latin ones
 * encoded.
 */
export function siteOf(link: string): string {
  return /^https:\/\/(?:[^/?#]*@)?(?:www\.)?([^/?#:]+)/i.exec(link)?.[1] ?? '';
}
