import '#src/ui/styles/fonts.css';
import '#src/ui/styles/tokens.css';
import './embed.css';
import { CALL_TIMEOUT_MS, TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import type { EarClock } from '#src/features/player/ear/ear-clock.ts';
import type { HeardPiece, HeardTrack } from '#src/features/player/ear/heard-track.ts';
import { importLate } from '#src/features/player/engine/import-late.ts';
import { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { PlayingTab } from '#src/features/player/engine/playing-tab.ts';
import { bindMediaKeys, showOnLockScreen } from '#src/features/player/page/media-session.ts';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { createConnectionName, StreamAddresses } from '#src/features/player/sound/stream-address.ts';
import { openChannel } from '#src/page/browser/browser.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { embedLook } from './embed-look.ts';
import { COVER_QUERY, EMBED_STATE_ID, type EmbedState } from './embed-state.ts';

/** While nothing is heard, a title may be a little old: the page around may stay open for days. */
const IDLE_REFRESH_MS = 20_000;

/** Brings the small player of another site's page to life. It stores nothing and knows no member. */
function start(state: EmbedState): void {
  const { streamId } = state;
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
  const [play, mute, line, status] = [part('play'), part('mute'), part('artist'), part('status')];
  const addresses = new StreamAddresses();
  addresses.know([{ id: streamId, url: state.url }]);
  const tab = new PlayingTab({ openChannel });
  const player = new PlayerEngine({
    clock: systemClock,
    pool: new AudioPool(() => new Audio()),
    streamUrl: (id) => addresses.urlOf(id, createConnectionName()),
    fetchJson,
    whenLate: (use) =>
      importLate(systemClock, () => import('./embed-sound.ts').then((script) => script.EmbedSound), use),
    isOnline: () => navigator.onLine,
    random: Math.random,
    log: (message) => console.warn(`player: ${message}`),
    stopOthers() {},
    silenceOtherTabs: () => tab.silenceOthers(),
  });
  // Another small player on the page is as another tab [R15].
  tab.subscribe(() => player.fallSilent());
  let shown: HeardPiece | null = null;
  let onLockScreen = '';
  let artist = line?.textContent ?? '';
  const show = () => {
    const look = embedLook(player.getState(), streamId, state.words);
    play?.setAttribute('aria-pressed', String(look.isOn));
    play?.setAttribute('data-busy', String(look.isBusy));
    mute?.setAttribute('aria-pressed', String(player.getState().muted));
    if (line) line.textContent = look.words ?? artist;
    if (status && status.textContent !== (look.words ?? '')) status.textContent = look.words ?? '';
    tellLockScreen();
  };
  /** What is told anew is drawn anew there, and its pictures are fetched: a title is read every few seconds. */
  const tellLockScreen = () => {
    const { phase } = player.getState();
    const facts = JSON.stringify([phase, shown?.titre, shown?.artiste, shown?.pochette]);
    if (facts === onLockScreen) return;
    onLockScreen = facts;
    showOnLockScreen(phase, shown, state.station);
  };
  const showTrack = (track: HeardPiece) => {
    const [title, cover] = [part('title'), document.querySelector<HTMLImageElement>('[data-cover]')];
    shown = track;
    artist = track.artiste;
    if (title && title.textContent !== track.titre) {
      title.textContent = track.titre;
      title.title = track.titre;
    }
    const picture = `${track.pochette}${COVER_QUERY}`;
    if (cover && cover.getAttribute('src') !== picture) cover.src = picture;
    show();
  };

  let onAir: HeardPiece | null = null;
  let heard: HeardTrack | null = null;
  let ear: EarClock | null = null;
  const showCurrent = () => {
    const track = heard ? heard.track : onAir;
    if (track) showTrack(track);
  };
  let isEarAsked = false;
  /** What is heard is known once something plays: until then its script need not be there. */
  const openEar = () => {
    if (isEarAsked || player.getState().phase !== 'playing') return;
    isEarAsked = true;
    const load = () => import('./embed-ear.ts');
    const use = ({ createEar }: Awaited<ReturnType<typeof load>>) => {
      ear = createEar(player, fetchJson, (now) => {
        heard = now;
        showCurrent();
      });
      if (onAir) ear.hearOnAir(streamId, onAir);
    };
    importLate(systemClock, load, use, true);
  };
  player.subscribe(openEar);

  let askedMs = Date.now();
  let isAsking = false;
  const refresh = async () => {
    const isHeard = player.getState().phase === 'playing';
    if (document.hidden && !isHeard) return;
    // By the wall clock, which goes on while a computer sleeps, and both ways: it may be set back.
    if (!isHeard && Math.abs(Date.now() - askedMs) < IDLE_REFRESH_MS) return;
    // An answer may take longer than until the next look: one that came late would bring an old title back.
    if (isAsking) return;
    askedMs = Date.now();
    isAsking = true;
    const track = await readTrack(state.version).catch(() => null);
    isAsking = false;
    if (track === null) return;
    onAir = track;
    ear?.hearOnAir(streamId, track);
    showCurrent();
  };

  player.subscribe(show);
  const early = window.ondeEarlyPlay?.();
  if (early?.element) player.adopt(early.element, streamId);
  play?.addEventListener('click', () => player.toggle(streamId));
  mute?.addEventListener('click', () => player.toggleMute());
  const pause = () => {
    player.pause();
    player.holdLockScreen();
  };
  bindMediaKeys({ play: () => player.play(streamId), pause });
  addEventListener('online', () => {
    player.networkChanged();
    const cover = document.querySelector<HTMLImageElement>('[data-cover]');
    // One that got lost on the way.
    if (cover?.complete && cover.naturalWidth === 0) cover.src = cover.getAttribute('src') ?? '';
  });
  addEventListener('offline', () => player.networkChanged());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) player.pageShown();
    void refresh();
  });
  setInterval(() => void refresh(), TRACK_REFRESH_MS);
  part('embed')?.setAttribute('data-ready', '');
}

async function fetchJson(address: string): Promise<{ status: number; reply: unknown }> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  return { status: answer.status, reply: await answer.json() };
}

/**
 * The track on air on a stream; null while it is unknown.
 * @throws when the radio does not answer
 */
async function readTrack(version: string): Promise<HeardPiece | null> {
  const [answer, { toldNowPlayingSchema }] = await Promise.all([
    fetchJson('/titre.json'),
    import('#src/page/on-air/told-now-playing.wire.ts'),
  ]);
  const tracks = toldNowPlayingSchema.parse(answer.reply);
  return tracks.find((track) => track.version === version && track.titre !== '') ?? null;
}

start(JSON.parse(document.getElementById(EMBED_STATE_ID)?.textContent ?? ''));
