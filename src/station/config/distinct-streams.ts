import { STREAM_IDS, STREAM_VERSIONS, type StreamId } from '#src/contract/streams.ts';

/** A stream's names in `station.yaml`; the defaults hold for what it leaves out. */
interface Named {
  readonly id: StreamId;
  readonly version?: string | undefined;
  readonly image?: string | undefined;
}

interface Issue {
  path: (string | number)[];
  message: string;
}

/**
 * Reports a stream that is given again, and streams that cannot be told apart: a `version` names one stream, as its id does [R2, W16], and an
 * `image` one logo.
 */
export function checkDistinct(given: readonly Named[], report: (issue: Issue) => void): void {
  for (const [at, { id }] of given.entries()) {
    const first = given.findIndex((stream) => stream.id === id);
    if (first < at)
      report({ path: [at, 'id'], message: `expected each stream once; streams[${first}] is ${id}, too` });
  }
  const streams = STREAM_IDS.map((id) => {
    const at = given.findIndex((stream) => stream.id === id);
    const written = given[at] ?? { id };
    return { at, written, id, version: written.version ?? STREAM_VERSIONS[id], image: written.image ?? id };
  });
  for (const stream of streams) {
    const others = streams.filter((other) => other.id !== stream.id);
    /** Only a value that is written in the file can be wrong; of two equal ones, the later. */
    const collides = (key: 'version' | 'image') =>
      stream.written[key] === undefined
        ? undefined
        : others.find(
            (other) =>
              other[key] === stream[key] && (other.written[key] === undefined || other.at < stream.at),
          );
    const named = others.find(({ id }) => id === stream.version);
    const alike = collides('version');
    if (named !== undefined)
      report({
        path: [stream.at, 'version'],
        message: `expected another version; ${stream.version} is the id of another stream`,
      });
    else if (alike !== undefined)
      report({
        path: [stream.at, 'version'],
        message: `expected another version; ${alike.id} has the same: ${stream.version}`,
      });
    const pictured = collides('image');
    if (pictured !== undefined)
      report({
        path: [stream.at, 'image'],
        message: `expected another image; ${pictured.id} has the same: ${stream.image}`,
      });
  }
}
