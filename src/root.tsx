import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useState } from 'react';
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { earlyPlayScript } from '#src/features/player/early-play.ts';
import { LanguageProvider } from '#src/i18n/language-context.tsx';
import type { Route } from './+types/root';
import { preloadPage } from './app/frame/preload-page.ts';
import { loadRootInBrowser, loadRootOnServer, rememberRoot } from './app/frame/root-data.ts';
import { DEFAULT_LANGUAGE } from './contract/languages.ts';
import { languageOfAddress } from './page/address/address-rules.ts';
import { textGroupsOf } from './page/address/page-handle.ts';
import { ScriptMark } from './page/head/script-mark.ts';
import { StationProvider } from './page/on-air/station-context.tsx';
import { themeScript } from './page/theme/theme.ts';
import { browserQueryClient, createQueryClient } from './page/wire/query-client.ts';
import '#src/ui/styles/fonts.css';
import '#src/ui/styles/tokens.css';
import '#src/ui/styles/base.css';

export const loader = ({ request, context }: Route.LoaderArgs) => loadRootOnServer(request, context);

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  loadRootInBrowser(request, serverLoader);

/** What the root knows changes with the language alone; the rest keeps itself fresh. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return languageOfAddress(currentUrl) !== languageOfAddress(nextUrl);
}

/** The document around every page, the failed ones included. */
export function Layout(props: { children: ReactNode }) {
  const language = useRouteLoaderData<typeof loader>('root')?.language ?? DEFAULT_LANGUAGE;
  const groups = textGroupsOf(useMatches());
  if (import.meta.env.SSR) preloadPage(language, groups);
  return (
    // The theme's script writes to the root before React reads it.
    <html lang={language} data-texts={groups.join(' ')} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <InlineScript text={import.meta.env.SSR ? themeScript() : ''} />
        <Links />
        <InlineScript text={import.meta.env.SSR ? earlyPlayScript() : ''} />
      </head>
      <body>
        {props.children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { language, station, queries } = loaderData;
  useEffect(() => rememberRoot(loaderData), [loaderData]);
  const [client] = useState(() => (import.meta.env.SSR ? createQueryClient() : browserQueryClient));
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={queries}>
        <LanguageProvider language={language}>
          <StationProvider station={station}>
            <Outlet />
          </StationProvider>
        </LanguageProvider>
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

/** Runs while the document is read. In the browser it has run already, and React leaves it alone. */
function InlineScript(props: { text: string }) {
  const mark = import.meta.env.SSR ? use(ScriptMark) : undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, never a visitor's
  return <script nonce={mark} dangerouslySetInnerHTML={{ __html: props.text }} suppressHydrationWarning />;
}
