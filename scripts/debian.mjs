import { existsSync } from 'node:fs'
import { run, which } from './process.mjs'

/** Returns whether system packages can be installed without a prompt: root on Debian or Ubuntu. */
export function canInstall() {
	return process.getuid?.() === 0 && existsSync('/etc/debian_version') && which('apt-get') !== undefined
}

let areListsFresh = false

/**
 * Installs packages of Debian or Ubuntu.
 * @returns {Promise<string | undefined>} the last lines of apt's output when it failed
 */
export async function installPackages(...names) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
	if (!areListsFresh) {
		const { code, output } = await run('apt-get', ['update', '-qq'], { env })
		if (code !== 0) return lastLines(output)
		areListsFresh = true
	}
	const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
	return code === 0 ? undefined : lastLines(output)
}

function lastLines(output) {
	return output.trim().split('\n').slice(-5).join('\n')
}
