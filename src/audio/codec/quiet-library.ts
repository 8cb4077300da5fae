import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';

/** Imported for its effect: failures come back as codes, and FFmpeg's own messages would only litter the terminal. */
Log.setLevel(AV_LOG_QUIET);
