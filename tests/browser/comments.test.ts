import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { scriptNamed } from '../support/built-scripts.ts';
import { descriptionOf } from '../support/description-of.ts';
import { DESKTOP, PHONE } from '../support/devices.ts';
import { fetchPage } from '../support/fetch-page.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import {
  changeDatabase,
  joinSite,
  openContext,
  openPage,
  type SiteMember,
  signInAt,
} from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

const TRACKS = [
  'Digue',
  'Ebbe',
  'Embruns',
  'Groundswell',
  'Harbour Lights',
  'Marée',
  'Midnight Ferry',
  'Phare',
  'Ressac',
  'Silence',
  'Sillage',
  'Tide',
  'Undertow',
] as const;
type Title = (typeof TRACKS)[number];
const ARABIC = 'أحب هذه الأغنية! 👩🏽‍👩🏿‍👧🏻‍👦🏾';

let lea: SiteMember;
let yann: SiteMember;
let blocked: SiteMember;

const visits = siteVisits(() =>
  startSite(TRACKS.map((title) => ({ streamId: 'dance', artist: 'Nova Kessler', title }))),
);

const join = (username: string, language = 'fr', theme = 'light') => {
  const clientPreferences = { language, streamId: 'dance', theme, device: 'dev_1a2b' };
  return joinSite(visits.site, username, { clientPreferences });
};

beforeAll(async () => {
  // The music is imported beside the start.
  for (const title of TRACKS) await until(async () => (await callDetails(title)).ok);
  [lea, yann, blocked] = [await join('lea_m'), await join('yann'), await join('spammer')];
  changeDatabase(visits.site, 'insert into blocked_members values (?, ?)', blocked.user.id, Date.now());
});

const callDetails = (title: Title) =>
  fetch(
    `${visits.site.origin}/api-proxy.php?endpoint=track-details&title=${encodeURIComponent(fullTitle(title))}`,
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}

const fullTitle = (title: Title) => `Nova Kessler - ${title}`;
const path = (title: Title, language = 'fr') =>
  `/${language}/dance/info-titre/nova-kessler-${title.toLowerCase().replace('é', 'e').replace(' ', '-')}`;

/** Leaves room for those that members write in between. */
let lastId = 0;

/** Puts a comment there, an hour old: nobody may write as fast as a test would. Gives its id. */
function say(who: SiteMember, title: Title, comment: string, parentId: number | null = null): number {
  lastId += 1_000;
  const columns = 'id, user_id, song_id, parent_id, comment, created_ms';
  const values = [lastId, who.user.id, parentId, comment, Date.now() - 3_600_000, fullTitle(title)];
  changeDatabase(
    visits.site,
    `insert into comments (${columns}) select ?, ?, id, ?, ?, ? from songs where full_title = ?`,
    ...values,
  );
  return lastId;
}

async function open(
  title: Title,
  member: SiteMember | null,
  look: BrowserContextOptions & { language?: string } = {},
): Promise<Page> {
  const { language, ...options } = look;
  const context = await openContext(visits, member, { ...DESKTOP, ...options });
  return openPage(context, visits.site, path(title, language));
}

const comments = (page: Page): Locator => page.getByRole('region', { name: 'Commentaires' });
const card = (page: Page, words: string): Locator =>
  comments(page).getByRole('article').filter({ hasText: words });
const writeButton = (page: Page): Locator => comments(page).getByRole('button', { name: /^Écrire/ });
const dialog = (page: Page): Locator => page.getByRole('dialog');
/** What holds everything has the focus when nothing else has it. */
const focused = (page: Page, words: string) =>
  page.waitForFunction((wanted) => {
    const { activeElement } = document;
    return activeElement?.matches('article, button, textarea') && activeElement.textContent.includes(wanted);
  }, words);

