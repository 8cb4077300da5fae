import type { Socket } from 'node:net';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { IcyGrid } from '../icy/icy-grid.ts';
import type { AudioRing } from '../timeline/audio-ring.ts';
import { Listener } from './listener.ts';
import { ListenerGroup } from './listener-group.ts';

/** Groups are served in turn, each once a second: peaks of work a twentieth as high. */
export const GROUP_COUNT = 20;
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

/** All who hear one variant of a stream. */
export class Audience implements Disposable {
  readonly #ring: () => AudioRing;
  readonly #icy = new IcyGrid();
  readonly #groups: readonly ListenerGroup[];
  readonly #onEvicted: (listener: Listener) => void;
  #size = 0;

  constructor(options: { ring: () => AudioRing; title: string; onEvicted: (listener: Listener) => void }) {
    this.#ring = options.ring;
    this.#onEvicted = options.onEvicted;
    const { head } = this.#ring();
    this.#groups = Array.from({ length: GROUP_COUNT }, () => new ListenerGroup(head));
    this.#icy.advance(head, options.title);
  }

  get size(): number {
    return this.#size;
  }

  /** The title that stands at the ring's head; told every tick. */
  settle(title: string): void {
    this.#icy.advance(this.#ring().head, title);
  }

  /** One write to each listener of the group: everything since the last one. */
  serve(groupIndex: number): void {
    const group = this.#groups[groupIndex % GROUP_COUNT];
    if (group) this.#serve(group);
  }

  /** Sends the burst, exactly from a frame's first byte, and goes on from there until the socket closes. */
  join({ socket, withTitles, fromFrame, beforeAudio }: JoinRequest): void {
    const ring = this.#ring();
    const group = this.#smallestGroup();
    if (group.sent - ring.tail < BURST_BYTES) this.#serve(group);
    const { bytes, firstFrame } = this.#burst(ring, group.sent, withTitles, fromFrame);
    const listener = new Listener(socket, withTitles, bytes.length);
    beforeAudio(firstFrame);
    socket.write(bytes);
    group.add(listener);
    this.#size += 1;
    socket.once('close', () => {
      group.remove(listener);
      this.#size -= 1;
    });
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

  #smallestGroup(): ListenerGroup {
    return this.#groups.reduce((smallest, group) => (group.size < smallest.size ? group : smallest));
  }

  #serve(group: ListenerGroup): void {
    const ring = this.#ring();
    const from = group.sent;
    group.sent = ring.head;
    if (from === group.sent) return;
    if (group.plain.length > 0) this.#send(group.plain, ring.slice(from, group.sent));
    if (group.withTitles.length > 0) {
      this.#send(group.withTitles, this.#icy.interleave(ring, from, group.sent));
    }
    this.#icy.forget(ring.tail);
  }

  #send(listeners: readonly Listener[], chunk: Buffer): void {
    for (const listener of listeners) {
      if (listener.socket.destroyed || listener.send(chunk)) continue;
      this.#onEvicted(listener);
      listener.socket.destroy();
    }
  }
}
