import { QueryClientProvider } from '@tanstack/react-query';
import { Component, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { LanguageProvider } from '#src/i18n/language-context.tsx';
import type { Address } from '#src/page/address/address-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { BrowserContext } from '#src/page/browser/browser-context.ts';
import { type Navigation, NavigationProvider } from '#src/page/navigation/navigation-context.tsx';
import { StationProvider } from '#src/page/on-air/station-context.tsx';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { PlainFailure } from '#src/ui/notice/plain-failure.tsx';
import { Document, type DocumentParts } from './document.tsx';
import { MainLayout } from './frame/main-layout.tsx';
import { pageOfPath } from './frame/nav/nav-links.ts';
import type { OpenPage } from './open-page.ts';

/** One page in its document: the same on the server and in the browser. */
export function App(props: {
  page: OpenPage;
  address: Address;
  isLeaving: boolean;
  navigation: Navigation;
  browser: Browser;
  /** On the server: what the document brings beside the page. */
  parts?: DocumentParts;
}) {
  const { page, address, isLeaving, navigation, browser, parts } = props;
  const slot = <PageSlot page={page} />;
  useFocusAfterNavigation(page, address.pathname);
  return (
    <Document language={page.language} parts={parts}>
      <BrowserContext value={browser}>
        <QueryClientProvider client={queriesOf(browser)}>
          <NavigationProvider {...{ navigation, address, isLeaving }} params={page.params}>
            <LanguageProvider language={page.language}>
              <StationProvider station={page.station}>
                {page.route.isBare ? (
                  slot
                ) : (
                  <PageBoundary page={page} failure={PAGE_FAILURE}>
                    <MainLayout pageStream={page.pageStream}>{slot}</MainLayout>
                  </PageBoundary>
                )}
              </StationProvider>
            </LanguageProvider>
          </NavigationProvider>
        </QueryClientProvider>
      </BrowserContext>
    </Document>
  );
}

const Failure = lazy(() =>
  import('./frame/failure.tsx')
    .then((file) => ({ default: file.Failure }))
    .catch(() => ({ default: PlainFailure })),
);

/** What stands where a page could not be made. */
const PAGE_FAILURE = (
  <Suspense>
    <Failure />
  </Suspense>
);

interface Props {
  /** Another one is tried anew. */
  readonly page: unknown;
  readonly failure: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly page: unknown;
  readonly hasFailed: boolean;
}

/** Keeps a page's failure in the page: the frame and the sound go on. */
class PageBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ page }: Props, shown: State): State | null {
    return page === shown.page ? null : { page, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failure : this.props.children;
  }
}

/** The page itself, or what stands in for it. */
function PageSlot({ page }: { page: OpenPage }) {
  const { Page, Failure } = page.module;
  const { params, openedMs, problem } = page;
  const failure = Failure === undefined ? PAGE_FAILURE : <Failure isMissing={problem === 'missing'} />;
  if (problem !== null) return failure;
  return (
    <PageBoundary page={page} failure={failure}>
      <Page params={params} openedMs={openedMs} />
    </PageBoundary>
  );
}

/**
 * A new page is read from its beginning, with a frame or without. Another language or stream of the same page is not
 * a new page.
 */
function useFocusAfterNavigation({ route }: OpenPage, pathname: string): void {
  const page = route.isBare ? route : pageOfPath(pathname);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const main = document.getElementById('main');
    if (main !== null) focusPage(main);
  }, [page]);
}

/** The page's own title: a tab in which something sounds is called after that. */
function pageTitle(): string {
  return document.querySelector('title:not([data-heard])')?.textContent ?? '';
}

/** Gives a page the focus, under its title: that is what a screen reader says of it. */
function focusPage(main: HTMLElement): void {
  const focused = document.activeElement;
  // A form that the page begins with has it already.
  if (focused !== main && main.contains(focused)) return;
  // The page before may have it still.
  main.blur();
  main.setAttribute('aria-label', pageTitle());
  main.addEventListener('blur', () => main.removeAttribute('aria-label'), { once: true });
  main.focus({ preventScroll: true });
}