/** Opens the dialog and writes into its first field, which has the focus. */
async function write(page: Page, words: string): Promise<void> {
  await writeButton(page).click();
  await dialog(page).getByRole('textbox', { name: 'Votre commentaire' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.insertText(words);
}

describe('a guest', () => {
  test('reads what members say, three at a time, newest first, in the document already', async () => {
    const first = say(lea, 'Harbour Lights', 'The first of all');
    say(yann, 'Harbour Lights', 'A reply to it', first);
    for (const words of ['second', 'third', ARABIC, 'fifth <b>words</b> of http'])
      say(yann, 'Harbour Lights', words);
    const html = await (await fetchPage(`${visits.site.origin}${path('Harbour Lights')}`)).text();
    expect(html.includes('fifth &lt;b&gt;words&lt;/b&gt; of http')).toBe(true);
    expect(html.includes('Durand')).toBe(false);

    const page = await open('Harbour Lights', null);
    const errors = watchErrors(page);
    await card(page, ARABIC).locator('[dir=auto]').getByText(ARABIC).waitFor();
    expect(await comments(page).getByRole('article').count()).toBe(3);
    expect(
      await comments(page)
        .getByRole('button', { name: /Supprimer|Signaler/ })
        .count(),
    ).toBe(0);
    // Somebody writes meanwhile: what was third is asked for again, and is not there twice.
    say(lea, 'Harbour Lights', 'in between');
    await comments(page).getByRole('button', { name: 'Afficher plus de commentaires' }).click();
    await card(page, 'The first of all').waitFor();
    await expect.poll(() => comments(page).getByRole('article').count()).toBe(5);
    await comments(page).getByText('5 commentaires sur 6').waitFor({ state: 'attached' });
    await comments(page).getByRole('button', { name: 'Afficher plus' }).waitFor({ state: 'detached' });
    await focused(page, 'second');

    const replies = comments(page).getByRole('button', { name: 'Afficher 1 réponse' });
    expect(await replies.getAttribute('aria-expanded')).toBe('false');
    await replies.press('Enter');
    await comments(page).getByText('A reply to it').waitFor();
    await comments(page).getByRole('button', { name: 'Masquer 1 réponse' }).press('Enter');
    await comments(page).getByText('A reply to it').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('opens twenty replies of a long thread, and the rest when asked, and reads on in another language', async () => {
    const first = say(lea, 'Undertow', 'Who was there?');
    for (let nth = 1; nth <= 22; nth++) say(yann, 'Undertow', `me ${nth}.`, first);
    for (const words of ['second', 'third', 'fourth']) say(yann, 'Undertow', words);
    const page = await open('Undertow', null);
    await comments(page).getByRole('button', { name: 'Afficher plus de commentaires' }).click();
    await comments(page).getByRole('button', { name: 'Afficher 22 réponses' }).click();
    await comments(page).getByText('me 20.').waitFor();
    expect(await comments(page).getByText('me 21.').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.route('**/api-proxy.php?endpoint=replies*', (route) => route.abort(), { times: 1 });
    const more = comments(page).getByRole('button', { name: 'Afficher plus de réponses' });
    await more.click();
    await comments(page).getByRole('alert').getByText('Impossible de charger les autres réponses').waitFor();
    await comments(page).getByRole('alert').getByRole('button').click();
    await comments(page).getByText('me 22.').waitFor();
    await more.waitFor({ state: 'detached' });
    await focused(page, 'me 21.');

    const banner = page.getByRole('banner');
    await banner.getByRole('button', { name: /^FR/ }).click();
    await banner.getByRole('link', { name: 'English' }).click();
    const section = page.getByRole('region', { name: 'Comments' });
    await section.getByRole('button', { name: 'Hide 22 replies' }).waitFor();
    await section.getByText('me 22.').waitFor();
    expect(await section.getByRole('article').count()).toBe(4 + 22);
  });

  test('who wants to write or to reply is asked to log in', async () => {
    say(yann, 'Ebbe', 'Bonjour');
    const page = await open('Ebbe', null);
    await writeButton(page).click();
    await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
    await page.keyboard.press('Escape');
    await focused(page, 'Écrire un commentaire');
    await comments(page).getByRole('button', { name: 'Répondre à yann' }).click();
    await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
  });

  test('learns at once that more cannot be loaded without a network, and gets it with one [A63]', async () => {
    for (const words of ['The oldest', 'second', 'third', 'fourth']) say(yann, 'Phare', words);
    const page = await open('Phare', null);
    await page.context().setOffline(true);
    await comments(page).getByRole('button', { name: 'Afficher plus de commentaires' }).press('Enter');
    const failure = comments(page).getByRole('alert');
    await failure.getByText('Impossible de charger les commentaires').waitFor();
    await failure.getByText('Pas de connexion. Réessayez au retour du réseau.').waitFor();
    // It stands where the button was that had the focus.
    await focused(page, 'Réessayer');
    await page.context().setOffline(false);
    await page.waitForFunction(() => navigator.onLine);
    const slow = Promise.withResolvers<void>();
    await page.route(/endpoint=comments/, async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await focused(page, 'Afficher plus de commentaires');
    slow.resolve();
    await focused(page, 'The oldest');
  });

  test('learns when comments cannot be loaded, and tries again', async () => {
    const page = await open('Ebbe', null);
    const busy = Promise.withResolvers<void>();
    await page.route(/endpoint=comments/, async (route) => {
      await busy.promise;
      await route.abort();
    });
    // The list of the artist's other tracks is one too short for all of them.
    const link = page.getByRole('link', { name: /Silence|Sillage/ }).first();
    const title = (await link.textContent())?.includes('Silence') ? 'Silence' : 'Sillage';
    await link.click();
    await page.getByRole('heading', { level: 1, name: fullTitle(title) }).waitFor();
    await comments(page).locator('[aria-busy=true]').waitFor();
    busy.resolve();
    await comments(page).getByRole('alert').getByText('Impossible de charger les commentaires').waitFor();
    await page.unroute(/endpoint=comments/);
    await comments(page).getByRole('button', { name: 'Réessayer' }).click();
    await comments(page).getByRole('heading', { name: 'Personne n’a encore réagi à ce titre' }).waitFor();
    expect(await writeButton(page).count()).toBe(1);
  });
});

describe('a member', () => {
  test('learns after its time that the form for a reply does not come [A63]', async () => {
    say(yann, 'Undertow', 'Anybody there?');
    const context = await openContext(visits, lea);
    const passTime = await holdTime(context);
    const page = await openPage(context, visits.site, path('Undertow'));
    const scripts = `**${scriptNamed('comment-form')}`;
    await page.route(scripts, () => {});
    const asked = page.waitForRequest(scripts);
    await card(page, 'Anybody there?').getByRole('button', { name: 'Répondre' }).click();
    await asked;
    await passTime(page);
    await toastSaid(page, 'refusal', 'La radio a mis trop de temps à répondre.');
  });

  test('writes the first comment of a track, by keyboard, and finds it first', async () => {
    const context = await openContext(visits, lea);
    // What the page asks by itself gets lost on the way.
    await context.route(/endpoint=comments&/, () => {}, { times: 1 });
    const page = await openPage(context, visits.site, path('Midnight Ferry'));
    const errors = watchErrors(page);
    await writeButton(page).focus();
    await page.keyboard.press('Enter');
    const box = dialog(page).getByRole('textbox', { name: 'Votre commentaire' });
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    const send = dialog(page).getByRole('button', { name: 'Publier' });
    expect(await send.isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByRole('alert').getByText('Écrivez un commentaire').waitFor();
    await page.keyboard.insertText('👩🏽‍👩🏿‍👧🏻‍👦🏾'.repeat(140));
    await dialog(page).getByText('140/144').waitFor();
    await dialog(page).getByRole('alert').waitFor({ state: 'detached' });
    await page.keyboard.insertText('abcdefgh');
    await dialog(page).getByText('144/144').waitFor();
    await expect.poll(() => box.inputValue()).toMatch(/abcd$/);
    await box.fill('Ce passage à deux minutes…');
    await page.keyboard.type(' mm');
    // It would have been from before: it is asked for anew.
    await Promise.all([page.waitForResponse(/endpoint=comments&/), page.keyboard.press('Control+Enter')]);
    await toastSaid(page, 'success', 'Commentaire publié');
    await dialog(page).waitFor({ state: 'detached' });
    await focused(page, 'Ce passage à deux minutes');
    await card(page, 'Ce passage').getByText('lea_m').waitFor();
    await card(page, 'Ce passage').getByText('Vous', { exact: true }).waitFor();
    // The player's keys have heard nothing of it.
    await page.getByRole('slider', { name: 'Volume' }).waitFor();
    expect(await page.getByRole('button', { name: 'Couper le son' }).getAttribute('aria-pressed')).toBe(
      'false',
    );

    await page.reload();
    await card(page, 'Ce passage').getByRole('button', { name: 'Supprimer votre commentaire' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('replies, deletes the reply, then the comment, whose replies stay', async () => {
    const id = say(lea, 'Marée', 'Quel refrain');
    say(yann, 'Marée', 'Oui', id);
    const page = await open('Marée', lea);
    await comments(page).getByRole('button', { name: 'Répondre à lea_m' }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await comments(page).getByRole('button', { name: 'Annuler' }).click();
    await focused(page, 'Répondre');
    await page.keyboard.press('Enter');
    await comments(page).getByRole('textbox', { name: 'Votre réponse à lea_m' }).fill('Merci à tous');
    await comments(page).getByRole('button', { name: 'Répondre', exact: true }).click();
    await toastSaid(page, 'success', 'Commentaire publié');
    await focused(page, 'Merci à tous');
    await comments(page).getByRole('button', { name: 'Masquer 2 réponses' }).waitFor();
    expect(await comments(page).getByRole('listitem').allTextContents()).toHaveLength(3);

    await comments(page).getByRole('button', { name: 'Supprimer votre réponse' }).click();
    await page
      .getByRole('dialog', { name: 'Supprimer cette réponse' })
      .getByRole('button', { name: 'Supprimer' })
      .click();
    await toastSaid(page, 'success', 'Commentaire supprimé');
    await comments(page).getByText('Merci à tous').waitFor({ state: 'detached' });
    await focused(page, 'Quel refrain');

    await comments(page).getByRole('button', { name: 'Supprimer votre commentaire' }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer ce commentaire' });
    await question.getByText('La réponse reste.').waitFor();
    expect(await descriptionOf(question)).toContain('La réponse reste.');
    expect(await violationsOf(page)).toEqual([]);
    await question.getByRole('button', { name: 'Garder' }).click();
    await comments(page).getByRole('button', { name: 'Supprimer votre commentaire' }).click();
    await page.route(/_method=DELETE/, (route) => route.abort(), { times: 1 });
    await question.getByRole('button', { name: 'Supprimer' }).focus();
    await page.keyboard.press('Enter');
    await question.getByRole('alert').getByText('Impossible de supprimer le commentaire').waitFor();
    // Who reads why is still where they were.
    await page.keyboard.press('Enter');
    await comments(page).getByText('Ce commentaire a été supprimé').waitFor();
    await focused(page, 'Ce commentaire a été supprimé');
    await comments(page).getByText('Quel refrain').waitFor({ state: 'detached' });
    await comments(page).getByText('Oui', { exact: true }).waitFor();
  });

  test('who writes on while an answer is late keeps the focus, refused or posted', async () => {
    for (const words of ['Avis un', 'Avis deux']) say(yann, 'Tide', words);
    const page = await open('Tide', await join('writes_on'));
    const box = (words: string) => card(page, words).getByRole('textbox');
    const [first, second] = [box('Avis un'), box('Avis deux')];
    for (const words of ['Avis un', 'Avis deux'])
      await card(page, words).getByRole('button', { name: 'Répondre à yann' }).click();
    await second.waitFor();
    const writeOn = async (answer: (route: Route) => Promise<void>) => {
      const late = Promise.withResolvers<void>();
      const holdBack = async (route: Route) => {
        await late.promise;
        await answer(route);
      };
      await page.route(/endpoint=comments$/, holdBack, { times: 1 });
      const sent = page.waitForRequest(/endpoint=comments$/);
      await first.fill('Merci à vous');
      await first.press('Control+Enter');
      await sent;
      await second.focus();
      late.resolve();
    };
    await writeOn((route) => route.fulfill({ status: 503, json: { success: false, error: 'x', code: 'x' } }));
    await card(page, 'Avis un').getByRole('alert').waitFor();
    await page.keyboard.type('Et');
    await writeOn((route) => route.continue());
    await card(page, 'Avis un').getByText('Merci à vous').waitFor();
    await page.keyboard.type(' vous');
    expect(await second.inputValue()).toBe('Et vous');
    changeDatabase(
      visits.site,
      "delete from comments where comment like 'Avis %' or comment like 'Merci à v%'",
    );
  });

  test('who deletes all comments that are shown is offered the others', async () => {
    say(yann, 'Ressac', 'The oldest');
    const mine = ['premier avis', 'deuxième avis', 'troisième avis'];
    for (const words of mine) say(lea, 'Ressac', words);
    const page = await open('Ressac', lea);
    for (const words of mine) {
      await card(page, words).getByRole('button', { name: 'Supprimer votre commentaire' }).click();
      const question = page.getByRole('dialog', { name: 'Supprimer ce commentaire' });
      await question.getByRole('button', { name: 'Supprimer' }).click();
      await card(page, words).waitFor({ state: 'detached' });
      await question.waitFor({ state: 'detached' });
    }
    const more = comments(page).getByRole('button', { name: 'Afficher plus de commentaires' });
    await more.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await more.click();
    await card(page, 'The oldest').waitFor();
    await more.waitFor({ state: 'detached' });
    expect(await comments(page).getByRole('article').count()).toBe(1);
  });

  test('hears how many comments are shown when more come, and not with each that is posted or deleted', async () => {
    for (const words of ['first', 'second', 'third', 'fourth']) say(yann, 'Groundswell', words);
    const page = await open('Groundswell', lea);
    await comments(page).getByRole('button', { name: 'Afficher plus' }).click();
    await comments(page).getByText('4 commentaires sur 4').waitFor({ state: 'attached' });
    await write(page, 'fifth');
    await page.keyboard.press('Control+Enter');
    await card(page, 'fifth').waitFor();
    expect(
      await comments(page)
        .getByText(/commentaires sur/)
        .count(),
    ).toBe(0);
    await card(page, 'fifth').getByRole('button', { name: 'Supprimer' }).click();
    await dialog(page).getByRole('button', { name: 'Supprimer', exact: true }).click();
    await card(page, 'fifth').waitFor({ state: 'detached' });
    expect(
      await comments(page)
        .getByText(/commentaires sur/)
        .count(),
    ).toBe(0);
  });

  test('who deletes a reply of a long thread gets all the others, each once', async () => {
    const first = say(yann, 'Sillage', 'Who was there?');
    const numbers = Array.from({ length: 25 }, (_, at) => at + 1);
    for (const nth of numbers) say(nth === 3 ? lea : yann, 'Sillage', `me ${nth}.`, first);
    const page = await open('Sillage', lea);
    await comments(page).getByRole('button', { name: 'Afficher 25 réponses' }).click();
    await comments(page).getByRole('button', { name: 'Supprimer votre réponse' }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer cette réponse' });
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await comments(page).getByText('me 3.').waitFor({ state: 'detached' });
    await question.waitFor({ state: 'detached' });
    const more = comments(page).getByRole('button', { name: 'Afficher plus de réponses' });
    await more.click();
    await more.waitFor({ state: 'detached' });
    expect(
      await comments(page)
        .getByText(/^me \d+\.$/)
        .allTextContents(),
    ).toEqual(numbers.filter((nth) => nth !== 3).map((nth) => `me ${nth}.`));
  });

  test('learns in words why a comment is refused; editing takes the refusal away', async () => {
    const page = await open('Phare', lea);
    await write(page, 'Tout est sur www.mon-site.example');
    const refusal = dialog(page).getByRole('alert');
    await refusal.getByText('Les adresses de sites web ne sont pas autorisées').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Publier' }).isDisabled()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    const box = dialog(page).getByRole('textbox');
    const refuse = (status: number, code: string, error: string) =>
      page.route(
        /endpoint=comments$/,
        (route) => route.fulfill({ status, json: { success: false, error, code } }),
        { times: 1 },
      );
    const send = async (words: string) => {
      await box.fill(words);
      await refusal.waitFor({ state: 'detached' });
      await dialog(page).getByRole('button', { name: 'Publier' }).click();
    };
    await refuse(409, 'duplicate_comment', 'Vous avez déjà publié ce commentaire');
    await send('Encore');
    await refusal.getByText('Vous avez déjà publié ce commentaire').waitFor();
    await focused(page, 'Encore');
    await refuse(429, 'too_many_requests', 'Trop de demandes.');
    await send('Encore un');
    await refusal.getByText('C’est beaucoup en peu de temps.').waitFor();
    await refuse(503, 'unavailable', 'x');
    await send('Encore deux');
    await refusal.getByText('Impossible de publier le commentaire').waitFor();
    // As another tab would do and tell it.
    await page.evaluate(() => {
      localStorage.clear();
      dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    await send('Encore trois');
    await refusal.getByText('Authentification requise').waitFor();
  });

  test('reads in the language that they read on in why a reply is refused [A140]', async () => {
    const id = say(yann, 'Phare', 'Bonjour Phare');
    const twice = say(lea, 'Phare', 'Oui, deux fois', id);
    changeDatabase(visits.site, 'update comments set created_ms = ? where id = ?', Date.now(), twice);
    const page = await open('Phare', lea);
    const banner = page.getByRole('banner');
    const readOn = async (button: RegExp, language: string) => {
      await banner.getByRole('button', { name: button }).click();
      await banner.getByRole('link', { name: language }).click();
    };
    await card(page, 'Bonjour Phare').getByRole('button', { name: 'Répondre à yann' }).click();
    await comments(page).getByRole('textbox').fill('Oui, deux fois');
    await page.keyboard.press('Control+Enter');
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('Vous avez déjà publié ce commentaire').waitFor();
    await readOn(/^FR/, 'English');
    await alert.getByText('You have already posted this comment').waitFor();
    await readOn(/^EN/, 'Deutsch');
    await alert.getByText('Diesen Kommentar hast du schon veröffentlicht').waitFor();
  });

  test('hears once that web addresses are refused, not with each letter of one', async () => {
    const page = await open('Sillage', lea);
    await write(page, 'Tout est sur www.m');
    const alert = dialog(page).getByRole('alert');
    await alert.getByText('www.m').waitFor();
    await alert.evaluate((region) => {
      const isSaid = ({ target }: MutationRecord) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[aria-live], [role="alert"]')?.getAttribute('aria-live') !== 'off';
      };
      const note = (records: MutationRecord[]) => {
        if (records.some(isSaid)) region.setAttribute('data-said-again', '');
      };
      new MutationObserver(note).observe(region, { subtree: true, childList: true, characterData: true });
    });
    await page.keyboard.type('on-site.example');
    await alert.getByText('www.mon-site.example').waitFor();
    expect(await alert.getAttribute('data-said-again')).toBeNull();
    await page.keyboard.press('Escape');
  });

  test('reads so, too, why a comment is neither deleted nor reported, when the other language comes late', async () => {
    say(yann, 'Digue', 'Signalé');
    say(lea, 'Digue', 'Effacé');
    for (const [words, button, dialogButton, refusal, retold] of [
      ['Effacé', /^Supprimer/, 'Supprimer', 'Pas à vous', 'You are not allowed to do this'],
      ['Signalé', /^Signaler/, 'Signaler', 'Pas à vous', 'You are not allowed to do this'],
    ] as const) {
      const page = await open('Digue', lea);
      await page.route(/endpoint=comment/, (route, request) =>
        request.method() === 'POST'
          ? route.fulfill({ status: 403, json: { success: false, error: refusal, code: 'forbidden' } })
          : route.continue(),
      );
      const ask = () => card(page, words).getByRole('button', { name: button }).click();
      // All that the dialog needs is there before the other language is asked for.
      await ask();
      await dialog(page).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/assets/**', async (route) => {
        await held;
        await route.continue();
      });
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: /^FR/ }).click();
      await Promise.all([
        page.waitForRequest('**/assets/**'),
        banner.getByRole('link', { name: 'English' }).click(),
      ]);
      await ask();
      await dialog(page).getByRole('button', { name: dialogButton }).click();
      await dialog(page).getByRole('alert').getByText(refusal).waitFor();
      letGo();
      await dialog(page).getByRole('alert').getByText(retold).waitFor();
    }
    changeDatabase(visits.site, "delete from comments where comment in ('Signalé', 'Effacé')");
  });

  test('closes a reply by Escape, finds the button again, and what was written with it', async () => {
    say(yann, 'Tide', 'Une marée');
    const page = await open('Tide', lea);
    const reply = card(page, 'Une marée').getByRole('button', { name: 'Répondre à yann' });
    const box = card(page, 'Une marée').getByRole('textbox');
    await reply.click();
    await box.fill('Des mots pour plus tard');
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    // It belongs to the word that is being composed.
    await page.keyboard.press('Escape');
    await keyboard.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await expect.poll(() => box.inputValue()).toBe('Des mots pour plus tard');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await focused(page, 'Répondre');
    await page.keyboard.press('Enter');
    await card(page, 'Une marée').getByText('Votre texte n’est pas perdu').waitFor();
    expect(await box.inputValue()).toBe('Des mots pour plus tard');
    await card(page, 'Une marée').getByRole('button', { name: 'Annuler' }).focus();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    expect(await reply.getAttribute('aria-expanded')).toBe('false');
    changeDatabase(visits.site, "delete from comments where comment = 'Une marée'");
  });

  test('is told that it is posted when the answer to the try before was lost', async () => {
    const page = await open('Phare', await join('unheard'));
    const lose = () =>
      page.route(
        /endpoint=comments$/,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    await lose();
    await write(page, 'Kept, but unheard');
    const publish = dialog(page).getByRole('button', { name: 'Publier' });
    await publish.click();
    await dialog(page).getByRole('alert').waitFor();
    await publish.click();
    await dialog(page).waitFor({ state: 'detached' });
    await toastSaid(page, 'success', 'publié');
    await card(page, 'Kept, but unheard').waitFor();
    expect(await card(page, 'Kept, but unheard').count()).toBe(1);
    await writeButton(page).click();
    await expect.poll(() => dialog(page).getByRole('textbox').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    // The same where the dialog was closed meanwhile.
    await dialog(page).waitFor({ state: 'detached' });
    await lose();
    await write(page, 'Kept, and closed');
    await publish.click();
    await dialog(page).getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await writeButton(page).click();
    await expect.poll(() => dialog(page).getByRole('textbox').inputValue()).toBe('Kept, and closed');
    await publish.click();
    await dialog(page).waitFor({ state: 'detached' });
    await card(page, 'Kept, and closed').waitFor();
    expect(await card(page, 'Kept, and closed').count()).toBe(1);
    // The same of a reply.
    await dialog(page).waitFor({ state: 'detached' });
    await lose();
    const said = card(page, 'Kept, but unheard');
    await said.getByRole('button', { name: /^Répondre/ }).click();
    await said.getByRole('textbox').fill('Heard after all');
    await said.getByRole('textbox').press('Control+Enter');
    await said.getByRole('alert').waitFor();
    await said.getByRole('textbox').press('Control+Enter');
    await said.getByText('Heard after all').waitFor();
    // It closes once all has been looked for.
    await expect.poll(() => said.getByRole('textbox').count()).toBe(0);
  });

  test('may compose a word past the limit; what it becomes is cut', async () => {
    const page = await open('Phare', lea);
    await write(page, 'a'.repeat(143));
    const box = dialog(page).getByRole('textbox');
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await dialog(page).getByText('146/144').waitFor();
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Publier' }).isDisabled()).toBe(true);
    await keyboard.send('Input.insertText', { text: '日本' });
    await dialog(page).getByText('144/144').waitFor();
    await expect.poll(() => box.inputValue()).toBe(`${'a'.repeat(143)}日`);
    await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  });

  test('sees nothing of what another one has begun to write, when they sign in in another tab [A114]', async () => {
    const [first, next] = [await join('first_c'), await join('next_c')];
    say(first, 'Embruns', 'Ce que first_c a écrit');
    for (const words of ['deuxième', 'troisième', 'Toujours aussi beau']) say(yann, 'Embruns', words);
    const context = await openContext(visits, first, DESKTOP);
    await holdTime(context);
    const page = await openPage(context, visits.site, path('Embruns'));
    // The older comments come once the other member is there.
    const late = Promise.withResolvers<void>();
    await page.route(/endpoint=comments&.*offset=3/, async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    const more = comments(page).getByRole('button', { name: 'Afficher plus de commentaires' });
    await more.click();
    const tab = await openPage(page.context(), visits.site, '/fr/dance');
    await write(page, 'Ce que first_c pense');
    await signInAt(tab, next);
    await dialog(page).waitFor({ state: 'detached' });
    late.resolve();
    await more.and(page.locator('[aria-disabled=false]')).click();
    await card(page, 'Ce que first_c a écrit')
      .getByRole('button', { name: 'Signaler le commentaire de first_c' })
      .waitFor();

    const own = () => card(page, 'Toujours aussi beau');
    await own().getByRole('button', { name: 'Répondre à yann' }).click();
    await own().getByRole('textbox').fill('Ce que next_c répond');
    await signInAt(tab, first);
    await own().getByRole('textbox').waitFor({ state: 'detached' });
    // Whose words they are finds them again.
    await own().getByRole('button', { name: 'Répondre à yann' }).click();
    await expect.poll(() => own().getByRole('textbox').inputValue()).toBe('');
    await signInAt(tab, next);
    await own().getByRole('button', { name: 'Répondre à yann' }).click();
    await expect.poll(() => own().getByRole('textbox').inputValue()).toBe('Ce que next_c répond');
  });

  test('neither reports nor deletes in the name of who has signed in in another tab meanwhile [A114]', async () => {
    const [first, next] = [await join('first_r'), await join('next_r')];
    say(first, 'Silence', 'Ce que first_r a dit');
    say(yann, 'Silence', 'Ce que yann a dit');
    const page = await open('Silence', first);
    const tab = await openPage(page.context(), visits.site, '/fr/dance');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/comment-reports|_method=DELETE/.test(request.url())) sent.push(request.url());
    });
    for (const [words, button] of [
      ['Ce que yann a dit', /^Signaler/],
      ['Ce que first_r a dit', 'Supprimer votre commentaire'],
    ] as const) {
      await signInAt(tab, first);
      await card(page, words).getByRole('button', { name: button }).click();
      await dialog(page).waitFor();
      await signInAt(tab, next);
      await dialog(page).waitFor({ state: 'detached' });
    }
    expect(sent).toEqual([]);
    changeDatabase(visits.site, "delete from comments where comment like 'Ce que % a dit'");
  });

  test('whose token is gone from the browser reads that it is needed, and sends nothing [R44]', async () => {
    const page = await open('Phare', lea);
    await write(page, 'Words without a token');
    await page.evaluate(() => localStorage.removeItem('authToken'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /endpoint=comments/.test(request.url())) sent.push(request.url());
    });
    await dialog(page).getByRole('button', { name: 'Publier' }).click();
    await dialog(page).getByRole('alert').getByText('Authentification requise').waitFor();
    expect(sent).toEqual([]);
  });

  test('who is blocked is told so', async () => {
    const page = await open('Phare', blocked);
    await write(page, 'Achetez');
    await dialog(page).getByRole('button', { name: 'Publier' }).click();
    await dialog(page).getByRole('alert').getByText('Votre compte ne peut plus publier').waitFor();
  });

  test('reports what somebody else wrote, with a reason', async () => {
    const id = say(yann, 'Tide', 'Pas très gentil');
    say(lea, 'Tide', 'À moi');
    const page = await open('Tide', lea);
    await comments(page).getByRole('button', { name: 'Supprimer votre commentaire' }).waitFor();
    expect(
      await comments(page)
        .getByRole('button', { name: /^Signaler/ })
        .count(),
    ).toBe(1);
    await comments(page).getByRole('button', { name: 'Signaler le commentaire de yann' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'radio');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => dialog(page).getByLabel('Insultes ou haine').isChecked()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.route(/endpoint=comment-reports/, (route) => route.abort(), { times: 1 });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('alert').getByText('Impossible d’envoyer le signalement').waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(/endpoint=comment-reports/),
      page.keyboard.press('Enter'),
    ]);
    expect(request.postDataJSON()).toEqual({ id, reason: 'insult' });
    await toastSaid(page, 'success', 'Merci, l’équipe va regarder');
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute('aria-label')?.startsWith('Signaler'),
    );
  });

  test('whose report is answered late keeps what they write by then', async () => {
    say(yann, 'Silence', 'Bruyant');
    const context = await openContext(visits, await join('reports_late'), DESKTOP);
    await holdTime(context);
    const page = await openPage(context, visits.site, path('Silence'));
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/endpoint=comment-reports/, async (route) => {
      await held;
      await route.continue();
    });
    await card(page, 'Bruyant')
      .getByRole('button', { name: /^Signaler/ })
      .click();
    await dialog(page).getByRole('radio').first().check();
    const asked = page.waitForRequest(/endpoint=comment-reports/);
    await dialog(page).getByRole('button', { name: 'Signaler' }).click();
    await asked;
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await write(page, 'Mon avis');
    letGo();
    await toastSaid(page, 'success', 'Merci, l’équipe va regarder');
    expect(await dialog(page).getByRole('textbox').inputValue()).toBe('Mon avis');
    await page.keyboard.press('Escape');
    changeDatabase(visits.site, 'delete from comment_reports');
    changeDatabase(visits.site, "delete from comments where comment = 'Bruyant'");
  });

  test('whose session ends in the middle of a sentence finds it again after the login', async () => {
    const gone = await join('gone');
    const page = await open('Silence', gone);
    await write(page, 'Des mots à ne pas perdre');
    // It ends while the sentence is on its way: nothing else that the page asks for may learn of it before.
    await page.route(
      /endpoint=comments$/,
      async (route) => {
        changeDatabase(visits.site, 'delete from sessions where user_id = ?', gone.user.id);
        await route.continue();
      },
      { times: 1 },
    );
    await dialog(page).getByRole('button', { name: 'Publier' }).click({ noWaitAfter: true });
    await page.waitForURL((url) => !url.pathname.includes('info-titre'));
    await page.getByRole('button', { name: 'Connexion' }).first().waitFor();
    await page.waitForFunction(() => localStorage.getItem('authToken') === null);

    await goTo(page, `${visits.site.origin}${path('Silence')}`);
    await writeButton(page).click();
    await dialog(page).getByLabel('E-mail').fill(gone.user.email);
    await dialog(page).getByLabel('Mot de passe', { exact: true }).fill('marée haute 1998');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => localStorage.getItem('authToken') !== null);
    await goTo(page, `${visits.site.origin}${path('Silence')}`);
    await comments(page).getByRole('heading', { name: 'Personne n’a encore réagi à ce titre' }).waitFor();
    await page.getByRole('button', { name: 'Compte de Zoé' }).waitFor();
    await writeButton(page).click();
    await dialog(page).getByText('Votre texte n’est pas perdu').waitFor();
    expect(await dialog(page).getByRole('textbox').inputValue()).toBe('Des mots à ne pas perdre');
    await dialog(page).getByRole('button', { name: 'Publier' }).click();
    await card(page, 'Des mots à ne pas perdre').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await writeButton(page).click();
    await expect.poll(() => dialog(page).getByRole('textbox').inputValue()).toBe('');
  });
});

test('who signs in without a username finds the older comments and replies of their own [A112]', async () => {
  const nobody = await joinSite(visits.site, null, {
    clientPreferences: { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' },
  });
  const oldest = say(nobody, 'Digue', 'The oldest, of my own');
  say(nobody, 'Digue', 'A reply of my own', oldest);
  for (const words of ['second', 'third', 'fourth']) say(yann, 'Digue', words);
  const page = await open('Digue', null);
  await comments(page).getByRole('button', { name: 'Afficher plus de commentaires' }).click();
  await card(page, 'The oldest, of my own').waitFor();
  await comments(page).getByRole('button', { name: 'Afficher 1 réponse' }).click();
  await writeButton(page).click();
  await dialog(page).getByLabel('E-mail').fill(nobody.user.email);
  await dialog(page).getByLabel('Mot de passe', { exact: true }).fill('marée haute 1998');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => localStorage.getItem('authToken') !== null);
  // The dialog to write in stands before them.
  const own = page.locator('section article').filter({ hasText: 'of my own' });
  await expect.poll(() => own.locator('button[aria-label^=Supprimer]').count()).toBe(2);
  await expect.poll(() => page.locator('section article button[aria-label^=Signaler]').count()).toBe(3);
});

describe('the list of top-level domains', () => {
  test('comes when somebody writes, not before', async () => {
    const page = await open('Ebbe', lea);
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.add(request.url());
    });
    await page.reload();
    await isAlive(page);
    await writeButton(page).waitFor();
    const before = new Set(scripts);
    await write(page, 'Bonjour');
    const holders = async () => {
      const texts = await Promise.all(
        [...scripts].map(async (url) => [url, await (await fetch(url)).text()]),
      );
      return texts.flatMap(([url = '', text]) => (text?.includes('travelersinsurance') ? [url] : []));
    };
    await expect.poll(holders).toHaveLength(1);
    expect((await holders()).filter((url) => before.has(url))).toEqual([]);
  });
});

test.each([
  ['fr', DESKTOP, 'light'],
  ['ru', PHONE, 'dark'],
  ['de', { ...PHONE, viewport: { width: 320, height: 700 } }, 'light'],
] as const)('comments in %s can be read and written by everybody', async (language, look, colorScheme) => {
  const id = say(yann, 'Embruns', `${'Ganz-lange-Wörter-ohne-Leerzeichen-'.repeat(4)} ${language}`);
  say(lea, 'Embruns', `Ja ${language}`, id);
  const member = await join(`Un_pseudo_de_plus_de_quarante_lettres_en_${language}`, language, colorScheme);
  say(member, 'Embruns', ARABIC);
  const page = await open('Embruns', member, { ...look, colorScheme, language });
  const section = page.locator('section').filter({ has: page.locator('article') });
  await section.locator('[aria-expanded][aria-controls]').first().click();
  await section.locator('[aria-expanded]:not([aria-controls])').first().click();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.insertText('site.com');
  await section.getByRole('alert').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  expect(await violationsOf(page)).toEqual([]);
});
