import { pictureRequestSchema } from '../picture-drawing.ts';

/** A process for tests: its pictures say what happens over them. */
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const order = Buffer.from(pictureRequestSchema.parse(message).bytes).toString();
  if (order === 'die') process.kill(process.pid, 'SIGKILL');
  if (order === 'answer') process.send?.({ picture: Buffer.from('drawn') });
});
process.send?.('ready');
