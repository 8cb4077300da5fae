import type { ReactNode } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { GROUNDS } from '#src/page/theme/grounds.ts';
import type { StyleSheet } from './page-assets.ts';
import '#src/ui/styles/fonts.css';
import '#src/ui/styles/tokens.css';
import '#src/ui/styles/base.css';
import '#src/ui/styles/print.css';

/**
 * The parts of a document that the server adds beside the page. The browser's own tree has none of them:
 * React leaves them alone.
 */
export interface DocumentParts {
  /** The radio's name. */
  readonly station: string;
  /** The sheet with the colours that the station gives its streams. */
  readonly streamColours: string;
  /** Run while the document is read, before anything is seen. */
  readonly earlyScripts: readonly string[];
  /** The text of a module that runs before all others. */
  readonly preamble?: string;
  /** Asks for all other scripts. */
  readonly startScript: string;
  readonly styles: readonly StyleSheet[];
  /** The browser would find out about them late. */
  readonly fonts: readonly string[];
  /** JSON, for the browser to go on with. */
  readonly state: string;
}

/** Where the browser's entry finds the state. */
export const STATE_ID = 'state';

/** The document around every page. */
export function Document(props: {
  language: Language;
  parts?: DocumentParts | undefined;
  children: ReactNode;
}) {
  const { language, parts, children } = props;
  return (
    // The theme's script writes to the root before React reads it.
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {import.meta.env.SSR && parts && <Head {...parts} language={language} />}
      </head>
      <body>
        {children}
        {import.meta.env.SSR && parts && <Scripts {...parts} />}
      </body>
    </html>
  );
}

function Head(props: DocumentParts & { language: Language }) {
  const { language, station, streamColours, earlyScripts, styles, fonts } = props;
  return (
    <>
      <meta name="theme-color" content={GROUNDS.light} />
      <link rel="manifest" href={`/manifest.webmanifest?lang=${language}`} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="48x48" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <meta name="apple-mobile-web-app-title" content={station} />
      {earlyScripts.map((text) => (
        <InlineScript key={text} text={text} />
      ))}
      {fonts.map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      {styles.map((sheet) => (
        <Styles key={sheet.href} {...sheet} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: ids of ours, and colours that were parsed */}
      <style dangerouslySetInnerHTML={{ __html: streamColours }} />
    </>
  );
}

/**
 * Inline, which saves a round trip before anything is seen. The link tells the loader of scripts that this
 * sheet is there.
 */
function Styles({ href, text }: StyleSheet) {
  if (text === null) return <link rel="stylesheet" href={href} />;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own text */}
      <style dangerouslySetInnerHTML={{ __html: text }} />
      <link rel="stylesheet" href={href} {...NOT_APPLIED} />
    </>
  );
}

/** The sheet's text is in the document already. React's types do not know the attribute. */
const NOT_APPLIED = { disabled: true };

function Scripts({ state, preamble, startScript }: DocumentParts) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped */}
      <script type="application/json" id={STATE_ID} dangerouslySetInnerHTML={{ __html: state }} />
      {preamble && <InlineScript isModule text={preamble} />}
      <InlineScript isModule text={startScript} />
    </>
  );
}

function InlineScript({ text, isModule = false }: { text: string; isModule?: boolean }) {
  return (
    <script
      {...(isModule && { type: 'module' })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, never a visitor's
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
