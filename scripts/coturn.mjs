import { canInstall, installPackages } from './debian.mjs'
import { step, which } from './process.mjs'

/**
 * The program of a TURN server; tests start it themselves.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureCoturn() {
	if (!which('turnserver') && canInstall()) {
		const problem = await step('installing coturn', () => installPackages('coturn'))
		if (problem) return { missing: `apt-get could not install coturn: ${problem}` }
	}
	const program = which('turnserver')
	return program ? { program } : { missing: 'no turnserver on this machine (Debian and Ubuntu: apt install coturn)' }
}
