import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Program } from './program.ts';

const PLAYER = 'org.mpris.MediaPlayer2';
const run = promisify(execFile);

/**
 * The bus of a desktop, on which browsers hand their media session to its keys and lock screen
 * (specifications.freedesktop.org/mpris-spec).
 */
export class SessionBus implements AsyncDisposable {
  readonly #daemon: Program;
  readonly address: string;

  private constructor(daemon: Program, address: string) {
    this.#daemon = daemon;
    this.address = address;
  }

  static async open(): Promise<SessionBus> {
    const daemon = new Program('dbus-daemon', ['--session', '--nofork', '--print-address', '1'], {});
    return new SessionBus(daemon, await daemon.says(/^(unix:.*)$/));
  }

  /** `Playing`, `Paused` or `Stopped` by the one player that there is; null without one. */
  async status(): Promise<string | null> {
    const said = await this.#ask(
      'org.freedesktop.DBus.Properties.Get',
      `string:${PLAYER}.Player`,
      'string:PlaybackStatus',
    );
    return /string "(\w+)"/.exec(said ?? '')?.[1] ?? null;
  }

  /** Presses a key; without a player nobody hears of it. */
  async press(key: 'Play' | 'Pause'): Promise<void> {
    await this.#ask(`${PLAYER}.Player.${key}`);
  }

  async #ask(method: string, ...values: string[]): Promise<string | null> {
    const names = await this.#send(
      'org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.ListNames',
    );
    const [player] = names.match(/org\.mpris\.MediaPlayer2\.[^"]+/) ?? [];
    return player === undefined ? null : this.#send(player, '/org/mpris/MediaPlayer2', method, ...values);
  }

  async #send(to: string, path: string, method: string, ...values: string[]): Promise<string> {
    const words = [`--bus=${this.address}`, '--print-reply', `--dest=${to}`, path, method, ...values];
    return (await run('dbus-send', words)).stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#daemon[Symbol.asyncDispose]();
  }
}
