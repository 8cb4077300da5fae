import {
  answerDocument,
  isAllowed,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { frameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import type { Timeline, Variant } from '#src/broadcast/timeline/timeline.ts';
import { MARKS_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { NowPlayingBoard } from './now-playing-board.ts';

/** How long one document is answered with, however many ask: what plays is put on air as often. */
const WRITTEN_EVERY_MS = 250;

interface MarksDocumentsOptions {
  board: Pick<NowPlayingBoard, 'wireMarks'>;
  /** The present instant by the count of frames, in milliseconds since the Unix epoch. */
  countedMs: () => number;
  /** Called before a stream's marks are read: it puts on air what is due. */
  beforeMarks: (streamId: StreamId) => void;
}

/** A stream whose marks are asked for. */
interface MarkedStream {
  streamId: StreamId;
  timeline: Timeline;
}

/** Answers `/stream/{id}/marks` [W138]: written a few times a second, and sent as often as it is asked for. */
export class MarksDocuments {
  readonly #options: MarksDocumentsOptions;
  readonly #written = new Map<string, { document: StoredDocument; atMs: number }>();

  constructor(options: MarksDocumentsOptions) {
    this.#options = options;
  }

  /** @param isPrivate whether the address carries a token, so that no shared cache may keep the answer */
  answer(exchange: Exchange, stream: MarkedStream, variant: Variant, isPrivate: boolean): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const key = `${stream.streamId} ${variant} ${isPrivate}`;
    const countedMs = this.#options.countedMs();
    let written = this.#written.get(key);
    if (!written || countedMs - written.atMs >= WRITTEN_EVERY_MS) {
      written = { document: this.#write(stream, variant, isPrivate), atMs: countedMs };
      this.#written.set(key, written);
    }
    answerDocument(exchange, written.document);
  }

  #write({ streamId, timeline }: MarkedStream, variant: Variant, isPrivate: boolean): StoredDocument {
    this.#options.beforeMarks(streamId);
    const { dates } = timeline;
    const nowMs = this.#options.countedMs() + frameInstant(dates.aheadFrames);
    const marks = this.#options.board.wireMarks(streamId, timeline.marks(variant), dates);
    return storedDocument(JSON.stringify({ success: true, data: { now_ms: Math.ceil(nowMs), marks } }), {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `${isPrivate ? 'private' : 'public'}, max-age=${MARKS_KEPT_SECONDS}`,
    });
  }
}
