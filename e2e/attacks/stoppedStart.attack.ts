import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import type { Attack } from './attack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Time for a start, which first builds a changed page. */
const startsWithinMs = 180_000
const hangUpWithinMs = 15_000

export const attack: Attack = {
	tried: `\`npm start\` ended with ${signals.join(', ')}, each time on the data of the previous one`,
	async run() {
		const folder = await mkdtemp(join(tmpdir(), 'parley-attack-'))
		const left: string[] = []
		for (const signal of signals) if (!(await stops(folder, signal))) left.push(signal)
		await rm(folder, { recursive: true, force: true })
		return {
			result:
				left.length === 0
					? 'it started each time, and no server was left running'
					: `a server was left running after ${left.join(', ')}`,
			holds: left.length === 0,
		}
	},
}

/** Returns whether the server ends with npm; on a hang-up npm ends first. */
async function stops(PARLEY_DATA: string, signal: NodeJS.Signals): Promise<boolean> {
	const port = await freePort()
	const settings = { PARLEY_DATA, PORT: String(port), PARLEY_RTMP_PORT: 'off', PARLEY_DEMO: '0' }
	// In its own process group, so that the signal reaches npm only.
	const npm = spawn('npm', ['--silent', 'start'], { cwd: root, env: { ...process.env, ...settings }, detached: true })
	npm.stdout.resume()
	npm.stderr.resume()
	const isUp = () =>
		fetch(`http://127.0.0.1:${port}/healthz`).then(
			({ ok }) => ok,
			() => false,
		)
	try {
		if (!(await until(isUp, startsWithinMs))) throw new Error('npm start did not start')
		const ended = once(npm, 'exit')
		npm.kill(signal)
		await ended
		const isGone = async () => !(await isUp())
		return signal === 'SIGHUP' ? await until(isGone, hangUpWithinMs) : await isGone()
	} finally {
		endGroup(npm.pid as number)
	}
}

async function until(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
	const giveUpAt = Date.now() + withinMs
	while (Date.now() < giveUpAt) {
		if (await condition()) return true
		await delay(100)
	}
	return false
}

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL')
	} catch {
		// No process is left, as expected.
	}
}
