import { canInstall, installPackages } from './debian.mjs'
import { step, which } from './process.mjs'

/**
 * The program of a Redis server; tests start it themselves, and kill it.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureRedis() {
	if (!which('redis-server') && canInstall()) {
		const problem = await step('installing redis-server', () => installPackages('redis-server'))
		if (problem) return { missing: `apt-get could not install redis-server: ${problem}` }
	}
	const program = which('redis-server')
	return program
		? { program }
		: { missing: 'no redis-server on this machine (Debian and Ubuntu: apt install redis-server)' }
}
