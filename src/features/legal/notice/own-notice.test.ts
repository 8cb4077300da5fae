import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '#src/platform/settings/settings.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { proseHeadings } from '#src/ui/prose/parse-prose.ts';
import { ownNotice } from './own-notice.server.ts';

type Yaml = Parameters<typeof stationConfig>[0];

const noticeOf = (yaml: Yaml, environment: Record<string, string> = {}) =>
  ownNotice(stationConfig(yaml), readSettings(environment, join(tmpdir(), 'no', '.env')));

test('the notice says everything that it owes a reader, with the facts of station.yaml [R73]', () => {
  const { fr, en } = noticeOf({
    name: 'Plage',
    association: {
      name: 'Les Amis de Plage',
      address: '1 quai, 14000 Caen (Calvados)',
      registry: 'W142000001',
      trademark: 'INPI 1',
      publisher: 'A. Vasseur',
      email: 'ici@example.org',
      phone: '+33 2',
      host: 'Une Machine, Caen',
    },
  });
  expect(proseHeadings(fr)).toEqual([
    'Éditeur et hébergeur',
    'Droits d’auteur',
    'Responsable du traitement',
    'Données collectées',
    'Finalités',
    'Destinataires',
    'Accès, rectification et autres droits',
    'Conservation et archivage',
    'Sécurité',
    'Enfants de moins de 13 ans',
    'Cookies et stockage local',
    'Liens et questions',
  ]);
  for (const fact of [
    'Les Amis de Plage',
    'Calvados',
    'W142000001',
    'INPI 1',
    'A. Vasseur',
    '+33 2',
    'Une Machine',
    'régie par la loi du 1er juillet 1901',
  ])
    expect(fr).toContain(fact);
  for (const kind of ['de compte', 'publiques', 'de navigation', 'de géolocalisation', 'de réseaux sociaux'])
    expect(fr).toContain(`Données ${kind}`);
  expect(en).toContain('registered in the national register of associations under W142000001');
});

test('what a station does not say leaves no empty place', () => {
  const { fr, en } = noticeOf({});
  expect(fr).not.toMatch(/ : *$|undefined|\[\]|\(\)|,\s*,/m);
  expect(fr).not.toContain('marque déposée');
  expect(en).not.toMatch(/undefined|\(\)|headquarters|trademark/);
});

test('a part of the program that the station uses is named, and one that it does not is not', () => {
  const bare = noticeOf({}).fr;
  expect(bare).toContain('**Cookies de navigation**\u202F: un, quand vous vous inscrivez');
  expect(bare).not.toContain('quinze minutes');
  for (const absent of [
    'Google ou',
    'reCAPTCHA',
    'E-mails du site',
    'formulaire de don',
    'publicité est vue',
    'chiffrés',
    'hors de l’Union européenne',
    'avec votre image',
    'lecteur web',
    'loi du 1er juillet 1901',
  ])
    expect(bare).not.toContain(absent);
  const full = noticeOf(
    {
      donation: { form: 'https://dons.example.org/f', load: 'click', origins: [], bills: [] },
      slots: [{ place: 'card', image: 'a.png', link: 'https://example.org', alt: 'A' }],
    },
    {
      ORIGIN: 'https://radio.example.org',
      SMTP_URL: 'smtps://mail.example.org',
      GOOGLE_CLIENT_ID: 'a',
      GOOGLE_CLIENT_SECRET: 'b',
      RECAPTCHA_SITE_KEY: 'c',
      RECAPTCHA_SECRET: 'd',
      ADDRESS_SERVICES: 'https://ip.example.org/json',
      PLAYER_HOST: 'https://player.example.net/onde',
    },
  ).fr;
  expect(full).toContain('Pendant une connexion avec Google');
  expect(full).toContain('celle de votre compte Google devient la vôtre');
  for (const present of [
    'reCAPTCHA',
    'E-mails du site',
    'dons.example.org',
    'publicité est vue',
    'chiffrés',
    'ip.example.org',
    'player.example.net, si vous ouvrez le lecteur web',
    'Ce que Google reçoit',
    'avec votre image',
  ])
    expect(full).toContain(present);
});

test('a server in front is said to keep a log of its own, for a year at most [R99]', () => {
  const said = (environment: Record<string, string>) => {
    const { fr } = noticeOf({}, environment);
    return [fr.includes('**Journal d’accès**'), fr.includes('placé devant le site\u202F: un an au plus')];
  };
  expect(said({})).toEqual([false, false]);
  expect(said({ TRUST_PROXY: '1' })).toEqual([true, true]);
  // Somebody else encrypts: the program does not.
  expect(said({ ORIGIN: 'https://radio.example.org' })).toEqual([true, true]);
});
