import { existsSync } from 'node:fs'
import { run, which } from './process.mjs'

/** Whether packages of the system can be installed here without asking anybody. */
export function canInstall() {
	return process.getuid?.() === 0 && existsSync('/etc/debian_version') && which('apt-get') !== undefined
}

let listsAreFresh = false

/**
 * Installs packages of Debian or Ubuntu.
 * @returns {Promise<string | undefined>} why it could not be done
 */
export async function installPackages(...names) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
	if (!listsAreFresh) {
		const { code, output } = await run('apt-get', ['update', '-qq'], { env })
		if (code !== 0) return lastLines(output)
		listsAreFresh = true
	}
	const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
	return code === 0 ? undefined : lastLines(output)
}

function lastLines(output) {
	return output.trim().split('\n').slice(-5).join('\n')
}
