/** A process for tests that never comes to be ready. */
process.on('disconnect', () => process.exit());
