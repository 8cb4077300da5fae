import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '#src/platform/settings/settings.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { ownNotice } from './own-notice.server.ts';

/** What a browser keeps, by its key, and the words of the notice that say so [R73]. */
const TOLD: Readonly<Record<string, string>> = {
  adFreeToken: 'son jeton sans publicité',
  adFreeUntil: 'son jeton sans publicité',
  authToken: 'votre connexion de membre',
  authUser: 'votre connexion de membre',
  auth_return_lang: 'après une connexion avec un autre service',
  auth_return_stream: 'après une connexion avec un autre service',
  auth_return_theme: 'après une connexion avec un autre service',
  client_address: 'votre adresse publique',
  comment_draft: 'le texte que vous êtes en train d’écrire',
  contact_draft: 'le texte que vous êtes en train d’écrire',
  deletion_asked: 'une suppression de compte restée sans réponse',
  device_id: 'un numéro calculé d’après le navigateur, sa langue et le système',
  early_language: 'vos préférences (langue',
  link_token: 'le lien d’un e-mail que vous avez ouvert',
  mail_act: 'ce que vous vouliez faire avant de suivre le lien d’un e-mail, avec votre adresse',
  'onde-episode': 'l’épisode dans le lecteur',
  'onde-episodes': 'l’endroit où vous avez quitté un épisode',
  'onde-notes': 'ce qui attend d’y être inscrit',
  'onde-paused': 'le flux que vous avez mis en pause',
  'onde-player': 'vos préférences (langue, thème, volume, flux',
  'onde-transport': 'vos préférences (langue, thème, volume, flux, raccourcis, réception',
  'onde-your-song': 'dernier avis qu’un de vos titres passe',
  pending_act: 'ce que vous vouliez faire avant de vous connecter',
  registration_draft: 'ce que vous avez écrit d’une inscription, sauf le mot de passe',
  root_arrival: 'votre arrivée par l’adresse du site',
  scroll_positions: 'la position dans la page',
  session_ended: 'la fin de votre session',
  signup_modal_dismissed: 'la date où vous avez fermé l’invitation à vous inscrire',
  signup_modal_shown: 'l’invitation à vous inscrire',
  unsent: 'vos préférences (langue',
};
/** Constants of the same files that are no keys. */
const OTHERS = new Set(['captcha_unpassed', 'data-member', 'ip']);

test('the notice names all that a browser keeps: whoever keeps something new writes it there [R73]', () => {
  const src = resolve(import.meta.dirname, '..', '..', '..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|server)\./.test(file),
  );
  const keys = files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    const isKeeper = /(?:browser|tab|local|session)-?[sS]torage|torage\.(?:write|read|remove)/.test(text);
    if (!isKeeper && !/export const [A-Z_]+_KEY = '/.test(text)) return [];
    return Array.from(text.matchAll(/const [A-Z_]+ = '([\w-]+)'/g), ([, key = '']) => key);
  });
  expect([...new Set(keys)].filter((key) => !OTHERS.has(key)).sort()).toEqual(Object.keys(TOLD).sort());
  const notice = ownNotice(stationConfig({}), readSettings({}, '/nonexistent/.env')).fr.replaceAll(
    /\s/g,
    ' ',
  );
  for (const [key, words] of Object.entries(TOLD)) expect([key, notice.includes(words)]).toEqual([key, true]);
});
