/** The texts of the offline page in one language, and its locale. `asOf` holds `TIME` where the time goes. */
export type OfflineWords = Readonly<
  Record<
    'title' | 'text' | 'retry' | 'trying' | 'stillAway' | 'titles' | 'asOf' | 'noTitles' | 'locale',
    string
  >
>;

/** What the page knows beside its words. */
export interface OfflineFacts {
  /** The station's; IANA. */
  readonly timeZone: string;
  /** Milliseconds to wait for the radio. */
  readonly limitMs: number;
}

/**
 * Brings to life the offline page, which the service worker shows in place of one that it cannot get [R87]:
 * picks its language, shows the last known titles, and waits for the radio. What is written is read out: nothing
 * is written twice, and that it tries only at a press. Runs as inline text: it may use nothing but its arguments,
 * and holds no comments.
 * @param words by language; readers of none of them get the first
 */
function showOffline(
  page: Window & typeof globalThis,
  doc: Document,
  words: Readonly<Record<string, OfflineWords>>,
  { timeZone, limitMs }: OfflineFacts,
): void {
  const all = Object.keys(words);
  const stored = (): string | null => {
    try {
      return page.localStorage.getItem('language');
    } catch {
      return null;
    }
  };
  const spoken = page.navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  const wishes = [page.location.pathname.split('/')[1], stored(), ...spoken, all[0]];
  const language = wishes.find((wish) => wish && all.includes(wish)) ?? '';
  const texts = words[language];
  if (texts === undefined) return;
  const put = (name: string, text: string): void => {
    for (const element of doc.querySelectorAll(`[data-words="${name}"]`))
      if (element.textContent !== text) element.textContent = text;
  };
  doc.documentElement.lang = language;
  doc.title = texts.title;
  for (const [name, text] of Object.entries(texts)) if (name !== 'asOf') put(name, text);
  put('status', '');

  const showTitles = (list: unknown, date: string | null): void => {
    if (!Array.isArray(list)) return;
    for (const row of doc.querySelectorAll('[data-version]')) {
      const track = list.find(({ version }) => version === row.getAttribute('data-version'));
      if (track?.titre) row.textContent = [track.artiste, track.titre].filter(Boolean).join(' - ');
    }
    const time = new Date(date ?? Number.NaN);
    const isKnown = !Number.isNaN(time.getTime());
    put('noTitles', isKnown ? texts.asOf.replace('TIME', timeSaid(time)).replace(' le 1 ', ' le 1er ') : '');
  };
  const timeSaid = (time: Date): string => {
    const habits = {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    const said = time.toLocaleString(texts.locale, { ...habits, timeZone });
    if (said === time.toLocaleString(texts.locale, habits)) return said;
    return time.toLocaleString(texts.locale, { ...habits, timeZone, timeZoneName: 'short' });
  };
  page.fetch('/titre.json?kept', { signal: page.AbortSignal.timeout(limitMs) }).then(
    async (answer) => {
      if (answer.ok) showTitles(await answer.json(), answer.headers.get('date'));
    },
    () => {},
  );

  let isTrying = false;
  const attempt = (isPressed: boolean): void => {
    if (isPressed) put('status', texts.trying);
    if (isTrying) return;
    isTrying = true;
    page
      .fetch('/readyz?part=web', { cache: 'no-store', signal: page.AbortSignal.timeout(limitMs) })
      .then(
        ({ ok }) => ok,
        () => false,
      )
      .then((isBack) => {
        isTrying = false;
        if (isBack && page.location.pathname === '/offline.html') page.location.replace('/');
        else if (isBack) page.location.reload();
        else put('status', texts.stillAway);
      });
  };
  doc.querySelector('[data-retry]')?.addEventListener('click', () => attempt(true));
  page.addEventListener('online', () => attempt(false));
  page.setInterval(() => {
    if (doc.visibilityState === 'visible') attempt(false);
  }, 10_000);
}

/** The text of the inline script of the offline page. */
export function offlineScript(words: Readonly<Record<string, OfflineWords>>, facts: OfflineFacts): string {
  const given = [words, facts].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'));
  return `(${showOffline})(window,document,${given.join()})`;
}
