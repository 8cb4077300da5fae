import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cataloguePlugin } from './src/i18n/catalogue-plugin.ts';
import { className } from './src/web/bundle/class-name.ts';
import { leaveOutPlugin } from './src/web/bundle/leave-out-plugin.ts';
import { steadyRoutesPlugin } from './src/web/bundle/steady-routes-plugin.ts';

/**
 * Few, larger files compress better and come sooner than many: what every page needs of libraries in one, what the frame
 * and the home page need of ours in another. What is opened later stays by itself.
 */
const LIBRARIES =
  /\/node_modules\/(react|react-dom|scheduler|react-router|@react-router|@tanstack|@lingui)\/|when-reachable/;
const HOME =
  /\/src\/(root|contract\/|i18n\/|ui\/|app\/|page\/|features\/(accounts\/(dialogs\/use-account|player-redirect\/use-wants)|home|history|player|player-bar|preferences|share)\/?)/;
const LATER =
  /catalogues\/|\.wire\.|when-reachable|load-page-texts|post-wire|server-words|artist-cover|media-session|nav-sheet|failure|elsewhere|read-reply|look-up|or-null|use-page-query|ui\/prose|key-help|live-track|track-announcer|small-player|player-sheet|player-panel|just-before|sleep-|share-button|share-links|share-addresses|ui\/(field|avatar|band|dialog\/dialog\.)|use-stored-language|ui\/icon\/later|i18n\/(formats\/relative|use-relative)|user-menu\/member|member-invitations|sign-out|ui\/wave-cover|contract\/wire-errors|preferences\/(dialog|adopt|member-preferences|sync-talk|unsent-preferences|post-sync|preference-calls|preference-sync|save-state)/;
/** What account dialogs and the pages behind mails share. */
const FORMS =
  /\/src\/features\/accounts\/(dialogs|form|invitation\/invitation-dialog|login|mail-links|mail-pages\/use-link-token|register\/regist)|username-(calls|field)|profile-completion|rule-words|post-wire|server-words|password-field|sign-in\.ts|path-after-sign-in/;
/** What lists of music are made of. */
const LISTS =
  /\/src\/(ui\/(band|wave-cover)|features\/(preview|track-list|not-found\/(page-missing|sea-number)|favorites\/user-favorites\.query)|page\/on-air\/artist-cover|platform\/time-zone)/;

export default defineConfig({
  plugins: [cataloguePlugin('build/client'), steadyRoutesPlugin(), leaveOutPlugin(), reactRouter()],
  css: { modules: { generateScopedName: className } },
  // Known from the start: what development finds late reloads the page.
  optimizeDeps: { include: ['@lingui/core', '@tanstack/react-query', 'zod/mini'] },
  // The server's build and the budget read where the chunks are.
  build: { manifest: true },
  environments: {
    client: {
      build: {
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES },
                { name: 'core', test: (id) => HOME.test(id) && !LATER.test(id) },
                { name: 'schemas', test: /\/node_modules\/zod\/|page\/wire\/read-reply/ },
                { name: 'forms', test: FORMS },
                { name: 'lists', test: LISTS },
              ],
            },
          },
        },
      },
    },
  },
});
