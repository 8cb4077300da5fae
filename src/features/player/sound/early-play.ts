/** The result of presses before the page was ready. */
export interface EarlySound {
  /** The element that sounds; null once the listener has stopped it. */
  readonly element: HTMLAudioElement | null;
  readonly streamId: string;
}

declare global {
  interface Window {
    /** Ends the early listening and returns its result; null without one. The inline script defines it. */
    ondeEarlyPlay?: () => EarlySound | null;
  }
}

/**
 * Makes every `[data-play-stream]` button play and stop its stream before any other script has loaded. Runs
 * as inline text (see `earlyPlayScript`): it may use nothing but its arguments, and holds no comments.
 *
 * What it has handed over it leaves alone, though that may fail later: element and buttons are the page's by then.
 *
 * An iPhone keeps its own volume, and is muted at 0 [R237].
 *
 * A member's stream is without adverts where a pass is kept [W57]. A button may carry the stream's address in
 * `data-stream-url`; it gets `aria-pressed`.
 * @param read gives what is kept under a name; may throw
 */
function earlyPlay(
  page: Window & typeof globalThis,
  doc: Document,
  read: (key: string) => string | null,
): void {
  let element: HTMLAudioElement | null = null;
  let streamId = '';
  const show = (): void => {
    for (const button of doc.querySelectorAll('[data-play-stream]')) {
      const isPressed = element !== null && button.getAttribute('data-play-stream') === streamId;
      button.setAttribute('aria-pressed', String(isPressed));
    }
  };
  const stop = (): void => {
    element?.pause();
    element?.removeAttribute('src');
    element?.load();
    element = null;
  };
  const volume = (): number => {
    try {
      const copy = read(read('authToken') ? 'user' : 'guest');
      const stored = JSON.parse(copy ?? '{}').volume;
      return typeof stored === 'number' && stored >= 0 && stored <= 1 ? stored : 0.5;
    } catch {
      return 0.5;
    }
  };
  const pass = (): string => {
    try {
      const token = read('adFreeToken');
      return token ? `&noads=${token}` : '';
    } catch {
      return '';
    }
  };
  const press = (event: Event): void => {
    const button = event.target instanceof page.Element ? event.target.closest('[data-play-stream]') : null;
    if (button === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const isStop = element !== null && button.getAttribute('data-play-stream') === streamId;
    stop();
    streamId = button.getAttribute('data-play-stream') ?? '';
    if (!isStop) {
      const url = button.getAttribute('data-stream-url') ?? `/stream/${streamId}.mp3`;
      const random = page.crypto.getRandomValues(new Uint8Array(16));
      const session = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const audio = doc.createElement('audio');
      const level = volume();
      audio.volume = level;
      audio.muted = level === 0;
      audio.src = `${url}${url.includes('?') ? '&' : '?'}session=${session}${pass()}`;
      element = audio;
      audio.play().catch(() => {
        if (element !== audio) return;
        stop();
        streamId = '';
        show();
      });
    }
    show();
  };
  doc.addEventListener('click', press, true);
  page.ondeEarlyPlay = () => {
    doc.removeEventListener('click', press, true);
    delete page.ondeEarlyPlay;
    const given = streamId === '' ? null : { element, streamId };
    element = null;
    return given;
  };
}

/**
 * The text of the inline script for the head of every page, at most 2 KB. Call it on the server alone
 * (`import.meta.env.SSR`): in the browser it has run already.
 * @param knowsListener whether volume and pass are read from what the browser keeps
 */
export function earlyPlayScript(knowsListener = true): string {
  const text = earlyPlay.toString().replace(/\n\s*/g, '\n');
  return `(${text})(window,document,(key)=>${knowsListener ? 'window.localStorage.getItem(key)' : 'null'})`;
}
