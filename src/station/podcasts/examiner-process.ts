import { z } from 'zod';
import { examineEpisode } from './examine-episode.ts';
import type { ExaminerReply } from './examiner-reply.ts';

/** The process behind EpisodeExaminer: says that it is there, then answers each path with what it found. */
const requestSchema = z.object({ path: z.string() });

process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  reply({ type: 'found', finding: await examineEpisode(requestSchema.parse(message).path) });
});
reply({ type: 'ready' });

function reply(words: ExaminerReply): void {
  process.send?.(words);
}
