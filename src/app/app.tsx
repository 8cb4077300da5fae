import { QueryClientProvider } from '@tanstack/react-query';
import { LanguageProvider } from '#src/i18n/language-context.tsx';
import type { Address } from '#src/page/address/address-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { BrowserContext } from '#src/page/browser/browser-context.ts';
import { type Navigation, NavigationProvider } from '#src/page/navigation/navigation-context.tsx';
import { StationProvider } from '#src/page/on-air/station-context.tsx';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { Document, type DocumentParts } from './document.tsx';
import { MainLayout } from './frame/main-layout.tsx';
import type { OpenPage } from './open-page.ts';
import { PAGE_FAILURE, PageBoundary, PageSlot } from './page-boundary.tsx';

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
