import type { Socket } from 'node:net';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { IcyGrid } from '../icy/icy-grid.ts';
import type { AudioRing } from '../timeline/audio-ring.ts';
import { Listener } from './listener.ts';
import { ListenerGroup } from './listener-group.ts';
import { TURNS_PER_SECOND, turnsInOpeningOrder } from './turns.ts';

/**
 * A group is filled so far before the next one is opened: writes in one go are the cheapest, and so many of them take
 * about 4 ms.
 */
const GROUP_SIZE = 250;
/** Browsers wait for about 32 KiB before they play; 3 s of audio are the cushion against a bad network. */
export const BURST_BYTES = Math.max(40 * 1024, (3 * BIT_RATE) / 8);

export interface JoinRequest {
  socket: Socket;
  /** Titles woven into the audio (ICY). */
  withTitles: boolean;
  /** The frame to begin with, if the ring still has it; null: live. */
  fromFrame: number | null;
  /** Called with the frame that the audio begins with, before its first byte is written. */
  beforeAudio: (firstFrame: number) => void;
}

/** All who hear one variant of a stream, in groups that are served in turn: peaks of work a twentieth as high. */
export class Audience implements Disposable {
  readonly #ring: () => AudioRing;
  readonly #title: () => string;
  readonly #icy = new IcyGrid();
  /** In the order in which they are opened. */
  readonly #groups: readonly ListenerGroup[];
  readonly #byTurn = new Map<number, ListenerGroup>();
  readonly #onEvicted: (listener: Listener) => void;

  constructor(options: {
    ring: () => AudioRing;
    /** The title that stands at the ring's head. */
    title: () => string;
    /** Where its groups' turns begin: streams that take different ones share the second among them. */
    firstTurn: number;
    onEvicted: (listener: Listener) => void;
  }) {
    this.#ring = options.ring;
    this.#onEvicted = options.onEvicted;
    const { head } = this.#ring();
    this.#groups = turnsInOpeningOrder(options.firstTurn).map((turn) => {
      const group = new ListenerGroup(head);
      this.#byTurn.set(turn, group);
      return group;
    });
    this.#title = options.title;
    this.#icy.advance(head, options.title);
  }

  /** Told each time after what is due was put on air. */
  settle(): void {
    const ring = this.#ring();
    this.#icy.advance(ring.head, this.#title);
    this.#icy.forget(ring.tail);
  }

  /** One write to each listener of the group whose turn it is: everything since the last one. */
  serve(turn: number): void {
    const group = this.#byTurn.get(turn % TURNS_PER_SECOND);
    if (group) this.#serve(group);
  }

  hasListenersAt(turn: number): boolean {
    return (this.#byTurn.get(turn % TURNS_PER_SECOND)?.size ?? 0) > 0;
  }

  /** Sends the burst, exactly from a frame's first byte, and goes on from there until the socket closes. */
  join({ socket, withTitles, fromFrame, beforeAudio }: JoinRequest): void {
    const ring = this.#ring();
    const group = this.#groupForOneMore();
    if (group.sent - ring.tail < BURST_BYTES) this.#serve(group);
    const { bytes, firstFrame } = this.#burst(ring, group.sent, withTitles, fromFrame);
    const listener = new Listener(socket, withTitles, bytes.length);
    beforeAudio(firstFrame);
    socket.write(bytes);
    group.add(listener);
    socket.once('close', () => group.remove(listener));
  }

  /** Everybody gets what was written to them, then their connection ends. */
  [Symbol.dispose](): void {
    for (const { plain, withTitles } of this.#groups) {
      for (const { socket } of [...plain, ...withTitles]) socket.end();
    }
  }

  #burst(ring: AudioRing, until: number, withTitles: boolean, fromFrame: number | null) {
    const untilFrame = ring.frameAt(until);
    const isInRing = fromFrame !== null && fromFrame >= ring.tailFrame && fromFrame < untilFrame;
    const from = isInRing ? ring.positionOf(fromFrame) : Math.max(ring.tail, until - BURST_BYTES);
    if (withTitles) return this.#icy.burst(ring, from, until);
    const firstFrame = ring.frameAt(from);
    const bytes = ring.slice(ring.positionOf(firstFrame), until);
    // The ring stands long enough for an ordinary burst, not for two minutes over a slow line.
    return { bytes: bytes.length > 2 * BURST_BYTES ? Buffer.from(bytes) : bytes, firstFrame };
  }

  #groupForOneMore(): ListenerGroup {
    return this.#groups.reduce((best, group) => (isBetter(group, best) ? group : best));
  }

  #serve(group: ListenerGroup): void {
    const ring = this.#ring();
    const from = group.sent;
    group.sent = ring.head;
    if (from === group.sent || group.size === 0) return;
    if (group.plain.length > 0) this.#send(group.plain, ring.slice(from, group.sent));
    if (group.withTitles.length > 0) {
      this.#send(group.withTitles, this.#icy.interleave(ring, from, group.sent));
    }
  }

  #send(listeners: readonly Listener[], chunk: Buffer): void {
    for (const listener of listeners) {
      if (listener.socket.destroyed || listener.send(chunk)) continue;
      this.#onEvicted(listener);
      listener.socket.destroy();
    }
  }
}

/** The fullest one with room; when none has room, the emptiest. */
function isBetter({ size }: ListenerGroup, best: ListenerGroup): boolean {
  if (size < GROUP_SIZE && best.size < GROUP_SIZE) return size > best.size;
  return size < best.size;
}
