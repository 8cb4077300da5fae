import type { Socket } from 'node:net';
import { Audience } from '#src/broadcast/listeners/audience.ts';
import { ListeningSessions } from '#src/broadcast/listeners/listening-sessions.ts';
import type { Playout } from '#src/broadcast/playout/playout.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { fullTitle } from '#src/contract/titles.ts';

/** A stream on air: what plays, and who listens. */
export class Mount implements Disposable {
  readonly streamId: StreamId;
  readonly playout: Playout;
  readonly audience: Audience;
  readonly sessions = new ListeningSessions();
  /** Title before the first track ever. */
  readonly #fallbackTitle: () => string;

  constructor(options: {
    streamId: StreamId;
    playout: Playout;
    fallbackTitle: () => string;
    firstTurn: number;
    onEvicted: (streamId: StreamId, socket: Socket) => void;
  }) {
    const { streamId, playout, onEvicted } = options;
    this.streamId = streamId;
    this.playout = playout;
    this.#fallbackTitle = options.fallbackTitle;
    this.audience = new Audience({
      ring: () => playout.timeline.ring('guest'),
      title: () => this.#title(),
      firstTurn: options.firstTurn,
      onEvicted: (socket) => onEvicted(streamId, socket),
    });
  }

  /** Puts on air what is due. */
  produceUntil(dueFrame: number): void {
    this.playout.produceUntil(dueFrame);
    this.audience.settle();
  }

  #title(): string {
    const { timeline } = this.playout;
    const track = timeline.trackAt(timeline.headFrame - 1);
    return track ? fullTitle(track.artist, track.title) : this.#fallbackTitle();
  }

  [Symbol.dispose](): void {
    this.audience[Symbol.dispose]();
    this.playout[Symbol.dispose]();
  }
}
