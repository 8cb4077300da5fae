import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { Program } from './program.ts';

const SAMPLE_RATE = 8_000;
const BYTES_A_SAMPLE = 4;
/** What is listened to at once, in seconds: enough to tell tones apart that are 2 Hz apart. */
const EAR_SECONDS = 0.5;
/** -60 dB: less is silence. */
const SILENCE = 0.001;
/** A tone makes up this much of the power of all that is heard. */
const TONE_SHARE = 0.5;

const socketIn = (folder: string) => join(folder, 'sound', 'native');

/** Has a program play on the output that may come to be in this folder, and on nothing else of the machine. */
export function outputEnvironment(folder: string): Record<string, string> {
  return { PULSE_SERVER: `unix:${socketIn(folder)}`, ALSA_CONFIG_PATH: '/dev/null' };
}

/** A sound card that is none: PulseAudio's null sink, whose monitor records what listeners would hear. */
export class VirtualOutput implements AsyncDisposable {
  readonly #server: Program;
  readonly #recorder: ChildProcess;
  /** The latest samples, mono. */
  #heard = new Float32Array(0);

  private constructor(server: Program, recorder: ChildProcess) {
    this.#server = server;
    this.#recorder = recorder;
    let rest = Buffer.alloc(0);
    recorder.stdout?.on('data', (bytes: Buffer) => {
      const all = Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % BYTES_A_SAMPLE);
      rest = all.subarray(whole);
      const fresh = Float32Array.from({ length: whole / BYTES_A_SAMPLE }, (_, at) =>
        all.readFloatLE(at * BYTES_A_SAMPLE),
      );
      const kept = new Float32Array(this.#heard.length + fresh.length);
      kept.set(this.#heard);
      kept.set(fresh, this.#heard.length);
      this.#heard = kept.slice(-SAMPLE_RATE * EAR_SECONDS);
    });
  }

  /** Plugs it in: from now on programs with the environment of this folder find it. */
  static async plugIn(folder: string): Promise<VirtualOutput> {
    const home = join(folder, 'sound');
    await mkdir(home, { recursive: true });
    const environment = {
      HOME: home,
      XDG_RUNTIME_DIR: home,
      PULSE_RUNTIME_PATH: home,
      PULSE_STATE_PATH: home,
    };
    // All by hand: its own start-up files look for the machine's devices, and its locks are for one a user.
    const server = new Program(
      'pulseaudio',
      [
        '-n',
        '--daemonize=no',
        '--use-pid-file=no',
        '--disable-shm=yes',
        '--exit-idle-time=-1',
        '--realtime=no',
        '--high-priority=no',
        `--load=module-native-protocol-unix socket=${socketIn(folder)} auth-anonymous=1`,
        '--load=module-null-sink sink_name=null',
      ],
      environment,
    );
    await vi.waitFor(() => {
      if (!existsSync(socketIn(folder)))
        throw new Error(`PulseAudio has not started:\n${server.lines.join('\n')}`);
    }, PATIENT);
    const words = ['--record', '--device=null.monitor', '--raw', '--format=float32le', '--channels=1'];
    const recorder = spawn('pacat', [...words, `--rate=${SAMPLE_RATE}`, '--latency-msec=50'], {
      env: { PATH: process.env.PATH, ...environment, ...outputEnvironment(folder) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = new VirtualOutput(server, recorder);
    if (recorder.stdout) await once(recorder.stdout, 'data');
    return output;
  }

  /** Loudest sample of the last half second, 1 at full scale. */
  get peak(): number {
    return this.#heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  }

  get isSilent(): boolean {
    return this.#heard.length >= SAMPLE_RATE * EAR_SECONDS && this.peak < SILENCE;
  }

  /** Whether the last half second was mostly this tone. */
  hears(hertz: number): boolean {
    return !this.isSilent && this.share(hertz) > TONE_SHARE;
  }

  /** How much of the power of the last half second is in this tone, 0 to 1 (Goertzel's algorithm). */
  share(hertz: number): number {
    const turn = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
    let [last, beforeLast, power] = [0, 0, 0];
    for (const sample of this.#heard) {
      [last, beforeLast] = [sample + turn * last - beforeLast, last];
      power += sample * sample;
    }
    const found = last * last + beforeLast * beforeLast - turn * last * beforeLast;
    return power === 0 ? 0 : (2 * found) / (power * this.#heard.length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#recorder.kill('SIGKILL');
    await this.#server[Symbol.asyncDispose]();
  }
}
